"""Ours against a plain prompt to the same model: pairs, what the plain prompt says, and McNemar's test."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import OutputInvalidError
from peerlens.evals import run_suite, score
from peerlens.evals.results import EvalResult, Figure
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.subject import PlainLabel
from peerlens.evals.suites.polarity import figures
from peerlens.taxonomy import Verdict
from peerlens.tools import PaperTools
from tests.evals.suites.test_frozen_sets import REPORT, TUNE, Scripted, _write, absence, by_presence, data

__all__ = ["data"]  # a fixture


class Plain(Scripted):
    """Its model says Not Supported to everything, and breaks on papers that hold ``breaks_on``."""

    plain = "plain scripted"
    breaks_on = "no such word"

    def label(self, claim: str, tools: PaperTools, *, retrieved: bool) -> PlainLabel:
        assert retrieved
        if self.breaks_on in tools.manuscript.text:
            raise OutputInvalidError("broke")
        return PlainLabel(Verdict.NOT_SUPPORTED, 0.9, "It says so.")


def run(data: Path, breaks_on: str = "no such word") -> EvalResult:
    subject, out = Plain(data.parent / "home", by_presence), data.parent / "out"
    subject.breaks_on = breaks_on
    result = run_suite("polarity", data, settings=subject.settings, out=out, subject=subject)
    assert score(out / "predictions.jsonl") == result
    return result


def test_a_prompt_that_says_the_same_to_both_twins_has_no_pair_right_and_ours_is_counted_beside_it(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE), absence(REPORT), absence(TUNE, name="Grebe", sound=False)])
    metrics = run(data).metrics
    assert metrics["ours: both twins right"].value == 1.0
    assert metrics["plain prompt: both twins right"].value == 0.0
    assert metrics["plain prompt: says Not Supported"] == Figure(value=1.0, n=4)
    assert metrics["right by ours alone"] == Figure(value=2.0, n=2)
    assert metrics["McNemar p"] == Figure(value=0.5, n=2)


def test_a_pair_in_which_the_model_broke_off_is_wrong_and_out_of_the_test(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE), absence(REPORT)])
    metrics = run(data, breaks_on=TUNE.title()).metrics
    assert metrics["plain prompt: failures"].value == 0.5
    assert metrics["right by ours alone"] == Figure(value=1.0, n=1)


def test_a_run_that_was_cut_short_is_scored_by_its_whole_pairs(data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE), absence(REPORT)])
    run(data)
    rows = list(read_rows(data.parent / "out" / "predictions.jsonl", VerdictRow))
    assert len(rows) == 8
    cut = figures(rows[:5])
    assert cut["right by ours alone"].n == 1
    assert cut["ours: both twins right"].n == 1


@pytest.mark.parametrize("arm", ["ours", "plain prompt"])
def test_both_ways_judge_every_claim_on_both_twins(arm: str, data: Path) -> None:
    _write(data / "named_absence.jsonl", [absence(TUNE)])
    run(data)
    rows = read_rows(data.parent / "out" / "predictions.jsonl", VerdictRow)
    assert [row.twin for row in rows if row.arm == arm] == ["clean", "perturbed"]
