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
    """A table: the titles over its columns, its rows of cells, and the line each row stands on."""

    caption: str
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[Line, ...]


@lru_cache(maxsize=1)
def grids_of(paper: AuditPaper) -> tuple[Grid, ...]:
    """The tables of a paper that have a title row and at least two rows under it, all of one width."""
    found = []
    rows = [line for line in paper.body if line.is_table]
    for (caption, _), group in groupby(rows, key=lambda line: (paper.reading.caption_of(line), line.passage.id)):
        grid = _grid(caption, list(group))
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
    heads = [row for row, _ in kept[:2] if sum(value_of(cell) is not None for cell in row[1:]) * 2 < width - 1]
    if width < 2 or not heads or len(kept) < len(heads) + 2:
        return None
    titles = tuple(" ".join(dict.fromkeys(row[i] for row in heads if row[i])) for i in range(width))
    body = kept[len(heads) :]
    return Grid(caption, titles, tuple(tuple(row) for row, _ in body), tuple(line for _, line in body))


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
