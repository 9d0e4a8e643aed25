"""A statement that something is ahead everywhere, beside tables that bear it out and tables that do not."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import sweeping
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.family import Candidate
from peerlens.agents.rules import derive
from peerlens.taxonomy import Severity, Verdict
from tests.agents.embedded.audit.small_papers import audited, sections

CAPTION = "Table 1: Accuracy of counters on three ponds."
ROWS = """| Method | Pond-A | Marsh-B | Lake-C |
|---|---|---|---|
| Template matcher | 61.2 | 58.4 | 55.0 |
| Regression forest | 70.3 | 78.4 | 60.1 |
| HeronNet | 81.5 | 77.9 | 66.6 |"""
CLAIM = "As Table 1 shows, HeronNet consistently outperforms all counters."


def counted(claim: str = CLAIM, *, rows: str = ROWS, caption: str = CAPTION, after: str = "Geese fly.") -> AuditPaper:
    return audited(
        sections(
            "HeronNet: Counting Herons With Two Streams",
            Abstract="We propose HeronNet, a network that counts herons.",
            Results=f"{claim} {after}\n\n{caption}\n\n{rows}",
            References="[1] A. Crane. Counting by template matcher and forest. 2019.",
        )
    )


def said(candidate: Candidate) -> list[str]:
    assert candidate.judgement is not None
    assert derive(candidate.judgement.parts)[0] is Verdict.SUPPORTED
    return [" ".join(one.quote.split()) for one in candidate.judgement.evidence]


def test_a_cell_in_which_another_row_is_ahead_takes_the_statement_back_with_both_values() -> None:
    (found,) = sweeping.propose(counted())
    assert found.observation == (
        "The paper says of “HeronNet” that it is ahead throughout, but Table 1 prints 77.9 for it and 78.4 for "
        "“Regression forest” under “Marsh-B”."
    )
    assert found.severity is Severity.MODERATE
    claim, own, other = said(found)
    assert claim == CLAIM
    assert own.startswith("| HeronNet")
    assert other.startswith("| Regression forest")


@pytest.mark.parametrize(
    "claim",
    [
        "As Table 1 shows, HeronNet always outperforms the baselines.",
        "As Table 1 shows, HeronNet outperforms every baseline on all ponds and on all data sets.",
        "As Table 1 shows, HeronNet is better than the regression forest on every data set.",
        "As Table 1 shows, our method achieves the best accuracy across all data sets.",
        "Table 1 gives the results. HeronNet achieves the highest accuracy on all three data sets.",
        "HeronNet consistently improves over all baselines.",
    ],
)
def test_each_wording_of_a_sweep_is_seen(claim: str) -> None:
    (found,) = sweeping.propose(counted(claim))
    assert "77.9" in found.observation
    assert "78.4" in found.observation


@pytest.mark.parametrize(
    "claim",
    [
        "As Table 1 shows, HeronNet outperforms the other counters on most data sets.",
        "As Table 1 shows, HeronNet outperforms all counters on all data sets except Marsh-B.",
        "As Table 1 shows, HeronNet outperforms all counters on two out of three data sets.",
        "As Table 1 shows, HeronNet consistently outperforms all counters on average.",
        "As Table 1 shows, HeronNet consistently outperforms all counters on Pond-A and on Lake-C.",
        "As Table 1 shows, HeronNet consistently outperforms the template matcher.",
        "As Table 1 shows, HeronNet should consistently outperform all counters.",
        "As Figure 3 shows, HeronNet consistently outperforms all counters.",
        "As Table 7 shows, HeronNet consistently outperforms all counters.",
        "As Table 1 shows, HeronNet outperforms all counters.",
    ],
)
def test_what_excepts_hedges_or_is_about_other_cells_is_not_taken_back(claim: str) -> None:
    assert sweeping.propose(counted(claim)) == []


FIVE = """| Method | Pond-A | Marsh-B | Lake-C | Bay-D | Sea-E |
|---|---|---|---|---|---|
| Template matcher | 61.2 | 58.4 | 55.0 | 10.1 | 10.2 |
| Regression forest | 70.3 | 88.4 | 70.1 | 11.1 | 11.2 |
| HeronNet | 81.5 | 77.9 | 66.6 | 90.1 | 90.2 |"""


def test_a_statement_about_all_rivals_fails_where_one_is_clearly_ahead_in_several_columns_of_the_table_named() -> None:
    (found,) = sweeping.propose(counted("As Table 1 shows, HeronNet outperforms all counters.", rows=FIVE))
    assert found.observation == (
        "The paper says of “HeronNet” that it is ahead throughout, but Table 1 prints 77.9 for it and 88.4 for "
        "“Regression forest” under “Marsh-B”; it is behind in 2 of 5 such places."
    )


def test_what_is_conceded_nearby_about_cost_concedes_no_score() -> None:
    (found,) = sweeping.propose(counted(after="Its running is of comparable computational efficiency."))
    assert "78.4" in found.observation


@pytest.mark.parametrize(
    ("claim", "rows"),
    [
        ("As Table 1 shows, HeronNet outperforms all counters.", FIVE.replace("70.1 | 1", "60.1 | 1")),  # one column
        ("As Table 1 shows, HeronNet outperforms all counters.", FIVE.replace("88.4 | 70.1", "78.0 | 66.7")),  # a hair
        ("As Table 1 shows, HeronNet outperforms older counters.", FIVE),  # not all of them
        ("HeronNet outperforms all counters.", FIVE),  # the table is not named
        ("As Table 1 shows, HeronNet outperforms all counters.", FIVE.replace("Lake-C", "Average")),
    ],
)
def test_a_statement_about_rivals_may_hold_on_average(claim: str, rows: str) -> None:
    assert sweeping.propose(counted(claim, rows=rows)) == []


@pytest.mark.parametrize(
    "after",
    [
        "On Marsh-B the forest is slightly better.",
        "The exception is Marsh-B.",
        "Only on the marsh does it perform worse than the forest.",
    ],
)
def test_an_exception_conceded_nearby_settles_it(after: str) -> None:
    assert sweeping.propose(counted(after=after)) == []


def test_an_exception_conceded_where_the_table_is_spoken_of_again_settles_it() -> None:
    paper = sections(
        "HeronNet: Counting Herons With Two Streams",
        Results=f"{CLAIM} Geese fly.\n\n{CAPTION}\n\n{ROWS}",
        Discussion="In Table 1 the forest wins on Marsh-B, an exception. Geese swim.",
    )
    assert sweeping.propose(audited(paper)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("78.4 | 60.1", "70.4 | 60.1"),  # nothing is ahead
        ("78.4 | 60.1", "77.9 | 60.1"),  # a tie
        ("| Regression forest |", "| Oracle |"),  # no equal row
        ("| Regression forest |", "| Supervised forest (full data) |"),
        ("| Regression forest |", "| HeronNet w/o reeds |"),
        ("78.4 | 60.1", "78 | 60.1"),  # the same when printed as coarsely
    ],
)
def test_a_tie_an_unequal_row_and_a_coarser_print_take_nothing_back(old: str, new: str) -> None:
    assert old in ROWS
    assert sweeping.propose(counted(rows=ROWS.replace(old, new))) == []


def test_where_less_is_better_the_lower_value_is_ahead() -> None:
    rows = ROWS.replace("81.5", "51.5").replace("66.6", "46.6").replace("58.4", "88.4").replace("78.4", "77.4")
    (found,) = sweeping.propose(counted(rows=rows, caption="Table 1: Counting error on three ponds."))
    assert "prints 77.9 for it and 77.4" in found.observation


@pytest.mark.parametrize("arrow", ["↓", "(lower is better)"])
def test_an_arrow_or_a_word_in_the_caption_says_which_way_is_better(arrow: str) -> None:
    rows = ROWS.replace("81.5", "51.5").replace("66.6", "46.6").replace("58.4", "88.4").replace("78.4", "77.4")
    (found,) = sweeping.propose(counted(rows=rows, caption=f"Table 1: Scores of counters {arrow}."))
    assert "prints 77.9 for it and 77.4" in found.observation


def test_where_nothing_says_which_way_is_better_two_lanes_tell_nothing() -> None:
    assert sweeping.propose(counted(caption="Table 1: Counters compared.")) == []


def test_where_nothing_says_which_way_is_better_the_way_in_which_most_lanes_agree_tells() -> None:
    rows = """| Method | A1 | A2 | A3 | A4 | A5 |
