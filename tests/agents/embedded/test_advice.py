"""What a criticism that holds amounts to, and what is suggested for it."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.advice import read_topics, topic_of
from peerlens.agents.embedded.diagnose import diagnose
from peerlens.agents.embedded.suggest import suggest
from peerlens.agents.family import Diagnosis
from peerlens.schema import Finding
from peerlens.taxonomy import EvidenceRole, Polarity, Reason, Verdict, Weakness
from tests.report.records import finding
from tests.tools.papers import PAPER, tools

TOPICS = read_topics()
FAST = PAPER.replace("We fine-tune", "Our fast method is efficient. We fine-tune")


def criticism(claim: str, *, polarity: Polarity = Polarity.ABSENCE) -> Finding:
    return finding(1, Verdict.SUPPORTED, polarity=polarity, claim=claim)


@pytest.mark.parametrize(
    ("claim", "weakness"),
    [
        ("The paper contains no ablation study.", Weakness.L2_1_2),
        ("The method is not compared with strong baselines.", Weakness.L2_1_2),
        ("No significance test is reported.", Weakness.L2_1_3),
        ("Error bars are missing.", Weakness.L2_1_3),
        ("The learning rate is not given.", Weakness.L2_2_2),
        ("The code is not released.", Weakness.L2_2_2),
        ("Only one dataset is used.", Weakness.L2_1_1),
        ("No proof of convergence is given.", Weakness.L2_3_1),
        ("The paper does not cite recent work.", Weakness.L2_4_1),
        ("The limitations are not discussed.", Weakness.L2_2_3),
        ("Figure 2 is not readable.", Weakness.L2_6_2),
    ],
)
def test_a_criticism_is_mapped_to_its_weakness(claim: str, weakness: Weakness) -> None:
    diagnosis = diagnose(criticism(claim), TOPICS, tools())
    assert diagnosis is not None
    assert diagnosis.weakness is weakness


def test_a_wish_for_run_times_is_a_cost_weakness_only_where_efficiency_is_claimed() -> None:
    claim = criticism("The run time is not reported.")
    plain, fast = (diagnose(claim, TOPICS, tools(text)) for text in (PAPER, FAST))
    assert plain is not None
    assert fast is not None
    assert (plain.weakness, fast.weakness) == (Weakness.L2_2_2, Weakness.L2_7_1)


@pytest.mark.parametrize("claim", ["The sky is not blue.", "CootCount has a lower error than every baseline."])
def test_what_finds_no_fault_or_fits_no_topic_is_not_diagnosed(claim: str) -> None:
    assert diagnose(criticism(claim, polarity=Polarity.COMPARISON), TOPICS, tools()) is None


def test_a_suggestion_names_the_section_a_revision_would_touch() -> None:
    claim = criticism("The paper contains no ablation study.")
    (one,) = suggest(claim, Diagnosis(weakness=Weakness.L2_1_2), TOPICS, tools())
    assert one.where == "Section 2.1"


def test_without_such_a_section_the_place_is_marked_as_new() -> None:
    claim = criticism("No proof is given.")
    (one,) = suggest(claim, Diagnosis(weakness=Weakness.L2_3_1), TOPICS, tools())
    assert one.where == "new, after Section 2.1"


def test_without_a_diagnosis_nothing_is_suggested() -> None:
    assert suggest(criticism("The paper contains no ablation study."), None, TOPICS, tools()) == ()


def test_for_a_point_the_paper_answers_the_passage_is_pointed_at_and_nothing_promised() -> None:
    paper = tools()
    span = paper.locate("Without tile shuffling the error rises to 3.3.")
    assert span is not None
    against = paper.evidence(*span, EvidenceRole.CONTRADICTS)
    answered = finding(
        1,
        Verdict.NOT_SUPPORTED,
        reason=Reason.COUNTEREXAMPLE,
        polarity=Polarity.ABSENCE,
        claim="No ablation.",
        found=(against,),
    )
    (one,) = suggest(answered, None, TOPICS, paper)
    assert one.where == "Section 2.1"
    assert one.how == "Section 2.1 reports: “Without tile shuffling the error rises to 3.3.”"
    assert "reviewer" not in f"{one.what} {one.how} {one.expected_outcome}".lower()


def test_every_topic_can_be_reached_by_a_claim_of_its_own() -> None:
    assert len({topic.name for topic in TOPICS}) == len(TOPICS)
    for topic in TOPICS:
        if topic.cues.pattern != "(?!)":  # the others are raised by an audit only
            assert topic_of(f"There is no {topic.name}.", TOPICS) is not None, topic.name
