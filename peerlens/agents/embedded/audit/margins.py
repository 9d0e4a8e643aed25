"""The closest call of a table: where the paper's own row is ahead of the best other row by least."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.naming import own
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import COST, Score, ScoreTable, ahead, score_tables

_CLOSE: Final = 0.05
"""Share of the other score up to which a lead is close enough to ask whether chance explains it."""
_NO_RIVAL: Final = re.compile(
    r"\b(?:oracle|upper|human|w/o|without|ablat\w*|gold|reference|average|avg|mean|variant|ours?)\b|\+", re.I
)


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Two scores that can be set against each other, the paper's own one ahead."""

    table: ScoreTable
    mine: Score
    other: Score
    axis: int

    @property
    def words(self) -> str:
        """The pair as a clause."""
        under = ", ".join(filter(None, self.table.lane(self.mine, self.axis)))
        mine, other = (f"{one.shown} for “{one.at[self.axis]}”" for one in (self.mine, self.other))
        return f"{self.table.name} prints {mine} and {other}" + (f" under “{under}”" if under else "")


def closest_call(caption: str, paper: AuditPaper) -> CloseCall | None:
    """The closest lead of the own row in the table whose caption begins so; ``None`` where none is close or known."""
    calls = [
        call
        for table in score_tables(paper)
        if table.caption.startswith(caption) and table.orderly
        for call in _calls(table, paper)
    ]
    return min(calls, key=_lead, default=None)


def _calls(table: ScoreTable, paper: AuditPaper) -> list[CloseCall]:
    axis, mine = next(
        ((i, names) for i, one in enumerate(table.axes) if one.is_row and (names := own(one, paper))), (0, frozenset())
    )
    lanes: dict[tuple[str, ...], tuple[list[Score], list[Score]]] = {}
    for score in table.scores:
        name = score.at[axis]
        if any(COST.search(one) for i, one in enumerate(score.at) if i != axis):
            continue
        if name in mine:
            lanes.setdefault(table.lane(score, axis), ([], []))[0].append(score)
        elif name and not _NO_RIVAL.search(name):
            lanes.setdefault(table.lane(score, axis), ([], []))[1].append(score)
    return [call for own_scores, others in lanes.values() if (call := _call(table, own_scores, others, axis))]


def _call(table: ScoreTable, mine: list[Score], others: list[Score], axis: int) -> CloseCall | None:
    sign = table.sign(mine[0]) if mine and others else 0
    if not sign:
        return None
    call = CloseCall(
        table, max(mine, key=lambda one: sign * one.value), max(others, key=lambda one: sign * one.value), axis
    )
    return call if ahead(call.mine, call.other, sign=sign) and _lead(call) <= _CLOSE else None


def _lead(call: CloseCall) -> float:
    return abs(call.mine.value - call.other.value) / max(abs(call.other.value), 1e-9)
