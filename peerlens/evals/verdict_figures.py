"""Figures of judged claims: B1's own paper against another, and four labels with their controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.controls import TEST, TUNE, half_of, majority_rule, wording_rule
from peerlens.evals.metrics import Judged, confusion, verdict_figures
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.taxonomy import Verdict

MIN_SPECIFICITY = 0.95
"""What the similarity threshold must reach on claims of other papers, in the half it is picked from."""

_BRIEF = ("accuracy", "macro_f1", "coverage", "partially_supported_share", "flip_rate")
"""Measures shown of a control."""


def judged(rows: Sequence[VerdictRow]) -> list[Judged]:
    """Rows with a gold label as items of the four-label measures."""
    return [
        Judged(paper=row.paper, gold=row.gold, predicted=row.predicted, reason=row.reason)
        for row in rows
        if row.gold is not None
    ]


def four_label_figures(
    name: str, ours: Sequence[VerdictRow], *, wrong_paper: Sequence[VerdictRow]
) -> dict[str, Figure]:
    """``labelled_figures`` with the same verifier on a wrong paper as a control before the rules."""
    return labelled_figures(name, ours, controls={"wrong paper": judged(wrong_paper)})


def labelled_figures(
    name: str, ours: Sequence[VerdictRow], *, controls: Mapping[str, Sequence[Judged]] | None = None
) -> dict[str, Figure]:
    """Every measure of ``ours``, the chief ones of controls and of rules without a paper, our confusion matrix last."""
    claims = [(row.paper, row.claim, row.gold) for row in ours if row.gold is not None]
    prefix = f"{name} " if name else ""
    result = {f"{prefix}{key}": figure for key, figure in verdict_figures(judged(ours)).items()}
    beside = {
        **(controls or {}),
        "never opens the paper, by wording": wording_rule(claims),
        "never opens the paper, commonest label": majority_rule(claims),
    }
    for control, items in beside.items():
        measured = verdict_figures(items)
        result |= {f"{prefix}control ({control}) {key}": measured[key] for key in _BRIEF if key in measured}
    return result | {f"{prefix}{key}": figure for key, figure in confusion(judged(ours)).items() if ours}


def own_or_other_figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """B1: a claim on its own paper should be Supported, on another paper it should not.

    Figures are those of the test half of the papers, as thresholds may have been picked on the other; those of the
    tune half follow, and a control that looks at nothing but the similarity of the best sentence.
    """
    result: dict[str, Figure] = {}
    for half in (TEST, TUNE):
        group = [row for row in rows if half_of(row.paper) == half]
        counts = tally([(row.paper, _own_or_other(row, supported=row.predicted is Verdict.SUPPORTED)) for row in group])
        result |= {f"B1 {half} half: {name}": figure for name, figure in figures(counts, _MEASURES).items()}
    return result | _similarity_control(rows)


def _similarity_control(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """Call a claim Supported when its best sentence is similar enough; the threshold comes from the tune half."""
    scored = [row for row in rows if row.similarity is not None]
    tune = [row for row in scored if half_of(row.paper) == TUNE]
    test = [row for row in scored if half_of(row.paper) == TEST]
    threshold = pick_threshold(_similarities(tune, own=True), _similarities(tune, own=False))
    if threshold is None or not test:
        return {}
    name = "B1 test half: control (best sentence alone)"
    counts = tally([(row.paper, _own_or_other(row, supported=_similarity(row) >= threshold)) for row in test])
    measured = figures(counts, {key: _MEASURES[key] for key in _CHIEF})
    auc = area_under_curve(_similarities(test, own=True), _similarities(test, own=False))
    return {f"{name} {key}": figure for key, figure in measured.items()} | {
        f"{name} AUC": Figure(value=auc, n=len(test)),
        f"{name} threshold": Figure(value=threshold, n=len(tune)),
    }


def pick_threshold(own: Sequence[float], other: Sequence[float]) -> float | None:
    """The lowest threshold below which at least ``MIN_SPECIFICITY`` of the other papers' claims stay."""
    if not own or not other:
        return None
    passing = (t for t in sorted({*own, *other}) if sum(s < t for s in other) >= MIN_SPECIFICITY * len(other))
    return next(passing, None)


def area_under_curve(own: Sequence[float], other: Sequence[float]) -> float | None:
    """The chance that an own claim scores above another paper's, ties counting half."""
    if not own or not other:
        return None
    return sum((a > b) + 0.5 * (a == b) for a in own for b in other) / (len(own) * len(other))


def _similarities(rows: Sequence[VerdictRow], *, own: bool) -> list[float]:
    return [_similarity(row) for row in rows if (row.gold is not None) == own]


def _similarity(row: VerdictRow) -> float:
    return row.similarity if row.similarity is not None else 0.0


def _own_or_other(row: VerdictRow, *, supported: bool) -> Counts:
    """One claim as counts: see the columns below."""
    counts = np.zeros(_FAILED + 1)
    if row.error is not None:
        counts[_FAILED] = 1
        return counts
    start = _OWN if row.gold is not None else _OTHER
    refuted = row.predicted is Verdict.NOT_SUPPORTED
    decided = row.predicted is not Verdict.NOT_DETERMINED
    counts[start : start + 4] = [1, supported, refuted, decided]
    return counts


_OWN, _OTHER, _FAILED = 0, 4, 8
_ALL, _SUPPORTED, _REFUTED, _DECIDED = range(4)
"""Columns: four of claims on their own paper, the same four on another, and failures."""


def _share(start: int, part: int) -> Measure:
    return ratio(lambda c: _column(c, start + part), lambda c: _column(c, start + _ALL))


def _not_supported(counts: Counts) -> Counts:
    return _column(counts, _OTHER + _ALL) - _column(counts, _OTHER + _SUPPORTED)


def _balanced(counts: Counts) -> Counts:
    both: Counts = (_OWN_SUPPORTED.value(counts) + _OTHER_NOT_SUPPORTED.value(counts)) / 2
    return both


def _everything(counts: Counts) -> Counts:
    return _column(counts, _OWN + _ALL) + _column(counts, _OTHER + _ALL)


def _column(counts: Counts, index: int) -> Counts:
    column: Counts = counts[..., index]
    return column


_OWN_SUPPORTED = _share(_OWN, _SUPPORTED)
_OTHER_NOT_SUPPORTED = ratio(_not_supported, lambda c: _column(c, _OTHER + _ALL))
_CHIEF = ("own paper, Supported", "other paper, not Supported", "balanced accuracy")
_MEASURES: dict[str, Measure] = {
    _CHIEF[0]: _OWN_SUPPORTED,
    _CHIEF[1]: _OTHER_NOT_SUPPORTED,
    _CHIEF[2]: Measure(value=_balanced, over=_everything),
    "own paper, Not Supported (flip)": _share(_OWN, _REFUTED),
    "own paper, decided": _share(_OWN, _DECIDED),
    "other paper, Not Supported": _share(_OTHER, _REFUTED),
    "other paper, decided": _share(_OTHER, _DECIDED),
    "failures": ratio(lambda c: _column(c, _FAILED), lambda c: _everything(c) + _column(c, _FAILED)),
}
