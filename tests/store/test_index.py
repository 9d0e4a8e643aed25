"""Vectors in Chroma: written in batches, checked, and closed without a trace."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

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


def test_the_engine_and_the_client_of_chroma_read_one_index_alike(tmp_path: Path) -> None:
    ids, vectors = [f"p{number}" for number in range(50)], _vectors(50)
    with build_index(tmp_path / "chroma", ids, vectors, identity="a") as made:
        by_client = made.nearest(vectors[7], k=9), made.cosines(vectors[7], ids[3:6])
    opened = open_index(tmp_path / "chroma", ids, identity="a")
    assert opened is not None
    with opened:
        assert (opened.nearest(vectors[7], k=9), opened.cosines(vectors[7], ids[3:6])) == by_client


def test_an_index_is_read_by_the_client_where_the_engine_takes_other_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_index(tmp_path / "chroma", ["p1", "p2"], _vectors(2), identity="a").close()

    def changed(folder: Path) -> None:
        raise TypeError("Bindings.__new__() got an unexpected keyword argument")

    monkeypatch.setattr("peerlens.store.index._Engine", changed)
    index = open_index(tmp_path / "chroma", ["p1", "p2"], identity="a")
    assert index is not None
    with index:
        assert index.nearest(_vectors(2)[1], k=1)[0].passage_id == "p2"


def test_an_index_whose_database_is_no_database_is_not_opened(tmp_path: Path) -> None:
    build_index(tmp_path / "chroma", ["p1"], _vectors(1), identity="a").close()
    (tmp_path / "chroma" / "chroma.sqlite3").write_bytes(b"no database")
    assert open_index(tmp_path / "chroma", ["p1"], identity="a") is None
