"""An embedder for tests: a bag of hashed words, exact and quick."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from peerlens.store.embedders import Vectors
from peerlens.text.folding import stem, words


class WordVectors:
    """``embedded`` counts the texts that were embedded so far."""

    def __init__(self, *, dimensions: int = 64, name: str = "words") -> None:
        self.dimensions = dimensions
        self.identity = f"{name}:{dimensions}"
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in words(text):
                vectors[row, zlib.crc32(stem(word).encode()) % self.dimensions] += 1
            vectors[row, 0] += 1e-3
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)
