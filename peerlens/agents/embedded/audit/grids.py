"""Result tables as plain grids of cells, Markdown and HTML alike, spans filled in: rows of labels and scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line, cells

_CELL: Final = re.compile(r"<t[dh]([^>]{0,80})>(.*?)</t[dh]>", re.I | re.S)
_SPAN: Final = re.compile(r"(col|row)span\s*=\s*[\"']?(\d{1,2})", re.I)
_TAG: Final = re.compile(r"<[^>]{1,60}>")
_NUMBER: Final = re.compile(r"^[^\w.-]{0,4}(-?\d+(?:[.,]\d+)?|\.\d+)")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the rows of titles over its columns, its rows of cells, and the line each row stands on.

    All rows have one width. A cell that spans columns or rows stands in each of them.
    """

    caption: str
    heads: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[Line, ...]


@lru_cache(maxsize=1)
def grids_of(paper: AuditPaper) -> tuple[Grid, ...]:
    """The tables of a paper that have a title row and at least two rows under it, all of one width."""
    found = []
    rows = [line for line in paper.body if line.is_table]
    for _, group in groupby(rows, key=lambda line: paper.reading.caption_of(line) or line.passage.id):
        lines = list(group)
        grid = _grid(paper.reading.caption_of(lines[0]), lines)
        if grid is not None:
            found.append(grid)
    return tuple(found)


def value_of(cell: str) -> float | None:
    """The number a cell opens with, or ``None``."""
    match = _NUMBER.match(cell.strip())
    return None if match is None else float(match[1].replace(",", "."))


def _grid(caption: str, lines: list[Line]) -> Grid | None:
    rows = _filled([_spans(line.text) for line in lines])
    width = max((len(row) for row in rows), default=0)
    kept = [(row, line) for row, line in zip(rows, lines, strict=True) if len(row) == width and any(row)]
    kept = [(row, line) for row, line in kept if not re.fullmatch(r"[\s:|–—=-]*", "".join(row))]
    heads = _heads([row for row, _ in kept])
    if width < 2 or not heads or len(kept) < heads + 2:
        return None
    body = kept[heads:]
    return Grid(
        caption,
        tuple(tuple(row) for row, _ in kept[:heads]),
        tuple(tuple(row) for row, _ in body),
        tuple(line for _, line in body),
    )


def _heads(rows: list[list[str]]) -> int:
    """How many rows are titles: the first, and those under titles that span columns and still tell them apart."""
    if not rows or sum(value_of(cell) is not None for cell in rows[0][1:]) * 2 >= max(1, len(rows[0]) - 1):
        return 0
    found = 1
    while found < min(3, len(rows) - 2) and _spanning(rows[:found]) and _divides(rows[found], rows[:found]):
        found += 1
    return found


def _spanning(heads: list[list[str]]) -> bool:
    """Whether two columns still have the same titles, or a column has none."""
    columns = list(zip(*heads, strict=True))[1:]
    return len(set(columns)) < len(columns) or any(not "".join(column) for column in columns)


def _divides(row: list[str], heads: list[list[str]]) -> bool:
    """Whether a row below titles that span is one of titles: words, or the same few numbers under each title."""
    cells_of = row[1:]
    numbers = [cell for cell in cells_of if value_of(cell) is not None]
    if len(set(filter(None, row))) < 2:
        return False
    if not numbers:
        return True
    columns = list(zip(*heads, row, strict=True))[1:]
    return 2 * len(set(numbers)) <= len(numbers) and len(set(columns)) == len(columns) - _same_labels(heads, row)


def _same_labels(heads: list[list[str]], row: list[str]) -> int:
    """How many columns behind the first repeat the first: its title spans the columns of labels."""
    columns = list(zip(*heads, row, strict=True))
    return sum(column == columns[0] for column in columns[1:]) - (columns[0] in columns[1:])


def _spans(text: str) -> list[tuple[str, int, int]]:
    """The cells of a row, each with the columns and rows it spans."""
    if "<t" not in text:
        return [(cell, 1, 1) for cell in cells(text)]
    found = []
    for attributes, inner in _CELL.findall(text):
        spans = {kind.casefold(): int(number) for kind, number in _SPAN.findall(attributes)}
        found.append((" ".join(_TAG.sub(" ", inner).split()), spans.get("col", 1), spans.get("row", 1)))
    return found


def _filled(rows: list[list[tuple[str, int, int]]]) -> list[list[str]]:
    hanging: dict[int, tuple[str, int]] = {}
    filled = []
    for row in rows:
        cells_left = list(row)
        out: list[str] = []
        while cells_left or len(out) in hanging:
            if len(out) in hanging:
                text, left = hanging.pop(len(out))
                if left > 1:
                    hanging[len(out)] = (text, left - 1)
                out.append(text)
                continue
            text, across, down = cells_left.pop(0)
            for _ in range(across):
                if down > 1:
                    hanging[len(out)] = (text, down - 1)
                out.append(text)
        filled.append(out)
    return filled
