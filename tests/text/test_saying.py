"""A picture, a formula or the number of a theorem says nothing by itself."""

import pytest

from peerlens.text.saying import says_something


@pytest.mark.parametrize(
    "text",
    [
        "Remark 1.",
        "Proposition 3.1.",
        "![](images/0cea01898d0393e5.jpg)",
        "\\tag {11} $$",
        "$x = \\alpha + \\beta$ (4)",
        "cannot fly.",
    ],
)
def test_what_only_stands_there_says_nothing(text: str) -> None:
    assert not says_something(text)


@pytest.mark.parametrize("text", ["Coots sleep at night.", "Table 1: Coots a lake.", "We set $k = 3$ for coots."])
def test_a_sentence_says_something(text: str) -> None:
    assert says_something(text)
