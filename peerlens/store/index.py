"""The vectors of one paper in Chroma, on disk in its folder: a cache that is checked, and rebuilt when wrong."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from peerlens.errors import StoreError
from peerlens.store.embedders import Vectors
from peerlens.store.retrievers import Ranked

_REBUILT = "run again: it is rebuilt from the passages"
_COLLECTION = "passages"
_TENANT, _DATABASE = "default_tenant", "default_database"  # where Chroma's client puts a collection unless told


class _Rows(NamedTuple):
    """Stored passages: their ids and, aligned, their vectors or their cosine distances from a query."""

    ids: list[str]
    values: list[Any]


class _Reader(Protocol):
    """What is read from one collection."""

    @property
    def metadata(self) -> dict[str, object]: ...

    def vectors(self, ids: Sequence[str] | None) -> _Rows: ...

    def query(self, vector: Vectors, k: int) -> _Rows: ...

    def close(self) -> None: ...


class _Engine:
    """Chroma's engine itself, as its client calls it. Loading the client costs seven times what opening this does."""

    def __init__(self, folder: Path) -> None:
        import chromadb_rust_bindings as rust

        config = rust.SqliteDBConfig(
            hash_type=rust.MigrationHash.MD5,
            migration_mode=rust.MigrationMode.Validate,
            url=str(folder / "chroma.sqlite3"),
        )
        self._bindings: Any = rust.Bindings(
            allow_reset=False, sqlite_db_config=config, persist_path=str(folder), hnsw_cache_size=1
        )
        collection = self._bindings.get_collection(_COLLECTION, _TENANT, _DATABASE)
        self._id = str(collection.id)
        self.metadata = dict(collection.metadata or {})

    def vectors(self, ids: Sequence[str] | None) -> _Rows:
        asked = None if ids is None else list(ids)
        found = self._bindings.get(self._id, asked, None, None, 0, None, ["embeddings"], _TENANT, _DATABASE)
        return _Rows(list(found.ids), list(found.embeddings))

    def query(self, vector: Vectors, k: int) -> _Rows:
        found = self._bindings.query(
            self._id, None, [vector.tolist()], k, None, None, ["distances"], _TENANT, _DATABASE
        )
        return _Rows(list(found.ids[0]), list(found.distances[0]))

    def close(self) -> None:
        self._bindings = None


class _Client:
    """Chroma's client: it makes collections, and reads them where the engine cannot be called directly."""

    def __init__(self, folder: Path, *, new: str | None = None) -> None:
        """Open the collection in ``folder``, or make one for the identity ``new``."""
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient

        settings = chromadb.config.Settings(anonymized_telemetry=False)
        try:
            self._client: Any = chromadb.PersistentClient(path=str(folder), settings=settings)
        except _broken():
            SharedSystemClient.clear_system_cache()  # Chroma keeps the broken one for every later try on this path
            raise
        try:
            if new is None:
                self._collection = self._client.get_collection(_COLLECTION, embedding_function=None)
            else:
                named = {"identity": new, "hnsw:space": "cosine"}
                self._collection = self._client.create_collection(_COLLECTION, metadata=named, embedding_function=None)
        except _broken():
            self.close()
            raise

    @property
    def metadata(self) -> dict[str, object]:
        return dict(self._collection.metadata or {})

    def add(self, ids: Sequence[str], vectors: Vectors) -> None:
        size = self._client.get_max_batch_size()
        for start in range(0, len(ids), size):
            self._collection.upsert(
                ids=list(ids[start : start + size]), embeddings=vectors[start : start + size].tolist()
            )

    def vectors(self, ids: Sequence[str] | None) -> _Rows:
        found = self._collection.get(ids=None if ids is None else list(ids), include=["embeddings"])
        values: Any = found["embeddings"]
        return _Rows(found["ids"], list(values))

    def query(self, vector: Vectors, k: int) -> _Rows:
        found = self._collection.query(query_embeddings=[vector.tolist()], n_results=k, include=["distances"])
        return _Rows(found["ids"][0], (found["distances"] or [[]])[0])

    def close(self) -> None:
        self._client.close()


class ChromaIndex:
    """Passage vectors by id. Open it with ``open_index`` and close it: an open one holds files and threads."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._reader.close()

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        """The passages nearest to a unit vector by cosine. Raises ``StoreError`` when the store breaks."""
        try:
            found = self._reader.query(vector, k)
        except _broken() as exc:
            raise StoreError(f"the vector store broke: {exc}", hint=_REBUILT) from exc
        return [Ranked(one, 1.0 - float(distance)) for one, distance in zip(found.ids, found.values, strict=True)]

    def cosines(self, vector: Vectors, passage_ids: Sequence[str]) -> dict[str, float]:
        """The cosine of each of these passages with a unit vector. Raises ``StoreError`` when the store breaks."""
        if not passage_ids:
            return {}
        try:
            found = self._reader.vectors(passage_ids)
        except _broken() as exc:
            raise StoreError(f"the vector store broke: {exc}", hint=_REBUILT) from exc
        rows = np.asarray(found.values, dtype=np.float32)
        return dict(zip(found.ids, (rows @ vector).tolist(), strict=True))

    def holds(self, ids: Sequence[str], *, identity: str) -> bool:
        """Whether exactly these passages are in it, each with a vector, made by the named configuration."""
        if self._reader.metadata.get("identity") != identity:
            return False
        stored = self._reader.vectors(None)
        if len(stored.values) != len(ids) or set(stored.ids) != set(ids):
            return False
        if not ids:
            return True
        some = min(len(ids), 10)
        return len(self.nearest(np.asarray(stored.values[0], dtype=np.float32), k=some)) == some


def open_index(folder: Path, ids: Sequence[str], *, identity: str) -> ChromaIndex | None:
    """The index in ``folder`` if it is whole and made by ``identity``, else ``None``."""
    if not (folder / "chroma.sqlite3").is_file():
        return None
    for reader in (_Engine, _Client):
        if (index := _whole(reader, folder, ids, identity=identity)) is not None:
            return index
    return None


def build_index(folder: Path, ids: Sequence[str], vectors: Vectors, *, identity: str) -> ChromaIndex:
    """Make the index anew in ``folder``, whatever was there. Raises ``StoreError`` when it does not come out whole."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    try:
        client = _Client(folder, new=identity)
        client.add(ids, vectors)
        index = ChromaIndex(client)
        whole = index.holds(ids, identity=identity)
    except _broken() as exc:
        raise StoreError(f"the vector store cannot be made in {folder}: {exc}", hint="is the disk full?") from exc
    if not whole:
        index.close()
        raise StoreError(f"the vector store in {folder} is incomplete after it was made", hint="is the disk full?")
    return index


def _whole(reader: Callable[[Path], _Reader], folder: Path, ids: Sequence[str], *, identity: str) -> ChromaIndex | None:
    try:
        index = ChromaIndex(reader(folder))
    except _broken():
        return None
    try:
        if index.holds(ids, identity=identity):
            return index
    except StoreError:
        pass
    except _broken():
        pass
    index.close()
    return None


def _broken() -> tuple[type[Exception], ...]:
    """What reading a broken store raises. It is asked for when something was raised, so Chroma is loaded by then."""
    from chromadb.errors import ChromaError

    return (
        ChromaError,
        sqlite3.Error,
        OSError,
        ImportError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RuntimeError,
    )
