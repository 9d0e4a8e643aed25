"""Rank by meaning: cosine of passage vectors, and of each passage's best sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from peerlens.store.embedders import Vectors
from peerlens.store.retrievers import Ranked
from peerlens.store.sentences import SentenceTable


class VectorIndex(Protocol):
    """Passage vectors of one paper."""

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        """The passages nearest to a unit vector, by cosine, the best first."""
        ...


class Dense:
    """Passages by the cosine of their own vectors."""

    def __init__(self, query_vector: Callable[[str], Vectors], index: VectorIndex) -> None:
        self._query_vector = query_vector
        self._index = index

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        return self._index.nearest(self._query_vector(query), k=k) if query.strip() else []


class DenseSentences:
    """Passages by the cosine of their best sentence."""

    def __init__(self, query_vector: Callable[[str], Vectors], table: SentenceTable) -> None:
        self._query_vector = query_vector
        self._table = table

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        if not query.strip() or not len(self._table.owners):
            return []
        best = np.full(len(self._table.passage_ids), -1.0, dtype=np.float32)
        np.maximum.at(best, self._table.owners, self._table.vectors @ self._query_vector(query))
        order = np.argsort(-best, kind="stable")[:k]
        return [Ranked(self._table.passage_ids[position], float(best[position])) for position in order]
