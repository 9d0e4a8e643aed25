"""From the flow of lines to blocks: paragraphs joined over columns, pages and floats, the rest as printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from peerlens.store.parsers.pdf_body import Body
from peerlens.store.parsers.pdf_floats import FloatKind, cells_of, rows_of
from peerlens.store.parsers.pdf_flow import FloatItem, FootnoteItem, Item, TextLine, opens_note
from peerlens.store.parsers.pdf_headings import Heading
from peerlens.store.parsers.pdf_lines import Line, join_words
from peerlens.store.parsers.pdf_words import Word
from peerlens.store.structure import section_kind
from peerlens.taxonomy import PassageType, SectionKind

_BULLET = re.compile(r"(?:[•◦▪‣●○■–∗·⋄⇒→✓]\s|-\s(?=[A-Z])|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s)")
_ENTRY = re.compile(r"\[\w[^\]]{0,30}\]\s|\d{1,3}\.\s")
_TERMINAL = re.compile(r"[.!?:;][”\"'’)\]]*$")
_CONTINUES = re.compile(r"[a-z(\d,;)=≤≥<>+−±]|[^\W\d_A-Z]")


@dataclass
class RawBlock:
    """A stretch of the paper of one type: its lines in order, or ready text for table rows.

    ``heading``: set on headings. ``label``: set on captions. ``rank`` as in ``Heading``.
    """

    type: PassageType
    lines: list[Line] = field(default_factory=list)
    ready: str | None = None
    label: str | None = None
    heading: Heading | None = None
    open_end: bool = False

    @property
    def page(self) -> int:
        return self.lines[0].page


def blocks_of(items: Sequence[Item], headings: Sequence[Heading], body: Body) -> list[RawBlock]:
    """All blocks in reading order. What interrupts a paragraph is moved behind it."""
    return _Builder(headings, body).build(items)


class _Builder:
    def __init__(self, headings: Sequence[Heading], body: Body) -> None:
        self.heads = {heading.places[0]: heading for heading in headings}
        self.inside = {place for heading in headings for place in heading.places[1:]}
        self.body = body
        self.blocks: list[RawBlock] = []
        self.open: RawBlock | None = None
        self.last: TextLine | None = None
        self.held: list[RawBlock] = []
        self.references = False
        self.numbered_entries: bool | None = None
        self.interrupted = False

    def build(self, items: Sequence[Item]) -> list[RawBlock]:
        for place, item in enumerate(items):
            if place in self.inside:
                continue
            if isinstance(item, FloatItem):
                self._hold(float_blocks(item))
            elif isinstance(item, FootnoteItem):
                self._hold(footnote_blocks(item))
            elif place in self.heads:
                self._head(self.heads[place], items)
            else:
                self._text(item)
        self._close()
        return self.blocks

    def _hold(self, blocks: list[RawBlock]) -> None:
        self.held += blocks
        self.interrupted = True

    def _close(self) -> None:
        if self.open is not None:
            self.blocks.append(self.open)
        self.blocks += self.held
        self.open, self.last, self.held = None, None, []

    def _head(self, heading: Heading, items: Sequence[Item]) -> None:
        self._close()
        lines = [item.line for place in heading.places if isinstance(item := items[place], TextLine)]
        self.blocks.append(RawBlock(PassageType.TEXT, lines, ready=heading.words, heading=heading))
        kind = section_kind(heading.words)
        if heading.rank == 1:
            self.references = kind is SectionKind.REFERENCES
            self.numbered_entries = None
        self.interrupted = False

    def _text(self, item: TextLine) -> None:
        kind = PassageType.REFERENCE if self.references else PassageType.TEXT
        if self.open is not None and self.open.type is kind and not self._starts_new(item):
            self.open.lines.append(item.line)
        else:
            self._close()
            self.open = RawBlock(kind, [item.line])
        self.last = item
        self.interrupted = False

    def _starts_new(self, item: TextLine) -> bool:
        """Whether the line opens a new paragraph after the last line of the open one."""
        last = self.last
        if last is None:
            return True
        line, before = item.line, last.line
        broken = (
            line.page != before.page
            or line.sheet != before.sheet
            or item.gap is None
            or item.gap <= 0
            or self.interrupted
        )
        if self.references:
            if self.numbered_entries is None:
                self.numbered_entries = _ENTRY.match(before.text) is not None
            return self._new_entry(item, last, broken)
        if _BULLET.match(line.text) and not (broken and _ends_open(before)):
            return True
        if broken:
            return not self._carries_on(item, last)
        gap = item.gap or 0.0
        indented = (
            item.left + 0.7 * self.body.size < line.x0 < item.left + 4 * self.body.size
            and before.x0 < line.x0 - 0.5 * line.size
        )
        if gap > 1.32 * max(self.body.leading, 1.1 * line.size):
            if _formula(line) or _formula(before):
                return not (_CONTINUES.match(line.text) or not _TERMINAL.search(before.text) or _formula(line))
            return not (line.text[:1].islower() and not _TERMINAL.search(before.text))
        if abs(line.size - before.size) > 0.12 * before.size and line.letters > 12 and before.letters > 12:
            return True
        ended = _TERMINAL.search(before.text) is not None or before.x1 < last.right - 0.25 * (last.right - last.left)
        return indented and ended and not _formula(line) and line.text[:1].isupper()

    def _carries_on(self, item: TextLine, last: TextLine) -> bool:
        line, before = item.line, last.line
        if abs(line.size - before.size) > 0.08 * before.size:
            return False
        if before.text.endswith("-") or line.text[:1].islower():
            return not _TERMINAL.search(before.text) or not _ends_sentence(before.text)
        return _ends_open(before)

    def _new_entry(self, item: TextLine, last: TextLine, broken: bool) -> bool:
        line, before = item.line, last.line
        if self.numbered_entries:
            return _ENTRY.match(line.text) is not None and line.x0 <= item.left + 2 * line.size
        at_left = line.x0 <= item.left + 0.35 * line.size
        gap = item.gap or 0.0
        if broken:
            return at_left and _TERMINAL.search(before.text) is not None
        if gap > 1.32 * self.body.leading:
            return True
        hanging = self.open is not None and any(each.x0 > item.left + 0.6 * line.size for each in self.open.lines[1:])
        ended = before.x1 < last.right - 2 * line.size and before.text.endswith(".")
        return at_left and (
            hanging or (ended and line.text[:1].isupper() and len(self.open.lines if self.open else ()) >= 1)
        )


def _ends_open(line: Line) -> bool:
    return not _TERMINAL.search(line.text)


def _ends_sentence(text: str) -> bool:
    return re.search(r"[.!?][”\"'’)\]]*$", text) is not None


def _formula(line: Line) -> bool:
    return line.share("math") > 0.35


def float_blocks(item: FloatItem) -> list[RawBlock]:
    """The blocks of a float as printed: caption, then rows; or the picture's words, then caption."""
    captions = [
        RawBlock(PassageType.CAPTION, caption.lines, label=caption.label)
        for caption in sorted(item.captions, key=lambda each: each.lines[0].base)
    ]
    inner: list[RawBlock] = []
    if item.kind is FloatKind.TABLE:
        for row in rows_of(item.lines):
            text = " | ".join(cell.strip() for cell in cells_of(row) if cell.strip())
            if text:
                inner.append(RawBlock(PassageType.TABLE, row, ready=text))
    elif item.kind is FloatKind.ALGORITHM and item.lines:
        lines = sorted(item.lines, key=lambda line: (line.base, line.x0))
        rows = [" ".join(line.text for line in row) for row in rows_of(item.lines)]
        inner.append(RawBlock(PassageType.TEXT, lines, ready=" ".join(rows)))
    elif item.kind is FloatKind.FIGURE:
        worded = [line for row in rows_of(item.lines) for line in row if line.letters >= 3]
        seen = dict.fromkeys(line.text.strip() for line in worded)
        if seen:
            inner.append(RawBlock(PassageType.TABLE, worded, ready=" | ".join(seen)))
    return captions + inner if item.caption_first else inner + captions


