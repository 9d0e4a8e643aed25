"""Find what floats on a page: captions, ruled tables, pictures, and the lines that belong to each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from peerlens.store.parsers.pdf_body import Body
from peerlens.store.parsers.pdf_captions import Caption
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_pictures import picture_boxes
from peerlens.store.parsers.pdf_sheets import Box, Sheet

_PANEL = re.compile(r"\([a-z0-9]{1,3}\)")


class FloatKind(Enum):
    TABLE = "table"
    FIGURE = "figure"
    ALGORITHM = "algorithm"


@dataclass
class Float:
    """A table, figure or algorithm: its own lines and its box, without the caption."""

    kind: FloatKind
    box: Box
    lines: list[Line] = field(default_factory=list)


def find_floats(sheet: Sheet, captions: Sequence[Caption], body: Body) -> list[Float]:
    """Tables between rules, then pictures, then tables without rules; their lines leave ``sheet.lines``."""
    floats = _ruled(sheet, captions, body)
    for picture in picture_boxes(sheet, [each.box for each in floats], body.size):
        box = _cut_at_captions(picture, captions)
        inside = [line for line in _inside(sheet.lines, box) if not _is_prose(line, body)]
        inside += _panel_letters(box, sheet.lines)
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


def _panel_letters(box: Box, lines: Sequence[Line]) -> list[Line]:
    """Captions of single panels ("(b) PathX") right below a picture."""
    x0, _, x1, y1 = box
    below = _inside(lines, (x0, y1, x1, y1 + 24.0), slack=0.0)
    return [line for line in below if _PANEL.match(line.text) and line.width < 1.1 * (x1 - x0)]


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
