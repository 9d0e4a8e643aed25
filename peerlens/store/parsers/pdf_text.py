"""Put blocks together to the paper's text: line ends joined, offsets, pages and printed line numbers noted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from peerlens.schema import Mark
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_paragraphs import RawBlock, line_text
from peerlens.store.parsers.pieces import BlockPiece, HeadingPiece, Piece
from peerlens.text.folding import stem

_HYPHEN_END = re.compile(r"([^\W_]+(?:-[^\W_]+)*)-$")
_WORD_START = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_INNER_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SUSPENDED = re.compile(r"(?:and|or|to|as well as|und|bis)\b|[,;)]")
_CJK_END = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$")
_KEEPS_HYPHEN = frozenset(
    "long short high low large small well self cost state single one two three four real fine end cross data time hand "
    "open zero few ground first second third full half off on all ever so multi non best worst fixed free hard human "
    "in-the out-of state-of-the task model domain user machine word".split()
)
_PREFIXES = frozenset("re co pre non multi semi anti sub super inter meta post quasi pseudo".split())


@dataclass
class Composed:
    """``written``: where in the text each block lies, and the lines that it was written from."""

    text: str
    pieces: list[Piece]
    page_marks: tuple[Mark, ...]
    line_marks: tuple[Mark, ...]
    written: list[tuple[int, int, list[Line]]]


class Dictionary:
    """The paper's own words, as they stand inside its lines."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.words: Counter[str] = Counter()
        broken = False
        for text in texts:
            inner = text.strip().partition(" ")[2] if broken else text.strip()
            broken = inner.endswith("-")
            inner = inner.rpartition(" ")[0] if broken else inner
            self.words.update(match[0].casefold() for match in _INNER_WORD.finditer(inner))
        self.stems = {stem(word) for word in self.words}

    def joins(self, before: str, after: str) -> bool:
        """Whether ``before`` and ``after``, parted by a hyphen at a line end, are one word without it."""
        first, second = before.casefold(), after.casefold()
        joined, hyphened = first + second, f"{first}-{second}"
        if not (second[:1].isalpha() and after[:1].islower()) or not first[-1:].isalpha() or "-" in first:
            return False
        if self.words[joined] or self.words[hyphened]:
            return self.words[joined] >= self.words[hyphened]
        if stem(joined) in self.stems:
            return True
        if stem(hyphened) in self.stems or len(first) == 1 or first in _KEEPS_HYPHEN:
            return False
        whole = self.words[second] > 0 and len(second) >= 4
        return not (whole and (first in _PREFIXES or (len(first) >= 4 and self.words[first] > 0)))


@dataclass
class _Writer:
    dictionary: Dictionary
    marks: dict[int, set[str]]
    parts: list[str] = field(default_factory=list)
    length: int = 0
    pages: list[Mark] = field(default_factory=list)
    lines: list[Mark] = field(default_factory=list)
    dropped: dict[int, Counter[str]] = field(default_factory=dict)

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def note(self, page: int, number: int | None) -> None:
        if not self.pages or self.pages[-1].value != page + 1:
            self.pages.append(Mark(start=self.length, value=page + 1))
        if number is not None and (not self.lines or self.lines[-1].value != number):
            if self.lines and self.lines[-1].start == self.length:
                self.lines.pop()
            self.lines.append(Mark(start=self.length, value=number))

    def block(self, block: RawBlock) -> None:
        """Write one block; its lines end up parted by single spaces, line-end hyphens resolved."""
        if block.ready is not None:
            self.note(block.page, next((line.number for line in block.lines if line.number is not None), None))
            self.put(block.ready)
            return
        pending = ""
        for line in block.lines:
            counts = self.dropped.setdefault(line.page, Counter())
            text = " ".join(line_text(line, self.marks.get(line.page, set()), counts).split())
            if not text:
                continue
            if pending:
                pending = self._join(pending, text)
            if pending:
                self.put(pending)
            self.note(line.page, line.number)
            pending = text
        self.put(pending)

    def _join(self, before: str, after: str) -> str:
        """``before`` as it stands in front of the line ``after``: hyphen dropped or kept, a space where one belongs."""
        match = _HYPHEN_END.search(before)
        if match is None and _CJK_END.search(before) and _CJK_END.search(after[0]):
            return before
        if match is None:
            return before if before.endswith(("-", "–", "—", "/")) and not before.endswith(" -") else before + " "
        if _SUSPENDED.match(after):
            return before + " "
        start = _WORD_START.match(after)
        return before[:-1] if start is not None and self.dictionary.joins(match[1], start[0]) else before


def compose(blocks: Sequence[RawBlock], marks: dict[int, set[str]]) -> Composed:
    """The text of the blocks, parted by blank lines, and where each lies in it."""
    lines = [line.text for block in blocks for line in block.lines]
    writer = _Writer(Dictionary(lines), marks)
    pieces: list[Piece] = []
    written: list[tuple[int, int, list[Line]]] = []
    for block in blocks:
        if writer.length:
            writer.put("\n\n")
        start, parts = writer.length, len(writer.parts)
        writer.block(block)
        if writer.length == start:
            del writer.parts[parts:]
            continue
        written.append((start, writer.length, block.lines))
        if block.heading is not None:
            pieces.append(HeadingPiece(start, writer.length, block.heading.words, block.heading.rank))
        else:
            pieces.append(BlockPiece(start, writer.length, block.type, block.label))
    return Composed("".join(writer.parts), pieces, tuple(writer.pages), tuple(writer.lines), written)