def footnote_blocks(item: FootnoteItem) -> list[RawBlock]:
    """One block a note, without the mark that opens it: the mark is no word of the note."""
    blocks: list[RawBlock] = []
    for line in item.lines:
        mark = opens_note(line)
        if mark is not None or not blocks:
            blocks.append(RawBlock(PassageType.FOOTNOTE, []))
        if line.words[0].text == mark and len(line.words) > 1:
            line = Line(line.words[1:], line.page, line.sheet, line.number)
        blocks[-1].lines.append(line)
    return blocks


def footnote_marks(items: Iterable[Item]) -> dict[int, set[str]]:
    """The marks that open footnotes, by page."""
    marks: dict[int, set[str]] = {}
    for item in items:
        if isinstance(item, FootnoteItem):
            for line in item.lines:
                mark = opens_note(line)
                if mark is not None:
                    marks.setdefault(line.page, set()).add(mark)
    return marks


def without_marks(words: Sequence[Word], marks: set[str], dropped: Counter[str]) -> list[Word]:
    """The words less raised footnote marks: those that open a note on the page, or hang on a plain word.

    ``dropped`` counts what was taken, so that "10" raised to the power 2 is kept once note 2 has been met.
    """
    kept: list[Word] = []
    for word in words:
        raised = word.rise > 0 and re.fullmatch(r"[\d,]{1,5}|[*∗†‡§¶♢♠⋆]{1,3}", word.text) is not None
        before = kept[-1] if kept else None
        if raised and before is not None:
            digits = word.text[:1].isdigit()
            on_word = not before.ink.math and re.search(r"[^\W\d_]{3,}$|[.,;:)”’\"]$", before.text) is not None
            noted = word.text in marks and not dropped[word.text] and not before.ink.math
            if noted or (on_word and (digits or word.text in marks)):
                dropped[word.text] += 1
                continue
        kept.append(word)
    return kept


def line_text(line: Line, marks: set[str], dropped: Counter[str]) -> str:
    if any(word.rise > 0 for word in line.words):
        return join_words(without_marks(line.words, marks, dropped))
    return line.text
