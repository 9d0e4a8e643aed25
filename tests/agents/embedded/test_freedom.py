"""Claims that a system needs what its paper calls it free of."""

from __future__ import annotations

import pytest

from peerlens.taxonomy import Reason, Verdict
from tests.agents.embedded.conftest import Judge


@pytest.mark.parametrize(
    "claim",
    ["CloudPick needs labels.", "The proposed method still requires additional labels.", "It relies on labels."],
)
def test_what_a_paper_calls_itself_free_of_it_does_not_need(judge: Judge, claim: str) -> None:
    label, reason, record = judge("cloudpick", claim)
    assert (label, reason) == (Verdict.NOT_SUPPORTED, Reason.STATED_OTHERWISE)
    assert "label-free" in record.evidence[0].quote


@pytest.mark.parametrize(
    "claim",
    ["SkySort needs labels.", "CloudPick needs calibration.", "The proposed method requires calibration."],
)
def test_of_others_or_of_another_thing_nothing_follows(judge: Judge, claim: str) -> None:
    label, _, _ = judge("cloudpick", claim)
    assert label is not Verdict.NOT_SUPPORTED


@pytest.mark.parametrize(
    "claim", ["The paper is hard to read without its figures.", "The picker is not useful without satellites."]
)
def test_what_something_would_be_without_is_no_absence(judge: Judge, claim: str) -> None:
    label, _, _ = judge("cloudpick", claim)
    assert label is Verdict.NOT_DETERMINED


def test_what_both_do_without_denies_nothing(judge: Judge) -> None:
    claim = "Compared with SkySort, which sorts pictures without further tuning, CloudPick finds more storms."
    assert judge("cloudpick", claim)[0] is not Verdict.NOT_SUPPORTED
    assert judge("cloudpick", "SkySort sorts pictures without further tuning.")[0] is Verdict.SUPPORTED
