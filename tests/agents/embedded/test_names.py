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


def test_a_sentence_does_not_open_with_a_name_because_of_its_capital() -> None:
    assert names_in("Results are good.") == ()


def test_acronyms_and_long_forms_lead_to_each_other() -> None:
    text = "We report the character error rate (CER)."
    assert expansions("CER", text) == ["character error rate"]
    assert expansions("Character Error Rate", text) == ["CER"]
