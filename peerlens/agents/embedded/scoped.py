"""Whether a paper has a named thing within the scope that a claim ties it to: by its tables, then by its sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from peerlens.agents.embedded.hunt import Found
from peerlens.agents.embedded.lookup import Lookup, bare
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.restrictions import scope_words
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.standing import Standing, standing
from peerlens.agents.embedded.tables.cells import Table, named_on, tables_of
from peerlens.agents.embedded.wording import Act, content, telling
from peerlens.taxonomy import SectionKind

_NEAR: Final = 8
"""Lines of one section over which a scope that is set at one place holds at another."""
_OUTSIDE: Final = frozenset(
    {
        SectionKind.ABSTRACT,
        SectionKind.INTRODUCTION,
        SectionKind.CONCLUSION,
        SectionKind.RELATED_WORK,
        SectionKind.BACKGROUND,
        SectionKind.FUTURE_WORK,
        SectionKind.LIMITATIONS,
        SectionKind.REFERENCES,
    }
)
"""Sections that speak of all scopes at once."""


class Meeting(StrEnum):
    """How a thing and a scope stand to each other in a paper."""

    TOGETHER = "together"
    APART = "apart"
    UNTOLD = "untold"


@dataclass(frozen=True, slots=True)
class Within:
    """How they stand, and the line that says so."""

    meeting: Meeting
    line: Line | None = None


def within(lookup: Lookup, found: Sequence[Found], reading: Reading) -> Within | None:
    """Where the paper puts the thing and where the scope; ``None`` where the claim ties no name to a scope."""
    limits = [limit for limit in map(bare, lookup.restrictions) if _tells(limit)]
    if not lookup.names or not limits or lookup.act in (Act.MENTION, Act.EXPLAIN, Act.RELEASE):
        return None
    if (told := _in_tables(lookup.names, limits, reading)) is not None:
        return told
    shown = [one for one in found if one.standing is Standing.ASSERTS]
    if any(one.meets for one in shown):
        return None
    of_scope = [line for line in reading.lines if _is_of(line, limits)]
    homes = {line.under for line in of_scope if line.kind not in _OUTSIDE}
    placed = [one.line for one in shown if one.line.kind not in _OUTSIDE]
    for line in placed:
        if any(_has(title, limits) for title in line.under.split(" / ")[1:]):
            return Within(Meeting.TOGETHER, line)
        if any(other.under == line.under and abs(other.index - line.index) <= _NEAR for other in of_scope):
            return Within(Meeting.TOGETHER, line)
    headed = any(_has(home.split(" / ")[-1], limits) for home in homes)
    if placed and headed and not any(_covers(line.under, homes) for line in placed):
        return Within(Meeting.APART, placed[0])
    return Within(Meeting.UNTOLD, placed[0]) if placed else None


def _tells(limit: str) -> bool:
    return bool(names_in(f"x {limit}") or telling(spelled_out(limit)))


def _has(text: str, limits: Sequence[str]) -> bool:
    """Whether a text has every name and telling word of the limits."""
    have = set(content(spelled_out(text)))
    for limit in limits:
        names = names_in(f"x {limit}")
        rest = scope_words(spelled_out(limit), names)
        if not all(name_pattern(name).search(text) for name in names) or (not names and not set(rest) <= have):
            return False
    return True


def _is_of(line: Line, limits: Sequence[str]) -> bool:
    if line.is_reference or not _has(line.text, limits):
        return False
    return line.heading or standing(line, 0, min(1, len(line.text)), Act.TEST) is Standing.ASSERTS


def _covers(under: str, homes: set[str]) -> bool:
    """Whether a section is one of the scope's, or holds one of them: what is said there may hold for the scope."""
    return any(home == under or home.startswith(f"{under} / ") for home in homes)


def _in_tables(names: Sequence[str], limits: Sequence[str], reading: Reading) -> Within | None:
    """What tables print: a value of the thing in the scope, or a gap where it would stand."""
    gap: Within | None = None
    for table in tables_of(reading):
        rows = [value for name in names for axis in table.axes if axis.is_row for value in _spells(axis.values, name)]
        columns = [
            value for name in names for axis in table.axes if not axis.is_row for value in _spells(axis.values, name)
        ]
        mine = {*rows, *columns}
        if not mine:
            continue
        scope = _scope_in(table, " ".join(limits))
        if scope is None and not _has(table.caption, limits):
            continue
        cells = [cell for cell in table.cells if mine & set(cell.at)]
        for cell in cells:
            if scope is None or scope & set(cell.at):
                return Within(Meeting.TOGETHER, cell.line)
        if cells:
            gap = gap or Within(Meeting.APART, cells[0].line)
    return gap


def _spells(values: Sequence[str], name: str) -> list[str]:
    return [value for value in values if name_pattern(name).search(value)]


def _scope_in(table: Table, limits: str) -> frozenset[str] | None:
    """The values of an axis that the limits name in full."""
    for axis in table.axes:
        named = named_on(axis, limits)
        if named and any(name_pattern(value).search(limits) for value in named if value):
            return named
    return None
