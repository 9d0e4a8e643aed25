"""Ranking and fusing."""

from __future__ import annotations

import pytest

from peerlens.store.retrievers import Ranked
from peerlens.store.retrievers.bm25 import Bm25, terms
from peerlens.store.retrievers.hybrid import Hybrid, fuse


def test_bm25_puts_the_passage_with_the_rare_word_first() -> None:
    index = Bm25({"a": "the error of the model", "b": "the model and the ablation", "c": "nothing here"})
    assert [one.passage_id for one in index.rank("ablations of models", k=5)] == ["b", "a"]


def test_a_word_of_a_heading_finds_what_is_below_and_ranks_after_the_word_itself() -> None:
    texts = {"a": "the error rises", "b": "an ablation of the mask was made", "c": "the error falls"}
    index = Bm25(texts, {"a": "Results › Ablation", "b": "Method", "c": "Results"})
    assert [one.passage_id for one in index.rank("ablation", k=5)] == ["b", "a"]
    assert Bm25({"a": "..."}, {"a": "Ablation"}).rank("ablation", k=1)[0].passage_id == "a"


@pytest.mark.parametrize("query", ["", "the of", "zzz", "!?"])
def test_bm25_finds_nothing_for_a_query_without_known_words(query: str) -> None:
    assert Bm25({"a": "some words"}).rank(query, k=5) == []


@pytest.mark.parametrize("texts", [{}, {"a": ""}, {"a": "...", "b": "the of"}])
def test_bm25_over_nothing_finds_nothing(texts: dict[str, str]) -> None:
    assert Bm25(texts).rank("words", k=5) == []


def test_chinese_words_are_found() -> None:
    assert Bm25({"a": "我们做了消融实验", "b": "没有别的"}).rank("消融", k=1)[0].passage_id == "a"


def test_spellings_of_a_compound_share_their_terms() -> None:
    assert set(terms("finetuning")) <= set(terms("fine-tuning"))
    assert set(terms("fine tuning")) <= set(terms("fine-tuning"))
    assert terms(r"\(0.05_{\pm 0.1}\)") == ["0.05", "0.1"]


def test_fusion_adds_reciprocal_ranks() -> None:
    fused = fuse([[Ranked("a", 9.0), Ranked("b", 1.0)], [Ranked("b", 0.5), Ranked("c", 0.4)]])
    assert fused == [Ranked("b", 1 / 62 + 1 / 61), Ranked("a", 1 / 61), Ranked("c", 1 / 62)]


def test_a_hybrid_asks_each_retriever_for_its_pool() -> None:
    class Asked:
        def __init__(self) -> None:
            self.k = 0

        def rank(self, query: str, *, k: int) -> list[Ranked]:
            self.k = k
            return [Ranked("a", 1.0)]

    one = Asked()
    assert Hybrid([one]).rank("q", k=10) == [Ranked("a", 1 / 61)]
    assert one.k == 40
