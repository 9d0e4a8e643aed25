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
    OPENAI = "openai"


class ContextName(StrEnum):
    """How much of the paper a model is asked with: its best passages, all of it, or whichever costs less."""

    AUTO = "auto"
    RAG = "rag"
    FULL = "full"


class ProfileName(StrEnum):
    """What a model writes: JSON held to a schema, or the plain text of ActReview-style fine-tunes where they do it."""

    JSON = "json"
    ACTREVIEW = "actreview"


class ParserName(StrEnum):
    """Which parser reads a manuscript. ``auto`` picks by what the file is."""

    AUTO = "auto"
    PDFIUM = "pdfium"
    DOCLING = "docling"


class PolicyName(StrEnum):
    """What a venue allows.

    ``open``: everything. ``no-weaknesses``: nobody is asked for weaknesses or revisions, claims are only checked.
    ``no-model``: besides, no text reaches a language model, whatever server is configured.
    """

    OPEN = "open"
    NO_WEAKNESSES = "no-weaknesses"
    NO_MODEL = "no-model"


DEFAULT_RERANK_MODEL = "cross-encoder/ms-marco-MiniLM-L6-v2"
"""Small, Apache-2.0, and widely used to rerank passages."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One run's configuration. ``k``: passages retrieved a query. ``rerank_model``: a folder or a name."""

    home: Path
    engine: EngineName = EngineName.AUTO
    retriever: RetrieverName = RetrieverName.HYBRID
    parser: ParserName = ParserName.AUTO
    rerank: bool = False
    rerank_model: str = DEFAULT_RERANK_MODEL
    k: int = 10
    base_url: str | None = None
    model: str | None = None
    context: ContextName = ContextName.AUTO
    in_flight: int = 64
    """Requests to the model server at a time, at most; fewer where it says that it works on fewer."""
    policy: PolicyName = PolicyName.OPEN
    profile: ProfileName = ProfileName.JSON
    offline: bool = False
    quiet: bool = False
    use_cache: bool = True
    password: str | None = None
    supplements: tuple[Path, ...] = ()
    """Further files of the paper."""
    docling_models: Path | None = None
    """The folder that ``docling-tools models download -o`` filled."""
