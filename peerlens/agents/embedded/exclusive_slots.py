"""Exclusives over a slot: "X is given only for A" falls when the paper gives X for a sibling of A."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.standing import Standing, standing
from peerlens.agents.embedded.tables.cells import Table, named_on, tables_of
from peerlens.agents.embedded.wording import Act, content
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_VERBS: Final = frozenset(
    content(
        "give report show print compute provide state list present available include average value result use "
        "given shown printed reported made found"
    )
)
_SPREAD: Final = re.compile(r"\b(?:intervals?|error bars?|deviations?|standard errors?)\b", re.I)
_PRINTED_SPREAD: Final = re.compile(r"[\[(]\s*[-−]?\d[\d.]*\s*[,;–]\s*[-−]?\d[\d.]*\s*[\])]|±")


def by_slot(draft: Draft, member: str, reading: Reading) -> Entry | None:
    """The entry where a sibling of ``member`` has what the claim leaves to it alone; ``None`` without one."""
    thing = draft.statement.replace(member, " ")
    wanted = [stem for stem in content(thing) if stem not in _VERBS]
    if not member or not wanted:
        return None
    for sibling in _siblings(member, reading):
        line = _in_table(thing, sibling, reading) or _in_words(wanted, sibling, reading)
        if line is not None:
            quote = Quote(line.start, line.end, EvidenceRole.CONTRADICTS)
            says = f"The paper has this for {sibling} as well"
            return Entry(PartStatus.CONTRADICTED, Reason.COUNTEREXAMPLE, 0.8, says, (quote,), (member, sibling))
    return None


def _siblings(member: str, reading: Reading) -> list[str]:
    """What stands beside the member: on its axis of a table, or as the name that another table is for."""
    found: dict[str, None] = {}
    for table in tables_of(reading):
        for axis in table.axes:
            named = named_on(axis, member)
            plain = not any(METRIC.search(value) or value[:1].isdigit() for value in axis.values)
            if named and plain and not axis.is_row:
                found.update(dict.fromkeys(value for value in axis.values if value not in named))
    names = names_in(f"x {member}")
    if names and any(name_pattern(names[0]).search(table.caption) for table in tables_of(reading)):
        found.update(dict.fromkeys(_captioned(names[0], tables_of(reading))))
    return list(found)


def _captioned(name: str, tables: tuple[Table, ...]) -> list[str]:
    """The names that stand in other captions where ``name`` stands in its own: "… on the Aller", "… on the Bode"."""
    placed = re.compile(rf"\b(?:on|for|of|in) (?:the )?(?P<name>{name_pattern(name).pattern})", re.I)
    if not any(placed.search(table.caption) for table in tables):
        return []
    return [
        other
        for table in tables
        for other in names_in(table.caption)
        if not placed.search(table.caption)
        and re.search(rf"\b(?:on|for|of|in) (?:the )?{re.escape(other)}", table.caption)
        and not METRIC.fullmatch(other)
    ]


def _in_table(thing: str, sibling: str, reading: Reading) -> Line | None:
    """A row that prints the claim's measure, or its intervals, for the sibling."""
    spread = _SPREAD.search(thing) is not None
    for table in tables_of(reading):
        of_sibling = name_pattern(sibling).search(table.caption) is not None
        measured = None if spread else [named_on(axis, thing) for axis in table.axes if not axis.is_row]
        for cell in table.cells:
            if not of_sibling and sibling not in cell.at:
                continue
            if spread and len(cell.others) > 2 and _PRINTED_SPREAD.search(cell.line.text):
                return cell.line
            if measured and any(wish is not None and wish & set(cell.at) for wish in measured):
                return cell.line
    return None


def _in_words(wanted: list[str], sibling: str, reading: Reading) -> Line | None:
    """A sentence in which the paper says the thing of the sibling."""
    pattern = name_pattern(sibling)
    for line in reading.lines:
        spot = pattern.search(line.text)
        if line.is_reference or line.heading or line.is_table or spot is None or wanted[-1] not in line.stems:
            continue
        if 2 * sum(stem in line.stems for stem in wanted) < len(wanted):
            continue
        if standing(line, spot.start(), spot.end(), Act.REPORT) is Standing.ASSERTS:
            return line
    return None
