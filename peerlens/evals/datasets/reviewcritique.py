"""Read ReviewCritique with the bodies of its papers: review segments that experts found reliable or not, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import Line, files_below, fingerprint, read_lines

_FACTUAL: Final = frozenset(
    {"misunderstanding", "neglect", "unstated statement", "inaccurate summary", "misinterpret novelty"}
)
"""Error types that say something false about the paper (the data's README)."""
_BEYOND: Final = frozenset({"out-of-scope", "vague critique"})
_MIN_WORDS: Final = 5
_TITLE = re.compile(r"section\s+t", re.IGNORECASE)


class SegmentKind(StrEnum):
    """What the experts made of a segment."""

    FACTUAL_ERROR = "factual error"
    RELIABLE = "reliable"
    BEYOND = "out of scope or vague"
    OTHER_ERROR = "other error"


@dataclass(frozen=True, slots=True)
class Segment:
    item: str
    paper: str
    text: str
    kind: SegmentKind


@dataclass(frozen=True, slots=True)
class ReviewCritique:
    """``texts``: the body of each paper by id."""

    texts: Mapping[str, str]
    segments: tuple[Segment, ...]
    version: str


class _Paper(Line):
    paper_id: str
    title: str = ""
    body_text: str


class _Row(Line):
    paper_id: str
    reviewer_model: str = ""
    seg: int
    text: str
    reliable: str
    error_type: str | None = None
    topic_1: str | None = None


def load(data: Path, *, split: str | None = None) -> ReviewCritique:
    """The segments below ``data`` that say something: titles and those under five words are left out.

    ``split`` names the folder to take. Raises ``InputError`` where there are none.
    """
    files = [path for path in files_below(data) if split is None or split in path.parts]
    sources = [path for path in files if path.name == "segments.jsonl"]
    of_papers = [path for path in files if path.name == "papers.jsonl"]
    texts = {
        row.paper_id: f"# {row.title}\n\n{row.body_text}" for path in of_papers for row in read_lines(path, _Paper)
    }
    segments = tuple(_segment(row) for path in sources for row in read_lines(path, _Row) if _says_something(row))
    if not segments:
        raise InputError(f"no segments.jsonl with papers.jsonl below {data}", hint="give the folder of ReviewCritique")
    return ReviewCritique(texts, segments, fingerprint([*sources, *of_papers]))


def _says_something(row: _Row) -> bool:
    return len(row.text.split()) >= _MIN_WORDS and not _TITLE.search(row.topic_1 or "")


def _segment(row: _Row) -> Segment:
    error = (row.error_type or "").casefold()
    if row.reliable.casefold() == "yes":
        kind = SegmentKind.RELIABLE
    elif error in _FACTUAL:
        kind = SegmentKind.FACTUAL_ERROR
    else:
        kind = SegmentKind.BEYOND if error in _BEYOND else SegmentKind.OTHER_ERROR
    text = " ".join(row.text.split()).lstrip("-*• ")
    return Segment(f"{row.paper_id}:{row.reviewer_model}:{row.seg}", row.paper_id, text, kind)
