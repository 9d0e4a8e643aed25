"""A batch arranged for reading: a board over its papers, what needs a person first on top, and what all came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Need(StrEnum):
    """Why a paper stands where it does on the board, in the order in which a person should look."""

    CONTRADICTED = "contradicted"
    CONFLICT = "conflict"
    SHARED = "shared"
    HOLDS = "holds"
    NOTHING = "nothing"
    BROKEN = "broken"

    @property
    def heading(self) -> str:
        return _TITLES[self]

    @property
    def brief(self) -> bool:
        """A line a paper is enough."""
        return self in (Need.NOTHING, Need.BROKEN)


_TITLES = {
    Need.CONTRADICTED: "The paper answers or contradicts a criticism",
    Need.CONFLICT: "Reviews say opposite things about the same words of the paper",
    Need.SHARED: "A point that reviews share, and that the paper bears out",
    Need.HOLDS: "Decided, and none of the above",
    Need.NOTHING: "Nothing here that the text can settle",
    Need.BROKEN: "Not judged",
}


@dataclass(frozen=True, slots=True)
class BoardPoint:
    """One point to look at: the claim, what the paper says to it, where, in its words. ``line``: of the input."""

    line: int
    ref: str
    claim: str
    headline: str
    place: str
    quote: str


@dataclass(frozen=True, slots=True)
class BoardPaper:
    """One paper: its first need, the points behind it, how its claims ended. ``reports``: file names, to open."""

    title: str
    source: str
    need: Need
    points: tuple[BoardPoint, ...]
    claims: int
    decided: int
    engine_limit: int
    findings: int
    reports: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What a batch came to. ``figures``: the ``totals`` of its summary."""

    name: str
    engine: str
    papers: tuple[BoardPaper, ...]
    figures: Mapping[str, object]
    ended: str = ""

    def groups(self) -> tuple[tuple[Need, tuple[BoardPaper, ...]], ...]:
        """Papers by need; within one, those with more behind them first, then by title."""
        found = []
        for need in Need:
            papers = [paper for paper in self.papers if paper.need is need]
            if papers:
                found.append((need, tuple(sorted(papers, key=lambda one: (-len(one.points), one.title)))))
        return tuple(found)


POINTS_SHOWN = 5
