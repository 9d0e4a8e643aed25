"""What a user may configure: values only. Reading flags, environment and files is the command line's work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class RetrieverName(StrEnum):
    """How passages are ranked for a query."""

    BM25 = "bm25"
    DENSE = "dense"
    HYBRID = "hybrid"


class EngineName(StrEnum):
    """Which family of agents works."""

    AUTO = "auto"
    EMBEDDED = "embedded"


class ParserName(StrEnum):
    """Which parser reads a manuscript. ``auto`` picks by what the file is."""

    AUTO = "auto"
    PDFIUM = "pdfium"


@dataclass(frozen=True, slots=True)
class Settings:
    """One run's configuration. ``k``: passages retrieved a query."""

    home: Path
    engine: EngineName = EngineName.AUTO
    retriever: RetrieverName = RetrieverName.HYBRID
    parser: ParserName = ParserName.AUTO
    k: int = 10
    offline: bool = False
    quiet: bool = False
    use_cache: bool = True
    password: str | None = None
