"""Which verdicts moved between two readings of the same points: on an earlier version of a paper and on a later one."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from peerlens.report.view import ref_of
from peerlens.report.wording import headline, place_of, request_words, ruling_words
from peerlens.schema import Finding, Record, Report, Request
from peerlens.taxonomy import RequestStatus


class Side(Record):
    """A point on one version: its label or status, and what the paper has to say to it, in words."""

    label: str
    says: str


class Move(Record):
    """A point whose verdict is another on the later version."""

    id: str
    ref: str
    text: str
    before: Side
    after: Side


class Recheck(Record):
    """The document ``peerlens.recheck/1``. ``before``/``after``: ids of the runs. ``same``: points that did not move.

    ``ruled``: those among them on which a person ruled otherwise than either verdict. ``lost``: points with a verdict
    on one version only, because the other broke off.
    """

    schema_: Literal["peerlens.recheck/1"] = Field(default="peerlens.recheck/1", alias="schema")
    before: str
    after: str
    papers: tuple[str, str]
    engines: tuple[str, str]
    same_file: bool
    moved: tuple[Move, ...]
    same: int
    ruled: tuple[Move, ...] = ()
    lost: tuple[str, ...]


def moves(before: Report, after: Report) -> Recheck:
    """Compare two reports over the same points, by their ids: what the agents found; rulings are named beside it."""
    several = len(before.reviews) > 1
    earlier, later = _points(before), _points(after)
    both = [(one, later[one.id]) for one in earlier.values() if one.id in later]
    moved = [
        _move(one, _side(one), _side(other), several=several)
        for one, other in both
        if _side(one).label != _side(other).label
    ]
    stayed = [(one, other) for one, other in both if _side(one).label == _side(other).label]
    return Recheck(
        before=before.run.id,
        after=after.run.id,
        papers=(before.paper.source, after.paper.source),
        engines=(_engine(before), _engine(after)),
        same_file=before.paper.id == after.paper.id,
        moved=tuple(moved),
        same=len(stayed),
        ruled=tuple(
            _move(one, _side(one), _side(other), several=several)
            for one, other in stayed
            if isinstance(one, Finding) and one.override is not None and one.override.label is not one.label
        ),
        lost=tuple(sorted(set(earlier) ^ set(later))),
    )


def _engine(report: Report) -> str:
    return f"{report.run.engine} {report.run.model}" if report.run.model else report.run.engine


Point = Finding | Request


def _points(report: Report) -> dict[str, Point]:
    points: list[Point] = [*report.findings, *report.requests]
    return {one.id: one for one in points}


def _move(point: Point, before: Side, after: Side, *, several: bool) -> Move:
    text = point.claim if isinstance(point, Finding) else point.text
    return Move(id=point.id, ref=ref_of(point, several_reviews=several), text=text, before=before, after=after)


def _side(point: Point) -> Side:
    if isinstance(point, Finding):
        ruling = f"; {ruling_words(point)}" if point.override else ""
        return Side(label=point.label.value, says=headline(point) + ruling)
    place = place_of(point.evidence[0]) if point.evidence and point.status is not RequestStatus.NOT_FOUND else ""
    return Side(label=point.status.value, says=request_words(point.status) + (f", {place}" if place else ""))
