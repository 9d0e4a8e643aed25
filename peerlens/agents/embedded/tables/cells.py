"""Tables as grids: every value with the row label, column title and column group that it stands under."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from peerlens.agents.embedded.names import name_pattern
from peerlens.agents.embedded.numbers.metrics import METRIC, forms_of
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.reading import Line, Reading, cells
from peerlens.agents.embedded.wording import content

_RULE: Final = re.compile(r"^[\s|:\-–—=]+$")
_NUMERIC: Final = re.compile(r"^\W{0,3}\d|^[–—-]$")
_WITHOUT: Final = frozenset("none no without ✗ × x - – — 0 off baseline".split())
_WITH: Final = frozenset("full yes with ✓ both on all 1".split())
_OWN_LABEL: Final = re.compile(r"^(?:ours?|our .{2,20}|proposed.{0,20}|this (?:work|paper))$", re.I)
_NUMBERED: Final = re.compile(r"\btab(?:le|\.)\s*([A-Z]?\.?\d+)", re.I)


@dataclass(frozen=True, slots=True)
class Axis:
    """One way in which the values of a table differ: a column of labels, the column titles, or their groups."""

    title: str
    values: tuple[str, ...]
    is_row: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A value with its position on every axis of its table, and all numbers printed in the cell."""

    at: tuple[str, ...]
    quantity: Quantity
    others: tuple[Quantity, ...]
    line: Line


@dataclass(frozen=True, slots=True)
class Table:
    """A table that could be read as a grid."""

    caption: str
    under: str
    axes: tuple[Axis, ...]
    cells: tuple[Cell, ...]

    @property
    def number(self) -> str:
        """What the caption calls the table: "2"; empty without one."""
        found = _NUMBERED.match(self.caption.strip(" *_#"))
        return found[1] if found else ""

    @property
    def vocabulary(self) -> frozenset[str]:
        """The stems of everything printed on or above the table, values left out."""
        labels = " ".join(f"{axis.title} {' '.join(axis.values)}" for axis in self.axes)
        return frozenset(content(f"{self.caption} {self.under} {labels}"))


@lru_cache(maxsize=1)
def tables_of(reading: Reading) -> tuple[Table, ...]:
    """The tables of a paper that have a header over at least one row of values."""
    found = []
    rows = [line for line in reading.lines if line.is_table]
    for (caption, _), group in groupby(rows, key=lambda line: (reading.caption_of(line), line.passage.section)):
        table = _read(caption, [line for line in group if not _RULE.match(line.text)])
        if table is not None:
            found.append(table)
    return tuple(found)


def _read(caption: str, lines: Sequence[Line]) -> Table | None:
    grid = [cells(line.text) for line in lines]
    if len(grid) < 2:
        return None
    width = Counter(len(row) for row in grid).most_common(1)[0][0]
    first = next((i for i, row in enumerate(grid) if len(row) == width), 0)
    header, body = grid[first], [(row, line) for row, line in zip(grid, lines, strict=True) if len(row) == width][1:]
    if width < 2 or not body or (width == 2 and _NUMERIC.match(header[1])):
        return None
    labels = next((i for i in range(width) if _is_numeric(row[i] for row, _ in body)), width)
    if not 0 < labels < width:
        return None
    groups = _groups(grid[first - 1] if first else [], labels, width)
    read: list[Cell] = []
    names = [""] * labels
    for row, line in body:
        names = [label or name for label, name in zip(row[:labels], names, strict=True)]
        for column in range(labels, width):
            values = quantities(row[column])
            if values:
                at = (*names, header[column], *((groups[column - labels],) if groups else ()))
                read.append(Cell(tuple(_plain(part) for part in at), values[0], values, line))
    if not read:
        return None
    titles = [*(_plain(title) for title in header[:labels]), "", *([""] if groups else [])]
    axes = tuple(
        Axis(title, tuple(dict.fromkeys(cell.at[i] for cell in read)), is_row=i < labels)
        for i, title in enumerate(titles)
    )
    return Table(caption, lines[0].under, axes, tuple(read))


def _is_numeric(column: Iterable[str]) -> bool:
    marks = [bool(_NUMERIC.match(cell)) for cell in column if cell]
    return sum(marks) > len(marks) / 2


