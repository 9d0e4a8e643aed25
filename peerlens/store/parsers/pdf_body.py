"""The paper's main type: size, font, distance of lines, margins, and the gutter between two columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
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
    for before, after in pairwise(lines):
        step = after.base - before.base
        if before.page == after.page and size * 0.9 < step < size * 2.2:
            steps[round(step, 1)] += 1
    leading = steps.most_common(1)[0][0] if steps else 1.2 * size
    upright = [sheet for sheet in sheets if sheet.direction == 0]
    gutter = _gutter(upright)
    left = float(np.percentile([line.x0 for line in lines], 5)) if lines else 72.0
    right = float(np.percentile([line.x1 for line in lines], 95)) if lines else 540.0
    return Body(size, font, leading, gutter, left, right)


def _gutter(sheets: Sequence[Sheet]) -> float | None:
    """x that many lines end before and many begin after while few cross it; ``None`` when there is no such x."""
    if not sheets:
        return None
    width = Counter(round(sheet.width) for sheet in sheets).most_common(1)[0][0]
    lines = [
        line
        for sheet in sheets
        if round(sheet.width) == width
        for line in sheet.lines
        if line.width > 40 and not line.words[0].ink.nested and line.letters >= 12
    ]
    if len(lines) < 10:
        return None
    x0, x1 = np.array([line.x0 for line in lines]), np.array([line.x1 for line in lines])
    best: tuple[float, float] | None = None
    xs = np.arange(0.4 * width, 0.6 * width, 1.0)
    scores = []
    for x in xs:
        left, right = int((x1 <= x).sum()), int((x0 >= x).sum())
        across = len(lines) - left - right
        fits = min(left, right) >= 0.22 * len(lines) and across <= 0.45 * len(lines)
        scores.append(min(left, right) - across if fits else -len(lines))
    top = max(scores)
    if top == -len(lines):
        return None
    plateau = [float(x) for x, score in zip(xs, scores, strict=True) if score >= top - 0.01 * len(lines)]
    best = (plateau[0] + plateau[-1]) / 2, top
    return best[0]


def column_of(x0: float, x1: float, gutter: float | None) -> int:
    """0 left, 1 right, 2 across both; always 2 on a page of one column."""
    if gutter is None:
        return 2
    if x1 <= gutter + 4:
        return 0
    return 1 if x0 >= gutter - 4 else 2
