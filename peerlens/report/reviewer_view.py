"""For reviewers: a check of their own draft, as questions about the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from peerlens.report.author_view import section_words
from peerlens.report.roles import View
from peerlens.report.view import ref_of
from peerlens.report.wording import both_words, deciding, headline, standing
from peerlens.schema import Evidence, Finding, Report, Request
from peerlens.taxonomy import Reason, RequestStatus, Stance, Verdict

_QUOTE = 240
_AGAINST = (Verdict.NOT_SUPPORTED, Verdict.PARTIALLY_SUPPORTED)


def reviewer_views(report: Report) -> tuple[View, ...]:
    """What the draft could look at again, what it could name more closely, and what nothing speaks against."""
    several = len(report.reviews) > 1
    findings = [standing(one) for one in report.findings]
    ruled = {one.id: f" [{words}]" for one in report.findings if (words := both_words(one))}

    def lines(say: Callable[[Finding, bool], str], chosen: Iterable[Finding]) -> list[str]:
        return [say(one, several) + ruled.get(one.id, "") for one in chosen]

    asked = lines(_question, (one for one in findings if one.label in _AGAINST))
    asked += [_asked(one, several) for one in report.requests if _has_answer(one)]
    closer = lines(_closer, filter(_could_be_closer, findings))
    holds = [one for one in findings if one.label is Verdict.SUPPORTED]
    left = [one for one in findings if one.label is Verdict.NOT_DETERMINED and not _could_be_closer(one)]
    parts = (
        ("Worth a second look before you submit", asked),
        ("Could be said more closely", closer),
        ("Borne out by the paper, or nothing found against it", lines(_plainly, holds)),
        ("Not for the text to settle", lines(_plainly, left)),
    )
    return tuple(View(f"{title} ({len(said)})", tuple(said)) for title, said in parts if said)


def _question(finding: Finding, several: bool) -> str:
    """ "Does Section 5.2 answer this?", with the passage."""
    evidence = deciding(finding)
    lead = f"{ref_of(finding, several_reviews=several)} “{_cut(finding.claim)}”"
    if evidence is None:
        return f"{lead}: {headline(finding)}"
    place = _place(evidence)
    if finding.stance is not Stance.CRITICISM:
        return f"{lead}: does {place} say this? “{_cut(evidence.quote)}”"
    part = "part of this" if finding.label is Verdict.PARTIALLY_SUPPORTED else "this"
    return f"{lead}: does {place} answer {part}? “{_cut(evidence.quote)}”"


def _asked(request: Request, several: bool) -> str:
    evidence = request.evidence[0]
    lead = f"{ref_of(request, several_reviews=several)} “{_cut(request.text)}”"
    return f"{lead}: does {_place(evidence)} answer this? “{_cut(evidence.quote)}”"


def _has_answer(request: Request) -> bool:
    return bool(request.evidence) and request.status in (RequestStatus.ANSWERED, RequestStatus.PARTLY_ANSWERED)


def _could_be_closer(finding: Finding) -> bool:
    unclear = finding.label is Verdict.NOT_DETERMINED and finding.reason in (Reason.VAGUE, Reason.OPINION)
    return unclear and finding.stance is Stance.CRITICISM


def _closer(finding: Finding, several: bool) -> str:
    how = (
        "which place, number or comparison is meant?"
        if finding.reason is Reason.VAGUE
        else "a judgement: which place of the paper does it rest on?"
    )
    return f"{ref_of(finding, several_reviews=several)} “{_cut(finding.claim)}”: {how}"


def _plainly(finding: Finding, several: bool) -> str:
    return f"{ref_of(finding, several_reviews=several)} “{_cut(finding.claim)}”: {headline(finding)}"


def _place(evidence: Evidence) -> str:
    words = section_words(evidence.section)
    words = words[0].lower() + words[1:] if words.startswith("The ") else words
    return words + (f" (p. {evidence.page})" if evidence.page is not None else "")


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _QUOTE else words[:_QUOTE].rsplit(" ", 1)[0] + " …"
