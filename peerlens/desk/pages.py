"""The page or section on which a passage stands, with the words that decide marked."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from peerlens.desk.lines import Shown, Span
from peerlens.schema import Evidence, Manuscript
from peerlens.taxonomy import EvidenceRole

DECIDING = "bold reverse"
_MOST = 12_000
"""Characters of a page or section shown around a passage."""
_ROLES = {
    EvidenceRole.SUPPORTS: "supports the claim",
    EvidenceRole.CONTRADICTS: "contradicts the claim",
    EvidenceRole.ASSERTS: "the authors say so",
    EvidenceRole.CONTEXT: "nearby",
}


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown for a passage. ``at``: where its words begin in ``shown``."""

    place: str
    shown: Shown
    at: int


def page_of(evidence: Evidence, manuscript: Manuscript | None) -> Page:
    """The page the evidence stands on, or the section where there are no pages; the quote alone without the paper."""
    place = _place(evidence)
    if manuscript is None or manuscript.text[evidence.start : evidence.end] != evidence.quote:
        shown = Shown.of(evidence.quote, [Span(0, len(evidence.quote), DECIDING)])
        return Page(f"quote only, the paper is not stored here: {place}", shown, 0)
    start, end = _stretch(evidence, manuscript)
    span = Span(evidence.start - start, evidence.end - start, DECIDING)
    shown = Shown.of(manuscript.text[start:end], [span])
    return Page(place, shown, shown.spans[0].start)


def _place(evidence: Evidence) -> str:
    parts = [evidence.file, f"p. {evidence.page}" if evidence.page is not None else None, evidence.section]
    return " · ".join(part for part in (*parts, _ROLES[evidence.role]) if part)


def _stretch(evidence: Evidence, manuscript: Manuscript) -> tuple[int, int]:
    """Start and end of the page or section, cut around the evidence where that is long."""
    length = len(manuscript.text)
    if evidence.page is not None:
        marks = manuscript.page_marks
        at = max(0, bisect_right(marks, evidence.start, key=lambda mark: mark.start) - 1)
        start = marks[at].start
        end = next((mark.start for mark in marks[at + 1 :] if mark.start >= evidence.end), length)
    else:
        sections = manuscript.sections
        at = max(0, bisect_right(sections, evidence.start, key=lambda section: section.start) - 1)
        start, end = sections[at].start, max(sections[at].end, evidence.end)
    return max(start, evidence.start - _MOST // 2), min(end, evidence.end + _MOST // 2, length)
