"""Names are found whole, under their usual spellings."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.names import expansions, name_pattern, names_in


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("GPT-4", "we use GPT-4V", False),
        ("GPT-4", "GPT4 answers", True),
        ("BERT", "GBERT is used", False),
        ("BERT", "BERT-base is used", True),
        ("ICE", "a choice of ice", False),
        ("RoBERTa", "XLM-RoBERTa", False),
        ("WikiText-2", "on wikitext2", True),
        ("the Clothing dataset", "on Clothing we", True),
        ("LSTMs", "an LSTM is trained", True),
        ("LSTM", "LSTMs are trained", True),
        ("CLSs", "the classes differ", False),
    ],
)
def test_token_boundaries_come_before_anything_clever(name: str, text: str, found: bool) -> None:
    assert (name_pattern(name).search(text) is not None) is found


def test_names_of_several_words_stay_whole() -> None:
    assert names_in("The paper does not compare with Chain of Thought.") == ("Chain of Thought",)


def test_the_letter_of_a_panel_opens_a_sentence_too() -> None:
    assert names_in("(d) Representative set of samples") == ()


@pytest.mark.parametrize("word", ["Out", "Besides", "Whereas", "Four"])
def test_small_words_are_no_names_wherever_they_stand(word: str) -> None:
    assert names_in(f"x {word} of seven families") == ()


def test_a_sentence_does_not_open_with_a_name_because_of_its_capital() -> None:
    assert names_in("Results are good.") == ()


def test_acronyms_and_long_forms_lead_to_each_other() -> None:
    text = "We report the character error rate (CER)."
    assert expansions("CER", text) == ["character error rate"]
    assert expansions("Character Error Rate", text) == ["CER"]


def test_the_long_form_of_an_acronym_leaves_out_what_leads_to_it() -> None:
    text = "It is close to proximal policy search (PPS) and to others."
    assert expansions("PPS", text) == ["proximal policy search"]
