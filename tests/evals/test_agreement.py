"""Agreement against values worked out by hand, and against scikit-learn and SciPy where they are installed."""

from __future__ import annotations

import random

import pytest

from peerlens.evals.agreement import Ballot, agreement, cohen, fleiss, spearman

NEEDS = "not installed: make test-extras"


def test_cohens_kappa_of_the_textbook_table() -> None:
    """20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: seen .7, by chance .5·.6 + .5·.4 = .5, kappa .4."""
    table = {("yes", "yes"): 20, ("yes", "no"): 5, ("no", "yes"): 10, ("no", "no"): 15}
    pairs = [(f"p{n % 7}", a, b) for (a, b), times in table.items() for n in range(times)]
    figure = cohen(pairs)
    assert figure.value == pytest.approx(0.4)
    assert figure.n == 50
    assert figure.low is not None
    assert figure.high is not None
    assert figure.low < 0.4 < figure.high


def test_cohens_kappa_is_undefined_where_there_is_one_label() -> None:
    assert cohen([("p", "yes", "yes"), ("q", "yes", "yes")]).value is None


def test_fleiss_kappa_of_the_textbook_table() -> None:
    """Fleiss' own example: 14 raters, ten subjects, five categories; .210."""
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1), (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    items = [
        (f"p{at}", [category for category, times in enumerate(counts) for _ in range(times)])
        for at, counts in enumerate(table)
    ]
    figure = fleiss(items)
    assert figure.value == pytest.approx(0.210, abs=5e-4)
    assert figure.n == 10


@pytest.mark.parametrize(
    ("other", "expected"), [((1, 2, 3, 4), 1.0), ((4, 3, 2, 1), -1.0), ((1, 1, 3, 4), 4.5 / (5 * 4.5) ** 0.5)]
)
def test_spearman_ranks_ties_by_their_mean(other: tuple[int, ...], expected: float) -> None:
    pairs = [("p", float(a), float(b)) for a, b in zip((1, 2, 3, 4), other, strict=True)]
    assert spearman(pairs).value == pytest.approx(expected)


def test_spearman_of_a_constant_side_is_undefined() -> None:
    assert spearman([("p", 1.0, 2.0), ("q", 1.0, 3.0)]).value is None


def test_only_what_both_voted_on_counts_and_grades_have_a_correlation_too() -> None:
    ballots = [
        Ballot("p", {"a": 0, "b": 0}),
        Ballot("p", {"a": 1, "b": 2}),
        Ballot("q", {"a": 2, "b": 2}),
        Ballot("q", {"a": 2}),
    ]
    found = agreement(ballots)
    assert set(found) == {"a and b, Cohen's kappa", "a and b, Spearman"}
    assert found["a and b, Cohen's kappa"].n == 3
    assert found["a and b, Cohen's kappa"].value == pytest.approx((2 / 3 - 1 / 3) / (1 - 1 / 3))
    assert found["a and b, Spearman"].value == pytest.approx(3**0.5 / 2)


def test_the_kappa_of_random_votes_is_scikit_learns() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason=NEEDS)
    draw = random.Random(5)
    votes = [(draw.choice("abc"), draw.choice("abcd")) for _ in range(200)]
    expected = metrics.cohen_kappa_score([a for a, _ in votes], [b for _, b in votes])
    assert cohen([("p", a, b) for a, b in votes]).value == pytest.approx(expected)


def test_the_correlation_of_random_grades_is_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason=NEEDS)
    draw = random.Random(6)
    grades = [(float(draw.randint(0, 2)), float(draw.randint(0, 2))) for _ in range(100)]
    expected = stats.spearmanr([a for a, _ in grades], [b for _, b in grades]).statistic
    assert spearman([("p", a, b) for a, b in grades]).value == pytest.approx(expected)
