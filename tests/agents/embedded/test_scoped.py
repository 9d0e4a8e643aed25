"""Mere mentions, and things that a paper has in one scope and not in another, on an invented paper of two scopes."""

from __future__ import annotations

import pytest

from peerlens.taxonomy import Verdict
from tests.agents.embedded.conftest import Judge


@pytest.mark.parametrize(
    "claim",
    [
        "SedgeSim is not used in the experiments.",
        "No comparison with DuneNet is given.",
        "WetCLIP is not used in the experiments.",
        "The paper does not use TideMask.",
        "The paper does not compare with StemScan.",
    ],
)
def test_a_thing_that_is_only_named_is_not_used(claim: str, judge: Judge) -> None:
    assert judge("marshlens", claim)[0] is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "The paper does not use ShoreBank.",
        "LeafNet is not used.",
        "No comparison with ReedNet is given.",
        "The counters tried are only ones other than StalkFit.",
        "StalkFit never enters the comparison.",
    ],
)
def test_a_thing_that_something_was_done_with_is_used(claim: str, judge: Judge) -> None:
    assert judge("marshlens", claim)[0] is Verdict.NOT_SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "On the salt marshes, ReedNet is not compared with.",
        "On the Aller, no result of ReedNet is given.",
        "On the fen, StalkFit is not evaluated.",
        "On the salt marsh task, ReedNet is not compared with.",
    ],
)
def test_a_thing_within_the_scope_of_the_claim_speaks_against_its_absence(claim: str, judge: Judge) -> None:
    assert judge("marshlens", claim)[0] is Verdict.NOT_SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "On the fen, ReedNet is not compared with.",
        "On the Bode, no result of ReedNet is given.",
        "On the fen task, ReedNet is not compared with.",
    ],
)
def test_a_thing_that_stands_only_in_another_scope_does_not(claim: str, judge: Judge) -> None:
    assert judge("marshlens", claim)[0] is Verdict.SUPPORTED
