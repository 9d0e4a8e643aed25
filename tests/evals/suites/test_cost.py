"""What a claim costs: counted from what the engine spent, beside estimates of both ways of showing the paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.evals import run_suite
from peerlens.evals.rows import CostRow, read_rows
from peerlens.schema import Claim, Finding, Usage
from peerlens.tools import PaperTools
from tests.evals.suites.test_predict import JUDGEMENTS, Scripted, data

__all__ = ["data"]  # a fixture


class Spending(Scripted):
    """Spends two requests and 300 prompt tokens on every claim, 100 of them cached."""

    asked = 0

    @property
    def spent(self) -> Usage:
        return Usage(
            requests=2 * self.asked, prompt_tokens=300 * self.asked, cached_tokens=100 * self.asked,
            completion_tokens=10 * self.asked,
        )  # fmt: skip

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        self.asked += 1
        return super().judge(claim, tools)


def test_what_the_engine_spent_is_told_by_claim_and_a_failure_counts_with_it(data: Path, tmp_path: Path) -> None:
    subject = Spending(tmp_path / "home", JUDGEMENTS)
    result = run_suite("cost", data, settings=subject.settings, subject=subject, out=tmp_path / "out")
    values = {name: figure.value for name, figure in result.metrics.items()}
    assert (values["requests to the model"], values["prompt tokens"]) == (2.0, 300.0)
    assert values["prompt tokens from the server's cache"] == 100.0
    assert values["dropped: marked unusable"] == 1
    rows = [row for row in read_rows(tmp_path / "out" / "predictions.jsonl", CostRow) if row.dropped is None]
    assert len(rows) == 5
    assert [row.error is not None for row in rows].count(True) == 1
    assert all(0 < row.passages_tokens <= row.paper_tokens for row in rows)
    whole = sum(row.paper_tokens for row in rows) / sum(row.passages_tokens for row in rows)
    assert values["the whole paper costs so many times its passages"] == pytest.approx(whole)
