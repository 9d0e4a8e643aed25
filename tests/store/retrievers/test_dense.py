"""Ranking by passage and best sentence together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from peerlens.store.embedders import Vectors
from peerlens.store.retrievers import Ranked
from peerlens.store.retrievers.dense import Dense
from peerlens.store.sentences import SentenceTable

QUERY = np.array([1.0, 0.0], dtype=np.float32)


class _Index:
    """Passage "a" at cosine 0.9, "b" at 0.5, "c" at 0.1; ``nearest`` knows only the first."""

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        return [Ranked("a", 0.9)]

    def cosines(self, vector: Vectors, passage_ids: Sequence[str]) -> dict[str, float]:
        return {one: {"b": 0.5, "c": 0.1}[one] for one in passage_ids}


def _dense(sentences: list[tuple[int, float]]) -> Dense:
    table = SentenceTable(
        passage_ids=("a", "b", "c"),
        owners=np.array([owner for owner, _ in sentences], dtype=np.int32),
        spans=np.zeros((len(sentences), 2), dtype=np.int32),
        vectors=np.array([[cosine, 0.0] for _, cosine in sentences], dtype=np.float32).reshape(len(sentences), 2),
    )
    return Dense(lambda _: QUERY, index=_Index(), sentences=table)


def test_the_mean_of_passage_and_best_sentence_decides() -> None:
    ranked = _dense([(0, 0.1), (1, 0.2), (1, 0.8), (2, 0.3)]).rank("q", k=2)
    assert [one.passage_id for one in ranked] == ["b", "a"]
    assert [one.score for one in ranked] == pytest.approx([0.65, 0.5])


@pytest.mark.parametrize(("query", "sentences"), [("", [(0, 1.0)]), (" ", [(0, 1.0)]), ("q", [])])
def test_nothing_asked_or_nothing_there_ranks_nothing(query: str, sentences: list[tuple[int, float]]) -> None:
    assert _dense(sentences).rank(query, k=5) == []
