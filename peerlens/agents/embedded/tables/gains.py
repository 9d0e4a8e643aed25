"""Judge "X brings Y no gain": rows of a table with and without X, set against each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.numbers.paired import better_is_lower
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.tables.cells import Cell, Table, cells_at, chosen, measures, without_of
from peerlens.agents.embedded.tables.contrasts import fits, measured, together
from peerlens.agents.embedded.tables.values import tables_meant
from peerlens.agents.embedded.universals import UNIVERSAL, without_universal
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_GAIN: Final = re.compile(
    r"\b(?:bring|give|yield|provide|add|offer|has|have|show|lead|result)\w*\b.{0,60}?\b(?:(?P<no>no|not any|hardly any|"
    r"little|without)|an?|some|clear|further)\s+(?:\w+\s+){0,2}(?:gain|improvement|benefit|advantage|increase)s?\b"
    r"|\b(?P<not>do(?:es)? not|never)\s+(?:help|improve|benefit)|\b(?:helps|improves|benefits)\b",
    re.I,
)


def judge_gain(draft: Draft, reading: Reading, *, own: Iterable[str]) -> Entry | None:
    """The entry for a gain, or none, of something that a table has rows with and without; ``None`` elsewhere."""
    said = _GAIN.search(draft.statement)
    if said is None:
        return None
    statement = without_universal(" ".join((draft.statement, *draft.restrictions)))
    denied = bool(said["no"] or said["not"])
    for table in tables_meant(reading, f"{draft.place or ''} {draft.statement}"):
        entries = [_entry(pair, denied=denied) for pair in _pairs(table, statement, tuple(own))]
        if entries and UNIVERSAL.search(draft.statement) and len(entries) > 1:
            return replace(entries[0], instances=tuple(entries))
        if entries:
            return together(entries)
    return None


def _pairs(table: Table, statement: str, own: tuple[str, ...]) -> Iterator[tuple[Cell, Cell, bool]]:
    """Cells with the thing and without it that agree in everything else, and whether a lower value is better."""
    switch = next((i for i, axis in enumerate(table.axes) if without_of(axis)), None)
    if switch is None or not measures(table, statement) or not fits(table, statement):
        return
    axis = table.axes[switch]
    wanted: list[frozenset[str] | None] = list(chosen(table, statement, own))
    if wanted[switch] is None and not re.search(rf"\b{re.escape(axis.title.rstrip('s'))}", statement, re.I):
        return
    without = without_of(axis)
    given = (wanted[switch] or frozenset(axis.values)) - without
    rows = [i for i, one in enumerate(table.axes) if one.is_row and i != switch]
    if not given or any(wanted[i] is None for i in rows):
        return
    wanted[switch] = given
    for cell in cells_at(table, wanted):
        bare = _at(table, (*cell.at[:switch], *sorted(without)[:1], *cell.at[switch + 1 :]))
        lower = better_is_lower(measured(table, cell))
        if bare is not None and lower is not None:
            yield cell, bare, lower


def _at(table: Table, place: Sequence[str]) -> Cell | None:
    return next((cell for cell in table.cells if cell.at == tuple(place)), None)


def _entry(pair: tuple[Cell, Cell, bool], *, denied: bool) -> Entry:
    cell, bare, lower = pair
    change = cell.quantity.value - bare.quantity.value
    holds = ((change < 0) if lower else (change > 0)) != denied
    role = EvidenceRole.SUPPORTS if holds else EvidenceRole.CONTRADICTS
    return Entry(
        PartStatus.SUPPORTED if holds else PartStatus.CONTRADICTED,
        None if holds else Reason.STATED_OTHERWISE,
        0.8,
        f"The paper prints {cell.quantity.text.strip()} with it and {bare.quantity.text.strip()} without",
        tuple(dict.fromkeys(Quote(one.line.start, one.line.end, role) for one in (cell, bare))),
        operation=f"difference of {cell.quantity.text.strip()} and {bare.quantity.text.strip()}",
        label=" ".join(part for part in cell.at if part),
    )
