"""Rank passages for a query. Each retriever is one file, found by its name."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Ranked(NamedTuple):
    """A passage and its score; only the order of scores within one ranking has meaning."""

    passage_id: str
    score: float


class Retriever(Protocol):
    """Ranks the searchable passages of one paper, the best first."""

    def rank(self, query: str, *, k: int) -> list[Ranked]: ...
