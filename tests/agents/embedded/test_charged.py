"""Sentences that judge, and sentences that judge nothing."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.charged import judged_alike
from peerlens.taxonomy import Reason, Verdict
from tests.agents.embedded.conftest import Judge

PLAIN = "We map the ice of three lakes from pictures."


@pytest.mark.parametrize(
    "statement",
    [
        "The mapping of the lakes is unclear.",
        "The pictures are too few to map the lakes.",
        "The network adds significant complexity to the mapping.",
        "The mapping of lakes is very expensive.",
        "The mapping of lakes is important.",
        "Mapping lakes from pictures is not novel.",
        "Fog is one of the main limitations of mapping lakes.",
        "The paper overstates how well lakes are mapped.",
    ],
)
def test_a_plain_sentence_bears_out_no_judgement(statement: str) -> None:
    assert not judged_alike(statement, PLAIN)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("Fog is one of the main limitations of mapping lakes.", "In fog the maps degrade, a drawback of pictures."),
        ("The mapping of lakes is important.", "Lake maps are crucial for skaters."),
        ("Mapping lakes is challenging.", "It is hard to map lakes."),
        ("The paper proposes a novel and important map of lakes.", PLAIN),
        ("The paper addresses the challenging problem of mapping lakes.", PLAIN),
        ("The paper maps three lakes.", PLAIN),
    ],
)
def test_a_sentence_that_judges_or_need_not_bears_it_out(statement: str, line: str) -> None:
    assert judged_alike(statement, line)


@pytest.mark.parametrize(
    "statement",
    ["The gains on the third lake are small.", "The maps bring only modest improvements.", "There is little benefit."],
)
def test_how_small_a_change_is_takes_a_sentence_that_says_so(statement: str) -> None:
    assert not judged_alike(statement, "On the third lake the maps bring a gain of 20 points.")
    for said in ("The gain on the third lake is modest.", "The maps of the third lake are only slightly better."):
        assert judged_alike(statement, said)


@pytest.mark.parametrize(
    "claim",
    [
        "The two-stage detector has been used in [3, 4] without patch swapping.",
        "Statistical tests have already been run in prior work on blight.",
        "A night test was proposed by Moreau et al. for LeafScan.",
    ],
)
def test_what_other_papers_did_is_not_contradicted_by_what_a_paper_did(judge: Judge, claim: str) -> None:
    label, reason, _ = judge("leafscan", claim)
    assert label is not Verdict.NOT_SUPPORTED or reason is not Reason.STATED_OTHERWISE


def test_that_one_thing_is_like_another_takes_a_sentence_that_sets_them_beside_each_other() -> None:
    statement = "The ice score of the paper is similar to the dual variables of lakes."
    assert not judged_alike(statement, "We define the ice score of every lake as a pair.")
    assert judged_alike(statement, "Like the dual variables of a lake, our ice score is a pair.")
