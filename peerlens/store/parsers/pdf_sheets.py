"""The reading directions of a page: upright text, and text set sideways, each in a frame of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from peerlens.store.parsers.pdf_chars import Floats, Ints, PageChars, Shape
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_words import Word, runs_of

_SPACES = [0, 9, 10, 32, 160, 0x3000, *range(0x2000, 0x200B), 0x202F, 0x205F]

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(slots=True)
class Sheet:
    """One reading direction of one page: upright text, or text set sideways. y runs down in its own frame."""

    page: int
    direction: int
    width: float
    height: float
    runs: list[list[Word]]
    shapes: list[Shape]
    lines: list[Line] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = _rules(self.shapes)


def _rules(shapes: Iterable[Shape]) -> list[Box]:
    """Horizontal rules, pieces that touch joined, from the top down."""
    thin = [s.box for s in shapes if s.is_path and s.height <= 2.5 and s.width >= 8 * max(s.height, 0.3)]
    thin.sort(key=lambda box: (round(box[1]), box[0]))
    joined: list[Box] = []
    for box in thin:
        if joined and abs(joined[-1][1] - box[1]) <= 1 and box[0] <= joined[-1][2] + 2:
            last = joined[-1]
            joined[-1] = (last[0], last[1], max(last[2], box[2]), max(last[3], box[3]))
        else:
            joined.append(box)
    return [box for box in joined if box[2] - box[0] >= 25]


def sheets_of(page: PageChars, hidden: npt.NDArray[np.bool_]) -> list[Sheet]:
    """The page's sheets, the one with most text first. Slanted text is left out."""
    spaces = _is_space(page.codes) | (page.ink < 0)
    directions = np.array([ink.direction for ink in page.inks] or [0], np.int64)[page.ink]
    shown = ~spaces & ~hidden
    counts = Counter(directions[shown].tolist())
    sheets = []
    for direction, _ in counts.most_common():
        if direction < 0:
            continue
        chosen = np.flatnonzero(shown & (directions == direction))
        sheets.append(_sheet(page, chosen, direction))
    return sheets or [Sheet(page.index, 0, page.width, page.height, [], page.shapes)]


def _is_space(codes: Ints) -> npt.NDArray[np.bool_]:
    spaces: npt.NDArray[np.bool_] = np.isin(codes, _SPACES, kind="table")
    return spaces


def _turn(points: Floats, direction: int, width: float, height: float) -> Floats:
    """Points of the page in the frame in which text of this direction runs left to right."""
    x, y = points[:, 0], points[:, 1]
    turned = {
        0: (x, y),
        90: (height - y, x),
        180: (width - x, height - y),
        270: (y, width - x),
    }[direction]
    return np.column_stack(turned)


def _sheet(page: PageChars, chosen: Ints, direction: int) -> Sheet:
    w, h = page.width, page.height
    one = _turn(page.box[chosen, :2], direction, w, h)
    other = _turn(page.box[chosen, 2:], direction, w, h)
    x0, x1 = np.minimum(one[:, 0], other[:, 0]), np.maximum(one[:, 0], other[:, 0])
    base = _turn(page.origin[chosen], direction, w, h)[:, 1]
    shapes = page.shapes
    if direction:
        shapes = []
        for shape in page.shapes:
            corners = np.array([shape.box[:2], shape.box[2:]])
            a, b = _turn(corners, direction, w, h)
            box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            shapes.append(Shape(shape.kind, box, shape.order, shape.handle))
        if direction in (90, 270):
            w, h = h, w
    return Sheet(page.index, direction, w, h, runs_of(page, chosen, x0, x1, base), shapes)
