"""Figures of judged claims from rows written by hand."""

from __future__ import annotations

import pytest

from peerlens.evals.controls import half_of
from peerlens.evals.rows import VerdictRow
from peerlens.evals.verdict_figures import area_under_curve, four_label_figures, own_or_other_figures, pick_threshold
from peerlens.taxonomy import Verdict

S, P, N, U = Verdict
TEST = [paper for paper in map(str, range(30)) if half_of(paper) == "test"][:2]
TUNE = [paper for paper in map(str, range(30)) if half_of(paper) == "tune"][:2]


def row(
    paper: str,
    predicted: Verdict | None,
    *,
    gold: Verdict | None = None,
    similarity: float | None = None,
    claim: str = "It has a loss.",
    error: str | None = None,
) -> VerdictRow:
    return VerdictRow(
        suite="verdicts",
        item="i",
        paper=paper,
        set="B1",
        arm="ours",
        claim=claim,
        gold=gold,
        document="d",
        predicted=predicted,
        similarity=similarity,
        error=error,
    )


def test_own_and_other_papers_are_counted_in_the_test_half() -> None:
    rows = [
        row(TEST[0], S, gold=S),
        row(TEST[0], U, gold=S),
        row(TEST[1], N, gold=S),
        row(TEST[1], S, gold=S),
        row(TEST[0], U),
        row(TEST[0], S),
        row(TEST[1], N),
        row(TEST[1], P),
        row(TEST[1], None, error="OutputInvalidError"),
        row(TUNE[0], N, gold=S),
    ]
    figures = own_or_other_figures(rows)
    prefix = "B1 test half: "
    assert figures[prefix + "own paper, Supported"].value == 0.5
    assert figures[prefix + "own paper, Supported"].n == 4
    assert figures[prefix + "own paper, Not Supported (flip)"].value == 0.25
    assert figures[prefix + "other paper, not Supported"].value == 0.75
    assert figures[prefix + "other paper, Not Supported"].value == 0.25
    assert figures[prefix + "balanced accuracy"].value == pytest.approx(0.625)
    assert figures[prefix + "failures"].value == pytest.approx(1 / 9)
    assert figures["B1 tune half: own paper, Supported"].value == 0.0


def test_the_similarity_control_takes_its_threshold_from_the_tune_half() -> None:
    rows = [
        row(TUNE[0], S, gold=S, similarity=0.9),
        row(TUNE[0], S, gold=S, similarity=0.7),
        row(TUNE[0], U, similarity=0.6),
        row(TEST[0], U, gold=S, similarity=0.8),
        row(TEST[0], U, gold=S, similarity=0.5),
        row(TEST[0], U, similarity=0.65),
    ]
    figures = own_or_other_figures(rows)
    control = "B1 test half: control (best sentence alone) "
    assert figures[control + "threshold"].value == 0.7
    assert figures[control + "own paper, Supported"].value == 0.5
    assert figures[control + "other paper, not Supported"].value == 1.0
    assert figures[control + "AUC"].value == 0.5


def test_the_threshold_lets_at_most_one_in_twenty_pass() -> None:
    other = [i / 100 for i in range(1, 21)]  # 0.01 … 0.20
    assert pick_threshold([0.195, 0.3], other) == 0.195
    assert pick_threshold([], other) is None
    assert pick_threshold([0.1], [0.5]) is None


def test_ties_count_half_in_the_area_under_the_curve() -> None:
    assert area_under_curve([1.0, 2.0], [1.0, 0.0]) == 0.875
    assert area_under_curve([], [1.0]) is None


def test_four_label_figures_come_with_three_controls_and_the_confusion() -> None:
    ours = [
        row(TUNE[0], S, gold=S, claim="It has a loss."),
        row(TUNE[0], U, gold=N, claim="It does not converge."),
        row(TEST[0], N, gold=S, claim="It has a head."),
        row(TEST[0], N, gold=N, claim="It does not scale."),
    ]
    wrong = [row(TUNE[0], U, gold=S), row(TEST[0], U, gold=S)]
    figures = four_label_figures("B3", ours, wrong_paper=wrong)
    assert figures["B3 accuracy"].value == 0.5
    assert figures["B3 control (wrong paper) accuracy"].value == 0.0
    assert figures["B3 control (never opens the paper, by wording) accuracy"].value == 1.0
    assert figures["B3 control (never opens the paper, commonest label) accuracy"].value == 0.5
    assert figures["B3 confusion[Supported → Not Supported]"].value == 1