|---|---|---|---|---|---|
| Baseline | 61 | 58 | 55 | 40 | 30 |
| HeronNet | 71 | 68 | 65 | 50 | 29 |"""
    (found,) = sweeping.propose(
        counted(
            "As Table 1 shows, HeronNet improves the counts across all data sets.", rows=rows, caption="Table 1: X."
        )
    )
    assert "prints 29 for it and 30 for “Baseline” under “A5”" in found.observation


def test_what_seems_to_fail_nearly_everywhere_was_read_wrongly_and_is_no_finding() -> None:
    rows = ROWS.replace("70.3", "90.3").replace("60.1", "90.1")
    assert sweeping.propose(counted(rows=rows)) == []


def test_systems_over_columns_are_compared_along_each_row() -> None:
    rows = """| Pond | Forest accuracy | HeronNet accuracy |
|---|---|---|
| Pond-A | 70.3 | 81.5 |
| Marsh-B | 78.4 | 77.9 |
| Lake-C | 60.1 | 66.6 |"""
    rows = rows.replace(" accuracy", "")
    (found,) = sweeping.propose(counted(rows=rows))
    assert "prints 77.9 for it and 78.4 for “Forest” under “Marsh-B”" in found.observation


def test_a_setting_named_by_its_value_is_compared_with_the_other_value() -> None:
    rows = """<table><tr><td>IPC</td><td colspan="2">Pond-A</td><td colspan="2">Marsh-B</td></tr>
