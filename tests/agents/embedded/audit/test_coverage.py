"""Every label is looked at by a check or says why not, and every finding comes with a place and another way."""

from __future__ import annotations

import pytest

from peerlens.agents.abstain import where_exists
from peerlens.agents.embedded.advice import read_topics, section_for
from peerlens.agents.embedded.audit.coverage import COVERED, NOT_COVERED, applicability
from peerlens.agents.embedded.audit.skills import best_reply, propose, revise
from peerlens.agents.findings import finding_of
from peerlens.schema import Claim, Finding
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness
from tests.agents.embedded.audit.invented import SOUND, paper
from tests.agents.embedded.audit.small_papers import audited, padded, sections


def test_each_of_the_17_labels_is_covered_or_says_why_not() -> None:
    assert set(COVERED) | set(NOT_COVERED) == set(Weakness)
    assert not set(COVERED) & set(NOT_COVERED)
    notes = [*(one.note for one in COVERED.values()), *(one.note for one in NOT_COVERED.values())]
    assert all(len(note.split()) >= 10 for note in notes)
    assert len(set(notes)) == len(Weakness)


@pytest.mark.parametrize("label", list(NOT_COVERED))
def test_a_label_that_no_check_covers_is_not_assessable(label: Weakness) -> None:
    found = applicability(label, audited(sections(Introduction="Geese fly.")))
    assert found.ground is not None
    assert found.ground.outcome is Outcome.NOT_ASSESSABLE


@pytest.mark.parametrize("label", [Weakness.L2_2_3, Weakness.L2_4_1])
def test_a_survey_is_not_asked_for_limits_or_positioning(label: Weakness) -> None:
    survey = sections("A Survey of Counting Geese", Abstract="This survey reviews counting. We survey drones.")
    assert applicability(label, audited(survey)).ground is Ground.CONDITION_NOT_MET


PAPER = sections(
    Introduction="We propose a method that counts geese.",
    Method=f"Counting is described in Section ?? and Table ??. {padded(90)}",
    Discussion="Geese are many.",
)


def found_in(label: Weakness) -> list[tuple[str, tuple[str, ...]]]:
    tools = audited(PAPER).tools
    rows = []
    for candidate in propose(label, tools):
        assert candidate.judgement is not None
        words = candidate.observation
        claim = Claim(id="c1", review_id="", text=words, quote=words, start=0, end=len(words))
        finding: Finding = finding_of(claim, candidate.judgement)
        assert candidate.severity is not Severity.MINOR
        assert not best_reply(candidate, finding, tools).holds
        ways = revise(candidate, finding, tools)
        assert all(where_exists(way, tools) for way in ways)
        rows.append((candidate.topic, tuple(way.where for way in ways)))
    return rows


def test_a_revision_stands_where_the_evidence_does_or_where_its_topic_belongs() -> None:
    assert found_in(Weakness.L2_6_2) == [("leftovers", ("Method",))]
    assert found_in(Weakness.L2_2_3) == [("limitations", ("Discussion", "Discussion"))]


def test_an_empty_section_is_no_place_for_a_revision() -> None:
    topic = next(one for one in read_topics() if one.name == "limitations")
    text = "# Geese\n\n# 1 Method\n\nGeese are counted.\n\n# 2 Discussion\n\n# 3 Conclusion\n\nGeese are many.\n"
    found = section_for(topic, audited(text).tools)
    assert found is not None
    assert found.title == "Conclusion"


def test_every_topic_of_an_audit_is_in_the_book_of_advice() -> None:
    topics = {topic.name for topic in read_topics()}
    assert {
        "settings of the runs", "settings of the prompting", "acronyms", "unreferenced floats", "dangling references",
        "repeated numbers", "leftovers", "open checklist", "compared but not discussed", "limitations", "related work",
    } <= topics  # fmt: skip


def test_the_row_of_claims_says_what_was_set_against_what() -> None:
    table = "Table 1: Accuracy.\n\n| Method | Pond-A |\n|---|---|\n| Forest | 61.2 |\n| GooseNet | 71.2 |"
    paper = sections(
        Abstract="We propose GooseNet, a counter.",
        Results=f"As Table 1 shows, GooseNet always outperforms all baselines. It scores 3.14.\n\n{table}",
        Appendix="Table 2: The ponds.\n\nLost in reading.",
    )
    note = applicability(Weakness.L2_5_2, audited(paper)).note
    assert note.endswith(
        "Examined here: 1 table of scores, cell by cell (not Table 2); 1 statement that something is ahead everywhere, "
        "1 of them about one of these; 1 exact number of the text that no second line gives."
    )
    assert "Examined here: no tables of scores" in applicability(Weakness.L2_5_2, audited(PAPER)).note


def test_the_row_on_evidence_says_how_many_tables_of_results_it_looked_at() -> None:
    assert applicability(Weakness.L2_1_3, paper()).note.endswith("Examined here: 1 table of results, 0 with a spread.")
    bare = paper(SOUND[: SOUND.index("Table 1:")] + SOUND[SOUND.index("### 4.1") :])
    assert applicability(Weakness.L2_1_3, bare).note.endswith("Examined here: no tables of results.")


def test_laboratory_work_is_left_to_a_reader_and_not_looked_at_for_trained_models() -> None:
    mice = padded(60, of="The pond mice were bred, and their proteins were measured in vivo.")
    found = audited(sections("Mice of Ponds", Abstract="Mice swim.", Results=mice, Materials_and_Methods="Mice."))
    for label in (Weakness.L2_1_1, Weakness.L2_1_2, Weakness.L2_1_3, Weakness.L2_2_2):
        assert applicability(label, found).ground is Ground.ENGINE_LIMIT
        assert "laboratory" in applicability(label, found).note
