"""Judge a number by the cell of a table that the claim names by row and column."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.quantities import Quantity, equal
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.tables.cells import Cell, Table, cells_at, chosen, measures, tables_of
from peerlens.agents.embedded.wording import content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_CARRIERS: Final = frozenset(
    content(
        "reach achieve obtain score value gives equal amount stand list print report show say state find raise "
        "lift bring get have mean average system model method result table use side retriever approach paper "
        "overall only best highest lowest respectively performance rate test set"
    )
)
_NAMED_TABLE: Final = re.compile(r"\btab(?:le|\.)\s*([A-Z]?\.?\d+)", re.I)


def judge_cell(claimed: Quantity, statement: str, reading: Reading, *, own: Iterable[str], place: str) -> Entry | None:
    """What the tables print in the row and column that ``statement`` names, or ``None`` where they print nothing.

    Agreement in one table is enough. Disagreement needs every telling word of the claim to stand on the table, so
    that a restriction which the table does not share keeps it out.
    """
    own = tuple(own)
    other: list[tuple[Table, Cell]] = []
    for table in tables_meant(reading, f"{place} {statement}"):
        wanted = chosen(table, statement, own)
        if not _addressed(table, wanted, statement):
            continue
        found = cells_at(table, wanted)
        agreeing = next((cell for cell in found if any(equal(claimed, one) for one in cell.others)), None)
        if agreeing is not None:
            return _entry(PartStatus.SUPPORTED, table, agreeing, claimed)
        if found and _fits(table, statement, found, wanted):
            other.extend((table, cell) for cell in found)
    if not other or claimed.delta or claimed.bound == "about":
        return None
    table, cell = other[0]
    if any(claimed.unit != one.quantity.unit and one.quantity.unit and claimed.unit for _, one in other):
        return None
    return _entry(PartStatus.CONTRADICTED, table, cell, claimed)


def tables_meant(reading: Reading, text: str) -> list[Table]:
    """The tables that a text names by number; all where it names none that can be read."""
    asked = {match[1] for match in _NAMED_TABLE.finditer(text)}
    tables = tables_of(reading)
    return [table for table in tables if table.number in asked] or ([] if asked else list(tables))


def _addressed(table: Table, wanted: tuple[frozenset[str] | None, ...], statement: str) -> bool:
    """Whether the claim names a row and a column of the table, and no thing that the table has not."""
    rows = [i for i, axis in enumerate(table.axes) if axis.is_row and wanted[i] is not None]
    if not rows or not measures(table, statement):
        return False
    if len(rows) == 1 and all(value.lower() in ("none", "full", "both") for value in wanted[rows[0]] or ()):
        return False
    columns = [i for i, axis in enumerate(table.axes) if not axis.is_row]
    printed = " ".join((table.caption, table.under, *(value for axis in table.axes for value in axis.values)))
    foreign = [
        name for name in names_in(statement) if not METRIC.fullmatch(name) and not name_pattern(name).search(printed)
    ]
    if foreign:
        return False
    single = all(len(table.axes[i].values) == 1 for i in columns)
    return single or any(wanted[i] is not None for i in columns) or METRIC.search(statement) is not None


def _fits(table: Table, statement: str, found: list[Cell], wanted: tuple[frozenset[str] | None, ...]) -> bool:
    """Whether the table can contradict: one value, or one column of values, and no word that it does not carry."""
    if len({cell.at[-1] for cell in found}) > 1 and len(found) > 2:
        return False
    words = set(telling(re.sub(r"\d[\d.,]*", " ", statement))) - _CARRIERS
    measured = METRIC.search(statement) is not None or any(
        wish is not None and not axis.is_row for wish, axis in zip(wanted, table.axes, strict=True)
    )
    return measured and words <= table.vocabulary | _metric_words(statement)


def _metric_words(statement: str) -> set[str]:
    return {stem for match in METRIC.finditer(statement) for stem in content(match[0])}


def _entry(status: PartStatus, table: Table, cell: Cell, claimed: Quantity) -> Entry:
    agrees = status is PartStatus.SUPPORTED
    name = f"Table {table.number}" if table.number else "The table"
    where = ", ".join(part for part in cell.at if part)
    says = f"{name} gives {cell.quantity.text.strip()} for {where}"
    role = EvidenceRole.SUPPORTS if agrees else EvidenceRole.CONTRADICTS
    return Entry(
        status,
        None if agrees else Reason.NUMBER,
        0.9,
        says if agrees else f"{says}, where the claim says {claimed.text.strip()}",
        (Quote(cell.line.start, cell.line.end, role),),
    )
