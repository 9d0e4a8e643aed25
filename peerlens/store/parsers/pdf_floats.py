"""Find what floats on a page: captions, ruled tables, pictures, and the lines that belong to each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from peerlens.store.parsers.pdf_lines import Box, Line, Sheet
from peerlens.store.parsers.pdf_pictures import picture_boxes

_CAPTION = re.compile(
    r"(?P<kind>table|tab\.|figure|fig\.|algorithm|listing|scheme|chart|box)\s*"
    r"(?P<number>(?:[A-Z]{1,2}[.\-]?)?\d{1,3}(?:[.\-]\d{1,2})?[a-z]?|[IVX]{1,5}|[A-Z]\b)"
    r"(?P<mark>\s*[:.|—–]|\s*\([a-z]\)\s*[:.]|\s+|$)",
    re.I,
)
_KINDS = {"tab.": "Table", "fig.": "Figure"}


class FloatKind(Enum):
    TABLE = "table"
    FIGURE = "figure"
    ALGORITHM = "algorithm"


@dataclass
class Caption:
    label: str
    lines: list[Line]


@dataclass
class Float:
    """A table, figure or algorithm: its own lines and its box, without the caption."""

    kind: FloatKind
    box: Box
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Body:
    """The paper's main type: size in points, most used font, usual distance of base lines, and the gutter.

    ``gutter``: x of the middle between the two columns, ``None`` for one column.
    """

    size: float
    font: str
    leading: float
    gutter: float | None
    left: float
    right: float


def caption_label(line: Line, body: Body) -> tuple[str, bool] | None:
    """The normalised label of a line that reads like the start of a caption, and whether its look says so too."""
    match = _CAPTION.match(line.text)
    if match is None:
        return None
    kind = match["kind"].casefold()
    label = f"{_KINDS.get(kind, kind.capitalize())} {match['number'].rstrip('.')}"
    mark = match["mark"].strip()
    first, last = line.words[0], line.words[-1]
    styled = first.ink.font != last.ink.font and (first.ink.bold or first.ink.italic or first.ink.font != body.font)
    other_size = abs(line.size - body.size) > 0.04 * body.size
    alone = match.end() >= len(line.text)
    if not mark:
        heavy = first.ink.bold and (styled or kind == "algorithm" or alone)
        return (label, True) if heavy or (alone and line.text.isupper()) else None
    return label, styled or other_size or (first.ink.bold and line.share("bold") > 0.9)


def find_captions(sheet: Sheet, body: Body) -> list[Caption]:
    """Captions with all their lines; those lines leave ``sheet.lines``."""
    captions: list[Caption] = []
    rules = sheet.rules
    for line in sorted(sheet.lines, key=lambda each: (each.base, each.x0)):
        found = caption_label(line, body)
        if found is None or any(line is taken for caption in captions for taken in caption.lines):
            continue
        label, looks = found
        if not looks and not _starts_block(line, sheet.lines, body):
            continue
        grown = _grow(line, sheet.lines, rules, body)
        captions.append(Caption(label, grown + _resumed(grown[-1], sheet.lines, rules, body)))
    gone = {id(line) for caption in captions for line in caption.lines}
    sheet.lines = [line for line in sheet.lines if id(line) not in gone]
    return captions


def _starts_block(line: Line, lines: Sequence[Line], body: Body) -> bool:
    """Whether white space above sets the line apart from text above it in the same column."""
    above = [other for other in lines if other.base < line.base - 2 and _overlap(line, other) > 0.3 * line.width]
    nearest = max(above, key=lambda other: other.base, default=None)
    return nearest is None or line.base - nearest.base > 1.25 * max(body.leading, 1.1 * line.size)


def _overlap(one: Line, other: Line) -> float:
    return min(one.x1, other.x1) - max(one.x0, other.x0)


def _grow(seed: Line, lines: Sequence[Line], rules: Sequence[Box], body: Body) -> list[Line]:
    """The caption's lines, from its first downwards, while place, size and distance stay those of one paragraph.

    A rule ends it: that is where its table or algorithm begins.
    """
    grown = [seed]
    left, right = seed.x0, seed.x1
    step: float | None = None
    while True:
        last = grown[-1]
        most = 1.6 * last.size if step is None else step + 0.12 * last.size
        below = [
            line
            for line in lines
            if 0.5 * last.size < line.base - last.base <= most
            and min(right, line.x1) - max(left, line.x0) > 0.5 * line.width
            and abs(line.size - seed.size) <= 0.06 * seed.size
            and caption_label(line, body) is None
        ]
        if not below:
            return grown
        following = min(below, key=lambda line: (line.base, line.x0))
        if any(last.base < y0 < following.base and x0 < last.x1 and x1 > last.x0 for x0, y0, x1, _ in rules):
            return grown
        if step is not None and last.x1 < right - 0.25 * (right - left) and following.x0 <= left + 1 and len(grown) > 1:
            short_end = last.text.rstrip().endswith((".", ")", "]"))
            if short_end and abs(following.size - body.size) <= 0.04 * body.size and following.font == body.font:
                return grown
        same_row = [line for line in below if abs(line.base - following.base) < 1.0]
        step = max(step or 0.0, following.base - last.base) if step is None else step
        grown += sorted(same_row, key=lambda line: line.x0)
        left, right = min(left, *(line.x0 for line in same_row)), max(right, *(line.x1 for line in same_row))


def _resumed(last: Line, lines: Sequence[Line], rules: Sequence[Box], body: Body) -> list[Line]:
    """What carries on a caption that breaks off, a little further down in the caption's own type size."""
    if last.text.rstrip().endswith((".", ":", ")")) or abs(last.size - body.size) < 0.06 * body.size:
        return []
    further = [
        line
        for line in lines
        if 0 < line.base - last.base < 6 * last.size
        and abs(line.x0 - last.x0) < 1.5
        and (line.size, line.font) == (last.size, last.font)
        and caption_label(line, body) is None
    ]
    between = [
        line for line in lines if further and last.base < line.base < further[0].base and _overlap(line, last) > 0
    ]
    return _grow(further[0], lines, rules, body) if between and all(line.size == body.size for line in between) else []


