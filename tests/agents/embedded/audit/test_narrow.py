"""An evaluation that the paper confines in its own words, beside claims that are wider and claims that are not."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import narrow
from peerlens.agents.embedded.audit.confined import confinements
from peerlens.taxonomy import EvidenceRole, Severity
from tests.agents.embedded.audit.invented import paper

CLAIM = "HeronNet outperforms older counters on most ponds. -> "
LIMIT = "Each epoch reads all training pictures. -> "
AHEAD = f"{CLAIM}HeronNet outperforms state-of-the-art counters of herons."
ONLY = f"{LIMIT}We only evaluate the counters on ponds with one kind of heron."


def test_a_lead_claimed_beside_an_evaluation_confined_is_told_with_both_sentences() -> None:
    (found,) = narrow.propose(paper(a=AHEAD, b=ONLY))
    assert found.observation == (
        "The paper confines its evaluation in Section 4 (“We only evaluate the counters on ponds with one kind of "
        "heron.”), and claims without that limit in “Abstract” (“HeronNet outperforms state-of-the-art counters of "
        "herons.”)."
    )
    assert found.severity is Severity.MODERATE
    assert found.judgement is not None
    assert [(one.quote.strip(), one.role) for one in found.judgement.evidence] == [
        ("We only evaluate the counters on ponds with one kind of heron.", EvidenceRole.SUPPORTS),
        ("HeronNet outperforms state-of-the-art counters of herons.", EvidenceRole.SUPPORTS),
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "HeronNet is a general framework for counting birds.",
        "Our network generalizes well across birds of all kinds.",
        "HeronNet achieves new state-of-the-art accuracy.",
        "Our counter is applicable to any data set of birds.",
        "Our counter does well in many marsh tasks.",
    ],
)
def test_any_claim_wider_than_the_evaluation_makes_the_pair(claim: str) -> None:
    assert len(narrow.propose(paper(a=f"{CLAIM}{claim}", b=ONLY))) == 1


def test_a_claim_of_generality_goes_before_a_lead() -> None:
    both = f"{AHEAD} HeronNet is a general-purpose counter of birds."
    (found,) = narrow.propose(paper(a=both, b=ONLY))
    assert "general-purpose" in found.observation
    assert "state-of-the-art" not in found.observation


def test_what_holds_for_everything_of_a_kind_counts_outside_the_frame_too() -> None:
    wide = "The reed filter removes reeds. -> Our arguments are valid for all counting networks."
    (found,) = narrow.propose(paper(a=wide, b=ONLY))
    assert "valid for all counting networks" in found.observation


@pytest.mark.parametrize(
    "limit",
    [
        "We have only tested the counters on herons in ponds.",
        "All of our experiments are based on the pond task.",
        "All the experiments use a single data set.",
        "We restrict our study to herons.",
        "Our evaluation is limited to ponds in one country.",
        "The experiments are conducted only on ponds.",
        "We only consider two data sets with few birds.",
        "We did not test HeronNet on larger lakes.",
        "Our network has not been evaluated on lakes.",
        "A limitation of this work is that we do not prove that geese and ducks can be counted as well.",
        "This justifies restricting our study to herons (despite this being a clear limitation), as in [3].",
    ],
)
def test_a_paper_confines_its_evaluation_in_any_of_these_words(limit: str) -> None:
    changed = paper(a=AHEAD, b=f"{LIMIT}{limit}")
    assert len(confinements(changed)) == 1
    assert len(narrow.propose(changed)) == 1


@pytest.mark.parametrize(
    "step",
    [
        "For the ablation, we only evaluate the counters on ponds with one kind of heron.",
        "In the transformer category, we only test with light networks such as these.",
        "On Marsh-B, we only evaluate three counters on herons.",
        "We only evaluate the best network on the test set.",
        "We only evaluate the baselines on the data sets of Crane et al.",
        "We now restrict our study to the pond of Figure 3.",
        "We only report the accuracy of the counters here.",
        "All our experiments are conducted on one machine with a GPU.",
        "All the experiments use the same data set as Crane.",
        "We restrict our study to nodes with degree > 35.",
        "The method needs much time and we could not test this.",
        "A limitation of our present work is that we do not train HeronNet to prefer quiet ponds.",
    ],
)
def test_words_that_confine_one_step_or_other_work_confine_no_evaluation(step: str) -> None:
    assert narrow.propose(paper(a=AHEAD, b=f"{LIMIT}{step}")) == []


@pytest.mark.parametrize(
    "claim",
    [
        "HeronNet outperforms state-of-the-art counters on small ponds.",
        "HeronNet counts herons.",
        "We hope that HeronNet may be applied to any data set.",
        "We prove that our counter is valid for all networks.",
        "State-of-the-art counters are outperformed by regression.",
        "Counting is hard, though for many marsh tasks we have an easy score.",
        "In many applications our birds are herons.",
    ],
)
def test_a_claim_that_carries_a_limit_or_is_none_about_data_makes_no_pair(claim: str) -> None:
    assert narrow.propose(paper(a=f"{CLAIM}{claim}", b=ONLY)) == []


def test_what_is_not_shown_is_told_beside_the_simple_case_that_is() -> None:
    (found,) = narrow.propose(
        paper(
            a=f"{CLAIM}The simple game of ducks and drakes is used to illustrate HeronNet.",
            b=f"{LIMIT}A limitation of this work is that we do not show that real lakes can be counted.",
        )
    )
    assert found.observation == (
        "The paper says what it does not show, in Section 4 (“A limitation of this work is that we do not show that "
        "real lakes can be counted.”); what it shows is on a simple case: “Abstract” (“The simple game of ducks and "
        "drakes is used to illustrate HeronNet.”)."
    )


def test_a_simple_case_alone_is_no_candidate() -> None:
    assert narrow.propose(paper(a=f"{CLAIM}The simple game of ducks and drakes is used to illustrate HeronNet.")) == []
