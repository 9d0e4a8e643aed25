"""The figures of the response suite, by hand."""

from __future__ import annotations

import pytest

from peerlens.evals.response_figures import HELD, TUNED, ResponseRow, response_figures
from peerlens.schema import NamedPlace
from peerlens.taxonomy import ResponseStatus


def row(item: str, **extra: object) -> ResponseRow:
    values: dict[str, object] = {"half": HELD, "answered": True, "argues": True, "blind": 0.25, **extra}
    return ResponseRow.model_validate({"suite": "response", "item": item, "paper": item[0], **values})


def place(*, found: bool = True, bears_out: bool = False) -> NamedPlace:
    return NamedPlace(named="Section 2", found=found, bears_out=bears_out)


ROWS = [
    row("a1", status=ResponseStatus.ANSWERED, hit=True, named=("Section 2",), parsed=("Section 2",), elsewhere=False,
        places=(place(bears_out=True), place(found=False)), swapped=(place(),), stance="conceded", score=0.5),
    row("a2", status=ResponseStatus.PARTLY_ANSWERED, hit=False, elsewhere=True, stance="disputed", score=0.5),
    row("b1", status=ResponseStatus.NOT_ANSWERED, named=("Table 9",), parsed=(), stance="disputed", score=-1.0),
    row("b2", status=ResponseStatus.ANSWERED, answered=False, blind=0.0),
    row("c1", status=ResponseStatus.ANSWERED, hit=True, half=TUNED),
    row("c2", dropped="PaperError"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "n"),
    [
        ("answered sentences: the answer found", 1 / 3, 3),
        ("answered sentences: anything found", 2 / 3, 3),
        ("what is found is the answer", 0.5, 2),
        ("a blind choice of a part", 0.25, 3),
        ("not aligned to any answer: something found", 1.0, 1),
        ("response to another review: something found", 0.5, 2),
        ("answer found: status answered", 1.0, 1),
        ("answers that name a place: all of them read", 0.5, 2),
        ("answers that name a place: one among the places", 0.5, 2),
        ("places named: in the manuscript", 0.5, 2),
        ("places in the manuscript: borne out", 1.0, 1),
        ("another place of the kind: borne out", 0.0, 1),
        ("conceded above disputed, AUC", 0.75, 3),
    ],
)
def test_each_figure_is_that_of_its_half(name: str, value: float, n: int) -> None:
    figure = response_figures(ROWS)[f"held: {name}"]
    assert figure.value == pytest.approx(value)
    assert figure.n == n


def test_the_other_half_stands_apart() -> None:
    assert response_figures(ROWS)["tuned: answered sentences: the answer found"].n == 1
