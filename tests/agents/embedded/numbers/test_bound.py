"""A number must stand in the sentence where the claim has it: by its own words, by the noun it counts."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.numbers.bound import counted, miscounted
from peerlens.agents.embedded.numbers.quantities import quantities
from tests.agents.embedded.conftest import Judge


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The adapter learns three compact, rank-constrained factor matrices.", "It uses two low-rank matrices."),
        ("Gulls were counted at nine coastal stations.", "We counted gulls at six stations on the coast."),
        ("The survey took five long, cold winters.", "It took seven winters."),
    ],
)
def test_the_same_things_counted_otherwise_bear_no_count_out(claim: str, text: str) -> None:
    assert miscounted(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Gulls were counted at six coastal stations.", "We counted gulls at 6 stations in two harbours."),
        ("Gulls were counted at six stations.", "We counted gulls over nine nights."),
        ("It takes two passes over the six stations.", "Six stations are visited twice, in two passes."),
    ],
)
def test_other_things_counted_speak_against_no_count(claim: str, text: str) -> None:
    assert not miscounted(claim, text)


def test_a_value_with_a_unit_counts_nothing() -> None:
    assert [
        counted("It runs for 20 seconds over 4 nodes", one) for one in quantities("It runs for 20 seconds over 4 nodes")
    ] == ["", "node"]


SPREAD = "On the Kinder survey the mean spread of the depth readings {} is {}."


@pytest.mark.parametrize(("of", "value"), [("over the whole survey", "0.31"), ("within single traces", "0.12")])
def test_a_number_by_its_own_words_is_borne_out(of: str, value: str, judge: Judge) -> None:
    assert judge("bogmap", SPREAD.format(of, value))[0].value == "Supported"


@pytest.mark.parametrize(("of", "value"), [("over the whole survey", "0.12"), ("within single traces", "0.31")])
def test_a_number_by_the_words_of_another_is_not(of: str, value: str, judge: Judge) -> None:
    assert judge("bogmap", SPREAD.format(of, value))[0].value != "Supported"


def test_a_paraphrase_with_the_value_of_another_is_not_borne_out(judge: Judge) -> None:
    claim = (
        "In the Kinder collection, the average scatter of all depth readings, taken over the entire survey, is 0.12."
    )
    assert judge("bogmap", claim)[0].value != "Supported"
