"""Place a paper on the board from all that was found about it, whichever line of the input it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from peerlens.agents.duplicates import point_key
from peerlens.batch.reports import FOLDER
from peerlens.batch.results import LineResult
from peerlens.report.overview import BoardPaper, BoardPoint, Need
from peerlens.report.wording import deciding, headline, place_of, standing
from peerlens.schema import Evidence, Finding, Report
from peerlens.taxonomy import Outcome, Reason, Stance, Verdict

_DECISIVE = 0.65
"""Confidence from which a verdict is called "fairly sure" elsewhere."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A finding, the line of the input it stands on, and its review by its text: a review handed in twice is one."""

    line: int
    review: str
    finding: Finding

    @property
    def point(self) -> BoardPoint:
        evidence = deciding(self.finding)
        return BoardPoint(
            line=self.line,
            ref=self.finding.claim_id or self.finding.source.ref or self.finding.id,
            claim=self.finding.claim,
            headline=headline(self.finding),
            place=place_of(evidence),
            quote=evidence.quote if evidence is not None else "",
        )


def place_paper(lines: Sequence[LineResult]) -> BoardPaper | None:
    """The paper of these lines on the board; ``None`` where no line names one that could be tried."""
    reports = [task.report for line in lines for task in line.tasks if task.report is not None]
    first = next((line for line in lines), None)
    if first is None:
        return None
    if not reports:
        reason = next((line.reason for line in lines if line.reason), "")
        return BoardPaper(first.id, first.id, Need.BROKEN, (), 0, 0, 0, 0, (), note=reason or "")
    said = list(_said(lines))
    need, points = _need(said)
    findings = [one.finding for one in said]
    audited = sum(row.outcome is Outcome.FINDING for report in reports for row in report.labels)
    names = [f"{FOLDER}/{task.wanted.name}" for line in lines for task in line.tasks if task.report is not None]
    return BoardPaper(
        title=reports[0].paper.title or reports[0].paper.source,
        source=reports[0].paper.source,
        need=Need.HOLDS if need is Need.NOTHING and audited else need,
        points=tuple(dict.fromkeys(points)),
        claims=len(findings),
        decided=sum(finding.label is not Verdict.NOT_DETERMINED for finding in findings),
        engine_limit=sum(finding.reason is Reason.ENGINE_LIMIT for finding in findings),
        findings=audited,
        reports=tuple(names),
        note="; ".join(_notes(reports)),
    )


def _said(lines: Sequence[LineResult]) -> Iterator[_Said]:
    seen: set[tuple[str, str]] = set()
    for line in lines:
        for report in (task.report for task in line.tasks if task.report is not None):
            texts = {review.id: review.text for review in report.reviews}
            for finding in map(standing, report.findings):
                review = texts.get(finding.review_id, finding.review_id)
                if (review, finding.id) not in seen:
                    seen.add((review, finding.id))
                    yield _Said(line.number, review, finding)


def _need(said: Sequence[_Said]) -> tuple[Need, list[BoardPoint]]:
    """The first that fits, and the points that make it so, the surest first."""
    for need, found in (
        (Need.CONTRADICTED, [one for one in said if _is_contradicted(one.finding)]),
        (Need.CONFLICT, _conflicts(said)),
        (Need.SHARED, _shared(said)),
    ):
        if found:
            if need is not Need.CONFLICT:
                found.sort(key=lambda one: -one.finding.confidence)
            return need, [one.point for one in found]
    decided = any(one.finding.label is not Verdict.NOT_DETERMINED for one in said)
    return (Need.HOLDS if decided else Need.NOTHING), []


def _is_contradicted(finding: Finding) -> bool:
    return (
        finding.stance is Stance.CRITICISM
        and finding.label is Verdict.NOT_SUPPORTED
        and finding.confidence >= _DECISIVE
        and deciding(finding) is not None
    )


def _conflicts(said: Sequence[_Said]) -> list[_Said]:
    """Findings of different reviews on the same words of the paper, one borne out by them and one contradicted."""
    held = [(one, deciding(one.finding)) for one in said]
    pairs = [
        pair
        for (one, here), (other, there) in combinations(held, 2)
        for pair in ((one, other),)
        if one.review != other.review
        and {one.finding.label, other.finding.label} == {Verdict.SUPPORTED, Verdict.NOT_SUPPORTED}
        and here is not None
        and there is not None
        and _overlap(here, there)
    ]
    return [one for pair in pairs for one in pair]


def _overlap(one: Evidence, other: Evidence) -> bool:
    return one.start < other.end and other.start < one.end


def _shared(said: Sequence[_Said]) -> list[_Said]:
    """The first of each criticism that more than one review makes and the paper bears out."""
    by_point: dict[tuple[str, ...], list[_Said]] = {}
    for one in said:
        if one.finding.stance is Stance.CRITICISM and one.finding.label is Verdict.SUPPORTED:
            by_point.setdefault(point_key(one.finding.claim), []).append(one)
    return [found[0] for found in by_point.values() if len({one.review for one in found}) > 1]


def _notes(reports: Sequence[Report]) -> Iterator[str]:
    broken = sum(len(report.failures) for report in reports)
    if broken:
        yield f"{broken} broke off"
    if any(warning.code == "hidden_text" for warning in reports[0].paper.warnings):
        yield "hidden text in the file"
