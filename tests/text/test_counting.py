"""A number agrees with its noun."""

from __future__ import annotations

import pytest

from peerlens.text.counting import counted


@pytest.mark.parametrize(("number", "shown"), [(0, "0 claims"), (1, "1 claim"), (2, "2 claims"), (21, "21 claims")])
def test_one_thing_is_singular_and_every_other_number_plural(number: int, shown: str) -> None:
    assert counted(number, "claim") == shown


def test_a_plural_without_an_s_is_given() -> None:
    assert counted(1, "question or wish", "questions or wishes") == "1 question or wish"
    assert counted(3, "question or wish", "questions or wishes") == "3 questions or wishes"
