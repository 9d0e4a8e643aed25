"""Calibration: hand-worked values of every measure, and that putting confidence right never breaks its order."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peerlens.evals import SuiteOptions, run_suite
from peerlens.evals.calibration import (
    Answer,
    Isotonic,
    Temperature,
    calibration_figures,
    lowest_confidence,
    risk_coverage,
)
from peerlens.evals.controls import TEST, TUNE, half_of
from peerlens.evals.rows import VerdictRow, write_row
from peerlens.settings import Settings
from peerlens.taxonomy import Verdict

# Two bins: .6–.7 holds .65, .65 (one right), .9–1.0 holds .95, .95 (both right) and 1.0 (wrong).
HAND = [(0.65, True), (0.65, False), (0.95, True), (0.95, True), (1.0, False)]


def answers(pairs: list[tuple[float, bool]]) -> list[Answer]:
    return [Answer(f"p{i % 2}", confidence, right) for i, (confidence, right) in enumerate(pairs)]


def test_calibration_figures_have_their_hand_worked_values() -> None:
    figures = calibration_figures(answers(HAND))
    assert figures["ECE"].value == pytest.approx((abs(1.3 - 1) + abs(2.9 - 2)) / 5)
    assert figures["Brier"].value == pytest.approx((0.35**2 + 0.65**2 + 2 * 0.05**2 + 1) / 5)
    assert figures["mean confidence"].value == pytest.approx(4.2 / 5)
    assert figures["share right"].value == pytest.approx(3 / 5)
    assert figures["share right at confidence 0.6–0.7"].value == 0.5
    assert figures["share right at confidence 0.9–1.0"].n == 3
    assert "share right at confidence 0.5–0.6" not in figures


def test_a_confidence_on_an_edge_belongs_to_the_bin_it_opens() -> None:
    assert calibration_figures(answers([(0.7, True)]))["share right at confidence 0.7–0.8"].n == 1


def test_risk_grows_with_coverage_as_worked_by_hand_and_ties_are_spread() -> None:
    figures = risk_coverage(answers(HAND), asked=10)
    # wrong among the first k: 1.0 → 1; .95 → 1, 1; .65, .65 hold one wrong: 1.5, 2
    assert figures["risk at coverage 0.1"].value == 1.0
    assert figures["risk at coverage 0.3"].value == pytest.approx(1 / 3)
    assert figures["risk at coverage 0.4"].value == pytest.approx(1.5 / 4)
    assert figures["risk at coverage 0.5"].value == pytest.approx(2 / 5)
    assert "risk at coverage 0.6" not in figures
    assert figures["area under risk–coverage"].value == pytest.approx((1 + 1 / 2 + 1 / 3 + 1.5 / 4 + 2 / 5) / 5)
    assert risk_coverage([], asked=3) == {}


def test_the_lowest_confidence_is_the_last_at_which_the_risk_holds() -> None:
    assert lowest_confidence(answers(HAND), max_risk=0.4) == 0.65
    assert lowest_confidence(answers(HAND), max_risk=0.35) == 0.95
    assert lowest_confidence(answers(HAND), max_risk=0.1) is None


def test_isotonic_regression_pools_what_falls() -> None:
    fitted = Isotonic.fitted(answers([(0.5, False), (0.6, True), (0.6, True), (0.7, False), (0.8, True)]))
    assert fitted.at == (0.5, 0.6, 0.7, 0.8)
    assert fitted.gives == pytest.approx((0.0, 2 / 3, 2 / 3, 1.0))
    assert fitted(0.55) == pytest.approx(1 / 3)
    assert (fitted(0.1), fitted(0.99)) == (0.0, 1.0)


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=30))
def test_isotonic_regression_never_falls_and_keeps_the_share_right(drawn: list[tuple[int, bool]]) -> None:
    given_answers = answers([(value / 20, right) for value, right in drawn])
    fitted = Isotonic.fitted(given_answers)
    assert list(fitted.gives) == sorted(fitted.gives)
    mean = sum(fitted(one.confidence) for one in given_answers) / len(given_answers)
    assert mean == pytest.approx(sum(one.right for one in given_answers) / len(given_answers))


def test_temperature_cools_what_is_too_sure() -> None:
    too_sure = answers([(0.9, True), (0.9, False), (0.9, True), (0.9, False), (0.9, True)])
    fitted = Temperature.fitted(too_sure)
    assert fitted(0.9) == pytest.approx(0.6, abs=0.01)
    assert fitted.value == pytest.approx(math.log(9) / math.log(1.5), rel=0.02)
    assert fitted(0.5) == pytest.approx(0.5)


def test_stored_verdicts_are_scored_without_judging_and_not_determined_is_no_answer(tmp_path: Path) -> None:
    papers = {half: next(f"p{i}" for i in range(50) if half_of(f"p{i}") == half) for half in (TUNE, TEST)}
    given_rows = [
        (papers[TUNE], Verdict.SUPPORTED, Verdict.SUPPORTED, 0.9),
        (papers[TUNE], Verdict.SUPPORTED, Verdict.NOT_SUPPORTED, 0.6),
        (papers[TEST], Verdict.SUPPORTED, Verdict.SUPPORTED, 0.9),
        (papers[TEST], None, Verdict.SUPPORTED, 0.6),
        (papers[TEST], Verdict.SUPPORTED, Verdict.NOT_DETERMINED, 0.99),
    ]
    rows = [
        VerdictRow(suite="own", item=str(i), paper=paper, set="own", arm="judged", claim="Coots dive.", gold=gold,
                   document="coots.md", predicted=label, confidence=confidence)
        for i, (paper, gold, label, confidence) in enumerate(given_rows)
    ]  # fmt: skip
    rows.append(rows[0].model_copy(update={"arm": "wrong paper", "item": "on a wrong paper"}))
    path = tmp_path / "predictions.jsonl"
    path.write_text("".join(map(write_row, rows)), encoding="utf-8")
    result = run_suite(
        "calibration", tmp_path, settings=Settings(home=tmp_path), options=SuiteOptions(predictions=path)
    )
    values = {name: figure.value for name, figure in result.metrics.items()}
    assert (values["own: answered"], result.metrics["own: answered"].n) == (4, 5)
    assert values["own: share right"] == 0.5
    assert values["own, test half, as given: ECE"] == pytest.approx((0.1 + 0.6) / 2)
    assert values["own, test half, isotonic: ECE"] == 0.0
    assert values["own, lowest confidence with at most 20% wrong, tune half"] == 0.9
    assert values["own, test half at that confidence: wrong"] == 0.0
    assert values["own, test half at that confidence: answered"] == pytest.approx(1 / 3)
