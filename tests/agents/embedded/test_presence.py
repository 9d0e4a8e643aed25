"""A statement is held against a sentence by its names, its numbers and its denials."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.frames.frame import Quantifier
from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.nearest import numbers_agree
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.opposition import denies
from peerlens.agents.embedded.reading import unmarked
from peerlens.taxonomy import Polarity


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ToRL", "from ToR-L to ToR-G"),
        ("RMSEAV", r"the RMSE\({}_{\text{AV}}\) falls"),
        ("GEAR BASE", "GEARBASE[4] is smaller"),
    ],
)
def test_a_name_is_found_however_its_parts_are_set_apart(name: str, text: str) -> None:
    assert name_pattern(name).search(unmarked(text)) is not None


def test_an_eponym_with_its_noun_is_no_name() -> None:
    assert names_in("the Gaussian-type noise of the sensor") == ()


def test_the_number_of_a_product_line_belongs_to_its_name() -> None:
    (name,) = names_in("all runs used an Acme RTX 4000 card")
    assert name_pattern(name).search("run on an Acme RTX 5050 card") is None


@pytest.mark.parametrize(
    "claim",
    [
        "If GearMix is run with no filter steps, it equals the plain sampler.",
        "The drift stays visible when rotors have no dampers.",
        "The value just defined is the largest load that a rotor may be given without breaking its bound.",
    ],
)
def test_what_a_condition_or_an_aside_denies_the_statement_does_not(claim: str) -> None:
    draft = read_claim(claim).drafts[0]
    assert draft.polarity in (Polarity.PRESENCE, Polarity.COMPARISON)
    assert draft.quantifier is not Quantifier.ONLY


def test_a_bound_is_no_denial() -> None:
    draft = read_claim("The load on the rotor does not exceed 40 newtons.").drafts[0]
    assert draft.polarity is Polarity.NUMERIC
    assert [one.bound for one in quantities(draft.statement)] == ["most"]


def test_a_sentence_does_not_deny_a_statement_whose_condition_has_the_denial() -> None:
    claim = "If GearMix is run with no filter steps, it equals the plain sampler."
    assert not denies("GearMix equals the plain sampler at zero filter steps.", claim)
    assert denies("GearMix never equals the plain sampler at zero filter steps.", claim)


def test_a_count_in_words_may_be_the_sum_of_the_counts_behind_it() -> None:
    claim = quantities("six methods: three old ones and three new ones")
    assert numbers_agree(claim, "We compare with three old (A, B, C) and three new methods (D, E, F).")
    assert not numbers_agree(quantities("six methods: four old ones and three new ones"), "four and three")


def test_only_a_telling_number_may_stand_elsewhere_in_the_passage() -> None:
    assert numbers_agree(quantities("ran 300 epochs"), "we ran epochs", "for 300 epochs")
    assert not numbers_agree(quantities("ran 5 epochs"), "we ran epochs", "for 5 epochs")
