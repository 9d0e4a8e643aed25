"""Every label is looked at by a check or says why not, and every finding comes with a place and another way."""

from __future__ import annotations

import pytest

from peerlens.agents.abstain import where_exists
from peerlens.agents.embedded.advice import read_topics, section_for
from peerlens.agents.embedded.audit.coverage import COVERED, NOT_COVERED, applicability
from peerlens.agents.embedded.audit.examined import positions_examined
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


TABLED = sections(
    Abstract="We propose GooseNet, a counter.",
    Results="As Table 1 shows, GooseNet always outperforms all baselines. It scores 3.14. The second table was lost."
    "\n\nTable 1: Accuracy.\n\n| Method | Pond-A | Pond-B | Pond-C |\n|---|---|---|---|\n"
    "| Forest | 61.2 | 60.1 | 62.3 |\n| GooseNet | 71.2 | 70.1 | 72.3 |",
)


def test_the_row_of_claims_says_what_was_set_against_what_and_shows_one_statement() -> None:
    note = applicability(Weakness.L2_5_2, audited(TABLED)).note
    assert note.startswith(
        "The checks located 1 table of results (Table 1), cell by cell; 1 sentence worded like “always better” or "
        "“outperforms all”, for example “Results” (“… 1 shows, GooseNet always outperforms all baselines.”), 1 set "
        "against a table; 1 exact number given in one line only."
    )
    assert "located no tables of results; no sentence worded" in applicability(Weakness.L2_5_2, audited(PAPER)).note


@pytest.mark.parametrize(
    "said",
    [
        "In all cases, the quality of the counts is significantly better.",
        "GooseNet reaches higher accuracy than all reported results on ponds.",
        "Figure 3: Mixed ponds always improve the counts.",
    ],
)
def test_a_statement_of_being_ahead_is_counted_and_shown_however_hedged(said: str) -> None:
    note = applicability(Weakness.L2_5_2, audited(sections(Results=said))).note
    place = "Figure 3" if said.startswith("Figure") else "“Results”"
    assert f"1 sentence worded like “always better” or “outperforms all”, for example {place}" in note


def test_two_rows_that_count_tables_of_results_count_the_same_ones() -> None:
    counts = "The checks located 1 table of results (Table 1)"
    for label in (Weakness.L2_1_3, Weakness.L2_5_2):
        assert applicability(label, audited(TABLED)).note.startswith(counts)


def test_the_row_on_evidence_says_how_many_tables_of_results_it_looked_at() -> None:
    assert "1 table of results (Table 1), 0 with a spread" in applicability(Weakness.L2_1_3, paper()).note
    bare = paper(SOUND[: SOUND.index("Table 1:")] + SOUND[SOUND.index("### 4.1") :])
    assert applicability(Weakness.L2_1_3, bare).note.startswith("The checks located no tables of results;")


def tabled(*cells: str) -> str:
    """A paper with one table of results: a row of each kind of cell, three times over."""
    rows = "\n".join(f"| Pond {number} | {' | '.join([cell] * 3)} |" for number, cell in enumerate(cells))
    return sections(
        Abstract="We propose GooseNet, a counter.",
        Results=f"Table 1 shows it.\n\nTable 1: Accuracy.\n\n| Pond | A | B | C |\n|---|---|---|---|\n{rows}",
    )


@pytest.mark.parametrize(
    "cell",
    ["71.2 ± 0.4", "71.2 $\\pm$ 0.4", "71.2 (0.4)", "71.2 (95% CI 70.1-72.3)", "71.2 (95% CI: 70.1 to 72.3)",
     "71.2 [70.1, 72.3]", "71.2 (70.1–72.3)", "71.2% (70.1%, 72.3%)", "-1.2 [-1.4, -1.0]"],
)  # fmt: skip
def test_a_table_of_results_with_a_spread_or_an_interval_in_its_cells_counts_as_one(cell: str) -> None:
    note = applicability(Weakness.L2_1_3, audited(tabled(cell, cell))).note
    assert note.startswith("The checks located 1 table of results (Table 1), 1 with a spread or interval;")


