"""Shares of rows that pass a test, with intervals by paper, and the tests of verdicts on frozen sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

import numpy as np

from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.datasets.frozen import HALVES
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import Row, VerdictRow
from peerlens.taxonomy import Verdict


class OfHalf(Protocol):
    """A row of a frozen set."""

    @property
    def half(self) -> str | None: ...
    @property
    def dropped(self) -> str | None: ...


class OfPaper(Protocol):
    """Anything that belongs to a paper."""

    @property
    def paper(self) -> str: ...


H = TypeVar("H", bound=OfHalf)
T = TypeVar("T", bound=OfPaper)
R = TypeVar("R", bound=Row)

_OPPOSITE = {Verdict.SUPPORTED: Verdict.NOT_SUPPORTED, Verdict.NOT_SUPPORTED: Verdict.SUPPORTED}


def shares(items: Sequence[T], tests: Mapping[str, Callable[[T], bool]]) -> dict[str, Figure]:
    """For each test the share of items that pass it; without items every share is undefined."""
    if not items:
        return {name: Figure(value=None, n=0) for name in tests}
    counted = tally([(item.paper, _counts(item, list(tests.values()))) for item in items])
    return figures(counted, {name: _share(column) for column, name in enumerate(tests, start=1)})


def by_half(rows: Sequence[H], *, both: bool = False) -> dict[str, list[H]]:
    """The rows of each half that has any under its name, dropped ones left out; with ``both`` then all, if two have."""
    run = [row for row in rows if row.dropped is None]
    groups = {f"{half} half": [row for row in run if row.half == half] for half in HALVES}
    groups = {name: group for name, group in groups.items() if group}
    return groups | ({"both halves": run} if both and len(groups) > 1 else {})


def dropped_counts(rows: Sequence[R]) -> dict[str, Figure]:
    """How many rows were not run, by reason."""
    reasons = [row.dropped for row in rows if row.dropped is not None]
    return {f"dropped: {why}": count(reasons.count(why), n=len(rows)) for why in sorted(set(reasons))}


def is_right(row: VerdictRow) -> bool:
    """The label is one that counts; a failure is not right."""
    return row.predicted is not None and row.predicted in (row.accepted or (row.gold,))


def is_right_on_its_document(row: VerdictRow) -> bool:
    """``is_right``; a claim without gold label stands on another paper, where it is right unless called Supported."""
    return row.predicted is not Verdict.SUPPORTED if row.gold is None and not row.accepted else is_right(row)


def is_right_strictly(row: VerdictRow) -> bool:
    """The label is the one that the strict reading asks for."""
    return row.predicted is not None and row.predicted is row.gold


def is_decided(row: VerdictRow) -> bool:
    """Judged, and not called Not Determined."""
    return row.predicted not in (None, Verdict.NOT_DETERMINED)


def is_flip(row: VerdictRow) -> bool:
    """Supported where Not Supported counts as right, or the reverse."""
    if row.predicted is None or is_right(row):
        return False
    return _OPPOSITE.get(row.predicted) in (row.accepted or (row.gold,)) and row.predicted in _OPPOSITE


def has_failed(row: VerdictRow) -> bool:
    """Judging broke."""
    return row.error is not None


def _counts(item: T, tests: Sequence[Callable[[T], bool]]) -> Counts:
    return np.array([1, *(test(item) for test in tests)], dtype=np.float64)


def _share(column: int) -> Measure:
    return ratio(lambda counts: counts[..., column], lambda counts: counts[..., 0])