<tr><td>IPC</td><td>10</td><td>50</td><td>10</td><td>50</td></tr>
<tr><td>Forest</td><td>70.1</td><td>72.5</td><td>60.2</td><td>58.4</td></tr>
<tr><td>HeronNet</td><td>80.1</td><td>82.5</td><td>71.2</td><td>75.4</td></tr></table>"""
    (found,) = sweeping.propose(counted("As Table 1 shows, IPC = 50 always outperforms IPC = 10.", rows=rows))
    assert "of “IPC 50” that it is ahead throughout, but Table 1 prints 58.4 for it and 60.2" in found.observation


def test_rows_of_another_block_are_not_set_against_each_other() -> None:
    rows = """| Backbone | Method | Pond-A | Marsh-B | Lake-C |
|---|---|---|---|---|
| Small | Forest | 70.3 | 71.4 | 60.1 |
| Small | HeronNet | 81.5 | 77.9 | 66.6 |
| Large | Forest | 90.3 | 91.4 | 90.1 |
| Large | HeronNet | 91.5 | 97.9 | 96.6 |"""
    assert sweeping.propose(counted(rows=rows)) == []


def test_costs_are_no_part_of_a_statement_on_quality() -> None:
    rows = ROWS.replace("Lake-C", "Time (s)").replace("78.4", "70.4").replace("66.6", "99.0")
    assert sweeping.propose(counted(rows=rows)) == []


def test_a_table_whose_titles_do_not_tell_its_columns_apart_is_not_used() -> None:
    assert sweeping.propose(counted(rows=ROWS.replace("Lake-C", "Marsh-B"))) == []


def test_without_a_table_named_the_only_one_with_these_names_is_meant_and_no_ablation() -> None:
    claim = "HeronNet consistently outperforms all counters."
    assert len(sweeping.propose(counted(claim))) == 1
    assert sweeping.propose(counted(claim, caption="Table 1: Ablation, accuracy on three ponds.")) == []
    second = ROWS + "\n\nTable 2: Accuracy on the same ponds at night.\n\n" + ROWS
    assert sweeping.propose(counted(claim, rows=second)) == []


def test_a_statement_that_fails_in_one_place_of_very_many_is_a_note() -> None:
    ponds = range(21)
    head = "| Method | " + " | ".join(f"Pond {n}" for n in ponds) + " |\n|" + "---|" * 22
    forest = "| Regression forest | " + " | ".join("88.4" if n == 3 else "60.1" for n in ponds) + " |"
    mine = "| HeronNet | " + " | ".join("77.9" for _ in ponds) + " |"
    (found,) = sweeping.propose(counted(rows=f"{head}\n{forest}\n{mine}"))
    assert found.severity is Severity.MINOR


BOTH = """Table 1: Error of counters on Pond-A (lower is better).

| Method | Error |
|---|---|
| Regression forest + crop | 2.5 |
| HeronNet + crop | 2.8 |

Table 2: Error of counters on Marsh-B (lower is better).

| Method | Error |
|---|---|
| Regression forest | 25.1 |
| HeronNet | 24.4 |"""


def both(claim: str, *, tables: str = BOTH) -> AuditPaper:
    return audited(
        sections(
            "HeronNet: Counting Herons With Two Streams",
            Abstract="We propose HeronNet, a network that counts herons.",
            Results=f"Geese fly.\n\n{tables}",
            Conclusion=f"{claim} Geese fly.",
            References="[1] A. Crane. Counting by template matcher and forest. 2019.",
        )
    )


def test_what_is_said_of_both_data_sets_is_held_against_the_tables_of_both() -> None:
    claim = "We have demonstrated state-of-the-art performance on both the Pond-A and Marsh-B image counting data sets."
    (found,) = sweeping.propose(both(claim))
    assert "Table 1 prints 2.8 for it and 2.5 for “Regression forest + crop”" in found.observation
    assert sweeping.propose(both(claim, tables=BOTH.replace("| 2.5 |", "| 2.9 |"))) == []
    assert sweeping.propose(both(claim, tables=BOTH.replace("HeronNet + crop", "HeronNet"))) == []  # an unequal rival
    assert sweeping.propose(both(claim.replace("both the", "the"))) == []
