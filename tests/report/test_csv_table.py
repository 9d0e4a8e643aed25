"""A report as CSV: every row once, numbers as numbers, nothing that a spreadsheet would run."""

import csv
import io
import re

import pytest

from peerlens.report.csv_table import AUDIT_COLUMNS, VERIFY_COLUMNS, cell, to_csv
from peerlens.schema import Failure, Override
from peerlens.taxonomy import EvidenceRole, Ground, Reason, RequestStatus, Verdict, Weakness
from tests.report.records import SCAN, audit_finding, audit_report, evidence, finding, label_row, report, request


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://example.invalid";"x")', "=1+1", "+SUM(A1)", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)",
        "\t=1+1", "\r=1+1", " =1+1", "\n=1+1", "＝1+1", "|calc", "%0A=1", "-", "+", "=", "-1-1", "\u00a0=1",
    ],
)  # fmt: skip
def test_a_cell_that_would_start_a_formula_is_read_as_text(text: str) -> None:
    shown = cell(text)
    assert shown.startswith("'")
    assert not re.match(r"\s*[=+\-@\t\r]", shown)


@pytest.mark.parametrize("text", ["-0.3", "+2", "12", "3.5e-4", "-5%"])
def test_a_cell_that_is_a_number_stays_one(text: str) -> None:
    assert cell(text) == text


@pytest.mark.parametrize("text", ["plain words", "a = b", "10-fold gain", "x@y", "'quoted'", "-", ""][:5])
def test_other_words_stay_as_written(text: str) -> None:
    assert cell(text) == text


def test_escapes_and_overrides_of_direction_reach_no_cell() -> None:
    text = to_csv(report(finding(1, Verdict.SUPPORTED, claim="\x1b[31mred\u202e \x9b2J", found=(evidence(),))))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
    assert "␛[31mred⟨U+202E⟩" in text


def test_claims_questions_and_failures_are_one_row_each_with_numbers_as_numbers() -> None:
    made = report(
        finding(1, Verdict.NOT_SUPPORTED, reason=Reason.NUMBER, found=(evidence(EvidenceRole.CONTRADICTS),)),
        finding(2, Verdict.SUPPORTED, reason=Reason.ABSENT_AFTER_FULL_SCAN, scan=SCAN),
        requests=(request(1, RequestStatus.NOT_FOUND),),
        failures=(Failure(id="r1.c9", claim_id="x", stage="verify", error="E", message="broke\nhere"),),
    )
    found = rows(to_csv(made))
    assert [(row["row"], row["id"], row["label"]) for row in found] == [
        ("claim", "r1.c1", "Not Supported"),
        ("claim", "r1.c2", "Supported"),
        ("request", "r1.q1", "not_found"),
        ("failure", "r1.c9", ""),
    ]
    assert tuple(found[0]) == VERIFY_COLUMNS
    assert found[0]["confidence"] == "0.9"
    assert (found[0]["page"], found[0]["quote"], found[0]["end"]) == ("3", "The error is 2.7.", "17")
    assert (found[1]["page"], found[1]["passages_read"]) == ("", "20")
    assert found[3]["failure"] == "verify: broke\nhere"


def test_a_persons_verdict_stands_beside_the_engines() -> None:
    ruling = Override(label=Verdict.SUPPORTED, reason="=see appendix", at="2026-11-30T10:00:00+00:00")
    row = rows(to_csv(report(finding(1, Verdict.NOT_DETERMINED, override=ruling))))[0]
    assert (row["label"], row["person_label"], row["person_reason"]) == (
        "Not Determined",
        "Supported",
        "'=see appendix",
    )


def test_an_audit_has_a_row_for_every_finding_and_every_label() -> None:
    made = audit_report(
        label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2)),
        label_row(Weakness.L2_4_2, reason=Ground.EXTERNAL_KNOWLEDGE, withheld=2),
    )
    found = rows(to_csv(made))
    assert tuple(found[0]) == AUDIT_COLUMNS
    assert [(row["row"], row["label"], row["outcome"], row["withheld"]) for row in found] == [
        ("finding", "L2.1.2", "", ""),
        ("label", "L2.1.2", "finding", "0"),
        ("label", "L2.4.2", "not_assessable", "2"),
    ]
