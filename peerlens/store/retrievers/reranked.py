"""Rank by another retriever, then put its best passages into the order that a reranker gives them."""

from __future__ import annotations

from collections.abc import Callable

from peerlens.store.rerankers import Reranker
from peerlens.store.retrievers import Ranked, Retriever

POOL = 40
"""Passages the reranker reads: what the fusion takes from either ranking."""


class Reranked:
    """The best 40 of a retriever in a reranker's order; ``text_of`` gives a passage's words by its id."""

    def __init__(self, retriever: Retriever, *, reranker: Reranker, text_of: Callable[[str], str]) -> None:
        self._retriever = retriever
        self._reranker = reranker
        self._text_of = text_of

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        """Passages beyond the pool keep their order behind it, with scores that stay below."""
        found = self._retriever.rank(query, k=max(k, POOL))
        pool, rest = found[:POOL], found[POOL:]
        scores = self._reranker.score(query, [self._text_of(one.passage_id) for one in pool])
        best = [Ranked(one.passage_id, score) for one, score in zip(pool, scores, strict=True)]
        best.sort(key=lambda ranked: -ranked.score)
        floor = best[-1].score if best else 0.0
        return [*best, *(Ranked(one.passage_id, floor - place) for place, one in enumerate(rest, start=1))][:k]
