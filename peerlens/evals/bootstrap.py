"""Intervals by resampling papers: claims of one paper are not independent of each other."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peerlens.evals.results import Figure

DRAWS = 2000
SEED = 20240501

Counts = NDArray[np.float64]
"""Additive counts on the last axis: those of two sets of items together are their sum."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure as a function of additive counts. ``over`` gives the number of items it is over."""

    value: Callable[[Counts], Counts]
    over: Callable[[Counts], Counts]


def ratio(part: Callable[[Counts], Counts], whole: Callable[[Counts], Counts]) -> Measure:
    """The share ``part / whole``, undefined where ``whole`` is nought."""
    return Measure(value=lambda counts: _divide(part(counts), whole(counts)), over=whole)


def figures(papers: Mapping[str, Counts], measures: Mapping[str, Measure]) -> dict[str, Figure]:
    """Value and percentile interval of every measure, ``papers`` being drawn with replacement ``DRAWS`` times.

    With fewer than two papers there is no interval. Draws in which a measure is undefined are left out.
    """
    if not papers:
        return {}
    by_paper = np.stack([papers[name] for name in sorted(papers)])
    total = by_paper.sum(axis=0)
    draws = _draws(len(papers)) @ by_paper if len(papers) > 1 else None
    return {name: _figure(measure, total=total, draws=draws) for name, measure in measures.items()}


def tally(items: Sequence[tuple[str, Counts]]) -> dict[str, Counts]:
    """Sum the counts of ``(paper, counts)`` pairs by paper."""
    papers: dict[str, Counts] = {}
    for paper, counts in items:
        papers[paper] = papers[paper] + counts if paper in papers else counts
    return papers


def _draws(papers: int) -> Counts:
    """How often each paper is in each draw: an array of shape (DRAWS, papers)."""
    generator = np.random.default_rng(SEED)
    return generator.multinomial(papers, np.full(papers, 1.0 / papers), size=DRAWS).astype(np.float64)


def _figure(measure: Measure, *, total: Counts, draws: Counts | None) -> Figure:
    value = float(measure.value(total))
    n = round(float(measure.over(total)))
    if n == 0 or np.isnan(value):
        return Figure(value=None, n=n)
    if draws is None:
        return Figure(value=value, n=n)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", category=RuntimeWarning)  # every draw undefined: the result is nan, kept below
        low, high = np.nanquantile(measure.value(draws), [0.025, 0.975])
    return Figure(value=value, low=_number(low), high=_number(high), n=n)


def _number(value: np.float64) -> float | None:
    return None if np.isnan(value) else float(value)


def _divide(part: Counts, whole: Counts) -> Counts:
    empty = np.full(np.broadcast(part, whole).shape, np.nan)
    quotient: Counts = np.divide(part, whole, out=empty, where=whole > 0)
    return quotient
