"""For area chairs: the few things about a paper and its reviews that need a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from peerlens.report.roles import View
from peerlens.report.view import ref_of, review_notes
from peerlens.report.wording import both_words, headline, sureness
from peerlens.schema import Finding, Report
from peerlens.taxonomy import EvidenceRole, Reason, RequestStatus, Stance, Verdict
from peerlens.text.counting import counted

MOST = 5
_ALARMING = frozenset({"hidden_text"})
_POINT = 220
_NAMED = 8
"""Further points of a kind that are named."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One kind of thing that needs a person: why, and the points that it is about, the weightiest first.

    ``points`` is empty where it is about the file, the reviews or the run.
    """

    why: str
    points: tuple[Finding, ...] = ()


def chair_view(report: Report) -> View:
    """At most five kinds of things, what it would cost most to overlook first, each with its weightiest case."""
    several = len(report.reviews) > 1
    lines = [_line(thing, several) for thing in chair_things(report)]
    return View(
        "What this paper needs a person for", tuple(lines) or ("Nothing stands out: read the reviews as usual.",)
    )


def chair_things(report: Report) -> tuple[Thing, ...]:
    """The things of the view. A point that a person has ruled on or marked done needs nobody any more."""
    return tuple(islice(_things(report), MOST))


def _line(thing: Thing, several: bool) -> str:
    if not thing.points:
        return thing.why
    others = [ref_of(one, several_reviews=several) for one in thing.points[1:]]
    more = f"; likewise {', '.join(others[:_NAMED])}" if others else ""
    more += f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
    return f"{thing.why} {_named(thing.points[0], several)}{more}"


def _things(report: Report) -> Iterator[Thing]:
    alarming = [one for one in report.paper.warnings if one.code in _ALARMING]
    if alarming:
        first = alarming[0]
        yield Thing(f"Look at the file: {first.message}{f' (p. {first.page})' if first.page else ''}")
    if notes := review_notes(report):
        yield Thing(f"Look at the reviews: {'; '.join(notes[:3])}")
    shared = {one.same_as for one in report.findings if one.same_as}
    criticisms = [one for one in report.findings if one.stance is Stance.CRITICISM and not one.same_as]
    criticisms.sort(key=lambda one: (one.id not in shared, -one.confidence))
    for kind, why in (
        (_answered, "A criticism that the paper seems to answer; is the passage enough?"),
        (_says_both, "The paper says both; which holds?"),
        (_described_otherwise, "The paper says otherwise than it is described; does the judgement rest on it?"),
        (_in_part, "A criticism that holds in part; does the part that is left weigh?"),
        (_shared_open, "Several reviews say this and the text cannot settle it."),
        (_lacks_part, "May stand in a part that was not supplied; ask for it?"),
    ):
        pool = report.findings if kind in (_says_both, _described_otherwise) else criticisms
        found = tuple(one for one in pool if not _seen(one) and kind(one, shared))
        if found:
            yield Thing(why, found)
    pointed = [one for one in report.requests if one.status is RequestStatus.POINTED_ELSEWHERE]
    if pointed:
        yield Thing(f"{counted(len(pointed), 'question')} may be answered in a part that was not supplied.")
    if report.failures:
        yield Thing(f"{counted(len(report.failures), 'point')} broke off and has no verdict: run it again.")


def _seen(finding: Finding) -> bool:
    """Whether a person has been here already."""
    return finding.override is not None or (finding.person is not None and finding.person.done)


def _answered(finding: Finding, _: set[str]) -> bool:
    against = any(one.role is EvidenceRole.CONTRADICTS for one in finding.evidence)
    return finding.label is Verdict.NOT_SUPPORTED and against


def _says_both(finding: Finding, _: set[str]) -> bool:
    return finding.reason is Reason.INCONSISTENT


def _described_otherwise(finding: Finding, _: set[str]) -> bool:
    return finding.stance is not Stance.CRITICISM and finding.label is Verdict.NOT_SUPPORTED


def _in_part(finding: Finding, _: set[str]) -> bool:
    return finding.label is Verdict.PARTIALLY_SUPPORTED and finding.reason is not Reason.INCONSISTENT


def _shared_open(finding: Finding, shared: set[str]) -> bool:
    return finding.label is Verdict.NOT_DETERMINED and finding.id in shared


def _lacks_part(finding: Finding, shared: set[str]) -> bool:
    return finding.reason is Reason.IN_MISSING_PART and finding.id not in shared


def _named(finding: Finding, several: bool) -> str:
    words = " ".join(finding.claim.split())
    words = words if len(words) <= _POINT else words[:_POINT].rsplit(" ", 1)[0] + " …"
    says = both_words(finding) or headline(finding)
    sure = "" if finding.abstained else f" ({sureness(finding.confidence)})"
    return f"{ref_of(finding, several_reviews=several)} “{words}”: {says}{sure}"
