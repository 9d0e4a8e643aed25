"""Rank by meaning: the cosine of a passage and that of its best sentence, in equal parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from peerlens.store.embedders import Vectors
from peerlens.store.retrievers import Ranked
from peerlens.store.sentences import SentenceTable

_CANDIDATES = 40  # passages taken from either side before their scores are joined: twice the pool of a fusion


class VectorIndex(Protocol):
    """Passage vectors of one paper."""

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        """The passages nearest to a unit vector, by cosine, the best first."""
        ...

    def cosines(self, vector: Vectors, passage_ids: Sequence[str]) -> dict[str, float]:
        """The cosine of each of these passages with a unit vector."""
        ...


class Dense:
    """Passages by the mean of two cosines: their own and their best sentence's.

    A passage vector knows the context, a sentence vector the detail; the sum beats either and their fusion by rank
    (`peerlens eval retrieval`).
    """

    def __init__(self, query_vector: Callable[[str], Vectors], *, index: VectorIndex, sentences: SentenceTable) -> None:
        self._query_vector = query_vector
        self._index = index
        self._sentences = sentences

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        if not query.strip() or not len(self._sentences.owners):
            return []
        vector = self._query_vector(query)
        room = max(k, _CANDIDATES)
        best = self._best_sentences(vector)
        own = {one.passage_id: one.score for one in self._index.nearest(vector, k=room)}
        near = sorted(best, key=lambda one: -best[one])[:room]
        own |= self._index.cosines(vector, [one for one in near if one not in own])
        scored = [Ranked(one, (cosine + best.get(one, -1.0)) / 2) for one, cosine in own.items()]
        return sorted(scored, key=lambda ranked: -ranked.score)[:k]

    def _best_sentences(self, vector: Vectors) -> dict[str, float]:
        table = self._sentences
        best = np.full(len(table.passage_ids), -1.0, dtype=np.float32)
        np.maximum.at(best, table.owners, table.vectors @ vector)
        return dict(zip(table.passage_ids, best.tolist(), strict=True))
