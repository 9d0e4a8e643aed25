"""Fuse rankings by reciprocal rank (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from peerlens.store.retrievers import Ranked, Retriever

RRF_K = 60
POOL = 40


class Hybrid:
    """The fused ranking of several retrievers, each asked for its best 40."""

    def __init__(self, retrievers: Sequence[Retriever]) -> None:
        self._retrievers = tuple(retrievers)

    def rank(self, query: str, *, k: int) -> list[Ranked]:
        return fuse([retriever.rank(query, k=max(POOL, k)) for retriever in self._retrievers])[:k]


def fuse(rankings: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """Sum of 1 / (60 + rank) over the rankings a passage is in; ties keep the order of first appearance."""
    scores: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, ranked in enumerate(ranking, start=1):
            scores[ranked.passage_id] += 1.0 / (RRF_K + rank)
    return [Ranked(one, score) for one, score in sorted(scores.items(), key=lambda item: -item[1])]