def find_floats(sheet: Sheet, captions: Sequence[Caption], body: Body) -> list[Float]:
    """Tables between rules, then pictures, then tables without rules; their lines leave ``sheet.lines``."""
    floats = _ruled(sheet, captions, body)
    for picture in picture_boxes(sheet, [each.box for each in floats], body.size):
        box = _cut_at_captions(picture, captions)
        inside = [line for line in _inside(sheet.lines, box) if not _is_prose(line, body)]
        floats.append(Float(FloatKind.FIGURE, box, inside))
        _remove(sheet, inside)
    nested = [line for line in sheet.lines if line.share("nested") > 0.5]
    if nested and len(nested) < 0.8 * len(sheet.lines):
        _remove(sheet, nested)
        _give(nested, floats)
    for caption in captions:
        if caption.label.startswith("Table") and not _has_float(caption, floats):
            rows = _rows_beside(caption, sheet.lines, body)
            if rows:
                floats.append(Float(FloatKind.TABLE, _bounds(rows), rows))
                _remove(sheet, rows)
        elif caption.label.startswith("Figure"):
            _sub_captions(caption, floats, sheet, body)
    return floats


def _cut_at_captions(box: Box, captions: Sequence[Caption]) -> Box:
    """The box without what lies beyond a caption in it: drawings often claim more room than they fill."""
    x0, y0, x1, y1 = box
    for caption in captions:
        left, top, right, bottom = _bounds(caption.lines)
        if min(x1, right) - max(x0, left) > 0.5 * (right - left) and y0 < (top + bottom) / 2 < y1:
            if (top + bottom) / 2 > (y0 + y1) / 2 or caption.label.startswith("Figure"):
                y1 = min(y1, top)
            else:
                y0 = max(y0, bottom)
    return x0, y0, x1, y1


def _is_prose(line: Line, body: Body) -> bool:
    """Whether a line in a picture's box is running text of the page: full lines in the paper's own type."""
    column = (body.right - body.left) * (1.0 if body.gutter is None else 0.48)
    same = line.font == body.font and abs(line.size - body.size) < 0.3 and line.share("nested") < 0.5
    return same and line.width > 0.7 * column and line.letters > 30


def _remove(sheet: Sheet, lines: Sequence[Line]) -> None:
    gone = {id(line) for line in lines}
    sheet.lines = [line for line in sheet.lines if id(line) not in gone]


def _inside(lines: Sequence[Line], box: Box, slack: float = 3.0) -> list[Line]:
    x0, y0, x1, y1 = box
    return [
        line
        for line in lines
        if x0 - slack <= line.middle <= x1 + slack and y0 - slack <= line.base - 0.3 * line.size <= y1 + slack
    ]


def _bounds(lines: Sequence[Line]) -> Box:
    return (
        min(line.x0 for line in lines),
        min(line.top for line in lines),
        max(line.x1 for line in lines),
        max(line.bottom for line in lines),
    )


def _give(lines: Sequence[Line], floats: list[Float]) -> None:
    """Hand text drawn inside a picture file to the nearest figure."""
    figures = [each for each in floats if each.kind is FloatKind.FIGURE]
    if not figures:
        floats.append(Float(FloatKind.FIGURE, _bounds(lines), list(lines)))
        return
    for line in lines:
        nearest = min(figures, key=lambda f: abs((f.box[1] + f.box[3]) / 2 - line.base) + abs(f.box[0] - line.x0))
        nearest.lines.append(line)


def _ruled(sheet: Sheet, captions: Sequence[Caption], body: Body) -> list[Float]:
    chains: list[list[Box]] = []
    for rule in sheet.rules:
        for chain in chains:
            if abs(chain[-1][0] - rule[0]) <= 4 and abs(chain[-1][2] - rule[2]) <= 4:
                chain.append(rule)
                break
        else:
            chains.append([rule])
    floats = []
    for chain in chains:
        start = 0
        for place in range(1, len(chain) + 1):
            if place == len(chain) or not _tabular(chain[place - 1], chain[place], sheet, captions, body):
                if place - start >= 2:
                    box = (chain[start][0], chain[start][1], chain[start][2], chain[place - 1][3])
                    floats += _make_ruled(sheet, captions, box, body)
                start = place
    return floats


