"""A batch arranged for reading: a board over its papers, what needs a person first on top, and what all came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from peerlens.text.counting import counted


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
    Need.NOTHING: "Nothing decided, nothing found",
    Need.BROKEN: "Not judged",
}


@dataclass(frozen=True, slots=True)
class BoardPoint:
    """One point to look at: the claim, what the paper says to it, where, in its words. ``line``: of the input.

    ``also``: how many other points of the paper's reviews say it in the same words, with the same answer.
    """

    line: int
    ref: str
    claim: str
    headline: str
    place: str
    quote: str
    also: int = 0

    @property
    def name(self) -> str:
        """ "line 3 · r2 W1, and 4 others"."""
        others = f", and {counted(self.also, 'other')}" if self.also else ""
        return f"line {self.line} · {self.ref}{others}"


@dataclass(frozen=True, slots=True)
class BoardPaper:
    """One paper: its first need, the points behind it, how its claims ended. ``reports``: file names, to open.

    ``line``: the first of the input that names it; ``lines``: how many do.
    """

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
    line: int = 0
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Overview:
    """What a batch came to. ``figures``: the ``totals`` of its summary."""

    name: str
    engine: str
    papers: tuple[BoardPaper, ...]
    figures: Mapping[str, object]
    ended: str = ""

    def groups(self) -> tuple[tuple[Need, tuple[BoardPaper, ...]], ...]:
        """Papers by need; within one, those with more behind them first, then by title (what broke: by line)."""
        found = []
        for need in Need:
            papers = [paper for paper in self.papers if paper.need is need]
            if papers:
                found.append((need, tuple(sorted(papers, key=_order))))
        return tuple(found)


def _order(paper: BoardPaper) -> tuple[int, str, int]:
    return (-len(paper.points), "" if paper.need is Need.BROKEN else paper.title, paper.line)


def group_title(need: Need, papers: Sequence[BoardPaper]) -> str:
    """The heading of a group with its size: papers, or lines where these may not even name a paper."""
    if need is Need.BROKEN:
        return f"{need.heading} ({counted(sum(paper.lines for paper in papers), 'line')})"
    return f"{need.heading} ({counted(len(papers), 'paper')})"


def counts_of(paper: BoardPaper) -> tuple[str, ...]:
    """How the claims and the audit of a paper ended, in a few words each."""
    said = []
    if paper.claims:
        unchecked = f", {paper.engine_limit} not checked" if paper.engine_limit else ""
        said.append(f"{paper.decided} of {counted(paper.claims, 'claim')} decided{unchecked}")
    if paper.findings:
        said.append(f"{counted(paper.findings, 'weakness label')} with findings")
    return tuple(said)


POINTS_SHOWN = 5
