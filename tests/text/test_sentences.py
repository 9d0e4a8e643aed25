"""Splitting prose into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peerlens.text.sentences import sentence_spans


def _split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We follow Smith et al. (2020) and report 0.95 on the test set.",
        "Some methods, e.g. BERT, i.e. encoders, do well w.r.t. speed.",
        "As Fig. 3 and Eq. (7) show, it holds.",
        "J. K. Rowling and A. Turing agree.",
        "It was compared vs. three others, cf. Sec. 4.2.",
        "The loss is approx. 3.5 times as large.",
        "Results in Tab. 1 and Figs. 2 and 3 agree.",
        "Adam, SGD, etc. are used.",
    ],
)
def test_periods_of_abbreviations_initials_and_numbers_end_no_sentence(text: str) -> None:
    assert _split(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is here. Two is there.", ["One is here.", "Two is there."]),
        ("It is shown by Smith et al. However, we differ.", ["It is shown by Smith et al.", "However, we differ."]),
        ("See Section 3. We then go on.", ["See Section 3.", "We then go on."]),
        ("The proof is in Appendix A. We use it.", ["The proof is in Appendix A.", "We use it."]),
        ("They said “no.” We said yes.", ["They said “no.”", "We said yes."]),
        ("Why is that? also unclear. fine then.", ["Why is that?", "also unclear.", "fine then."]),
        ("It works (as shown.) Next one.", ["It works (as shown.)", "Next one."]),
        ("a line\nthat goes on. And\nmore.", ["a line\nthat goes on.", "And\nmore."]),
        ("First paragraph\n\nSecond paragraph", ["First paragraph", "Second paragraph"]),
        ("Weak points:\n- no test\n- no code", ["Weak points:", "- no test", "- no code"]),
        ("1. No test is run. It is bad.\n2. No code.", ["1. No test is run.", "It is bad.", "2. No code."]),
        ("(1) One point here.\n(2) Another.", ["(1) One point here.", "(2) Another."]),
        ("# Weaknesses\nNo code.", ["# Weaknesses", "No code."]),
        ("我们提出方法。结果很好。", ["我们提出方法。", "结果很好。"]),
        ("It has p < 0.05. Is it so?! Yes...", ["It has p < 0.05.", "Is it so?!", "Yes..."]),
        ("The gain is small.1 We differ.", ["The gain is small.1", "We differ."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert _split(text) == expected


def test_spans_are_absolute_within_a_window() -> None:
    text = "Skip this. One here. Two here. Skip that."
    assert sentence_spans(text, 11, 30) == [(11, 20), (21, 30)]


@given(st.text(alphabet="ab A.?!\n-1(#|。é", max_size=60))
def test_every_character_that_is_not_white_space_is_in_exactly_one_span(text: str) -> None:
    spans = sentence_spans(text)
    covered = [index for start, end in spans for index in range(start, end)]
    assert len(covered) == len(set(covered))
    assert {index for index, char in enumerate(text) if not char.isspace()} <= set(covered)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
