"""Find the boxes of pictures on a page: images, embedded drawings, and drawings made of many paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_sheets import Box, Sheet

_CELL = 6.0  # points; drawings closer than two cells are one
_MIN_SIDE = 24.0


def picture_boxes(sheet: Sheet, tables: Sequence[Box], body_size: float) -> list[Box]:
    """Boxes of pictures that are not part of a table and do not merely frame running text, from the top down."""
    page_area = sheet.width * sheet.height
    boxes: list[Box] = []
    paths: list[Box] = []
    for shape in sheet.shapes:
        if shape.width * shape.height > 0.8 * page_area:
            continue
        if shape.is_path:
            paths.append(shape.box)
        elif shape.width > _MIN_SIDE and shape.height > _MIN_SIDE:
            boxes.append(shape.box)
    boxes += _drawings(paths, sheet.width, sheet.height)
    kept = [box for box in boxes if not any(_share(box, table) > 0.4 for table in tables)]
    kept = [box for box in _merge(kept) if not _is_frame(box, sheet.lines, body_size)]
    return sorted(kept, key=lambda box: (box[1], box[0]))


def _drawings(paths: list[Box], width: float, height: float) -> list[Box]:
    """Clusters of paths that hold more than level rules (rules alone are tables, fractions and underlines)."""
    if not paths:
        return []
    edges = np.array(paths)
    wide, tall = edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]
    level = (tall <= 2.5) & (wide >= 8 * np.maximum(tall, 0.3))
    columns, rows = int(width / _CELL) + 2, int(height / _CELL) + 2
    grid = np.zeros((rows, columns), bool)
    solid = np.zeros((rows, columns), bool)
    cells = np.clip((edges / _CELL).astype(np.int64), 0, [columns - 1, rows - 1, columns - 1, rows - 1])
    for left, top, right, bottom in set(map(tuple, cells[~level].tolist())):
        grid[top : bottom + 1, left : right + 1] = True
        solid[top, left] = True
    found = []
    for members in _components(grid):
        ys, xs = members[:, 0], members[:, 1]
        x0, x1, y0, y1 = xs.min() * _CELL, (xs.max() + 1) * _CELL, ys.min() * _CELL, (ys.max() + 1) * _CELL
        if x1 - x0 > _MIN_SIDE + _CELL and y1 - y0 > _MIN_SIDE + _CELL:
            found.append((float(x0), float(y0), float(x1), float(y1)))
    return found


def _components(grid: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.int64]]:
    """Groups of marked cells at most two cells apart."""
    left = {(int(y), int(x)) for y, x in np.argwhere(grid)}
    groups = []
    while left:
        stack = [left.pop()]
        members = []
        while stack:
            y, x = stack.pop()
            members.append((y, x))
            for near in [(y + dy, x + dx) for dy in (-2, -1, 0, 1, 2) for dx in (-2, -1, 0, 1, 2)]:
                if near in left:
                    left.remove(near)
                    stack.append(near)
        groups.append(np.array(members))
    return groups


def _share(box: Box, other: Box) -> float:
    """Share of ``box`` that lies in ``other``."""
    across = min(box[2], other[2]) - max(box[0], other[0])
    down = min(box[3], other[3]) - max(box[1], other[1])
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1.0)
    return max(across, 0.0) * max(down, 0.0) / area


def _merge(boxes: list[Box]) -> list[Box]:
    """Boxes that overlap become one."""
    merged: list[Box] = []
    for box in sorted(boxes):
        near = [other for other in merged if _share(box, other) > 0.02 or _share(other, box) > 0.02]
        for other in near:
            merged.remove(other)
            box = (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))
        merged.append(box)
    return merged


def _is_frame(box: Box, lines: Sequence[Line], body_size: float) -> bool:
    """Whether the box merely holds running text: a coloured box, a frame, a highlight."""
    inside = [
        line
        for line in lines
        if box[0] - 3 <= line.middle <= box[2] + 3
        and box[1] - 3 <= line.base <= box[3] + 3
        and line.share("nested") < 0.5
    ]
    prose = [
        line
        for line in inside
        if line.width > 0.55 * (box[2] - box[0])
        and line.letters >= 25
        and len(line.words) >= 5
        and line.size > 0.7 * body_size
    ]
    covered = sum(line.size * 1.2 for line in prose)
    return len(prose) >= 2 and covered > 0.35 * (box[3] - box[1])
