"""Rank by shared words: BM25 over stemmed words, numbers whole, compounds whole and in parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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


_HEADING_WEIGHT = 0.3


class Bm25:
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over the given texts, by passage id.

    ``headings``: the headings over each passage, a field of its own that counts 0.3 of the text, so that a word that
    stands in a heading alone finds what is below it.
    """

    def __init__(self, texts: Mapping[str, str], headings: Mapping[str, str] | None = None) -> None:
        self._ids = list(texts)
        above = [] if headings is None else [headings[one] for one in self._ids]
        fields = ((texts.values(), 1.0), (above, _HEADING_WEIGHT))
        self._fields = [(index, weight) for field, weight in fields if (index := _index(field)) is not None]

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        """The passages that share a word with the query; none for a query without words."""
        asked = terms(query)
        if not self._fields or not asked:
            return []
        scores = sum((weight * index.get_scores(asked) for index, weight in self._fields), np.zeros(len(self._ids)))
        order = np.argsort(-scores, kind="stable")[:k]
        return [Ranked(self._ids[position], float(scores[position])) for position in order if scores[position] > 0]


def _index(texts: Iterable[str]) -> bm25s.BM25 | None:
    """``None`` where no text has a word."""
    corpus = [terms(text) for text in texts]
    if not any(corpus):
        return None
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index(corpus, show_progress=False)
    return index


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
