"""Rank by shared words: BM25 over stemmed words, numbers whole, compounds whole and in parts."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from peerlens.store.retrievers import Ranked
from peerlens.text.folding import stem, words
from peerlens.text.plain import plain

_STOPWORDS = frozenset(
    "a an and are as at be been but by can do does for from had has have how if in into is it its may more most no not "
    "of on or our so such than that the their them then there these they this those to was we were what when where "
    "which while who will with would".split()
)


_K1, _B = 1.2, 0.75


class Bm25:
    """BM25 (Lucene's variant, k1 = 1.2, b = 0.75) over the given texts, by passage id.

    Kamphuis, de Vries, Boytsov and Lin, ECIR 2020. Scores are single-precision and equal those of the package bm25s,
    whose import takes longer than a paper's whole index where SciPy is installed.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._ids = list(texts)
        self._postings = _postings([terms(text) for text in texts.values()])

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        """The passages that share a word with the query; none for a query without words."""
        scores = np.zeros(len(self._ids), dtype=np.float32)
        for term in terms(query):
            if term in self._postings:
                positions, weights = self._postings[term]
                scores[positions] += weights
        order = np.argsort(-scores, kind="stable")[:k]
        return [Ranked(self._ids[position], float(scores[position])) for position in order if scores[position] > 0]


def _postings(corpus: Sequence[Sequence[str]]) -> dict[str, tuple[NDArray[np.int32], NDArray[np.float32]]]:
    """For each term the positions of the texts it is in, rising, and what it adds to the score of each."""
    counts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for position, found in enumerate(corpus):
        for term, count in Counter(found).items():
            counts[term].append((position, count))
    lengths = np.array([len(found) for found in corpus], dtype=np.float64)
    average = lengths.mean() if len(corpus) else 0.0
    damping = _K1 * ((1 - _B) + _B * lengths / max(average, 1e-9))
    postings: dict[str, tuple[NDArray[np.int32], NDArray[np.float32]]] = {}
    for term, places in counts.items():
        positions, frequencies = np.array(places, dtype=np.int32).T
        rarity = np.float32(math.log(1 + (len(corpus) - len(places) + 0.5) / (len(places) + 0.5)))
        weights = rarity * (frequencies / (damping[positions] + frequencies))
        postings[term] = positions, weights.astype(np.float32)
    return postings


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
