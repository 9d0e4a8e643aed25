"""However it is put, that a named thing is left out is read as its absence; twice denied, as its presence."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.frames.frame import Quantifier
from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.taxonomy import Polarity


@pytest.mark.parametrize(
    "claim",
    [
        "TideNet never enters the comparison.",
        "The authors pass over TideNet in their experiments.",
        "The experiments bypass TideNet.",
        "Whoever looks for results on TideNet will look in vain.",
        "The reader learns nothing about how TideNet does on the same tasks.",
        "TideNet plays no part in the evaluation.",
        "There is no trace of TideNet in the tables.",
        "The authors refrain from running TideNet.",
        "How TideNet would fare on the same coast remains unreported.",
        "TideNet should have been run as well but is missing.",
        "TideNet is conspicuous by its absence.",
        "Among the rivals that were run, TideNet is nowhere to be seen.",
    ],
)
def test_a_thing_left_out_in_any_wording_is_absent(claim: str) -> None:
    (draft,) = read_claim(claim).drafts
    assert draft.polarity is Polarity.ABSENCE
    assert draft.target == "TideNet"
    assert draft.limit is None


def test_an_omission_denied_is_a_presence() -> None:
    assert read_claim("The authors never pass over TideNet.").drafts[0].polarity is Polarity.PRESENCE


def test_a_sentence_on_what_a_named_thing_does_is_no_omission() -> None:
    draft = read_claim("TideNet never freezes the weights of its second encoder during training.").drafts[0]
    assert draft.target != "TideNet"


@pytest.mark.parametrize(
    "claim",
    [
        "The only coast surveyed other than Kinder is Bodden.",
        "The only rival tried other than TideNet is SeaNet.",
    ],
)
def test_the_only_one_other_than_a_known_one_has_both_as_members(claim: str) -> None:
    draft = read_claim(claim).drafts[0]
    assert draft.quantifier is Quantifier.ONLY
    assert draft.member is not None
    assert " and " in draft.member
