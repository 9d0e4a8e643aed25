"""An audit as people read it: what matters first, every label with its end, and foreign text that cannot act."""

from __future__ import annotations

import io
import re

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from peerlens.report.audit_markdown import audit_to_markdown
from peerlens.report.audit_terminal import print_audit
from peerlens.report.audit_view import coverage_rows, further_rows, leading_rows
from peerlens.report.tally import tally
from peerlens.schema import AuditNote, Failure, PersonMark, Report
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness, Withheld
from tests.report.records import SCAN, SUGGESTION, audit_finding, audit_report, evidence, label_row
from tests.report.test_printing import HOSTILE


def shown(report: Report, *, width: int = 100) -> str:
    console = Console(file=io.StringIO(), force_terminal=False, width=width, markup=True, emoji=True)
    print_audit(report, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_most_severe_and_surest_findings_of_all_labels_lead() -> None:
    rows = [
        label_row(label, audit_finding(label, severity=severity, confidence=confidence))
        for label, severity, confidence in (
            (Weakness.L2_1_1, Severity.MODERATE, 0.9),
            (Weakness.L2_1_2, Severity.MAJOR, 0.6),
            (Weakness.L2_1_3, Severity.MAJOR, 0.8),
            (Weakness.L2_2_2, Severity.CRITICAL, 0.5),
            (Weakness.L2_5_2, Severity.MODERATE, 0.7),
            (Weakness.L2_6_2, Severity.MODERATE, 0.6),
        )
    ]
    report = audit_report(*rows)
    assert [row.id for row in leading_rows(report)] == [
        "L2.2.2.f1", "L2.1.3.f1", "L2.1.2.f1", "L2.1.1.f1", "L2.5.2.f1",
    ]  # fmt: skip
    assert [row.id for row in further_rows(report)] == ["L2.6.2.f1"]


@pytest.mark.parametrize("ground", list(Ground))
def test_every_ground_has_words_and_no_code_reaches_the_screen(ground: Ground) -> None:
    report = audit_report(label_row(Weakness.L2_1_1, reason=ground))
    words = coverage_rows(report)[0].words
    assert words
    assert ground.value not in words
    assert words in " ".join(shown(report).split())


@pytest.mark.parametrize("why", list(Withheld))
def test_what_was_withheld_is_counted_with_its_reason_in_words(why: Withheld) -> None:
    row = label_row(Weakness.L2_1_1, reason=Ground.NOTHING_LOCATED, withheld=2, withheld_because=(why, why))
    words = coverage_rows(audit_report(row))[0].words
    assert re.search(r"2 withheld \(.+ ×2\)", words)
    assert "_" not in words


def test_an_audit_is_counted_once_and_the_count_stands_on_top() -> None:
    report = audit_report(
        label_row(Weakness.L2_1_1, audit_finding(Weakness.L2_1_1)),
        label_row(Weakness.L2_1_2, reason=Ground.REPLY_HOLDS, withheld=1, withheld_because=(Withheld.REPLY_HOLDS,)),
        label_row(Weakness.L2_4_2, reason=Ground.EXTERNAL_KNOWLEDGE),
    )
    number = tally(report)
    assert number.outcomes == {Outcome.FINDING: 1, Outcome.NONE: 1, Outcome.NOT_ASSESSABLE: 1}
    assert (number.labels, number.findings, number.withheld, number.failures) == (3, 1, 1, 0)
    head = " ".join(" ".join(shown(report).splitlines()[:4]).split())
    assert (
        "3 labels examined: 1 finding under 1 label · 1 without a finding · 1 not assessed · 1 candidate withheld"
        in head
    )


def test_a_finding_shows_what_was_scanned_what_is_missing_and_what_to_do_where() -> None:
    words = " ".join(shown(audit_report(label_row(Weakness.L2_1_2, audit_finding(Weakness.L2_1_2)))).split())
    assert "looked for ablation, ablate in 20 of 20 passages; not supplied: Appendix C" in words
    assert f"→ {SUGGESTION.what} (Section 4; new experiment): {SUGGESTION.how}." in words


def hostile(text: str) -> Report:
    quote = evidence(quote=text)
    finding = audit_finding(
        Weakness.L2_1_2,
        claim=text,
        assessment=text,
        evidence=(quote,),
        reply=(quote,),
        scan=SCAN.model_copy(update={"queries": (text,), "missing": (text,)}),
        suggestions=(SUGGESTION.model_copy(update={"what": text, "where": text, "how": text}),),
    )
    return audit_report(
        label_row(
            Weakness.L2_1_2, finding, notes=(AuditNote(text=text, evidence=(quote,)),), person=PersonMark(note=text)
        ),
        failures=(Failure(id="L2.1.1", claim_id=None, stage="propose", error="E", message=text),),
        title=text,
    )


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("width", [40, 100])
def test_foreign_text_in_an_audit_is_shown_as_written_and_none_of_it_acts(text: str, width: int) -> None:
    words = shown(hostile(text), width=width)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", words)
    if width == 100 and "\x1b" not in text and "\u202e" not in text:
        assert " ".join(text.split())[:40] in " ".join(words.split())


@pytest.mark.parametrize("text", HOSTILE)
def test_foreign_text_in_an_audit_is_plain_words_in_markdown(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(audit_to_markdown(hostile(text)))
    kinds = {child.type for token in tokens for child in token.children or []} | {token.type for token in tokens}
    assert not kinds & {"image", "link_open", "html_inline", "html_block", "em_open", "code_inline", "table_open"}


def test_markdown_names_every_label_and_its_end() -> None:
    text = audit_to_markdown(audit_report(*(label_row(label, reason=Ground.ENGINE_LIMIT) for label in Weakness)))
    assert sum(line.startswith("- **L2.") for line in text.splitlines()) == 17
    assert text.count("not assessed: beyond this engine") == 17
