"""Does confidence mean something? Reliability, calibration error, risk–coverage, and confidence put right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.results import Figure

BINS = 10
COVERAGES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
Values = NDArray[np.float64]

_BINNED = 3 * BINS
_BRIER, _ALL = _BINNED, _BINNED + 1
"""Columns of an item's counts: for each bin how many, their confidence, how many right; squared error; one."""
_TEMPERATURES = np.geomspace(0.05, 20.0, 400)
_EPSILON = 1e-6


@dataclass(frozen=True, slots=True)
class Answer:
    """One verdict that was given. ``confidence``: 0 to 1."""

    paper: str
    confidence: float
    right: bool


def calibration_figures(answers: Sequence[Answer]) -> dict[str, Figure]:
    """``ECE``: the gap between confidence and share right, averaged over ten equal bins by their size (Guo et al. 2017,
    eq. 3); ``Brier``: mean squared error of confidence (Brier 1950); ``mean confidence`` and ``share right``; and the
    share right in each bin that has any.
    """
    measures = {
        "ECE": Measure(_ece, _column(_ALL)),
        "Brier": ratio(_column(_BRIER), _column(_ALL)),
        "mean confidence": ratio(lambda c: _bins(c)[..., 1].sum(axis=-1), _column(_ALL)),
        "share right": ratio(lambda c: _bins(c)[..., 2].sum(axis=-1), _column(_ALL)),
    }
    for index in range(BINS):
        name = f"share right at confidence {index / BINS:.1f}–{(index + 1) / BINS:.1f}"
        measures[name] = ratio(_column(3 * index + 2), _column(3 * index))
    found = figures(tally([(one.paper, _counts(one)) for one in answers]), measures)
    return {name: figure for name, figure in found.items() if figure.n}


def risk_coverage(answers: Sequence[Answer], *, asked: int) -> dict[str, Figure]:
    """The share wrong among the most confident answers, for growing shares of the ``asked`` items; and its mean.

    Answers of one confidence count as their mean: no order is read into ties. ``area under risk–coverage`` is the mean
    risk over every number of answers (Geifman, Uziel and El-Yaniv 2019); what was not answered is never covered.
    """
    if not answers:
        return {}
    wrong = _cumulative_wrong(answers)
    result = {
        f"risk at coverage {share:.1f}": Figure(value=float(wrong[k - 1] / k), n=k)
        for share in COVERAGES
        if 0 < (k := round(share * asked)) <= len(answers)
    }
    risks = wrong / np.arange(1, len(answers) + 1)
    return {**result, "area under risk–coverage": Figure(value=float(risks.mean()), n=len(answers))}


def lowest_confidence(answers: Sequence[Answer], *, max_risk: float) -> float | None:
    """The lowest threshold at which at most ``max_risk`` of the answers at or above it are wrong; ``None`` for none."""
    passing = None
    for threshold in sorted({one.confidence for one in answers}, reverse=True):
        kept = [one for one in answers if one.confidence >= threshold]
        if sum(not one.right for one in kept) <= max_risk * len(kept):
            passing = threshold
    return passing


@dataclass(frozen=True, slots=True)
class Isotonic:
    """Share right as a function of confidence that never falls, linear between knots (Zadrozny and Elkan 2002)."""

    at: tuple[float, ...]
    gives: tuple[float, ...]

    @classmethod
    def fitted(cls, answers: Sequence[Answer]) -> Isotonic:
        """The least-squares fit by pooling adjacent violators (Ayer et al. 1955). Needs at least one answer."""
        at = sorted({one.confidence for one in answers})
        pools: list[tuple[float, float, int]] = []  # share right, answers, confidences
        for value in at:
            group = [one.right for one in answers if one.confidence == value]
            pools.append((sum(group) / len(group), float(len(group)), 1))
            while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
                (a, n, k), (b, m, j) = pools[-2], pools.pop()
                pools[-1] = ((a * n + b * m) / (n + m), n + m, k + j)
        return cls(tuple(at), tuple(share for share, _, span in pools for _ in range(span)))

    def __call__(self, confidence: float) -> float:
        return float(np.interp(confidence, self.at, self.gives))


@dataclass(frozen=True, slots=True)
class Temperature:
    """Confidence with its log-odds divided by ``value`` (Guo et al. 2017, section 4.2)."""

    value: float

    @classmethod
    def fitted(cls, answers: Sequence[Answer]) -> Temperature:
        """The temperature of the least negative log-likelihood, of 400 from 0.05 to 20. Needs at least one answer."""
        odds = np.array([_log_odds(one.confidence) for one in answers])
        right = np.array([one.right for one in answers])
        held = 1 / (1 + np.exp(-odds[None, :] / _TEMPERATURES[:, None]))
        likely = np.where(right[None, :], held, 1 - held)
        loss = -np.log(np.clip(likely, _EPSILON, None)).mean(axis=1)
        return cls(float(_TEMPERATURES[int(loss.argmin())]))

    def __call__(self, confidence: float) -> float:
        return float(1 / (1 + np.exp(-_log_odds(confidence) / self.value)))


def _log_odds(confidence: float) -> float:
    held = min(max(confidence, _EPSILON), 1 - _EPSILON)
    return float(np.log(held / (1 - held)))


def _cumulative_wrong(answers: Sequence[Answer]) -> Values:
    """Wrong answers among the first k, for k from 1, most confident first, each tie spread evenly."""
    spread: list[float] = []
    for value in sorted({one.confidence for one in answers}, reverse=True):
        group = [not one.right for one in answers if one.confidence == value]
        spread += [sum(group) / len(group)] * len(group)
    return np.cumsum(np.array(spread, dtype=np.float64))


def _counts(answer: Answer) -> Counts:
    counts = np.zeros(_ALL + 1)
    start = 3 * min(int(answer.confidence * BINS + _EPSILON), BINS - 1)
    counts[start : start + 3] = [1, answer.confidence, answer.right]
    counts[_BRIER] = (answer.confidence - answer.right) ** 2
    counts[_ALL] = 1
    return counts


def _bins(counts: Counts) -> Counts:
    return counts[..., :_BINNED].reshape(*counts.shape[:-1], BINS, 3)


def _ece(counts: Counts) -> Counts:
    bins = _bins(counts)
    gaps: Counts = np.abs(bins[..., 1] - bins[..., 2]).sum(axis=-1)
    whole: Counts = counts[..., _ALL]
    return gaps / np.maximum(whole, 1)


def _column(index: int) -> Callable[[Counts], Counts]:
    def values(counts: Counts) -> Counts:
        column: Counts = counts[..., index]
        return column

    return values
