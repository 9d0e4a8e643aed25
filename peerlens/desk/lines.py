"""Foreign text as lines of a given width: harmless, folded at words, every line knowing its place in the text."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.text import Text

from peerlens.text.harmless import harmless


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]`` is shown in this style."""

    start: int
    end: int
    style: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Text as it may be put on a screen, with its spans moved to where they are in it."""

    text: str
    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, spans: Sequence[Span] = ()) -> Shown:
        """Make ``text`` harmless. Spans outside of it are cut."""
        marks = sorted(
            {0, len(text), *(min(max(edge, 0), len(text)) for one in spans for edge in (one.start, one.end))}
        )
        moved, pieces, length = {0: 0}, [], 0
        for before, after in itertools.pairwise(marks):
            piece = _plain_lines(text[before:after])
            pieces.append(piece)
            length += len(piece)
            moved[after] = length
        at = {edge: moved[min(max(edge, 0), len(text))] for one in spans for edge in (one.start, one.end)}
        return cls("".join(pieces), tuple(Span(at[one.start], at[one.end], one.style) for one in spans))

    def wrapped(self, width: int) -> tuple[tuple[int, int], ...]:
        return wrap(self.text, max(1, width))

    def line(self, start: int, end: int) -> Text:
        """One line of it, styled."""
        shown = Text(self.text[start:end].rstrip("\n"), no_wrap=True, end="")
        for span in self.spans:
            if span.start < end and span.end > start:
                shown.stylize(span.style, max(span.start, start) - start, min(span.end, end) - start)
        return shown


def one_line(text: str, width: int, style: str = "") -> Text:
    """The beginning of foreign text on one line of at most ``width`` cells."""
    shown = Text(harmless(" ".join(text[: 4 * width + 80].split())), style=style, no_wrap=True, end="")
    shown.truncate(max(1, width), overflow="ellipsis")
    return shown


@lru_cache(maxsize=64)
def wrap(text: str, width: int) -> tuple[tuple[int, int], ...]:
    """Spans of the lines of ``text`` at ``width`` cells; together they are the whole text, in order.

    Lines end at line feeds, else after white space, else within a word too long for a line.
    """
    found: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.splitlines(keepends=True) or [""]:
        found += [(start + a, start + b) for a, b in _wrap_paragraph(paragraph, width)]
        start += len(paragraph)
    return tuple(found)


def row_of(lines: Sequence[tuple[int, int]], offset: int) -> int:
    """The row on which ``offset`` stands."""
    return max(0, bisect_right(lines, offset, key=lambda line: line[0]) - 1)


def _wrap_paragraph(text: str, width: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = _fitting(text, start, width)
        if end < len(text):
            space = text.rfind(" ", start, end + 1)
            end = space + 1 if space > start else max(end, start + 1)
        yield start, end
        start = end
    if not text:
        yield 0, 0


def _fitting(text: str, start: int, width: int) -> int:
    """How far a line from ``start`` reaches; white space at its end takes no room."""
    piece = text[start : start + width]
    if piece.isascii() and cell_len(piece) == len(piece.rstrip("\n")):
        return start + len(piece) + (text[start + width : start + width + 1] == "\n")
    cells, end = 0, start
    while end < len(text):
        cells += get_character_cell_size(text[end]) if text[end] != "\n" else 0
        if cells > width:
            break
        end += 1
    return end


def _plain_lines(text: str) -> str:
    return harmless(text.replace("\r\n", "\n").replace("\t", " ").replace("\f", "\n"))
