"""Rank by shared words: BM25 over stemmed words, numbers whole, compounds whole and in parts."""

from __future__ import annotations

from collections.abc import Mapping

import bm25s
import numpy as np

from peerlens.store.retrievers import Ranked
from peerlens.text.folding import stem, words
from peerlens.text.plain import plain

_STOPWORDS = frozenset(
    "a an and are as at be been but by can do does for from had has have how if in into is it its may more most no not "
    "of on or our so such than that the their them then there these they this those to was we were what when where "
    "which while who will with would".split()
)


class Bm25:
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over the given texts, by passage id."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._ids = list(texts)
        corpus = [terms(text) for text in texts.values()]
        self._index: bm25s.BM25 | None = None
        if any(corpus):
            self._index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
            self._index.index(corpus, show_progress=False)

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        """The passages that share a word with the query; none for a query without words."""
        asked = terms(query)
        if self._index is None or not asked:
            return []
        scores = self._index.get_scores(asked)
        order = np.argsort(-scores, kind="stable")[:k]
        return [Ranked(self._ids[position], float(scores[position])) for position in order if scores[position] > 0]


def terms(text: str) -> list[str]:
    """What BM25 counts: folded words and numbers, stemmed, without function words.

    A compound counts in its parts and joined ("fine-tuning": fine, tune, finetun), so that all spellings meet.
    """
    found: list[str] = []
    for word in words(plain(text)):
        if word in _STOPWORDS:
            continue
        found.append(stem(word.replace("-", "") if "-" in word and not word[0].isdigit() else word))
    return found
