"""The paper's main type: size, font, distance of lines, margins, and the gutter between two columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from peerlens.store.parsers.pdf_sheets import Sheet


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


def main_type(sheets: Sequence[Sheet]) -> tuple[float, str]:
    """Size and font of most of the running text."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            if line.width > 60 and line.letters >= 20 and not line.words[0].ink.nested:
                sizes[round(line.size, 1)] += line.letters
                fonts[line.font] += line.letters
    return (sizes.most_common(1)[0][0], fonts.most_common(1)[0][0]) if sizes else (10.0, "")


def measure(sheets: Sequence[Sheet]) -> Body:
    """The main type of the paper, from the lines of all its sheets."""
    size, font = main_type(sheets)
    lines = [
        line
        for sheet in sheets
        for line in sheet.lines
        if abs(line.size - size) < 0.3 and line.width > 60 and line.letters >= 20
    ]
    steps: Counter[float] = Counter()
    columns: dict[tuple[int, int], list[float]] = {}
    for line in lines:
        columns.setdefault((line.sheet, round(line.x0 / 3)), []).append(line.base)
    for bases in columns.values():
        steps.update(round(b - a, 1) for a, b in pairwise(sorted(bases)) if size * 0.9 < b - a < size * 2.2)
    leading = steps.most_common(1)[0][0] if steps else 1.2 * size
    upright = [sheet for sheet in sheets if sheet.direction == 0]
    gutter = _gutter(upright)
    left = _quantile([line.x0 for line in lines], 0.05) if lines else 72.0
    right = _quantile([line.x1 for line in lines], 0.95) if lines else 540.0
    return Body(size, font, leading, gutter, left, right)


def _quantile(values: Sequence[float], share: float) -> float:
    """As ``numpy.quantile``, whose first call loads masked arrays (40 ms in each parser's process)."""
    return float(np.interp(share * (len(values) - 1), np.arange(len(values)), np.sort(values)))


def _gutter(sheets: Sequence[Sheet]) -> float | None:
    """x of the gutter that several pages agree on; ``None`` for a paper of one column."""
    found = [x for x in map(page_gutter, sheets) if x is not None]
    needed = 1 if len(sheets) <= 3 else max(2, round(0.15 * len(sheets)))
    for x in found:
        near = [other for other in found if abs(other - x) <= 10]
        if len(near) >= needed and len(near) >= 0.5 * len(found):
            return _quantile(near, 0.5)
    return None


def page_gutter(sheet: Sheet) -> float | None:
    """x that many lines of the page end before and many begin after while few cross it."""
    lines = [line for line in sheet.lines if line.width > 40 and not line.words[0].ink.nested and line.letters >= 12]
    if len(lines) < 10:
        return None
    x0, x1 = np.array([line.x0 for line in lines]), np.array([line.x1 for line in lines])
    xs = np.arange(0.4 * sheet.width, 0.6 * sheet.width, 1.0)
    left, right = (x1[:, None] <= xs).sum(axis=0), (x0[:, None] >= xs).sum(axis=0)
    across = len(lines) - left - right
    fits = (np.minimum(left, right) >= 0.2 * len(lines)) & (across <= 0.45 * len(lines))
    if not fits.any():
        return None
    scores = np.where(fits, np.minimum(left, right) - across, -len(lines))
    plateau = xs[scores >= scores.max() - 0.01 * len(lines)]
    return float(plateau[0] + plateau[-1]) / 2


def on_page(body: Body, sheet: Sheet) -> Body:
    """The body as it holds on one page: without gutter where hardly a line keeps to one side of it."""
    if body.gutter is None:
        return body
    sides = Counter(column_of(line.x0, line.x1, body.gutter) for line in sheet.lines if line.width > 40)
    two = min(sides[0], sides[1]) >= 4 and sides[2] <= 2 * (sides[0] + sides[1])
    return body if two and not sheet.direction else replace(body, gutter=None)


def column_of(x0: float, x1: float, gutter: float | None) -> int:
    """0 left, 1 right, 2 across both; always 2 on a page of one column."""
    if gutter is None:
        return 2
    if x1 <= gutter + 4:
        return 0
    return 1 if x0 >= gutter - 4 else 2
