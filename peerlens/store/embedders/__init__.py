"""Turn texts into vectors. Each embedder is one file, found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """``identity`` names the model, its size and its hash: vectors of two identities are never compared."""

    @property
    def identity(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row a text, shape ``(len(texts), dimensions)``."""
        ...
