"""The pieces a parser cuts a file into, before it is known what section each belongs to."""

from __future__ import annotations

from typing import NamedTuple

from peerlens.taxonomy import PassageType

BOLD_RANK = 9  # a paragraph in bold that serves as a heading: below every real one


class HeadingPiece(NamedTuple):
    """A heading: its span, its words, and its depth as marked (1 = biggest)."""

    start: int
    end: int
    words: str
    rank: int


class BlockPiece(NamedTuple):
    """A paragraph, caption, table row, footnote or list item. ``label``: a caption's normalised label."""

    start: int
    end: int
    type: PassageType
    label: str | None = None


Piece = HeadingPiece | BlockPiece


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends; empty spans come back as ``(start, start)``."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
