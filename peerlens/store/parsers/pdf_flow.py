"""Reading order: the type of the page, its columns, and the sequence of lines, floats and footnotes it is read in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.store.parsers.pdf_body import Body, column_of
from peerlens.store.parsers.pdf_captions import Caption, caption_label
from peerlens.store.parsers.pdf_floats import Float, FloatKind, rows_of
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_sheets import Box, Sheet
from peerlens.store.parsers.pdf_words import Word

_MARK = re.compile(r"(?:\d{1,2}|[*∗†‡§¶#♢♠⋆]{1,2})(?=\D|$)")
_EQUATION_NUMBER = re.compile(r"\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)$")


@dataclass
class TextLine:
    """A line of running text in a column from ``left`` to ``right``; ``gap``: distance to the base line above."""

    line: Line
    left: float
    right: float
    gap: float | None


@dataclass
class FloatItem:
    """A float with its captions, in the order printed."""

    kind: FloatKind | None
    captions: list[Caption]
    lines: list[Line]
    page: int
    caption_first: bool


@dataclass
class FootnoteItem:
    lines: list[Line]


Item = TextLine | FloatItem | FootnoteItem


def page_items(sheet: Sheet, captions: Sequence[Caption], floats: Sequence[Float], body: Body) -> list[Item]:
    """Everything on the sheet in reading order: across the page down to a full-width item, then left, then right."""
    boxed: list[tuple[Box, Item | Line]] = []
    for pair, whole in _pair(captions, floats):
        lines = [line for caption in pair.captions for line in caption.lines] + pair.lines
        boxed.append((whole or _box(lines), pair))
    boxed += [(_box([line]), line) for line in sheet.lines]
    boxed.sort(key=lambda entry: (entry[0][1], entry[0][0]))
    items: list[Item] = []
    columns: list[list[tuple[Box, Item | Line]]] = [[], []]
    band: list[tuple[Box, Item | Line]] = []
    for box, item in boxed:
        column = column_of(box[0], box[2], body.gutter)
        if column < 2:
            if band:
                items += _column_items(band, sheet, body, body.left, body.right)
                band = []
            columns[column].append((box, item))
            continue
        if any(columns):
            items += _both(columns, sheet, body)
            columns = [[], []]
        band.append((box, item))
    items += _both(columns, sheet, body)
    items += _column_items(band, sheet, body, body.left, body.right)
    return items


def _both(columns: list[list[tuple[Box, Item | Line]]], sheet: Sheet, body: Body) -> list[Item]:
    gutter = body.gutter or 0.0
    return [
        *_column_items(columns[0], sheet, body, body.left, gutter),
        *_column_items(columns[1], sheet, body, gutter, body.right),
    ]


def _box(lines: Sequence[Line]) -> Box:
    return (
        min(line.x0 for line in lines),
        min(line.top for line in lines),
        max(line.x1 for line in lines),
        max(line.bottom for line in lines),
    )


def _pair(captions: Sequence[Caption], floats: Sequence[Float]) -> list[tuple[FloatItem, Box | None]]:
    """Each float with the caption next to it; what finds no partner stands alone."""
    choices = [_partners(caption, floats) for caption in captions]
    partners = _match(choices)[2]
    owners = {place: caption for caption, place in zip(captions, partners, strict=True) if place is not None}
    alone = [caption for caption, place in zip(captions, partners, strict=True) if place is None]
    paired: list[tuple[FloatItem, Box | None]] = []
    for place, each in enumerate(_panels_joined(floats, frozenset(owners))):
        mine = [owners[place]] if place in owners else []
        lines = [line for caption in mine for line in caption.lines]
        if not lines and not each.lines:
            continue
        own = _box(lines + each.lines)
        box = (min(own[0], each.box[0]), min(own[1], each.box[1]), max(own[2], each.box[2]), max(own[3], each.box[3]))
        page = (lines + each.lines)[0].page
        first = bool(lines) and min(line.base for line in lines) <= each.box[1] + 12
        paired.append((FloatItem(each.kind, mine, each.lines, page, first), box))
    paired += [(FloatItem(None, [caption], [], caption.lines[0].page, True), None) for caption in alone]
    return paired


def _partners(caption: Caption, floats: Sequence[Float]) -> list[tuple[float, int]]:
    """The nearest few floats a caption may belong to, as (cost, place): the distance, and more for another kind."""
    box = _box(caption.lines)
    wanted = caption.label.split()[0].casefold()
    found = []
    for place, each in enumerate(floats):
        across = min(box[2], each.box[2]) - max(box[0], each.box[0])
        apart = max(each.box[1] - box[3], box[1] - each.box[3], 0.0)
        if across > 0 and apart <= 60:
            kind = wanted if wanted in ("figure", "table", "algorithm") else each.kind.value
            found.append((apart + (0.0 if kind == each.kind.value else 40.0), place))
    return sorted(found)[:3]


def _match(choices: Sequence[list[tuple[float, int]]]) -> tuple[int, float, tuple[int | None, ...]]:
    """One float for each caption, most captions served and then the least cost: (unserved, cost, places)."""
    best: dict[frozenset[int], tuple[int, float, tuple[int | None, ...]]] = {frozenset(): (0, 0.0, ())}
    for options in choices:
        grown: dict[frozenset[int], tuple[int, float, tuple[int | None, ...]]] = {}
        for used, (unserved, cost, places) in best.items():
            tries = [(used, (unserved + 1, cost, (*places, None)))]
            tries += [(used | {p}, (unserved, cost + extra, (*places, p))) for extra, p in options if p not in used]
            for key, value in tries:
                if key not in grown or value[:2] < grown[key][:2]:
                    grown[key] = value
        best = dict(sorted(grown.items(), key=lambda entry: entry[1][:2])[:64])
    return min(best.values(), key=lambda value: value[:2])


def _panels_joined(floats: Sequence[Float], owners: frozenset[int]) -> list[Float]:
    """Pictures without a caption of their own join the captioned picture they stand beside."""
    joined = [Float(each.kind, each.box, list(each.lines)) for each in floats]
    for place, each in enumerate(joined):
        if each.kind is not FloatKind.FIGURE or place in owners:
            continue
        for owner in owners:
            other = joined[owner]
            level = min(each.box[3], other.box[3]) - max(each.box[1], other.box[1])
            if other.kind is FloatKind.FIGURE and level > 0.5 * (each.box[3] - each.box[1]):
                other.lines += each.lines
                each.lines = []
                break
    return joined


def _column_items(
    boxed: Sequence[tuple[Box, Item | Line]], sheet: Sheet, body: Body, left: float, right: float
) -> list[Item]:
    """One column (or band) from the top down, its footnotes taken out of the text."""
    if not boxed:
        return []
    lines = _joined_rows([item for _, item in boxed if isinstance(item, Line)])
    if lines:
        left = _edge([line.x0 for line in lines], left, body.size)
    notes = _footnotes(lines, sheet, body, left, right)
    noted = {id(line) for line in notes}
    entries: list[tuple[float, Item]] = [(box[1], item) for box, item in boxed if not isinstance(item, Line)]
    previous: Line | None = None
    for line in lines:
        if id(line) not in noted:
            gap = line.base - previous.base if previous is not None else None
            entries.append((line.top, TextLine(line, left, right, gap)))
            previous = line
    entries.sort(key=lambda entry: entry[0])
    items = [item for _, item in entries]
    return [*items, FootnoteItem(notes)] if notes else items


def _edge(values: list[float], default: float, size: float) -> float:
    """The usual left edge of the lines."""
    rounded = Counter(round(value) for value in values)
    edge, times = rounded.most_common(1)[0]
    return min(value for value in values if abs(value - edge) <= 1) if times >= 3 else default


def _joined_rows(lines: Sequence[Line]) -> list[Line]:
    """Lines that stand side by side in one column become one."""
    joined: list[Line] = []
    for row in rows_of(lines):
        if len(row) == 1:
            joined.append(row[0])
            continue
        words: list[Word] = sorted((word for line in row for word in line.words), key=lambda word: word.x0)
        joined.append(
            Line(words, row[0].page, row[0].sheet, next((li.number for li in row if li.number is not None), None))
        )
    numbers = [line for line in joined if _EQUATION_NUMBER.match(line.text)]
    for number in numbers:  # an equation's number belongs to the formula line it stands beside
        near = [line for line in joined if line is not number and abs(line.base - number.base) < 0.9 * number.size]
        near = [line for line in near if line.x1 < number.x0]
        if near:
            host = min(near, key=lambda line: abs(line.base - number.base))
            place = joined.index(host)
            joined[place] = Line(host.words + number.words, host.page, host.sheet, host.number or number.number)
            joined = [line for line in joined if line is not number]
    return joined


def _footnotes(lines: Sequence[Line], sheet: Sheet, body: Body, left: float, right: float) -> list[Line]:
    """The footnotes at the foot of a column: below a short rule at its left, or small and opened by a mark."""
    width = right - left
    start: int | None = None
    for x0, y0, x1, _ in sheet.rules:
        short = 0.1 * width < x1 - x0 < 0.6 * width and abs(x0 - left) < 14
        below = [place for place, line in enumerate(lines) if line.base > y0]
        if short and below and y0 > 0.3 * sheet.height and all(lines[place].size < 0.97 * body.size for place in below):
            start = below[0] if start is None else min(start, below[0])
    if start is None:
        for place in range(len(lines) - 1, -1, -1):
            line = lines[place]
            if line.size > 0.93 * body.size or line.base < 0.5 * sheet.height or caption_label(line, body):
                break
            if opens_note(line):
                start = place
    return list(lines[start:]) if start is not None else []


def opens_note(line: Line) -> str | None:
    """The mark with which the line opens a footnote, if it does."""
    first = line.words[0]
    match = _MARK.match(line.text)
    if match is None:
        return None
    small = first.rise > 0 or first.size < 0.85 * line.size or (first.base < line.base - 0.8)
    plain = len(line.words) > 1 and first.text == match[0] and line.words[1].text[:1].isupper()
    return match[0] if small or plain or not match[0].isdigit() else None
