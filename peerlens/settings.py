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


@dataclass(frozen=True, slots=True)
class Policy:
    """What a venue allows. ``name``: what the user called it by.

    ``weaknesses``: agents may be asked for weaknesses and revisions; else claims are only checked. ``model``: text may
    reach a language model; ``elsewhere``: also one on another machine.
    """

    name: str
    weaknesses: bool = True
    model: bool = True
    elsewhere: bool = True


OPEN = Policy("open")
NO_WEAKNESSES = Policy("no-weaknesses", weaknesses=False)
NO_MODEL = Policy("no-model", weaknesses=False, model=False, elsewhere=False)
POLICIES = (OPEN, NO_WEAKNESSES, NO_MODEL)
"""Those that need no file."""


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
    policy: Policy = OPEN
    profile: ProfileName = ProfileName.JSON
    offline: bool = False
    quiet: bool = False
    use_cache: bool = True
    password: str | None = None
    supplements: tuple[Path, ...] = ()
    """Further files of the paper."""
    docling_models: Path | None = None
    """The folder that ``docling-tools models download -o`` filled."""
