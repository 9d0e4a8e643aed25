"""The measures of the field, exactly: four-label verdicts, and rankings by located text span.

They are written on additive counts so that one bootstrap serves all. The tests hold them against hand-worked values
and against scikit-learn and ir-measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log2

import numpy as np

from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.results import Figure
from peerlens.taxonomy import Reason, Verdict

METRICS = "2"
"""Version of these definitions: figures of different versions are not compared."""

LABELS = tuple(Verdict)
MIN_OVERLAP_CHARS = 80
DEPTH = 10
"""Rankings are scored down to this rank."""

_SUPPORTED, _PARTIAL, _REFUTED, _UNDETERMINED = (
    LABELS.index(label)
    for label in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED, Verdict.NOT_SUPPORTED, Verdict.NOT_DETERMINED)
)
_CELLS = len(LABELS) ** 2
_ENGINE_LIMIT, _WITHHELD, _WITHHELD_RIGHT, _FAILED = range(_CELLS, _CELLS + 4)
_OF_THE_ENGINE = frozenset({Reason.ENGINE_LIMIT, Reason.LOW_CONFIDENCE, Reason.SCAN_INCOMPLETE, Reason.UNGROUNDED})
"""Reasons for Not Determined that say something about this program, not about the paper."""


# --- verdicts -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """One claim with its gold label. ``predicted`` is ``None`` when judging it broke: a failure, never a label."""

    paper: str
    gold: Verdict
    predicted: Verdict | None
    reason: Reason | None = None


def verdict_figures(items: Sequence[Judged]) -> dict[str, Figure]:
    """All four-label measures; failures count in ``failure_share`` alone.

    ``macro_f1`` is the mean F1 of all four labels whether they occur or not, 0/0 being 0. ``coverage`` is the share
    given another label than Not Determined; ``settled`` adds what was called Not Determined because the paper cannot
    settle it (not because this engine cannot); ``flip_rate`` is the share of items that are Supported or Not Supported
    and were given the other of the two. ``within_one_step`` is the share of the items with a place on the scale
    Supported – Partially Supported – Not Supported that were given the same or a neighbouring place on it; Not
    Determined has no place. ``partially_supported_gold_share`` is what ``partially_supported_share`` should be.
    """
    return figures(tally([(item.paper, verdict_counts(item)) for item in items]), verdict_measures())


def confusion(items: Sequence[Judged]) -> dict[str, Figure]:
    """How often each gold label (first) was given each label (second)."""
    judged = [(item.gold, item.predicted) for item in items if item.predicted is not None]
    return {
        f"confusion[{gold} → {predicted}]": Figure(value=float(judged.count((gold, predicted))), n=len(judged))
        for gold in LABELS
        for predicted in LABELS
    }


def verdict_counts(item: Judged) -> Counts:
    """One item as additive counts, in the order that ``verdict_measures`` reads."""
    counts = np.zeros(_FAILED + 1)
    if item.predicted is None:
        counts[_FAILED] = 1
        return counts
    counts[LABELS.index(item.gold) * len(LABELS) + LABELS.index(item.predicted)] = 1
    if item.predicted is Verdict.NOT_DETERMINED and item.reason in _OF_THE_ENGINE:
        counts[_WITHHELD] = 1
        counts[_ENGINE_LIMIT] = item.reason is Reason.ENGINE_LIMIT
        counts[_WITHHELD_RIGHT] = item.gold is Verdict.NOT_DETERMINED
    return counts


def verdict_measures() -> dict[str, Measure]:
    """The four-label measures by name; ``verdict_figures`` says what they are."""
    measures = {
        "accuracy": ratio(_right, _judged),
        "macro_f1": Measure(value=_macro_f1, over=_judged),
        "coverage": ratio(_decided, _judged),
        "right_when_decided": ratio(lambda c: _right(c) - _matrix(c)[..., _UNDETERMINED, _UNDETERMINED], _decided),
        "settled": ratio(_settled, _judged),
        "right_when_settled": ratio(lambda c: _right(c) - c[..., _WITHHELD_RIGHT], _settled),
        "flip_rate": ratio(_flips, lambda c: _gold(c)[..., _SUPPORTED] + _gold(c)[..., _REFUTED]),
        "within_one_step": ratio(_near, _on_scale),
        "partially_supported_share": ratio(lambda c: _given(c)[..., _PARTIAL], _judged),
        "partially_supported_gold_share": ratio(lambda c: _gold(c)[..., _PARTIAL], _judged),
        "engine_limit_share": ratio(lambda c: c[..., _ENGINE_LIMIT], _judged),
        "failure_share": ratio(lambda c: c[..., _FAILED], lambda c: _judged(c) + c[..., _FAILED]),
    }
    for index, label in enumerate(LABELS):
        measures |= {
            f"precision[{label}]": Measure(partial(_precision, index=index), partial(_given_as, index=index)),
            f"recall[{label}]": Measure(partial(_recall, index=index), partial(_gold_as, index=index)),
            f"f1[{label}]": Measure(partial(_f1, index=index), partial(_gold_as, index=index)),
        }
    return measures


def _matrix(counts: Counts) -> Counts:
    """Gold labels on the last axis but one, given labels on the last."""
    return counts[..., :_CELLS].reshape(*counts.shape[:-1], len(LABELS), len(LABELS))


def _gold(counts: Counts) -> Counts:
    return _sum(_matrix(counts), axis=-1)


def _given(counts: Counts) -> Counts:
    return _sum(_matrix(counts), axis=-2)


def _gold_as(counts: Counts, index: int) -> Counts:
    return _column(_gold(counts), index)


def _given_as(counts: Counts, index: int) -> Counts:
    return _column(_given(counts), index)


def _judged(counts: Counts) -> Counts:
    return _sum(counts[..., :_CELLS], axis=-1)


def _right(counts: Counts) -> Counts:
    return _sum(np.diagonal(_matrix(counts), axis1=-2, axis2=-1), axis=-1)


def _decided(counts: Counts) -> Counts:
    return _judged(counts) - _given(counts)[..., _UNDETERMINED]


def _settled(counts: Counts) -> Counts:
    return _judged(counts) - _column(counts, _WITHHELD)


def _flips(counts: Counts) -> Counts:
    matrix = _matrix(counts)
    flips: Counts = matrix[..., _SUPPORTED, _REFUTED] + matrix[..., _REFUTED, _SUPPORTED]
    return flips


def _on_scale(counts: Counts) -> Counts:
    return _judged(counts) - _column(_gold(counts), _UNDETERMINED)


def _near(counts: Counts) -> Counts:
    """Gold and given label next to each other, or the same, on the scale of the three labels that are on it."""
    matrix = _matrix(counts)[..., :_UNDETERMINED, :_UNDETERMINED]
    return _sum(matrix, axis=(-2, -1)) - _flips(counts)


def _precision(counts: Counts, index: int) -> Counts:
    return _or_nought(_matrix(counts)[..., index, index], _given(counts)[..., index])


def _recall(counts: Counts, index: int) -> Counts:
    return _or_nought(_matrix(counts)[..., index, index], _gold(counts)[..., index])


def _f1(counts: Counts, index: int) -> Counts:
    return _or_nought(2 * _matrix(counts)[..., index, index], _gold(counts)[..., index] + _given(counts)[..., index])


def _macro_f1(counts: Counts) -> Counts:
    return _sum(np.stack([_f1(counts, index) for index in range(len(LABELS))]), axis=0) / len(LABELS)


def _sum(values: Counts, *, axis: int | tuple[int, int]) -> Counts:
    total: Counts = values.sum(axis=axis)
    return total


def _or_nought(part: Counts, whole: Counts) -> Counts:
    """``part / whole``, 0/0 being 0."""
    return np.divide(part, whole, out=np.zeros(np.shape(part)), where=whole > 0)


# --- rankings -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranked:
    """One query's ranking against its gold spans.

    ``relevant``: for each rank from the first on, which spans (by index) that passage shows. ``relevant_total``: how
    many passages of the whole paper show one.
    """

    paper: str
    spans: int
    relevant: tuple[frozenset[int], ...]
    relevant_total: int


def shows(passage: tuple[int, int], span: tuple[int, int]) -> bool:
    """Whether a passage overlaps a gold span by 80 characters or by half of the span."""
    overlap = min(passage[1], span[1]) - max(passage[0], span[0])
    return overlap > 0 and overlap >= min(MIN_OVERLAP_CHARS, (span[1] - span[0]) / 2)


def ranking_figures(items: Sequence[Ranked]) -> dict[str, Figure]:
    """hit@k (any span reached), recall@k (share of the spans reached), MRR and nDCG, all within the first ten.

    MRR is the mean of 1 / rank of the first passage that shows a span (Voorhees 1999), 0 where none does.
    """
    names = [*ranking_values(Ranked("", 1, (), 0))]
    measures = {
        name: ratio(partial(_column, index=index), partial(_column, index=-1)) for index, name in enumerate(names)
    }
    return figures(tally([(item.paper, np.array([*ranking_values(item).values(), 1.0])) for item in items]), measures)


def ranking_values(item: Ranked) -> dict[str, float]:
    """The measures of one ranking; nDCG with binary gains, divided by that of the ideal order (Järvelin 2002)."""
    ranks = [rank for rank, spans in enumerate(item.relevant[:DEPTH], start=1) if spans]
    gain = sum(1 / log2(rank + 1) for rank in ranks)
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(item.relevant_total, DEPTH) + 1))
    return {
        **{f"hit@{k}": float(any(rank <= k for rank in ranks)) for k in (1, 5, 10)},
        **{f"recall@{k}": len(frozenset().union(*item.relevant[:k])) / item.spans for k in (5, 10)},
        "mrr": 1 / ranks[0] if ranks else 0.0,
        f"ndcg@{DEPTH}": gain / ideal if ideal else 0.0,
    }


def _column(counts: Counts, index: int) -> Counts:
    column: Counts = counts[..., index]
    return column
