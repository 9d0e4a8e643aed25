"""A report as CSV: one row a claim, question, finding or label, and nothing in it that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping

from peerlens.report.audit_view import coverage_rows
from peerlens.report.view import own_number
from peerlens.report.wording import deciding, headline, request_words, response_words
from peerlens.schema import (
    AuditFinding,
    Evidence,
    Failure,
    Finding,
    KeptWork,
    PersonMark,
    PointResponse,
    Report,
    Request,
    Scan,
)
from peerlens.taxonomy import Weakness
from peerlens.text.harmless import harmless

Cell = str | int | float | None

VERIFY_COLUMNS = (
    "row", "id", "review", "ref", "text", "label", "reason", "kind", "stance", "confidence", "says", "file", "section",
    "page", "start", "end", "quote", "passages_read", "passages_total", "weakness", "person_label", "person_reason",
    "person_note", "person_done", "response", "failure",
)  # fmt: skip
AUDIT_COLUMNS = (
    "row", "id", "label", "name", "outcome", "reason", "withheld", "text", "assessment", "severity", "confidence",
    "file", "section", "page", "start", "end", "quote", "passages_read", "passages_total", "what", "where", "effort",
    "person_note", "person_done", "failure",
)  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?%?")
_ACTING = re.compile(r"\s*[=+\-@＝＋－＠\t\r|%]")


def to_csv(report: Report) -> str:
    """The rows of the report under their head, in RFC 4180 with line feeds."""
    columns = AUDIT_COLUMNS if report.kind == "audit" else VERIFY_COLUMNS
    return write_rows(columns, csv_rows(report))


def write_rows(columns: Iterable[str], rows: Iterable[Mapping[str, Cell]]) -> str:
    """Rows as CSV text: text made harmless, numbers left as numbers, what is missing left empty."""
    names = list(columns)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row.get(name)) for name in names] for row in rows)
    return out.getvalue()


def _cell(value: Cell) -> Cell:
    return cell(value) if isinstance(value, str) else value


def cell(text: str) -> str:
    """Foreign text as a cell that is read as text: what would start a formula gets an apostrophe in front.

    A cell that is a number and nothing else stays one. Control characters become visible signs.
    """
    shown = harmless(text.replace("\r", "␍").replace("\t", "␉"))
    return shown if _NUMBER.fullmatch(shown) or not _ACTING.match(text) else f"'{shown}"


def csv_rows(report: Report) -> list[dict[str, Cell]]:
    """Every claim, question and failure in the order of the report; of an audit every finding, label and failure."""
    if report.kind == "audit":
        rows = [_audit_finding(row.label, one) for row in report.labels for one in row.findings]
        rows += _labels(report)
    else:
        rows = [_finding(one) for one in report.findings] + [_request(one) for one in report.requests]
    return rows + [_kept(one) for one in report.kept] + [_failure(one) for one in report.failures]


def _finding(finding: Finding) -> dict[str, Cell]:
    person = finding.override
    return {
        "row": "claim",
        "id": finding.id,
        "review": finding.review_id,
        "ref": finding.claim_id or own_number(finding) or None,
        "text": finding.claim,
        "label": finding.label.value,
        "reason": finding.reason.value if finding.reason else None,
        "kind": finding.kind.value,
        "stance": finding.stance.value,
        "confidence": finding.confidence,
        "says": headline(finding),
        "weakness": finding.weakness.value if finding.weakness else None,
        "person_label": person.label.value if person else None,
        "person_reason": person.reason if person else None,
        **_person(finding.person),
        "response": _response(finding.response),
        **_place(deciding(finding) or next(iter(finding.evidence), None)),
        **_scan(finding.scan),
    }


def _kept(kept: KeptWork) -> dict[str, Cell]:
    """A person's work on a point that is none of this run's: no verdict of the agents stands beside it."""
    ruling = kept.override
    return {
        "row": "kept",
        "text": kept.point,
        "person_label": ruling.label.value if ruling else None,
        "person_reason": ruling.reason if ruling else None,
        **_person(kept.person),
    }


def _request(request: Request) -> dict[str, Cell]:
    return {
        "row": "request",
        "id": request.id,
        "review": request.review_id,
        "ref": own_number(request) or None,
        "text": request.text,
        "label": request.status.value,
        "says": request_words(request.status),
        **_person(request.person),
        "response": _response(request.response),
        **_place(next(iter(request.evidence), None)),
    }


def _audit_finding(label: Weakness, finding: AuditFinding) -> dict[str, Cell]:
    first = next(iter(finding.suggestions), None)
    return {
        "row": "finding",
        "id": finding.id,
        "label": label.value,
        "name": label.display_name,
        "text": finding.claim,
        "assessment": finding.assessment,
        "severity": finding.severity.value,
        "confidence": finding.confidence,
        "what": first.what if first else None,
        "where": first.where if first else None,
        "effort": first.effort.value if first else None,
        **_place(next(iter(finding.evidence), None)),
        **_scan(finding.scan),
    }


def _labels(report: Report) -> list[dict[str, Cell]]:
    return [
        {
            "row": "label",
            "id": row.label.value,
            "label": row.label.value,
            "name": row.name,
            "outcome": row.outcome.value,
            "reason": row.reason.value if row.reason else None,
            "withheld": row.withheld,
            "text": shown.words,
            **_person(row.person),
        }
        for row, shown in zip(report.labels, coverage_rows(report), strict=True)
    ]


def _failure(failure: Failure) -> dict[str, Cell]:
    return {
        "row": "failure",
        "id": failure.id,
        "ref": failure.claim_id,
        "failure": f"{failure.stage}: {failure.message}",
    }


def _person(mark: PersonMark | None) -> dict[str, Cell]:
    return {} if mark is None else {"person_note": mark.note or None, "person_done": "yes" if mark.done else None}


def _place(evidence: Evidence | None) -> dict[str, Cell]:
    return {} if evidence is None else evidence.model_dump(include={"file", "section", "page", "start", "end", "quote"})


def _scan(scan: Scan | None) -> dict[str, Cell]:
    return {} if scan is None else scan.model_dump(include={"passages_read", "passages_total"})


def _response(said: PointResponse | None) -> str | None:
    return None if said is None else response_words(said)
