"""The vectors of one paper in Chroma, on disk in its folder: a cache that is checked, and rebuilt when wrong."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import chromadb
import numpy as np
from chromadb.api.client import Client
from chromadb.api.models.Collection import Collection
from chromadb.api.shared_system_client import SharedSystemClient
from chromadb.config import Settings as ChromaSettings
from chromadb.errors import ChromaError

from peerlens.errors import StoreError
from peerlens.store.embedders import Vectors
from peerlens.store.retrievers import Ranked

_REBUILT = "run again: it is rebuilt from the passages"
_COLLECTION = "passages"
_BROKEN = (ChromaError, sqlite3.Error, OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError)


class ChromaIndex:
    """Passage vectors by id. Open it with ``open_index`` and close it: an open one holds files and threads."""

    def __init__(self, client: Client, collection: Collection) -> None:
        self._client = client
        self._collection = collection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        """The passages nearest to a unit vector by cosine. Raises ``StoreError`` when the store breaks."""
        try:
            found = self._collection.query(query_embeddings=[vector.tolist()], n_results=k, include=["distances"])
        except _BROKEN as exc:
            raise StoreError(f"the vector store broke: {exc}", hint=_REBUILT) from exc
        distances = (found["distances"] or [[]])[0]
        return [Ranked(one, 1.0 - float(distance)) for one, distance in zip(found["ids"][0], distances, strict=True)]

    def cosines(self, vector: Vectors, passage_ids: Sequence[str]) -> dict[str, float]:
        """The cosine of each of these passages with a unit vector. Raises ``StoreError`` when the store breaks."""
        if not passage_ids:
            return {}
        try:
            found = self._collection.get(ids=list(passage_ids), include=["embeddings"])
        except _BROKEN as exc:
            raise StoreError(f"the vector store broke: {exc}", hint=_REBUILT) from exc
        rows = np.asarray(found["embeddings"], dtype=np.float32)
        return dict(zip(found["ids"], (rows @ vector).tolist(), strict=True))

    def holds(self, ids: Sequence[str], *, identity: str) -> bool:
        """Whether exactly these passages are in it, each with a vector, made by the named configuration."""
        if (self._collection.metadata or {}).get("identity") != identity:
            return False
        stored = self._collection.get(include=["embeddings"])
        vectors = cast("Sequence[Sequence[float]] | None", stored["embeddings"])
        if vectors is None or len(vectors) != len(ids) or set(stored["ids"]) != set(ids):
            return False
        if not ids:
            return True
        some = min(len(ids), 10)
        return len(self.nearest(np.asarray(vectors[0], dtype=np.float32), k=some)) == some

    def add(self, ids: Sequence[str], vectors: Vectors) -> None:
        size = self._client.get_max_batch_size()
        for start in range(0, len(ids), size):
            self._collection.upsert(
                ids=list(ids[start : start + size]), embeddings=vectors[start : start + size].tolist()
            )


def open_index(folder: Path, ids: Sequence[str], *, identity: str) -> ChromaIndex | None:
    """The index in ``folder`` if it is whole and made by ``identity``, else ``None``."""
    if not (folder / "chroma.sqlite3").is_file():
        return None
    try:
        client = _client(folder)
    except _BROKEN:
        SharedSystemClient.clear_system_cache()  # Chroma keeps the broken one for every later try on this path
        return None
    try:
        index = ChromaIndex(client, client.get_collection(_COLLECTION, embedding_function=None))
        if index.holds(ids, identity=identity):
            return index
    except (*_BROKEN, StoreError):
        pass
    client.close()
    return None


def build_index(folder: Path, ids: Sequence[str], vectors: Vectors, *, identity: str) -> ChromaIndex:
    """Make the index anew in ``folder``, whatever was there. Raises ``StoreError`` when it does not come out whole."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    try:
        client = _client(folder)
        collection = client.create_collection(
            _COLLECTION, metadata={"identity": identity, "hnsw:space": "cosine"}, embedding_function=None
        )
        index = ChromaIndex(client, collection)
        index.add(ids, vectors)
        whole = index.holds(ids, identity=identity)
    except _BROKEN as exc:
        raise StoreError(f"the vector store cannot be made in {folder}: {exc}", hint="is the disk full?") from exc
    if not whole:
        index.close()
        raise StoreError(f"the vector store in {folder} is incomplete after it was made", hint="is the disk full?")
    return index


def _client(folder: Path) -> Client:
    settings = ChromaSettings(anonymized_telemetry=False)
    return cast("Client", chromadb.PersistentClient(path=str(folder), settings=settings))
