"""A sentence near a short claim supports it only where it fills the claim's slot."""

from __future__ import annotations

import pytest

from tests.agents.embedded.conftest import Judge

FALSE = (
    "The noise filters are trained jointly with the fault detector.",
    "The fault detector is a two-layer dense network.",
    "The narrow regime assumes that the number of rotors grows with n.",
    "A more accurate ranker always leads to a better choice of recordings.",
    "GearMix gives a large improvement on the Trent set.",
    "Bearing shuffling is never removed.",
    "The training set is small (350 recordings), for the test split.",
    "The strong ranker is trained on 1284 recordings.",
    "The weak ranker uses N = 12840.",
    "The whole signal is used for recordings of any length.",
    "Two encoders improve both the detection rate and the false alarm rate.",
    "The Soar set holds 410 recordings.",
    "The rankers are trained online.",
    "The fault detector is a deep network.",
    "The encoder is trained together with the fault detector.",
    "The signal is split into overlapping blocks.",
    "All networks are trained with Adam for 60 epochs.",
    "The fault detector is a dense network with two layers.",
)
TRUE = (
    "The noise filters are trained before the fault detector.",
    "The narrow regime keeps the number of rotors fixed.",
    "A less accurate ranker sometimes leads to a better choice of recordings.",
    "The miss rate rises to 3.0 without bearing shuffling.",
    "The training set is small (350 recordings).",
    "Long recordings are split into blocks without overlap.",
    "Two encoders improve the detection rate.",
    "The damping weight is taken from Bearwatch.",
    "The Soar set holds 350 recordings.",
    "The rankers are trained offline.",
    "The detector is trained online.",
    "GearMix scores each recording with a ranker.",
    "The fault detector sits on a frozen encoder.",
    "The strong ranker is trained on 12840 recordings.",
    "The weak ranker uses N = 1284.",
    "All networks are trained with Adam for 80 epochs.",
    "The fault detector is a dense network with one layer.",
)


@pytest.mark.parametrize("claim", FALSE)
def test_a_sentence_that_says_something_else_in_the_claims_slot_does_not_support_it(judge: Judge, claim: str) -> None:
    verdict, _, _ = judge("gearmix", claim)
    assert verdict != "Supported"


@pytest.mark.parametrize("claim", TRUE)
def test_a_plain_restatement_is_supported(judge: Judge, claim: str) -> None:
    verdict, _, _ = judge("gearmix", claim)
    assert verdict == "Supported"
