"""Forty thousand of one thing at one spot: every reader of text ends, and keeps the words around it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from peerlens.schema import Manuscript
from peerlens.store.parsers import markdown, text
from peerlens.store.passages import MAX_WORDS, make_passages
from tests.store.parsers.pdf_writer import Page
from tests.store.parsers.test_pdf_hidden import parse, visible_page

UNITS = {
    "opening brackets": "[", "images": "![", "empty links": "[](/", "open tables": "<table ", "parentheses": "(",
    "braces": "{", "commands": "\\cite[", "row ends": "\\\\[", "dots": ".", "stars": "*a ", "underscores": "_a",
    "one word": "a", "words": "see ", "capitals": "A. ", "pointers": "Table 1 and ", "lost pages": "[MISSING_PAGE",
    "spaces": " ", "hyphens": "a-", "tags": "<", "pipes": "|", "quotes": "\"", "back ticks": "` ", "dollars": "$a ",
}  # fmt: skip


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
@pytest.mark.parametrize("reader", [markdown.read, text.read], ids=["markdown", "text"])
def test_any_number_of_one_thing_at_one_spot_costs_no_word_around_it(
    reader: Callable[..., Manuscript], unit: str
) -> None:
    crowd = unit * (40_000 // len(unit))
    method = f"The camera counts ducks.\n\nHere x{crowd}y it is."
    written = f"# Ducks\n\n## 1 Method\n\n{method}\n\n## 2 Results\n\nNine geese came.\n"
    paper = reader(written.encode(), source="a.md", paper_id="0" * 16, password=None)
    passages = make_passages(paper)
    shown = "\n".join(paper.text[one.start : one.end] for one in passages)
    assert "The camera counts ducks." in shown
    assert "Nine geese came." in shown
    assert all(len(paper.text[one.start : one.end].split()) <= MAX_WORDS for one in passages)


def test_words_printed_over_one_another_are_hidden_and_the_rest_is_read() -> None:
    page = visible_page()
    _print_over(page, times=5_000)
    paper = parse(page)
    assert "calm mornings" in paper.text
    assert "quack4999" not in paper.text
    warning = next(each for each in paper.warnings if each.code == "hidden_text")
    assert "printed over one another" in warning.message


def test_a_word_printed_three_times_for_a_shadow_is_read() -> None:
    page = visible_page()
    _print_over(page, times=3)
    paper = parse(page)
    assert "quack2" in paper.text
    assert paper.warnings == ()


def _print_over(page: Page, *, times: int) -> None:
    for number in range(times):
        page.text(72, 300, f"quack{number}")
