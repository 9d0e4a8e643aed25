"""An absence is Supported only where the paper does not have the thing in other words either."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.second_look import coarse
from peerlens.taxonomy import EvidenceRole, Reason
from tests.agents.embedded.conftest import Judge

THERE = (
    "Hydrophone data are not considered.",
    "The paper does not compare the methods under equal compute.",
    "The experiments are not run with matched compute budgets.",
    "There is no discussion of related work on robustness under site shift.",
    "There is no related work section.",
    "There is no ablation over the size of the training set.",
    "Sensitivity to the margin epsilon is not studied.",
    "Baselines such as random sampling are missing.",
    "There is no systematic comparison across these methods.",
    "The computational cost is not thoroughly analyzed.",
    "The influence of the number of training recordings is not examined.",
)
NOT_THERE = (
    "Infrared data are not considered.",
    "The paper does not compare with SonarNet.",
    "Baselines such as core-set selection are missing.",
    "Comparisons with baselines such as SonarNet are missing.",
    "There is no ablation of the scorer.",
    "There is no ablation over the number of microphones.",
    "No user study is reported.",
    "Sensitivity to the damping factor is not studied.",
    "There is no discussion of related work on federated learning.",
    "There is no comparison under equal latency.",
    "The paper does not evaluate on offshore substations.",
    "No statistical test is reported.",
    "The paper does not report recall.",
)


@pytest.mark.parametrize("claim", THERE)
def test_an_absence_is_not_supported_when_the_paper_has_the_thing_in_other_words(judge: Judge, claim: str) -> None:
    verdict, _, _ = judge("windcall", claim)
    assert verdict != "Supported"


@pytest.mark.parametrize("claim", NOT_THERE)
def test_an_absence_stays_supported_when_only_the_topic_is_near(judge: Judge, claim: str) -> None:
    verdict, reason, _ = judge("windcall", claim)
    assert (verdict, reason) == ("Supported", Reason.ABSENT_AFTER_FULL_SCAN)


def test_a_doubt_shows_the_passage_that_raises_it(judge: Judge) -> None:
    verdict, reason, judgement = judge("windcall", "The paper does not compare the methods under equal compute.")
    assert (verdict, reason) == ("Not Determined", Reason.LOW_CONFIDENCE)
    assert [(one.role, one.quote) for one in judgement.evidence] == [
        (EvidenceRole.CONTEXT, "Each method is given the same amount of compute, namely 20 hours on one card.")
    ]


def test_what_a_claim_only_points_at_is_vague(judge: Judge) -> None:
    verdict, reason, _ = judge("windcall", "There is no systematic comparison across these methods.")
    assert (verdict, reason) == ("Not Determined", Reason.VAGUE)


def test_words_of_one_class_are_one_and_symbols_go_by_their_names() -> None:
    assert coarse("the size of the training set") == coarse("across data scales") == {"scale", "data"}
    assert coarse("under equal compute") == coarse("the same budget") == {"same", "compute"}
    assert coarse("sensitivity to ϵ") == coarse("the influence of epsilon") == {"sensitivity", "epsilon"}
