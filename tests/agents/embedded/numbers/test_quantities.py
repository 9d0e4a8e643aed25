"""Quantities are read with their units, and digits of names are none."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.numbers.quantities import equal, quantities


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("forty-five million weights", [45e6]),
        ("45M weights", [45e6]),
        ("a rate of 3e-4", [3e-4]),
        ("3 x 10^-4", [3e-4]),
        ("1,900 photographs", [1900]),
        ("38 ms", [0.038]),
        ("GPT-4 in Table 6 [14] with PASS@1", []),
        ("as shown by Lee (2021)", []),
        ("p < 0.01 under a CC BY 4.0 licence", []),
        ("nineteen hundred", [1900]),
        ("the mean (1/m) ∑_{i=1}^m c(x_i), with n + 1 terms and a weight of 1 − α", []),
        (r"the sum \(\sum_{i=1}^{m} f(0)\) of draws from N(0, 1)", []),
        ("values in [0, 1], labels in {-1, 1}, any t > 0", []),
        ("for k = 10 and β=0.5 the score is (0.71, 0.86)", [10, 0.5, 0.71, 0.86]),
        ("5 runs/s, 3/4 of them, 2 - 4 hours, a score of 1", [5, 3, 4, 2, 14400, 1]),
        ("more than 1 model (1, 2 or 5)", [1, 1, 2, 5]),
        ("224 × 224 pixels at 3 × the speed, stacked threefold", [224, 224, 3, 3]),
        ("these two methods, those three, and two lakes", [2]),
        ("as in Tables 1, 2, and 3 and Figures 2 or 4, citing two other papers", []),
        ("where 1) the graph is a forest and (2) at most 3 parents", [3]),
        ("four fifths of them, one half, two-thirds", [0.8, 0.5, 2 / 3]),
    ],
)
def test_values(text: str, values: list[float]) -> None:
    assert [one.value for one in quantities(text)] == pytest.approx(values)


@pytest.mark.parametrize(
    ("claimed", "printed", "same"),
    [
        ("2.7", "2.70", True),
        ("2.7", "2.68", True),
        ("2.7", "2.6", False),
        ("83.5%", "83.5", True),
        ("0.835", "83.5%", True),
        ("about 50 runs", "48 runs", True),
        ("more than 400 images", "412 images", True),
        ("fewer than 400 images", "412 images", False),
        ("2 hours", "120 minutes", True),
        ("2 hours", "2 days", False),
        ("3 seeds", "2.7", False),
        ("0.7", "1 seed", False),
        ("one half", "1", False),
        ("four fifths", "80%", True),
        ("a third of one third", "0.33", True),
        ("two-thirds", "60%", False),
        ("three times", "threefold", True),
    ],
)
def test_equality_up_to_rounding_units_and_bounds(claimed: str, printed: str, same: bool) -> None:
    assert equal(quantities(claimed)[0], quantities(printed)[0]) is same
