"""Place a paper on the board from all that was found about it, whichever line of the input it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from peerlens.agents.duplicates import point_key
from peerlens.batch.reports import FOLDER
from peerlens.batch.results import LineResult
from peerlens.report.overview import BoardPaper, BoardPoint, Need
from peerlens.report.view import ref_of
from peerlens.report.wording import deciding, headline, place_of, standing
from peerlens.schema import Evidence, Finding, Report
from peerlens.taxonomy import Outcome, Reason, Stance, Verdict
from peerlens.text.counting import counted

_DECISIVE = 0.65
"""Confidence from which a verdict is called "fairly sure" elsewhere."""
_LINES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Said:
    """A finding, the line of the input it stands on, and its review by its text: a review handed in twice is one.

    ``ref``: what the point is called by on that line.
    """

    line: int
    review: str
    ref: str
    finding: Finding

    @property
    def point(self) -> BoardPoint:
        evidence = deciding(self.finding)
        return BoardPoint(
            line=self.line,
            ref=self.ref,
            claim=self.finding.claim,
            headline=headline(self.finding),
            place=place_of(evidence),
            quote=evidence.quote if evidence is not None else "",
        )


def place_paper(lines: Sequence[LineResult]) -> BoardPaper | None:
    """The paper of these lines on the board; ``None`` where no line names one that could be tried."""
    by_unit = {task.wanted.unit.key: task.report for line in lines for task in line.tasks if task.report is not None}
    reports = list(by_unit.values())
    first = next((line for line in lines), None)
    if first is None:
        return None
    if not reports:
        reason = next((line.reason for line in lines if line.reason), "")
        numbers = _numbers(lines)
        return BoardPaper(
            first.id, numbers, Need.BROKEN, (), 0, 0, 0, 0, (), note=reason or "", line=first.number, lines=len(lines)
        )
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
        note="; ".join(_notes(lines, reports)),
        line=first.number,
        lines=len(lines),
    )


def _numbers(lines: Sequence[LineResult]) -> str:
    """ "line 3", "lines 3, 5 and 2 more"."""
    numbers = [str(line.number) for line in lines]
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    more = len(numbers) - _LINES_SHOWN
    return f"lines {', '.join(numbers[:_LINES_SHOWN])}" + (f" and {more} more" if more > 0 else "")


def _said(lines: Sequence[LineResult]) -> Iterator[_Said]:
    seen: set[tuple[object, ...]] = set()
    for line in lines:
        for report in (task.report for task in line.tasks if task.report is not None):
            texts = {review.id: review.text for review in report.reviews}
            several = len(report.reviews) > 1
            for finding in map(standing, report.findings):
                review = texts.get(finding.review_id, finding.review_id)
                key = (review, finding.start, finding.end, finding.claim, finding.claim_id)
                if key not in seen:
                    seen.add(key)
                    yield _Said(line.number, review, ref_of(finding, several_reviews=several), finding)


def _need(said: Sequence[_Said]) -> tuple[Need, list[BoardPoint]]:
    """The first that fits, and the points that make it so, the surest first."""
    for need, found in (
        (Need.CONTRADICTED, [one for one in said if _is_contradicted(one.finding)]),
        (Need.CONFLICT, _conflicts(said)),
        (Need.SHARED, _shared(said)),
    ):
        if found:
            if need is Need.CONFLICT:
                return need, [one.point for one in found]
            found.sort(key=lambda one: -one.finding.confidence)
            return need, _together([one.point for one in found])
    decided = any(one.finding.label is not Verdict.NOT_DETERMINED for one in said)
    return (Need.HOLDS if decided else Need.NOTHING), []


def _together(points: Sequence[BoardPoint]) -> list[BoardPoint]:
    """Points that say the same in the same words stand once, with how many they are."""
    alike: dict[tuple[str, str, str], list[BoardPoint]] = {}
    for point in points:
        alike.setdefault((point.claim, point.headline, point.quote), []).append(point)
    return [replace(same[0], also=same[0].also + len(same) - 1) for same in alike.values()]


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


def _notes(lines: Sequence[LineResult], reports: Sequence[Report]) -> Iterator[str]:
    """What a person should know of the paper beside its points: what of it broke, above all."""
    for line in lines:
        for one in (*line.unread, *(task.trouble for task in line.tasks if task.trouble is not None)):
            yield f"line {line.number}: {one.message}"
    broken = sum(len(report.failures) for report in reports)
    if broken:
        yield f"{broken} broke off"
    verified = [report for report in reports if report.kind == "verify"]
    if verified and not any(report.findings or report.failures for report in verified):
        yield "no claim in its reviews"
    audits = [report for report in reports if report.kind == "audit"]
    if audits and not any(row.outcome is Outcome.FINDING for report in audits for row in report.labels):
        open_rows = sum(row.outcome is Outcome.NOT_ASSESSABLE for row in audits[0].labels)
        unassessed = f", {open_rows} not assessed" if open_rows else ""
        yield f"audit of {counted(len(audits[0].labels), 'label')}: no finding{unassessed}"
    if any(warning.code == "hidden_text" for warning in reports[0].paper.warnings):
        yield "hidden text in the file"
