"""Read query and passage together and score how well they fit. Each reranker is one file, found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """``identity`` names the model: part of what makes stored work stale."""

    @property
    def identity(self) -> str: ...

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text, higher is better; only the order within one call has meaning."""
        ...