def _groups(row: Sequence[str], labels: int, width: int) -> list[str]:
    """The group over each value column, from a row above the header that spans them evenly."""
    for spanning in (row, row[1:], row[labels:]):
        named = [cell for cell in spanning if cell]
        if len(named) > 1 and (width - labels) % len(named) == 0:
            span = (width - labels) // len(named)
            return [named[i // span] for i in range(width - labels)]
    return []


def _plain(label: str) -> str:
    return re.sub(r"\s*\([^)]*\)|\[[\d,\s]+\]|[*_†‡↑↓]", "", label).strip()


def named_on(axis: Axis, text: str, own: Iterable[str] = ()) -> frozenset[str] | None:
    """The values of ``axis`` that ``text`` names; ``None`` where it names none. ``own``: the paper's own system."""
    polar = _polar(axis, text)
    if polar is not None:
        return polar
    if axis.title and any(value.lower() in _WITHOUT for value in axis.values):
        return None
    stems = frozenset(content(text))
    full = [value for value in axis.values if _spelled(value, text, stems, own)]
    if full:
        longest = [
            value for value in full if not any(frozenset(content(value)) < frozenset(content(other)) for other in full)
        ]
        return frozenset(longest)
    if axis.is_row:
        return None
    counts = Counter(stem for value in axis.values for stem in content(value))
    partly = [
        value
        for value in axis.values
        if any(counts[stem] == 1 and stem in stems and stem.isalpha() for stem in content(value))
        and not METRIC.search(value)
    ]
    return frozenset(partly) or None


def _spelled(value: str, text: str, stems: frozenset[str], own: Iterable[str]) -> bool:
    if not value:
        return False
    if _OWN_LABEL.match(value):
        return any(name_pattern(name).search(text) for name in own) or bool(
            re.search(r"\b(?:proposed|their|its|the authors') (?:method|model|approach|system)\b", text, re.I)
        )
    if re.fullmatch(r"[\d.,]+", value):
        return re.search(rf"(?<![\d.@-]){re.escape(value)}(?![\d@]|\.\d)", text) is not None
    if METRIC.fullmatch(value):
        return any(name_pattern(form).search(text) for form in forms_of(value))
    if name_pattern(value).search(text):
        return True
    words = frozenset(content(value))
    return bool(words) and not value[:1].isdigit() and len(words) > 1 and words <= stems


def _polar(axis: Axis, text: str) -> frozenset[str] | None:
    """Values of a "with or without" axis, told from "with paths", "without paths", "paths on both sides"."""
    if not axis.title or not any(value.lower() in _WITHOUT for value in axis.values):
        return None
    title = re.escape(axis.title.rstrip("s")) + r"s?\b"
    for value in axis.values:
        if value.lower() in _WITHOUT:
            continue
        spelled = re.escape(value)
        if re.search(rf"\b{spelled}\s+(?:\w+\s+)?{title}|{title}\s+(?:on|for|to|at)\s+{spelled}\b", text, re.I) or (
            value.lower() not in _WITH and re.search(rf"\b{spelled}\s+(?:alone|only)\b", text, re.I)
        ):
            return frozenset({value})
    if re.search(rf"\b(?:without|no|lacking)\s+(?:\w+\s+){{0,2}}{title}", text, re.I):
        return frozenset(value for value in axis.values if value.lower() in _WITHOUT)
    if re.search(rf"\b(?:with|sees?|given|using|has|have)\s+(?:\w+\s+){{0,2}}{title}", text, re.I):
        return frozenset(value for value in axis.values if value.lower() in _WITH) or None
    return None


def measures(table: Table, text: str) -> bool:
    """Whether the table prints the measure that ``text`` names, in a title or its caption; true where it names none."""
    asked = [match[0] for match in METRIC.finditer(text)]
    if not asked:
        return True
    printed = " ".join((table.caption, *(value for axis in table.axes for value in axis.values)))
    return any(name_pattern(form).search(printed) for metric in asked for form in forms_of(metric))


def chosen(table: Table, text: str, own: Iterable[str] = ()) -> tuple[frozenset[str] | None, ...]:
    """For each axis the values that ``text`` names."""
    own = tuple(own)
    return tuple(named_on(axis, text, own) for axis in table.axes)


def cells_at(table: Table, wanted: Sequence[frozenset[str] | None]) -> list[Cell]:
    """The cells on the wanted values; an axis without a wish takes all."""
    return [
        cell
        for cell in table.cells
        if all(wish is None or value in wish for wish, value in zip(wanted, cell.at, strict=True))
    ]


def kin(axis: Axis, one: str, other: str) -> bool:
    """Whether two values of an axis are the same, or both the "with" of a "with or without" axis."""
    if one == other:
        return True
    polar = bool(axis.title) and any(value.lower() in _WITHOUT for value in axis.values)
    return polar and {one.lower(), other.lower()} <= _WITH


def without_of(axis: Axis) -> frozenset[str]:
    """The values of a "with or without" axis that mean "without"; empty for any other axis."""
    return frozenset(value for value in axis.values if axis.title and value.lower() in _WITHOUT)
