"""Two stored runs held against each other: hand-worked values, and what must not be compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals import compare
from peerlens.evals.compare import compare_rows, mcnemar
from peerlens.evals.rows import RankingRow, VerdictRow, write_row
from peerlens.taxonomy import Verdict
from tests.evals.test_run import ranking

S, P, N, U = tuple(Verdict)


def verdict(item: str, gold: Verdict, given: Verdict | None, *, data: str = "1", metrics: str = "2") -> VerdictRow:
    return VerdictRow(
        suite="own", item=item, paper=f"p{int(item) % 3}", versions={"data": data, "metrics": metrics}, set="own",
        arm="judged", claim="Coots dive.", gold=gold, document="coots.md", predicted=given,
        error=None if given else "OutputInvalidError: broken",
    )  # fmt: skip


GOLD = [S, S, S, N, N, U]
A = [verdict(str(i), gold, given) for i, (gold, given) in enumerate(zip(GOLD, [S, S, N, N, S, U], strict=True))]
B = [verdict(str(i), gold, given) for i, (gold, given) in enumerate(zip(GOLD, [S, S, S, N, N, S], strict=True))]


def test_differences_and_discordant_claims_have_their_hand_worked_values() -> None:
    metrics = compare_rows(A, B).metrics
    assert metrics["own accuracy, A"].value == pytest.approx(4 / 6)
    assert metrics["own accuracy, B"].value == pytest.approx(5 / 6)
    assert metrics["own accuracy, B − A"].value == pytest.approx(1 / 6)
    assert metrics["own right in A alone"].value == 1
    assert metrics["own right in B alone"].value == 2
    assert metrics["own McNemar p"].value == 1.0
    assert metrics["own flip_rate, A"].value == pytest.approx(2 / 5)


def test_a_run_against_itself_differs_by_nothing_and_has_no_width() -> None:
    figure = compare_rows(A, A).metrics["own macro_f1, B − A"]
    assert (figure.value, figure.low, figure.high) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(("only_a", "only_b", "p"), [(0, 0, 1.0), (0, 5, 0.0625), (1, 7, 0.0703125), (3, 3, 1.0)])
def test_mcnemar_is_the_exact_two_sided_binomial(only_a: int, only_b: int, p: float) -> None:
    assert mcnemar(only_a, only_b) == pytest.approx(p)


def test_a_claim_that_broke_in_one_run_is_left_out_of_both_and_counted() -> None:
    broken = [*B[:-1], verdict("5", U, None)]
    metrics = compare_rows(A, broken).metrics
    assert metrics["own left out, a run failed"].value == 1
    assert metrics["own accuracy, A"].n == 5


@pytest.mark.parametrize("change", [{"data": "2"}, {"metrics": "1"}])
def test_other_data_or_other_metrics_are_refused(change: dict[str, str]) -> None:
    other = [verdict("0", S, S, **change)]
    with pytest.raises(UsageError, match="versions differ"):
        compare_rows(A, other)


def test_runs_of_two_suites_and_runs_without_a_common_item_are_refused() -> None:
    with pytest.raises(UsageError, match="suites differ"):
        compare_rows(A, [ranking("a1")])
    with pytest.raises(UsageError, match="no item is in both"):
        compare_rows(A[:1], B[1:2])
    with pytest.raises(InputError, match="without rows"):
        compare_rows(A, [])


def test_rankings_are_paired_by_query_and_retriever() -> None:
    first: list[RankingRow] = [ranking("a1", (0, 100)), ranking("b1", (500, 600), (0, 100))]
    second: list[RankingRow] = [ranking("a1", (0, 100)), ranking("b1", (0, 100))]
    metrics = compare_rows(first, second).metrics
    assert metrics["B1 hybrid mrr, A"].value == 0.75
    assert metrics["B1 hybrid mrr, B − A"].value == 0.25


def test_runs_are_named_by_file_or_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "predictions.jsonl").write_text("".join(map(write_row, A)), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text("".join(map(write_row, B)), encoding="utf-8")
    result = compare(tmp_path / "a", tmp_path / "b.jsonl")
    assert (result.suite, result.n) == ("compare own", 6)
    assert result.versions["A data"] == "1"
