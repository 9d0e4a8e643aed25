"""Taking a response apart: numbers, quotations, headings, reviewers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from peerlens.agents.response.marks import Ref, refs_of, reviewer_of
from peerlens.agents.response.points import Point, points_of
from peerlens.schema import Response, ResponseStretch

Parts = list[tuple[str | None, list[str], str]]


def response(text: str) -> Response:
    return Response(source="r.md", text=text, stretches=(ResponseStretch(review=None, start=0, end=len(text)),))


def parts(text: str) -> Parts:
    return [
        (one.review, [f"{ref.kind}{ref.number}" for ref in one.refs], text[one.start : one.end]) for one in read(text)
    ]


def read(text: str) -> tuple[Point, ...]:
    return points_of(response(text))


@pytest.mark.parametrize(
    ("line", "refs"),
    [
        ("W1: We do.", [Ref("W", 1)]),
        ("**W1 & W2.** We do.", [Ref("W", 1), Ref("W", 2)]),
        ("W1-W3: We do.", [Ref("W", 1), Ref("W", 2), Ref("W", 3)]),
        ("R1-3: We do.", [Ref("", 3, "R1")]),
        ("R2.Q4: We do.", [Ref("Q", 4, "R2")]),
        ("Weakness 3. We do.", [Ref("W", 3)]),
        ("> **Question 2:** why?", [Ref("Q", 2)]),
        ("Response to Q3: We do.", [Ref("Q", 3)]),
        ("Regarding W1, we do.", [Ref("W", 1)]),
        ("1) We do.", [Ref("", 1)]),
        ("(2) We do.", [Ref("", 2)]),
        ("Comment 4: We do.", [Ref("", 4)]),
        ("We do.", []),
        ("1.5 is the rate.", []),
        ("2019 was warm.", []),
        ("Weaknesses are few.", []),
        ("q is the rate.", []),
        ("We agree with W1.", []),
    ],
)
def test_the_numbers_a_line_opens_with_are_read(line: str, refs: list[Ref]) -> None:
    assert list(refs_of(line)[0]) == refs


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("# Response to Reviewer XyZ9", "XyZ9"),
        ("**Reviewer 2**", "2"),
        ("R2:", "R2"),
        ("Reviewer AbCd (score 5):", "AbCd"),
        ("To Reviewer #3", None),
        ("We thank Reviewer XyZ9 for the comments.", None),
        ("Reviewer says that it is small.", None),
    ],
)
def test_a_heading_names_its_reviewer(line: str, who: str | None) -> None:
    found = reviewer_of(line)
    assert (found[0] if found else None) == who


def test_a_numbered_part_goes_on_until_the_next_number() -> None:
    text = "Thank you.\n\nW1: We do.\n\nIt is in Table 3.\n\nW2: We do not."
    assert parts(text) == [
        (None, [], "Thank you."),
        (None, ["W1"], "We do.\n\nIt is in Table 3."),
        (None, ["W2"], "We do not."),
    ]


def test_the_reviewers_words_are_told_from_the_authors() -> None:
    text = (
        "> The lakes are few.\n> Why forty?\n\nForty are enough.\n\n*The lens is never described at all.*\n\nIt is.\n\n"
        "Q1: How many ducks?\nA1: Nine.\n\n**W4: The mask is not needed.**\n\nThe mask matters."
    )
    found = read(text)
    assert [text[one.start : one.end] for one in found] == ["Forty are enough.", "It is.", "Nine.", "The mask matters."]
    assert [list(one.quotes) for one in found] == [
        ["The lakes are few.", "Why forty?"],
        ["The lens is never described at all."],
        ["How many ducks?"],
        ["The mask is not needed."],
    ]
    assert [[f"{ref.kind}{ref.number}" for ref in one.refs] for one in found] == [[], [], ["Q1"], ["W4"]]


def test_parts_stand_under_their_reviewer_and_a_general_part_under_none() -> None:
    text = "General response\n\nWe count.\n\n# Reviewer AbC1\n\nW1: Yes.\n\nR2:\n\nW1: No."
    assert parts(text) == [(None, [], "We count."), ("AbC1", ["W1"], "Yes."), ("R2", ["W1"], "No.")]


def test_without_marks_every_paragraph_is_a_part() -> None:
    assert [words for _, _, words in parts("We do.\nAnd so on.\n\nWe do not.")] == ["We do.\nAnd so on.", "We do not."]


@pytest.mark.parametrize("text", ["", "\n\n", "> quoted words and nothing else\n", "# Reviewer 1\n"])
def test_a_response_without_words_of_the_authors_has_no_parts(text: str) -> None:
    assert read(text) == ()


def test_every_part_is_a_stretch_of_the_text_and_parts_do_not_overlap() -> None:
    text = "W1: 我们在第4.2节报告。\n\nW2: Yes.\n\n" + "Long words. " * 4_000
    found = read(text)
    assert all(one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
