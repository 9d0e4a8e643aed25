"""Hand-worked values of the measures."""

from __future__ import annotations

import pytest

from peerlens.evals.metrics import LABELS, Judged, Ranked, confusion, ranking_figures, shows, verdict_figures
from peerlens.taxonomy import Reason, Verdict

S, P, N, U = LABELS

# gold → given, worked by hand: 3 of 7 right; S: tp 2 fp 1 fn 2; P: tp 0 fp 2 fn 0; N: tp 1 fp 1 fn 1; U: tp 0 fp 0 fn 1
HAND = [(S, S), (S, S), (S, P), (S, N), (N, N), (N, P), (U, S)]


def items(pairs: list[tuple[Verdict, Verdict | None]], papers: int = 2) -> list[Judged]:
    return [Judged(f"p{i % papers}", gold, given) for i, (gold, given) in enumerate(pairs)]


def test_four_label_figures_have_their_hand_worked_values() -> None:
    figures = verdict_figures(items(HAND))
    assert figures["accuracy"].value == pytest.approx(3 / 7)
    assert figures["f1[Supported]"].value == pytest.approx(4 / 7)
    assert figures["f1[Not Supported]"].value == pytest.approx(1 / 2)
    assert figures["precision[Supported]"].value == pytest.approx(2 / 3)
    assert figures["recall[Supported]"].value == pytest.approx(1 / 2)
    assert figures["partially_supported_share"].value == pytest.approx(2 / 7)
    assert figures["flip_rate"].value == pytest.approx(1 / 6)
    assert figures["flip_rate"].n == 6
    assert figures["coverage"].value == 1.0
    assert figures["right_when_decided"].value == pytest.approx(3 / 7)


def test_macro_f1_is_over_all_four_labels_even_when_one_never_occurs() -> None:
    assert verdict_figures(items(HAND))["macro_f1"].value == pytest.approx((4 / 7 + 0 + 1 / 2 + 0) / 4)
    only_supported = verdict_figures(items([(S, S), (S, S)]))
    assert only_supported["macro_f1"].value == pytest.approx(0.25)
    assert only_supported["f1[Partially Supported]"].value is None


def test_a_failure_is_counted_apart_and_changes_no_other_figure() -> None:
    with_failure = verdict_figures([*items(HAND), Judged("p0", S, None)])
    without = verdict_figures(items(HAND))
    assert with_failure["failure_share"].value == pytest.approx(1 / 8)
    assert with_failure["accuracy"].value == without["accuracy"].value
    assert with_failure["accuracy"].n == 7


def test_engine_limit_is_told_apart_from_what_the_paper_cannot_settle() -> None:
    figures = verdict_figures(
        [
            Judged("p0", S, U, Reason.ENGINE_LIMIT),
            Judged("p0", U, U, Reason.INFERENCE),
            Judged("p1", S, S),
            Judged("p1", N, U, Reason.VAGUE),
        ]
    )
    assert figures["engine_limit_share"].value == 0.25
    assert figures["coverage"].value == 0.25
    assert figures["right_when_decided"].value == 1.0


def test_settled_leaves_out_what_was_withheld_for_the_engine_s_own_reasons() -> None:
    figures = verdict_figures(
        [
            Judged("p0", U, U, Reason.LOW_CONFIDENCE),
            Judged("p0", U, U, Reason.INFERENCE),
            Judged("p1", S, U, Reason.ENGINE_LIMIT),
            Judged("p1", S, N),
            Judged("p1", S, S),
        ]
    )
    assert figures["settled"].value == pytest.approx(3 / 5)
    assert figures["right_when_settled"].value == pytest.approx(2 / 3)
    assert figures["accuracy"].value == pytest.approx(3 / 5)


def test_all_failures_leave_the_measures_undefined_instead_of_nought() -> None:
    figures = verdict_figures([Judged("p0", S, None), Judged("p1", N, None)])
    assert figures["accuracy"].value is None
    assert figures["macro_f1"].value is None
    assert figures["failure_share"].value == 1.0


def test_confusion_counts_every_pair_of_gold_and_given() -> None:
    cells = confusion(items(HAND))
    assert cells["confusion[Supported → Supported]"].value == 2
    assert cells["confusion[Not Determined → Supported]"].value == 1
    assert sum(cell.value or 0 for cell in cells.values()) == 7


def test_the_interval_is_over_papers_so_that_claims_of_one_paper_count_as_one_draw() -> None:
    right, wrong = (S, S), (S, N)
    figure = verdict_figures([Judged("good", *right) for _ in range(50)] + [Judged("bad", *wrong) for _ in range(50)])[
        "accuracy"
    ]
    assert (figure.value, figure.low, figure.high) == (0.5, 0.0, 1.0)


def test_one_paper_gives_no_interval() -> None:
    figure = verdict_figures([Judged("only", S, S), Judged("only", S, N)])["accuracy"]
    assert (figure.value, figure.low, figure.high) == (0.5, None, None)


def test_the_same_items_give_the_same_interval_in_any_order() -> None:
    many = [Judged(f"p{i % 9}", LABELS[i % 4], LABELS[i % 3]) for i in range(40)]
    assert verdict_figures(many) == verdict_figures(many[::-1])


@pytest.mark.parametrize(
    ("passage", "span", "expected"),
    [
        ((0, 100), (20, 500), True),  # 80 characters
        ((0, 99), (20, 500), False),  # 79 characters of 480
        ((0, 30), (10, 50), True),  # half of a short span
        ((0, 29), (10, 50), False),
        ((0, 10), (10, 50), False),  # they touch
        ((0, 10), (5, 5), False),  # an empty span is never shown
    ],
)
def test_a_passage_shows_a_span_by_80_characters_or_half_of_it(
    passage: tuple[int, int], span: tuple[int, int], expected: bool
) -> None:
    assert shows(passage, span) is expected


def ranked(*relevant: int, total: int, paper: str = "p", spans: int = 1, length: int = 10) -> Ranked:
    return Ranked(
        paper, spans, tuple(frozenset({0}) if rank in relevant else frozenset() for rank in range(1, length + 1)), total
    )


def test_ranking_figures_have_their_hand_worked_values() -> None:
    figures = ranking_figures([ranked(2, 4, total=2), ranked(total=1), ranked(1, total=1), ranked(7, total=1)])
    assert figures["hit@1"].value == 0.25
    assert figures["hit@5"].value == 0.5
    assert figures["hit@10"].value == 0.75
    assert figures["mrr"].value == pytest.approx((1 / 2 + 0 + 1 + 1 / 7) / 4)
    first = (1 / 1.5849625007 + 1 / 2.3219280949) / (1 + 1 / 1.5849625007)
    assert figures["ndcg@10"].value == pytest.approx((first + 0 + 1 + 1 / 3) / 4)


def test_recall_is_the_share_of_spans_and_hit_asks_for_any() -> None:
    item = Ranked("p", 4, (frozenset({0, 1}), frozenset(), frozenset({1, 2})), 5)
    figures = ranking_figures([item])
    assert figures["recall@5"].value == 0.75
    assert figures["hit@5"].value == 1.0


def test_what_stands_below_the_tenth_rank_does_not_count() -> None:
    figures = ranking_figures([ranked(11, total=1, length=12)])
    assert [figures[name].value for name in ("hit@10", "mrr", "ndcg@10", "recall@10")] == [0, 0, 0, 0]
