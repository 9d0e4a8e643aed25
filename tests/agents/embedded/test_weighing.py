"""What a review finds wrong or good is borne out by a sentence that shares its words, not by one on its topic."""

from __future__ import annotations

from dataclasses import replace

import pytest

from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.agents.embedded.opposition import denies
from peerlens.agents.embedded.presence import says_nothing
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.retrieve import retrieve
from peerlens.agents.embedded.verify import verify
from peerlens.agents.rules import derive
from peerlens.schema import Claim
from peerlens.taxonomy import Stance, Verdict
from peerlens.tools import PaperTools
from tests.agents.embedded.conftest import Judge


def weighed(tools: PaperTools, text: str, stance: Stance) -> Verdict:
    claim = Claim(id="c1", review_id="r1", text=text, quote=text, start=0, end=len(text), stance=stance)
    return derive(verify(claim, retrieve(claim, tools), tools).parts)[0]


@pytest.mark.parametrize(
    "text",
    [
        "This phone-sized blight detector opens a promising path for cheap crop protection.",
        "The compact tomato disease spotter trained on a handful of annotated leaves is a welcome step.",
        "A small model for finding plant disease in leaf images is what farmers want.",
        "Detecting tomato disease from scarce annotated leaf images is where this network excels.",
    ],
)
def test_a_sentence_on_the_topic_bears_nothing_out(papers: dict[str, PaperTools], text: str) -> None:
    assert weighed(papers["leafscan"], text, Stance.PRAISE) is Verdict.NOT_DETERMINED


@pytest.mark.parametrize("stance", [Stance.CRITICISM, Stance.PRAISE])
def test_one_that_says_it_does(papers: dict[str, PaperTools], stance: Stance) -> None:
    for text in ("VineNet has the higher precision.", "All photographs were taken in daylight."):
        assert weighed(papers["leafscan"], text, stance) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "The spot head is relevant and interesting.",
        "The paper is well-organized, with clear explanations of the backbone and the spot head.",
        "I have doubts about the runs on phones.",
        "The choice of 240 leaves is arguably the central piece of the study.",
        "That blight is solved is a far-fetched statement.",
        "The motivation behind the spot head is not clear.",
        "The comparison with VineNet is quite fundamental.",
        "The description of patch swapping in Section 3 is terse.",
        "Patch swapping has been well studied in earlier work.",
    ],
)
def test_a_judgement_in_any_wording_stays_open(judge: Judge, claim: str) -> None:
    label, _, record = judge("leafscan", claim)
    assert label is Verdict.NOT_DETERMINED
    assert record.evidence == ()


def test_what_a_reviewer_thinks_of_a_fact_is_no_part_of_the_fact(judge: Judge) -> None:
    label, _, _ = judge("leafscan", "No statistical test was run, which I think is a significant limitation.")
    assert label is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "The bandit does not rely on distributional assumptions.",
        "It is not shown that the dissimilarity of arms matters.",
    ],
)
def test_a_word_that_begins_like_a_denial_is_none(claim: str) -> None:
    positive = claim.replace("does not rely", "relies").replace("It is not shown that the", "The")
    assert denies(claim, positive)


def test_a_sentence_that_denies_it_bears_a_denial_out(judge: Judge) -> None:
    label, _, record = judge("lazybandit", "Contextual data from real systems are not considered.")
    assert label is Verdict.SUPPORTED
    assert "contextual data" in record.evidence[0].quote


def test_a_roadmap_says_nothing(papers: dict[str, PaperTools]) -> None:
    line = next(line for line in Reading.of(papers["leafscan"]).lines if not line.heading)
    road = "We state our assumptions in Section 3, then present our bandit algorithm in Section 4."
    assert says_nothing(replace(line, text=road))
    assert not says_nothing(replace(line, text="In Section 4 we prove that the regret of the bandit is small."))


def test_what_a_claim_would_take_is_no_absence(judge: Judge) -> None:
    label, _, record = judge("leafscan", "That PestNet fails on leaves is not justified without further experiments.")
    assert label is Verdict.NOT_DETERMINED
    assert record.scan is None


def test_of_two_verbs_with_one_object_the_object_is_looked_for() -> None:
    draft = read_claim("The paper does not discuss or cite PestNet.").drafts[0]
    assert draft.target == "PestNet"


def test_the_gloss_of_a_name_is_no_second_name(judge: Judge) -> None:
    assert judge("leafscan", "The paper presents LeafScan (Learned Score of Leaves).")[0] is Verdict.SUPPORTED
    assert (
        judge("leafscan", "The paper presents CropScan (Crop Rating and Optical Probing).")[0] is not Verdict.SUPPORTED
    )


def test_the_paper_is_shown_saying_it_of_itself(judge: Judge) -> None:
    label, _, record = judge("lazybandit", "The paper establishes a bound on regret.")
    assert label is Verdict.SUPPORTED
    assert record.evidence[0].quote.startswith(("We propose LazyBandit and prove", "With probability"))