@pytest.mark.parametrize("cell", ["71.2", "71.2 [14]", "71.2 [14, 15]", "71.2 (Table 3)"])
def test_scores_alone_and_references_beside_them_are_no_spread(cell: str) -> None:
    note = applicability(Weakness.L2_1_3, audited(tabled(cell, cell))).note
    assert "0 with a spread or interval;" in note


def test_a_spread_for_few_of_the_scores_is_said_to_be_that() -> None:
    note = applicability(Weakness.L2_1_3, audited(tabled(*["71.2"] * 30, "71.2 ± 0.4"))).note
    assert "0 with a spread or interval, 1 with one for some of the scores;" in note


def test_what_stands_in_a_table_is_placed_by_its_number_not_by_the_section_it_came_to_stand_in() -> None:
    text = sections(
        Results="Table 1 shows it.",
        Discussion="Table 1: GooseNet always outperforms all baselines.\n\n| Method | A | B | C |\n|---|---|---|---|\n"
        "| Forest | 61.2 | 60.1 | 62.3 |\n| GooseNet | 71.2 | 70.1 | 72.3 |",
    )
    assert (
        "for example Table 1 (“GooseNet always outperforms all baselines.”)"
        in applicability(Weakness.L2_5_2, audited(text)).note
    )


@pytest.mark.parametrize("label", list(COVERED))
def test_a_row_says_first_what_was_located_and_then_in_half_a_line_what_is_left(label: Weakness) -> None:
    note = applicability(label, paper()).note
    located, left, rest = note.partition("Left to a reader: ")
    assert located.startswith(("The checks located", "Counted as", "Claimed in", "Spoken of", "In abstract"))
    assert len(left + rest) <= 100
    assert "nothing" not in note


def test_a_pass_on_limits_names_the_words_that_count() -> None:
    text = sections(Method=padded(90), Discussion="A limitation of our counter is that geese at night are lost.")
    assert applicability(Weakness.L2_2_3, audited(text)).note.startswith(
        "Counted as a limit: “Discussion” (“A limitation of our counter is that geese at night …”)."
    )


def test_a_short_paper_without_limits_in_known_words_is_not_assessed_for_them() -> None:
    assert applicability(Weakness.L2_2_3, audited(sections(Method=padded(20)))).ground is Ground.ENGINE_LIMIT


def test_the_row_on_settings_lists_each_setting_located_or_not() -> None:
    text = sections(
        Abstract="We propose a network.",
        Experiments=f"We train it for 40 epochs. The learning rate is 0.1, with SGD. {padded(20)}",
    )
    note = applicability(Weakness.L2_2_2, audited(text)).note
    assert note.startswith(
        "The checks located words for the learning rate (“Experiments”), the optimiser (“Experiments”) and how long "
        "training runs (“Experiments”). They located none for the batch size, the hardware, the number of runs or "
        "seeds, how the data are split or whether code is available."
    )


def test_laboratory_work_is_left_to_a_reader_and_not_looked_at_for_trained_models() -> None:
    mice = padded(60, of="The pond mice were bred, and their proteins were measured in vivo.")
    found = audited(sections("Mice of Ponds", Abstract="Mice swim.", Results=mice, Materials_and_Methods="Mice."))
    for label in (Weakness.L2_1_1, Weakness.L2_1_2, Weakness.L2_1_3, Weakness.L2_2_2):
        assert applicability(label, found).ground is Ground.ENGINE_LIMIT
        assert "laboratory" in applicability(label, found).note


def test_background_that_cites_is_counted_among_the_headings_on_other_work_and_tools_are_not() -> None:
    cited = audited(sections(Background="Swans were counted by Lee et al. [3].", Method="We count geese."))
    assert "1 heading of related work or background (“Background”)" in positions_examined(cited)
    plain = audited(sections(Background="Let a goose be a bird.", Method="We count geese."))
    assert "no headings of related work or background" in positions_examined(plain)
