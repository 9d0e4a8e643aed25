"""The sentences of the searched passages with their vectors: one row a sentence."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from peerlens.schema import Manuscript, Passage
from peerlens.store.embedders import Embedder, Vectors
from peerlens.store.passages import spans_within
from peerlens.text.plain import plain


@dataclass(frozen=True, slots=True)
class SentenceTable:
    """``spans[i]`` is a sentence of the passage ``owners[i]`` (its position in ``passage_ids``), ``vectors[i]`` its
    unit vector."""

    passage_ids: tuple[str, ...]
    owners: NDArray[np.int32]
    spans: NDArray[np.int32]
    vectors: Vectors

    def save(self, path: Path) -> None:
        np.savez(path, owners=self.owners, spans=self.spans, vectors=self.vectors.astype(np.float16))


def sentences_of(manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Owner positions and spans of all sentences (of tables: rows) of these passages."""
    owners: list[int] = []
    spans: list[tuple[int, int]] = []
    for position, passage in enumerate(passages):
        for span in spans_within(manuscript, passage):
            owners.append(position)
            spans.append(span)
    return np.array(owners, dtype=np.int32), np.array(spans, dtype=np.int32).reshape(len(spans), 2)


def make_table(manuscript: Manuscript, passages: Sequence[Passage], embedder: Embedder) -> SentenceTable:
    owners, spans = sentences_of(manuscript, passages)
    vectors = embedder.embed([plain(manuscript.text[start:end]) for start, end in spans])
    return SentenceTable(tuple(passage.id for passage in passages), owners, spans, vectors)


def load_table(
    path: Path, manuscript: Manuscript, passages: Sequence[Passage], *, dimensions: int
) -> SentenceTable | None:
    """The stored table, or ``None`` when it is unreadable or does not fit these passages."""
    owners, spans = sentences_of(manuscript, passages)
    try:
        with np.load(path, allow_pickle=False) as stored:
            vectors = stored["vectors"].astype(np.float32)
            fits = np.array_equal(stored["owners"], owners) and np.array_equal(stored["spans"], spans)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    if not fits or vectors.shape != (len(owners), dimensions) or not np.isfinite(vectors).all():
        return None
    return SentenceTable(tuple(passage.id for passage in passages), owners, spans, vectors)