def _tabular(upper: Box, lower: Box, sheet: Sheet, captions: Sequence[Caption], body: Body) -> bool:
    """Whether what stands between two rules can be part of one table: no caption, no run of prose."""
    box = (upper[0], upper[3], upper[2], lower[1])
    heads = [caption.lines[0] for caption in captions]
    for line in _inside(heads, box, slack=0.0):
        if not line.text.startswith("Algorithm"):
            return False
    lines = _inside(sheet.lines, box, slack=0.0)
    if any(line.size > 1.25 * body.size for line in lines):
        return False
    prose = [line for line in lines if line.width > 0.8 * (upper[2] - upper[0]) and line.letters > 0.6 * len(line.text)]
    return len(prose) < 3 or any(line.text.startswith("Algorithm") for line in heads if line.base < lower[1] + 1)


def _make_ruled(sheet: Sheet, captions: Sequence[Caption], box: Box, body: Body) -> list[Float]:
    lines = _inside(sheet.lines, box, slack=1.0)
    if any(caption.label.startswith("Algorithm") and _near(caption, box) for caption in captions):
        _remove(sheet, lines)
        return [Float(FloatKind.ALGORITHM, box, lines)]
    rows = rows_of(lines)
    several = sum(1 for row in rows if len(cells_of(row)) > 1)
    if not rows or several < 0.4 * len(rows):
        return []
    _remove(sheet, lines)
    return [Float(FloatKind.TABLE, box, lines)]


def _near(caption: Caption, box: Box) -> bool:
    first = caption.lines[0]
    across = first.x1 > box[0] and first.x0 < box[2]
    return across and box[1] - 8 <= first.base <= box[3]


def rows_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines grouped by base line, each group from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda each: each.base):
        if rows and line.base - rows[-1][0].base <= 0.35 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda each: each.x0) for row in rows]


def cells_of(row: Sequence[Line]) -> list[str]:
    """The row cut into cells at gaps wider than a word space."""
    words = sorted((word for line in row for word in line.words), key=lambda word: word.x0)
    cells: list[list[int]] = []
    for place, word in enumerate(words):
        gap = word.x0 - words[place - 1].x1 if place else 0.0
        if not cells or gap > 0.62 * max(word.size, words[place - 1].size):
            cells.append([])
        cells[-1].append(place)
    lines = [Line([words[place] for place in cell], row[0].page) for cell in cells]
    return [line.text for line in lines]


def _has_float(caption: Caption, floats: Sequence[Float]) -> bool:
    """Whether a table or picture stands right above or below the caption."""
    x0, y0, x1, y1 = _bounds(caption.lines)
    for each in floats:
        across = min(x1, each.box[2]) - max(x0, each.box[0])
        if across > 0 and each.box[1] - y1 < 30 and y0 - each.box[3] < 30:
            return True
    return False


def _rows_beside(caption: Caption, lines: Sequence[Line], body: Body) -> list[Line]:
    """Rows of a table without rules, below the caption or else above it."""
    x0, y0, x1, y1 = _bounds(caption.lines)
    if body.gutter is not None:  # a narrow caption may stand over a wider table, but not over the next column
        x0, x1 = (
            (x0, max(x1, body.gutter)) if x1 < body.gutter else (min(x0, body.gutter) if x0 > body.gutter else 0.0, x1)
        )
        lines = [line for line in lines if line.middle > x0 - 40 and line.middle < x1 + 40]
    rows = rows_of(lines)
    for direction in (1, -1):
        beyond = [row for row in rows if (row[0].top > y1 - 2 if direction > 0 else row[0].bottom < y0 + 2)]
        edge = y1 if direction > 0 else y0
        taken: list[Line] = []
        for row in beyond[::direction]:
            distance = row[0].top - edge if direction > 0 else edge - row[0].bottom
            if distance > 2.2 * row[0].size or len(cells_of(row)) < 2 or row[0].width > 0.7 * (body.right - body.left):
                break
            taken += row
            edge = row[0].bottom if direction > 0 else row[0].top
        if len(rows_of(taken)) >= 2:
            return taken
    return []


def _sub_captions(caption: Caption, floats: Sequence[Float], sheet: Sheet, body: Body) -> None:
    """Lines between a picture and its caption ("(a) …") are part of the figure."""
    x0, y0, x1, _ = _bounds(caption.lines)
    for each in floats:
        gap = y0 - each.box[3]
        across = min(x1, each.box[2]) - max(x0, each.box[0])
        if each.kind is FloatKind.FIGURE and across > 0 and 0 < gap < 45:
            between = _inside(sheet.lines, (min(x0, each.box[0]), each.box[3], max(x1, each.box[2]), y0), slack=1.0)
            if not any(line.width > 0.85 * (body.right - body.left) for line in between):
                each.lines += between
                _remove(sheet, between)
