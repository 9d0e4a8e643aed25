"""What stands in the margins of a paper and is not its text: printed line numbers, running heads, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_sheets import Sheet
from peerlens.store.parsers.pdf_words import Word

_NUMBER = re.compile(r"\d{1,4}$")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?(?:\s*(?:of|/)\s*\d{1,4})?$", re.I)
_NOTICE = re.compile(
    r"(?:under review|published as a|preprint\b|(?:in )?proceedings of the \d|\d+(?:st|nd|rd|th) (?:\w+ )?conference on"
    r"|copyright|©|submitted to|accepted (?:at|to|by)|confidential review copy|acl \d{4} submission|arxiv:\d|"
    r"(?:workshop|transactions) (?:at|on|of)\b)",
    re.I,
)
_CAPTION = re.compile(r"(?:table|fig(?:ure|\.)|algorithm)\s*\S+", re.I)
_STEPS = (1, 2, 5, 10)

PrintedNumber = tuple[float, float, int]  # x centre, base line, value


def take_line_numbers(sheets: Sequence[Sheet]) -> dict[int, list[PrintedNumber]]:
    """Remove printed margin line numbers from the runs; returns them by sheet number.

    A margin number stands in a band that holds nothing else, aligned with others that count up steadily.
    """
    found: dict[int, list[PrintedNumber]] = {}
    bands: list[tuple[float, float]] = []
    pending: dict[int, list[list[Word]]] = {}
    for place, sheet in enumerate(sheets):
        runs = [run for run in sheet.runs if len(run) == 1 and _NUMBER.match(run[0].text)]
        pending[place] = runs
        for column in _columns(runs):
            if _counts_up(column) and _alone(column, sheet):
                bands.append((min(run[0].x0 for run in column), max(run[0].x1 for run in column)))
                _take(column, sheet, found.setdefault(place, []))
    if not found:
        return found
    for place, sheet in enumerate(sheets):  # short pages: too few numbers to count, but in a band known by now
        left = [run for run in pending[place] if run in sheet.runs]
        inside = [run for run in left if any(a - 2 <= run[0].x0 and run[0].x1 <= b + 2 for a, b in bands)]
        column = sorted(inside, key=lambda run: run[0].base)
        if column and place not in found and _alone(column, sheet):
            _take(column, sheet, found.setdefault(place, []))
    return found


def _columns(runs: list[list[Word]]) -> list[list[list[Word]]]:
    """Runs aligned at their right or left edge, from the top down."""
    aligned: list[list[list[Word]]] = []
    for edge in ("x1", "x0"):
        edges: dict[int, list[list[Word]]] = {}
        for run in runs:
            edges.setdefault(round(getattr(run[0], edge) / 3), []).append(run)
        for key in edges:
            aligned.append([run for near in (key - 1, key, key + 1) for run in edges.get(near, ())])
    columns: list[list[list[Word]]] = []
    used: set[int] = set()
    for group in sorted(aligned, key=len, reverse=True):
        column = [run for run in group if id(run) not in used]
        if len(column) >= 5:
            used.update(id(run) for run in column)
            columns.append(sorted(column, key=lambda run: run[0].base))
    return columns


def _counts_up(column: list[list[Word]]) -> bool:
    values = [int(run[0].text) for run in column]
    steps = Counter(after - before for before, after in pairwise(values))
    step, times = steps.most_common(1)[0]
    return step in _STEPS and times >= 0.8 * (len(values) - 1)


def _alone(column: list[list[Word]], sheet: Sheet) -> bool:
    """Whether the column stands in the outer margin, in a band that holds nothing else on the whole page."""
    left, right = min(run[0].x0 for run in column), max(run[0].x1 for run in column)
    mine = {id(run) for run in column}
    others = [run for run in sheet.runs if id(run) not in mine]
    across = sum(1 for run in others if run[0].x0 < right + 1 and run[-1].x1 > left - 1)
    after = sum(1 for run in others if run[0].x0 >= right)
    outside = max(after, len(others) - after - across)
    margin = min(left, sheet.width - right)
    return across <= max(1, 0.03 * len(others)) and outside >= 0.85 * len(others) and margin < 0.16 * sheet.width


def _take(column: list[list[Word]], sheet: Sheet, found: list[PrintedNumber]) -> None:
    mine = {id(run) for run in column}
    sheet.runs = [run for run in sheet.runs if id(run) not in mine]
    found += [((run[0].x0 + run[0].x1) / 2, run[0].base, int(run[0].text)) for run in column]


def number_lines(lines: Sequence[Line], numbers: Sequence[PrintedNumber], width: float) -> None:
    """Note on each line the margin number printed beside it.

    Where both margins carry numbers, a line that keeps to one half of the page takes those of its own side.
    """
    half = width / 2
    both = any(x < half for x, _, _ in numbers) and any(x > half for x, _, _ in numbers)
    for line in lines:
        near = [entry for entry in numbers if abs(entry[1] - line.base) <= 5.5]
        if both and (line.x1 < half + 4 or line.x0 > half - 4):
            near = [entry for entry in near if (entry[0] < half) == (line.middle < half)]
        if near:
            line.number = min(near, key=lambda entry: abs(entry[1] - line.base))[2]


def drop_running_heads(sheets: Sequence[Sheet], *, body_size: float) -> None:
    """Remove running heads, feet and page numbers from the lines of the sheets.

    Such a line is the first or last of its page, apart from the rest, and a number, a publisher's notice, a repeat
    of what stands there on other pages, or, alone at the very top, set smaller than the text.
    """
    shared: Counter[tuple[str, int]] = Counter()
    for sheet in sheets:
        shared.update({(_shape(line), round(line.base / 6)) for line in _edges(sheet)})
    repeated = {shape for (shape, _), times in shared.items() if times >= max(2, min(3, len(sheets) // 2))}
    for sheet in sheets:
        for _ in range(3):
            gone = [line for line in _edges(sheet) if _is_furniture(line, sheet, repeated, body_size)]
            if not gone:
                break
            sheet.lines = [line for line in sheet.lines if not any(line is each for each in gone)]


def _shape(line: Line) -> str:
    return re.sub(r"\d+", "0", line.text).casefold()


def _edges(sheet: Sheet) -> list[Line]:
    """Lines of the topmost and the lowest base line, where they stand in the outer tenth of the page."""
    lines = sheet.lines
    if not lines:
        return []
    top, bottom = min(line.base for line in lines), max(line.base for line in lines)
    edges = [line for line in lines if line.base - top < 3 and top < 0.115 * sheet.height]
    edges += [line for line in lines if bottom - line.base < 3 and bottom > 0.885 * sheet.height]
    return edges


def _is_furniture(line: Line, sheet: Sheet, repeated: set[str], body_size: float) -> bool:
    text = line.text.strip()
    gap = min((abs(line.base - other.base) for other in sheet.lines if abs(line.base - other.base) > 3), default=99.0)
    apart = gap > 1.35 * body_size
    if _PAGE_NUMBER.match(text):
        beside = [other for other in sheet.lines if other is not line and abs(other.base - line.base) < 3]
        if line.size > 1.05 * body_size or any(_shape(other) not in repeated for other in beside):
            return False  # the number of a heading that opens the page
        return line.base < 0.1 * sheet.height or apart or line.base > 0.92 * sheet.height
    if _NOTICE.match(text) and (sheet.page == 0 or gap > 2.2 * body_size):
        return True
    if _shape(line) in repeated and apart:
        return True
    if _CAPTION.match(text):
        return False
    above = line.base < 0.115 * sheet.height
    return above and sheet.page > 0 and gap > 2 * body_size and line.size < 0.92 * body_size and len(text) < 120
