"""The words that decide, as highlights in the manuscript's own file: one for each stretch, whatever rests on it."""

from __future__ import annotations

from collections.abc import Iterable

from peerlens.report.view import Quote, groups, request_rows
from peerlens.report.wording import person_words, sureness
from peerlens.schema import Evidence, Highlight, Report
from peerlens.taxonomy import EvidenceRole
from peerlens.text.harmless import harmless

Colour = tuple[float, float, float]

_COLOURS: dict[EvidenceRole, Colour] = {
    EvidenceRole.SUPPORTS: (0.70, 0.92, 0.70),
    EvidenceRole.CONTRADICTS: (1.00, 0.80, 0.50),
    EvidenceRole.ASSERTS: (1.00, 0.95, 0.55),
}
_ASKED: Colour = (0.70, 0.85, 1.00)
_AUDIT: Colour = (1.00, 0.95, 0.55)
_AGAINST: Colour = (0.70, 0.85, 1.00)
_MOST = 4_000
"""Characters of one note."""


def highlights_of(report: Report) -> tuple[Highlight, ...]:
    """What is quoted for or against a point; passages that are only nearby decide nothing and are left out."""
    found: dict[tuple[int, int], list[tuple[str, Colour]]] = {}
    for start, end, note, colour in _audit_notes(report) if report.kind == "audit" else _verify_notes(report):
        found.setdefault((start, end), []).append((note, colour))
    return tuple(
        Highlight(start=start, end=end, note=_joined([note for note, _ in notes]), colour=notes[0][1])
        for (start, end), notes in sorted(found.items())
    )


_Note = tuple[int, int, str, Colour]


def _verify_notes(report: Report) -> Iterable[_Note]:
    for row in (row for group in groups(report) for row in group.rows):
        says = f"{row.ruling}; found by the agents: {row.headline}" if row.ruling else row.headline
        yield from _noted(row.quotes, "\n".join((f"{row.ref}: {row.text}", says, *row.person)))
    for row in request_rows(report):
        note = "\n".join((f"{row.ref}: {row.text}", row.headline, *row.person))
        yield from _noted(row.quotes, note, colour=_ASKED)


def _noted(quotes: Iterable[Quote], note: str, colour: Colour | None = None) -> Iterable[_Note]:
    for quote in quotes:
        if quote.role in _COLOURS and quote.start < quote.end:
            yield quote.start, quote.end, note, colour or _COLOURS[quote.role]


def _audit_notes(report: Report) -> Iterable[_Note]:
    for row in report.labels:
        for finding in row.findings:
            label = f"{finding.severity.value}, {row.label.value} {row.name} ({sureness(finding.confidence)})"
            note = "\n".join((finding.claim, finding.assessment, label, *person_words(row.person)))
            yield from _evidence(finding.evidence, note, _AUDIT)
            yield from _evidence(finding.reply, f"what speaks against it: {finding.claim}", _AGAINST)


def _evidence(evidence: Iterable[Evidence], note: str, colour: Colour) -> Iterable[_Note]:
    for one in evidence:
        if one.role is not EvidenceRole.CONTEXT and one.start < one.end:
            yield one.start, one.end, note, colour


def _joined(notes: list[str]) -> str:
    text = harmless("\n\n".join(dict.fromkeys(notes))).replace("\t", " ")
    return text if len(text) <= _MOST else text[:_MOST] + " …"
