"""Where on the pages of a PDF the words of its text stand: the way back from offsets to rectangles."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_sheets import Box, Sheet
from peerlens.store.parsers.pdf_text import Composed
from peerlens.store.parsers.pdf_words import Word

_AHEAD = 30
"""Characters of text that may lie between one word of a line and the next: what the parser wrote, but did not read."""
_WRITTEN = frozenset(" \n\t|^")
"""What the parser puts between words."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line on a page (from 0), as a rectangle of four corners: x and y of upper left, upper right,
    lower left, lower right in points, y running down from the top of the visible page."""

    page: int
    corners: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    start: int
    end: int
    word: Word
    line: Line


class WordPlaces:
    """Finds the rectangles of stretches of the text that ``composed`` holds. ``sheets`` in the order of reading."""

    def __init__(self, composed: Composed, sheets: Sequence[Sheet]) -> None:
        self._sheets = sheets
        self._placed = sorted(_all_placed(composed), key=lambda one: one.start)
        self._starts = [one.start for one in self._placed]

    def of(self, start: int, end: int) -> tuple[Place, ...]:
        """One place for each line that the words of ``text[start:end]`` stand on, in order."""
        first = max(bisect_left(self._starts, start) - 1, 0)
        last = bisect_left(self._starts, end)
        lines: dict[int, list[tuple[float, float, Line]]] = {}
        for one in self._placed[first:last]:
            if one.end > start:
                x0, x1 = _clipped(one, start, end)
                lines.setdefault(id(one.line), []).append((x0, x1, one.line))
        return tuple(self._place(found) for found in lines.values())

    def _place(self, found: Sequence[tuple[float, float, Line]]) -> Place:
        line = found[0][2]
        box = (min(x0 for x0, _, _ in found), line.top, max(x1 for _, x1, _ in found), line.bottom)
        return Place(line.page, _corners(box, self._sheets[line.sheet]))


def _clipped(one: _Placed, start: int, end: int) -> tuple[float, float]:
    """The part of the word inside the stretch, its characters taken as equally wide."""
    width = (one.word.x1 - one.word.x0) / max(one.end - one.start, 1)
    before, behind = max(start - one.start, 0), max(one.end - end, 0)
    return one.word.x0 + before * width, one.word.x1 - behind * width


def _all_placed(composed: Composed) -> Iterator[_Placed]:
    for start, end, lines in composed.written:
        yield from _in_block(composed.text[start:end], start, lines)


def _in_block(text: str, offset: int, lines: Iterable[Line]) -> Iterator[_Placed]:
    """Words in order, each where it comes next in the text; those that are not in it (notes' marks) are passed over."""
    at = 0
    for line in lines:
        for word in line.words:
            found = _next(text, at, word.text)
            if found is not None:
                yield _Placed(offset + found[0], offset + found[1], word, line)
                at = found[1]


def _next(text: str, at: int, word: str) -> tuple[int, int] | None:
    while at < len(text) and text[at] in _WRITTEN:
        at += 1
    forms = (word, word.rstrip("-.:"))  # a hyphen at a line end is resolved, a heading loses its full stop
    for form in forms:
        if form and text.startswith(form, at):
            return at, at + len(form)
    if len(word) < 3:
        return None
    for form in forms:
        found = text.find(form, at, at + _AHEAD + len(form))
        if found >= 0:
            return found, found + len(form)
    return None


def _corners(box: Box, sheet: Sheet) -> tuple[float, ...]:
    """The corners of a box of a sheet on its page: the sheet may be turned against it."""
    x0, top, x1, bottom = box
    upright = (x0, top), (x1, top), (x0, bottom), (x1, bottom)
    return tuple(value for x, y in upright for value in _on_page(x, y, sheet))


def _on_page(x: float, y: float, sheet: Sheet) -> tuple[float, float]:
    """A point of the sheet's own frame on the page: ``pdf_sheets`` turned it there."""
    match sheet.direction:
        case 90:
            return y, sheet.width - x
        case 180:
            return sheet.width - x, sheet.height - y
        case 270:
            return sheet.height - y, x
        case _:
            return x, y
