"""A manuscript as blocks for a page, cut where quoted words begin and end and where pages turn."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from peerlens.schema import Manuscript
from peerlens.taxonomy import PassageType


@dataclass(frozen=True, slots=True)
class PaperText:
    """Words of the paper that are marked: ``Manuscript.text[start:end]``."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text. ``marks``: numbers of the marks over it, by spaces; ``first``: the one that begins here, or 0.

    ``page``: "p. 4" where that page begins with it, else "".
    """

    text: str
    marks: str = ""
    first: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or paragraph; ``tag`` is its HTML element, ``kind`` its class."""

    tag: str
    kind: str
    pieces: tuple[Piece, ...]


def paper_blocks(manuscript: Manuscript, marked: Sequence[PaperText]) -> tuple[Block, ...]:
    """Headings and blocks in the order of the text. Marks outside the text are left out."""
    cutter = _Cutter(manuscript, marked)
    spans = _heading_spans(manuscript)
    spans += [(block.start, block.end, "p", _kind(block.type)) for block in manuscript.blocks]
    made = [Block(tag, kind, cutter.pieces(start, end)) for start, end, tag, kind in sorted(spans)]
    return tuple(block for block in made if any(piece.text.strip() for piece in block.pieces))


def quoted_blocks(quotes: Sequence[tuple[int, str, str]]) -> tuple[Block, ...]:
    """The passages alone, each under its place: (number, place, words)."""
    blocks: list[Block] = []
    for number, place, words in quotes:
        blocks.append(Block("h3", "", (Piece(place),)))
        blocks.append(Block("p", "", (Piece(words, marks=str(number), first=number),)))
    return tuple(blocks)


def _heading_spans(manuscript: Manuscript) -> list[tuple[int, int, str, str]]:
    """What of each section stands before its first block."""
    starts = sorted(block.start for block in manuscript.blocks)
    spans = []
    for section in manuscript.sections:
        at = bisect_left(starts, section.start)
        end = min(starts[at], section.end) if at < len(starts) else section.end
        start = section.start + _marks_before(manuscript.text[section.start : end])
        if start < end and manuscript.text[start:end].strip():
            spans.append((start, end, f"h{min(section.level + 1, 6)}", "heading"))
    return spans


def _marks_before(heading: str) -> int:
    """How many characters make it a heading in Markdown, and are no words of it."""
    match = re.match(r"#{1,6}\s+", heading)
    return len(match[0]) if match else 0


def _kind(kind: PassageType) -> str:
    return "" if kind is PassageType.TEXT else kind.value


class _Cutter:
    def __init__(self, manuscript: Manuscript, marked: Sequence[PaperText]) -> None:
        self.text = manuscript.text
        self.marks = [one for one in marked if 0 <= one.start < one.end <= len(self.text)]
        self.pages = {mark.start: mark.value for mark in manuscript.page_marks if mark.value is not None}
        self.cuts = sorted({*(edge for one in self.marks for edge in (one.start, one.end)), *self.pages})
        self.begun: set[int] = set()
        self.shown: set[int] = set()

    def pieces(self, start: int, end: int) -> tuple[Piece, ...]:
        inner = self.cuts[bisect_right(self.cuts, start) : bisect_left(self.cuts, end)]
        return tuple(self._piece(a, b) for a, b in pairwise([start, *inner, end]))

    def _piece(self, start: int, end: int) -> Piece:
        over = [one.number for one in self.marks if one.start < end and start < one.end]
        new = [number for number in over if number not in self.begun]
        self.begun.update(over)
        return Piece(self.text[start:end], " ".join(map(str, over)), new[0] if new else 0, self._page_begun(start, end))

    def _page_begun(self, start: int, end: int) -> str:
        """The page that begins at or before this piece, once."""
        begun = [value for at, value in self.pages.items() if at < end and at not in self.shown]
        self.shown.update(at for at in self.pages if at < end)
        return f"p. {begun[-1]}" if begun else ""
