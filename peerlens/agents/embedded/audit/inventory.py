"""Every number a paper prints and what can be reckoned from its tables: told apart from a number that stands alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import Score, ScoreTable, score_tables
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities

_SLACK: Final = 0.505
"""Half a step of the coarser print, and a little for binary fractions."""
_MOST_SCORES: Final = 600
"""Tables beyond this are not reckoned through: nearly any number comes out of them."""


@dataclass(frozen=True)
class Inventory:
    """The numbers of one paper."""

    paper: AuditPaper

    @cached_property
    def printed(self) -> Counter[float]:
        """How many lines print each value; a line with a value twice counts once."""
        found: Counter[float] = Counter()
        for line in self.paper.reading.lines:
            if not line.is_reference:
                found.update({round(abs(one.value), 9) for one in quantities(line.text)})
        return found

    @cached_property
    def scores(self) -> tuple[tuple[float, int], ...]:
        """Values and decimals of all scores of all tables."""
        return tuple((abs(one.value), one.decimals) for table in score_tables(self.paper) for one in table.scores)

    @cached_property
    def reckoned(self) -> tuple[tuple[float, int], ...]:
        """Differences, ratios and means of scores that can be set against each other, with their decimals."""
        return tuple(value for table in score_tables(self.paper) for value in _reckoned(table))

    def alone(self, quantity: Quantity) -> bool:
        """Whether no second line prints the value, rounded, as a percentage or as a fraction."""
        value, step = abs(quantity.value), quantity.step
        own = round(value, 9)
        if self.printed[own] > 1:
            return False
        for scale in (1.0, 100.0, 0.01):
            near = (one for one in self.printed if abs(one - value * scale) <= step * scale * _SLACK)
            if any(one != own for one in near):
                return False
        return not _among(value, step, self.scores)

    def reckonable(self, quantity: Quantity) -> bool:
        """Whether a difference, ratio or mean of scores of a table comes to the value."""
        return _among(abs(quantity.value), quantity.step, self.reckoned)


def _among(value: float, step: float, known: Iterable[tuple[float, int]]) -> bool:
    return any(
        abs(one - value * scale) <= max(step * scale, 10.0**-decimals) * _SLACK
        for one, decimals in known
        for scale in (1.0, 100.0, 0.01)
    )


@lru_cache(maxsize=1)
def inventory_of(paper: AuditPaper) -> Inventory:
    """Kept for the paper at hand."""
    return Inventory(paper)


def digits_of(quantity: Quantity) -> str:
    """The significant digits as printed, with the point: "27.90"."""
    return quantity.text.strip().rstrip("%").strip(" $\\").replace(",", "")


def slipped(one: str, other: str) -> bool:
    """Whether one number could be a slip for the other: as long, with one digit changed or two neighbours swapped."""
    if len(one) != len(other) or one.find(".") != other.find("."):
        return False
    differing = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(differing) == 1:
        return True
    return len(differing) == 2 and differing[1] - differing[0] == 1 and one[differing[0]] == other[differing[1]]


def _reckoned(table: ScoreTable) -> Iterator[tuple[float, int]]:
    if len(table.scores) > _MOST_SCORES:
        return
    for axis in range(len(table.axes)):
        lanes: dict[tuple[str, ...], list[Score]] = {}
        for score in table.scores:
            lanes.setdefault(table.lane(score, axis), []).append(score)
        for lane in lanes.values():
            if len(lane) < 2:
                continue
            decimals = max(score.decimals for score in lane)
            yield abs(sum(score.value for score in lane) / len(lane)), decimals
            for one, other in combinations(lane, 2):
                yield abs(one.value - other.value), decimals
                for a, b in ((one.value, other.value), (other.value, one.value)):
                    if b:
                        yield abs(a / b), decimals
                        yield abs((a - b) / b) * 100, 2
