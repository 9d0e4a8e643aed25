"""BM25 scores, against the package whose variant they follow."""

from __future__ import annotations

import random

import bm25s
import pytest

from peerlens.store.retrievers.bm25 import Bm25, terms

_WORDS = "loss model graph batch token seed prior kernel margin depth rank fold corpus anchor".split()


def test_scores_and_order_are_those_of_the_reference_package() -> None:
    draw = random.Random(3)
    texts = {f"p{number}": " ".join(draw.choices(_WORDS, k=draw.randint(1, 60))) for number in range(80)}
    reference = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    reference.index([terms(text) for text in texts.values()], show_progress=False)
    ours = Bm25(texts)
    for query in ("graph kernel", "margin", "loss loss depth corpus anchor"):
        expected = reference.get_scores(terms(query))
        ranked = ours.rank(query, k=80)
        assert [one.score for one in ranked] == sorted((float(one) for one in expected if one > 0), reverse=True)
        assert all(one.score == float(expected[int(one.passage_id[1:])]) for one in ranked)


@pytest.mark.parametrize("texts", [{}, {"p1": ""}, {"p1": "the of"}])
def test_texts_without_words_are_never_ranked(texts: dict[str, str]) -> None:
    assert Bm25(texts).rank("the graph", k=3) == []
