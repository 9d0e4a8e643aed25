"""A paper that says nowhere where its result ends, and the many ways of saying so."""

from __future__ import annotations

import pytest

from peerlens.agents.abstain import MIN_CONFIDENCE
from peerlens.agents.embedded.audit.checks import scope
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.taxonomy import EvidenceRole, Severity
from tests.agents.embedded.audit.small_papers import audited, padded, sections


def paper(words: str = "", **more: str) -> AuditPaper:
    return audited(
        sections(
            Introduction="We propose a method that counts geese.",
            Method=padded(90),
            Discussion=f"Geese are many. {words}",
            **more,
        )
    )


def test_a_long_paper_without_a_word_on_limits_is_a_finding() -> None:
    (found,) = scope.propose(paper())
    assert found.observation == "The paper does not discuss the limits of the method or of the study."
    assert found.severity is Severity.MODERATE
    assert found.judgement is not None
    assert found.judgement.scan is not None
    assert found.judgement.scan.complete


def test_a_study_that_proposes_no_method_gets_a_note() -> None:
    study = audited(sections(Introduction="Geese fly.", Method=padded(90), Discussion="Geese are many."))
    assert [one.severity for one in scope.propose(study)] == [Severity.MINOR]


def test_where_an_appendix_is_not_supplied_the_pages_at_hand_are_spoken_of_in_a_note() -> None:
    (found,) = scope.propose(paper("More ponds are in Appendix B."))
    assert found.observation == "The pages supplied do not discuss the limits of the method or of the study."
    assert found.severity is Severity.MINOR


@pytest.mark.parametrize(
    "words",
    [
        "One limitation is that ducks were not counted.",
        "A weakness of counting by drone is the noise.",
        "Our method cannot count ducks.",
        "Our approach may fail in fog.",
        "Failure cases are shown below.",
        "Whether it works for ducks remains to be seen.",
        "It still lags behind people.",
        "These results leave a number of questions open.",
        "Many aspects remain unexplored.",
        "It is unclear how much the wind matters.",
        "We cannot rule out that geese were counted twice.",
    ],
)
def test_any_sentence_that_discusses_where_it_ends_is_enough(words: str) -> None:
    assert scope.propose(paper(words)) == []


NARROWED = (
    "We did not test ducks.",
    "We only consider small ponds.",
    "The study was limited to one lake.",
    "Counting did not generalize to ducks.",
)


@pytest.mark.parametrize("words", NARROWED)
def test_a_statement_narrowed_in_passing_is_no_discussion_but_speaks_against_it(words: str) -> None:
    (found,) = scope.propose(paper(words))
    assert [one.quote for one in found.against] == [words]


def test_limits_that_a_back_part_not_supplied_may_hold_are_in_doubt_and_the_row_says_so() -> None:
    pointing = paper("Proofs and more are in the appendix.")
    (found,) = scope.propose(pointing)
    assert found.judgement is not None
    assert found.judgement.confidence < MIN_CONFIDENCE
    assert scope.examined(pointing) == (
        "The checks located no discussion of limits in words they know. More may stand in what was not supplied: the "
        "appendix."
    )


def test_many_of_them_are_one() -> None:
    assert scope.propose(paper(" ".join(NARROWED))) == []


@pytest.mark.parametrize(
    "words",
    [
        "We overcome the limitations of counting by eye.",
        "Existing methods suffer from serious drawbacks.",
        "Due to space limitations the proof is short.",
    ],
)
def test_limits_of_others_and_of_the_page_are_not_those_of_the_paper(words: str) -> None:
    assert [one.severity for one in scope.propose(paper(words))] == [Severity.MODERATE]


@pytest.mark.parametrize(
    "words",
    [
        "There is a trade-off between speed and error.",
        "In the limit of many geese the error is zero.",
        "We close in Section 6 and list open problems.",
        "Open questions are the subject of Section 5.",
        "We answer this open question for geese.",
        "Counting by ear was previously an open problem.",
    ],
)
def test_words_that_only_sound_like_limits_are_none(words: str) -> None:
    assert [one.severity for one in scope.propose(paper(words))] == [Severity.MODERATE]


def test_further_work_or_a_checklist_that_says_so_speaks_against_it() -> None:
    (later,) = scope.propose(paper("In future work we will count ducks."))
    assert (later.severity, later.against[0].role) == (Severity.MINOR, EvidenceRole.CONTEXT)
    (ticked,) = scope.propose(
        paper(Checklist="Question: Does it discuss the limitations? Answer: [Yes] See Section 4.")
    )
    assert (ticked.severity, ticked.against[0].role) == (Severity.MINOR, EvidenceRole.ASSERTS)


def test_conditions_stated_as_assumptions_are_limits() -> None:
    assert (
        scope.propose(paper("We assume calm air. We assume white geese. It holds under the assumption of day.")) == []
    )


def test_a_section_on_limits_settles_it_and_a_short_note_is_not_asked() -> None:
    assert scope.propose(paper(Limitations="Ducks.")) == []
    assert scope.propose(audited(sections(Introduction="Geese fly.", Method=padded(20)))) == []


def test_the_life_sciences_are_not_asked() -> None:
    assert scope.propose(paper(Results=padded(45, of="The pond protein binds in mice."))) == []
    assert scope.propose(paper(Materials_and_methods="Geese were weighed.")) == []
    assert scope.propose(paper(Results=padded(45, of="The pond network has neurons."))) != []


@pytest.mark.parametrize(
    "cost",
    [
        "However, two streams inevitably introduce more parameters and computation cost.",
        "Geese are counted at the expense of memory.",
        "Due to the limit of computation resource we count on small ponds.",
    ],
)
def test_a_cost_owned_to_narrows_what_is_said_of_limits_and_is_quoted_against_it(cost: str) -> None:
    (found,) = scope.propose(audited(sections(Method=f"{cost} {padded(90)}", Results="Geese are many.")))
    assert found.observation == (
        "The paper does not discuss the limits of the method or of the study, beyond the cost that “Method” names."
    )
    assert [one.quote for one in found.against] == [cost]


def test_a_cost_of_other_work_narrows_nothing() -> None:
    cost = "However, existing counters suffer from more parameters."
    (found,) = scope.propose(audited(sections(Method=f"{cost} {padded(90)}", Results="Geese are many.")))
    assert found.observation == "The paper does not discuss the limits of the method or of the study."


@pytest.mark.parametrize("of", ["the existing counters", "other counters", "these prior methods"])
def test_a_weakness_of_other_work_counts_as_no_limit_of_the_papers_own(of: str) -> None:
    said = f"Our aim is to show the main weakness of {of}."
    text = audited(sections(Method=padded(90), Results=f"{said} Geese are many."))
    assert scope.examined(text) == "The checks located no discussion of limits in words they know."
    assert len(scope.propose(text)) == 1
