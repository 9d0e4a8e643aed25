"""Measures of any closed set of labels: accuracy, macro-F1, and precision, recall, F1 of each label."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.results import Figure

Labelled = tuple[str, str, str]
"""Paper, gold label, label given."""


def label_figures(items: Sequence[Labelled], labels: Sequence[str]) -> dict[str, Figure]:
    """Macro-F1 is over all ``labels`` whether they occur or not, 0/0 being 0; then the confusion matrix.

    A label given that is none of ``labels`` is wrong for every gold label.
    """
    size = len(labels)
    given_labels = [*labels, *sorted({given for _, _, given in items} - set(labels))]
    width = len(given_labels)

    def matrix(counts: Counts) -> Counts:
        return counts.reshape(*counts.shape[:-1], size, width)

    def right(counts: Counts) -> Counts:
        total: Counts = np.diagonal(matrix(counts), axis1=-2, axis2=-1).sum(axis=-1)
        return total

    def every(counts: Counts) -> Counts:
        total: Counts = counts.sum(axis=-1)
        return total

    def f1(counts: Counts, index: int) -> Counts:
        table = matrix(counts)
        whole = table[..., index, :].sum(axis=-1) + table[..., :, index].sum(axis=-1)
        value: Counts = np.divide(2 * table[..., index, index], whole, out=np.zeros(np.shape(whole)), where=whole > 0)
        return value

    def macro(counts: Counts) -> Counts:
        mean: Counts = np.mean([f1(counts, index) for index in range(size)], axis=0)
        return mean

    measures = {"accuracy": ratio(right, every), "macro_f1": Measure(macro, every)}
    for index, label in enumerate(labels):
        measures[f"precision[{label}]"] = ratio(_cell(matrix, index), _along(matrix, index, axis=-2))
        measures[f"recall[{label}]"] = ratio(_cell(matrix, index), _along(matrix, index, axis=-1))
        measures[f"f1[{label}]"] = Measure(_bound(f1, index), _along(matrix, index, axis=-1))
    counted = []
    for paper, gold, given in items:
        counts = np.zeros(size * width)
        counts[labels.index(gold) * width + given_labels.index(given)] = 1
        counted.append((paper, counts))
    result = figures(tally(counted), measures)
    for gold in labels:
        for given in given_labels:
            together = sum((one[1], one[2]) == (gold, given) for one in items)
            result[f"confusion[{gold} → {given}]"] = Figure(value=float(together), n=len(items))
    return result


def _cell(matrix: Callable[[Counts], Counts], index: int) -> Callable[[Counts], Counts]:
    return lambda counts: matrix(counts)[..., index, index]


def _along(matrix: Callable[[Counts], Counts], index: int, *, axis: int) -> Callable[[Counts], Counts]:
    """The sum of the row (axis −1) or column (axis −2) of a label."""

    def total(counts: Counts) -> Counts:
        summed: Counts = matrix(counts).sum(axis=axis)
        return summed[..., index]

    return total


def _bound(measure: Callable[[Counts, int], Counts], index: int) -> Callable[[Counts], Counts]:
    return lambda counts: measure(counts, index)
