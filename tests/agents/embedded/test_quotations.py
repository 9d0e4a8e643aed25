"""Claims that quote the paper, or are it word for word, are held against the very words."""

from __future__ import annotations

import pytest

from peerlens.tools import PaperTools
from tests.agents.embedded.conftest import Judge

LEAST_WORDS = 3


@pytest.mark.parametrize("paper", ["icelens", "gearmix"])
def test_no_sentence_of_a_paper_is_contradicted_by_the_paper(
    judge: Judge, papers: dict[str, PaperTools], paper: str
) -> None:
    tools = papers[paper]
    text = tools.manuscript.text
    sentences = [
        text[start:end]
        for passage in tools.passages
        if passage.type.value == "text"
        for start, end in tools.sentences(passage.id)
        if len(text[start:end].split()) > LEAST_WORDS and text[start:end].endswith(".")
    ]
    assert len(sentences) >= LEAST_WORDS
    verdicts = {sentence: judge(paper, sentence)[0].value for sentence in sentences}
    assert [sentence for sentence, verdict in verdicts.items() if verdict == "Not Supported"] == []


def test_words_of_the_paper_inside_a_longer_sentence_that_denies_them_are_no_support(judge: Judge) -> None:
    verdict, _, _ = judge("icelens", "We did run a significance test.")
    assert verdict == "Not Supported"


def test_a_judgement_about_a_quoted_sentence_shows_that_sentence(judge: Judge) -> None:
    verdict, _, judgement = judge("icelens", 'The sentence "Radar sees ice through clouds" is confusing.')
    assert verdict == "Not Determined"
    assert [evidence.quote for evidence in judgement.evidence] == ["Radar sees ice through clouds (Marn, 2019)."]
