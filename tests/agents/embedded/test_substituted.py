"""Names that may name the same thing."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.opposition import denies
from peerlens.agents.embedded.substituted import same_family


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GFlowNets", "Generative Flow Networks"),
        ("Generative Flow Networks", "GFlowNet"),
        ("Cubic Regularization", "Cubic Regularized Newton"),
        ("PT", "PTT"),
        ("IceNet-S", "IceNet"),
    ],
)
def test_a_shared_word_a_beginning_or_a_contraction_makes_one_family(one: str, other: str) -> None:
    assert same_family(one, other)


@pytest.mark.parametrize(("one", "other"), [("FloeNet", "BergCut"), ("GRU", "Generative Flow Networks"), ("A", "B")])
def test_other_names_are_of_other_families(one: str, other: str) -> None:
    assert not same_family(one, other)


def test_a_word_that_denies_by_its_beginning_is_no_denial_of_the_denied_word() -> None:
    assert not denies("The maps of the lake may not align with the shore.", "A misalignment of lake and shore maps.")
    assert denies("The maps of the lake do not match the shore.", "The maps of the lake match the shore.")


def test_a_statement_that_opens_with_nothing_needs_a_denial() -> None:
    assert denies("We give a proof that the maps of the lake are right.", "There is no proof that the maps are right.")
