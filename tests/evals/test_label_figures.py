"""Hand-worked values of the measures of any closed set of labels."""

from __future__ import annotations

import pytest

from peerlens.evals.label_figures import label_figures

# gold → given: red 2 of 3 right, blue 1 of 2 right, green never right, one red given a label that is none of the three.
ITEMS = [
    ("p0", "red", "red"), ("p1", "red", "red"), ("p0", "red", "none"), ("p1", "blue", "blue"), ("p0", "blue", "red"),
    ("p1", "green", "blue"),
]  # fmt: skip


def test_label_figures_have_their_hand_worked_values() -> None:
    figures = label_figures(ITEMS, ["red", "blue", "green"])
    assert figures["accuracy"].value == pytest.approx(3 / 6)
    assert figures["precision[red]"].value == pytest.approx(2 / 3)
    assert figures["recall[red]"].value == pytest.approx(2 / 3)
    assert figures["f1[blue]"].value == pytest.approx(2 / 4)
    assert figures["f1[green]"].value == 0.0
    assert figures["macro_f1"].value == pytest.approx((2 / 3 + 1 / 2 + 0) / 3)
    assert figures["confusion[red → none]"].value == 1
    assert figures["precision[green]"].value is None
