"""Vectors in Chroma: written in batches, checked, and closed without a trace."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from peerlens.store.embedders import Vectors
from peerlens.store.index import build_index, open_index


def _vectors(count: int) -> Vectors:
    drawn = np.random.default_rng(7).normal(size=(count, 8)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True), dtype=np.float32)


def test_more_rows_than_one_batch_are_all_kept(tmp_path: Path) -> None:
    ids = [f"p{number}" for number in range(6000)]
    vectors = _vectors(6000)
    build_index(tmp_path / "chroma", ids, vectors, identity="a").close()
    index = open_index(tmp_path / "chroma", ids, identity="a")
    assert index is not None
    with index:
        nearest = index.nearest(vectors[5999], k=1)[0]
    assert (nearest.passage_id, round(nearest.score, 4)) == ("p5999", 1.0)


def test_an_index_of_another_identity_or_other_passages_is_not_opened(tmp_path: Path) -> None:
    build_index(tmp_path / "chroma", ["p1", "p2"], _vectors(2), identity="a").close()
    assert open_index(tmp_path / "chroma", ["p1", "p2"], identity="b") is None
    assert open_index(tmp_path / "chroma", ["p1", "p3"], identity="a") is None
    assert open_index(tmp_path / "nowhere", ["p1"], identity="a") is None


def test_a_paper_without_searched_passages_has_an_empty_index(tmp_path: Path) -> None:
    with build_index(tmp_path / "chroma", [], _vectors(0), identity="a") as index:
        assert index.nearest(_vectors(1)[0], k=3) == []
