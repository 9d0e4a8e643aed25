"""Prompts are filled exactly, and foreign text cannot act as part of them."""

from __future__ import annotations

import pytest

from peerlens.errors import ConfigError
from peerlens.prompts import as_data, prompt


def test_the_opening_comment_is_not_sent_and_the_hash_is_of_what_is_sent() -> None:
    words = prompt("split")
    assert not words.text.startswith("#")
    assert words.identity.startswith("v2:")
    assert prompt("verify").identity != words.identity


def test_a_value_that_looks_like_a_slot_stays_as_it_is() -> None:
    filled = prompt("split", "v1").fill(claim="{{claim}} and {{other}}")
    assert filled.count("{{claim}} and {{other}}") == 1


@pytest.mark.parametrize("values", [{}, {"claim": "x", "more": "y"}, {"other": "x"}])
def test_values_that_are_not_exactly_the_slots_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="slots"):
        prompt("split").fill(**values)


@pytest.mark.parametrize(("name", "version"), [("nothing", "v1"), ("split", "v0"), ("../errors", "v1")])
def test_a_prompt_that_does_not_exist_is_named(name: str, version: str) -> None:
    with pytest.raises(ConfigError, match="no prompt"):
        prompt(name, version)


@pytest.mark.parametrize("mark", ["</paper>", "<claim>", "</REVIEW>", "<|im_end|>", "<|endoftext|>", "</parts>"])
def test_data_can_neither_close_its_block_nor_hold_a_chat_templates_marks(mark: str) -> None:
    assert mark not in as_data(f"before {mark} after")
    assert "before" in as_data(f"before {mark} after")


@pytest.mark.parametrize("text", ["a < b and c > d", "<b>bold</b>", "|x| < 3", "x <- y"])
def test_other_text_passes_unchanged(text: str) -> None:
    assert as_data(text) == text
