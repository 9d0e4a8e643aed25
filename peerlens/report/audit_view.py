"""An audit report arranged for reading: the findings that matter first, then a row for every label."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from peerlens.agents.heaviest import leading
from peerlens.report.view import Quote, quote_of
from peerlens.report.wording import person_words, place_of, sureness
from peerlens.schema import AuditFinding, LabelRow, Report, Suggestion
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness, Withheld

LEADING = 5
"""Findings shown on top."""

_GROUND_WORDS = {
    Ground.NOTHING_LOCATED: "the checks located no fault",
    Ground.REPLY_HOLDS: "the paper answers what was looked for",
    Ground.CONDITION_NOT_MET: "does not seem to apply to this paper",
    Ground.MINOR_ONLY: "minor points only",
    Ground.ENGINE_LIMIT: "not assessed: beyond this engine",
    Ground.EXTERNAL_KNOWLEDGE: "not assessed: needs knowledge from outside the paper",
    Ground.NOT_READABLE: "not assessed: the text could not be read",
    Ground.SCAN_INCOMPLETE: "not assessed: not all of the paper could be read",
    Ground.BROKE_OFF: "not assessed: the examination broke off",
}

_WITHHELD_WORDS = {
    Withheld.OBSERVATION_FAILS: "the paper has it",
    Withheld.HOLDS_IN_PART: "holds only in part",
    Withheld.NOT_DETERMINED: "the text does not settle it",
    Withheld.REPLY_HOLDS: "the paper answers it",
    Withheld.UNGROUNDED: "no passage located",
    Withheld.SCAN_INCOMPLETE: "not all could be read",
    Withheld.LOW_CONFIDENCE: "not clear enough",
    Withheld.NO_SUGGESTION: "no place for a revision",
    Withheld.MINOR: "minor",
    Withheld.STATED_ELSEWHERE: "stated under another label",
    Withheld.BEYOND_THE_CAP: "beyond the number shown",
}


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One diagnostic claim as shown."""

    id: str
    label: str
    severity: Severity
    claim: str
    assessment: str
    sureness: str
    quotes: tuple[Quote, ...]
    scanned: str
    reply: tuple[Quote, ...]
    suggestions: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class CoverageRow:
    """One label as shown: ``words`` say how it ended, ``notes`` what was looked at, ``person`` what a person left."""

    label: Weakness
    name: str
    outcome: Outcome
    words: str
    notes: tuple[tuple[str, str], ...]
    person: tuple[str, ...] = ()


def leading_rows(report: Report) -> tuple[FindingRow, ...]:
    return tuple(_finding(label, one) for label, one in leading(report.labels, most=LEADING))


def further_rows(report: Report) -> tuple[FindingRow, ...]:
    """The findings that are not among the leading ones, in the order of the taxonomy."""
    shown = {row.id for row in leading_rows(report)}
    return tuple(_finding(row.label, one) for row in report.labels for one in row.findings if one.id not in shown)


def coverage_rows(report: Report) -> tuple[CoverageRow, ...]:
    return tuple(coverage_row(row) for row in report.labels)


def _finding(label: Weakness, finding: AuditFinding) -> FindingRow:
    return FindingRow(
        id=finding.id,
        label=f"{label.value} {label.display_name}",
        severity=finding.severity,
        claim=finding.claim,
        assessment=finding.assessment,
        sureness=sureness(finding.confidence),
        quotes=tuple(dict.fromkeys(quote_of(one) for one in finding.evidence)),
        scanned=_scanned(finding),
        reply=tuple(dict.fromkeys(quote_of(one) for one in finding.reply)),
        suggestions=finding.suggestions,
    )


def _scanned(finding: AuditFinding) -> str:
    scan = finding.scan
    if scan is None:
        return ""
    words = f"looked for {', '.join(scan.queries[:8])} in {scan.passages_read} of {scan.passages_total} passages"
    return words + (f"; not supplied: {', '.join(scan.missing[:5])}" if scan.missing else "")


def coverage_row(row: LabelRow) -> CoverageRow:
    if row.reason is None:
        words = f"{len(row.findings)} finding{'s' if len(row.findings) > 1 else ''}"
    else:
        words = _GROUND_WORDS[row.reason]
    if row.withheld:
        because = Counter(_WITHHELD_WORDS[one] for one in row.withheld_because)
        words += f"; {row.withheld} withheld ({', '.join(_times(word, n) for word, n in because.items())})"
    notes = tuple((note.text, place_of(note.evidence[0]) if note.evidence else "") for note in row.notes)
    return CoverageRow(row.label, row.name, row.outcome, words, notes, person_words(row.person))


def _times(word: str, number: int) -> str:
    return word if number == 1 else f"{word} ×{number}"
