"""Numbers of the text beside the cells they name, and beside the same thing said elsewhere."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import stated_values
from peerlens.agents.embedded.audit.inventory import slipped
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, sections

TABLE = """Table 1: Accuracy (%) of counters on two ponds.

| Method | Pond-A | Marsh-B |
|---|---|---|
| Template matcher | 61.22 | 58.41 |
| Regression forest | 70.31 | 66.15 |
| HeronNet | 81.57 | 77.90 |"""


def beside(text: str, *, table: str = TABLE) -> list[Candidate]:
    return stated_values.beside_cells(audited(sections(Introduction="Geese fly.", Results=f"{text}\n\n{table}")))


def test_a_digit_that_differs_from_the_cell_that_the_sentence_names_is_found_with_both() -> None:
    (found,) = beside("HeronNet reaches an accuracy of 77.20 % on Marsh-B (Table 1).")
    assert found.observation == (
        "The text gives 77.20 %, which stands nowhere else in the paper, and Table 1 under “HeronNet, Marsh-B” gives "
        "77.90."
    )
    assert found.severity is Severity.MINOR  # less than one part in a hundred
    assert found.judgement is not None
    assert [one.quote.strip()[:10] for one in found.judgement.evidence] == ["HeronNet r", "| HeronNet"]


def test_a_slip_that_changes_what_is_said_is_moderate() -> None:
    (found,) = beside("HeronNet reaches an accuracy of 71.57 % on Pond-A (Table 1).")
    assert found.severity is Severity.MODERATE


@pytest.mark.parametrize(
    "text",
    [
        "HeronNet reaches an accuracy of 77.90 % on Marsh-B (Table 1).",
        "HeronNet reaches an accuracy of 77.9 on Marsh-B (Table 1).",  # rounded
        "HeronNet reaches an accuracy of 0.779 on Marsh-B (Table 1).",  # a fraction
        "HeronNet is ahead of the regression forest by 11.75 points on Marsh-B.",  # a difference
        "On Marsh-B HeronNet is better than the regression forest by 17.76 percent.",  # a relative change
        "HeronNet reaches 79.74 on average over Pond-A and Marsh-B.",  # a mean
        "HeronNet reaches about 77.20 on Marsh-B (Table 1).",
        "HeronNet reaches 77.20 on Marsh-B (Table 4).",  # another table
        "HeronNet reaches 77.20 at night.",  # names no column
        "Someone reaches 77.20 on Marsh-B.",  # names no row
        "HeronNet needs 7.2 hours on Marsh-B.",
        "HeronNet reaches 23.41 on Marsh-B.",  # no slip: something else
    ],
)
def test_what_agrees_is_reckoned_or_names_no_cell_is_no_finding(text: str) -> None:
    assert beside(text) == []


def test_a_number_that_stands_twice_is_no_slip() -> None:
    assert beside("HeronNet reaches 77.20 on Marsh-B. With fog it has 77.20, too.") == []


def headlines(abstract: str, results: str) -> list[Candidate]:
    return stated_values.headlines(audited(sections(Abstract=abstract, Introduction="Geese fly.", Results=results)))


def test_a_number_of_the_abstract_that_the_results_give_otherwise_is_found() -> None:
    (found,) = headlines(
        "Experiments show up to 27.20 % improvement of counts.", "On marshes the improvement is up to 27.90 % in all."
    )
    assert found.observation == (
        "The text gives 27.20 %, which stands nowhere else in the paper, and another sentence gives 27.90 %."
    )
    assert found.severity is Severity.MODERATE


@pytest.mark.parametrize(
    ("abstract", "results"),
    [
        ("Experiments show up to 27.90 % improvement.", "The improvement is up to 27.90 % in all."),
        ("Experiments show up to 27.20 % improvement.", "The improvement is 27.20 %, or up to 27.90 % at night."),
        ("The pond holds 27.20 geese.", "The counter needs 27.90 volts."),
        ("Experiments show up to 27.20 % improvement.", "The improvement is up to 61.33 % in all."),
        ("Experiments show about 27.20 % improvement of counts.", "The improvement of counts is 27.90 %."),
    ],
)
def test_numbers_that_agree_or_are_of_other_things_are_no_headline(abstract: str, results: str) -> None:
    assert headlines(abstract, results) == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("27.20", "27.90", True),
        ("27.20", "72.20", True),
        ("27.20", "27.02", True),
        ("27.20", "2.720", False),
        ("27.20", "27.2", False),
        ("27.20", "28.90", False),
        ("27.20", "27.20", False),
    ],
)
def test_a_slip_is_one_digit_or_two_neighbours_swapped(one: str, other: str, expected: bool) -> None:
    assert slipped(one, other) is expected
