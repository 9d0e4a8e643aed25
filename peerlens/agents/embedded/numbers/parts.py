"""The numbers of a claim as parts: each once, named by its own words; numbers that only address a value are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, undecided
from peerlens.agents.embedded.numbers.numeric import judge_number
from peerlens.agents.embedded.numbers.printed import stretch
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.numbers.respective import pairs_of
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.tables.cells import chosen
from peerlens.agents.embedded.tables.values import tables_meant
from peerlens.agents.embedded.wording import telling
from peerlens.taxonomy import PartStatus, Reason

MOST: Final = 24
"""Numbers up to which a claim is judged one by one; each is held against every number of the paper."""
_STRENGTH = (PartStatus.SUPPORTED, PartStatus.CONTRADICTED, PartStatus.PARTIAL, PartStatus.SILENT)


def judge_numbers(
    statement: str, reading: Reading, *, own_names: frozenset[str], limits: Sequence[str], place: str, small: bool
) -> list[Entry]:
    """One entry a number that the claim states. ``small``: also those up to three that are written as words.

    A claim of more than ``MOST`` numbers is not taken apart: a single undecided entry.
    """
    if pairs := pairs_of(statement):
        judged = (
            _labelled(entry, pair.alone)
            for pair in pairs
            for entry in judge_numbers(
                pair.alone, reading, own_names=own_names, limits=limits, place=place, small=small
            )
        )
        return list(judged)
    numbers = [one for one in quantities(statement) if small or one.value > 3 or not one.text.strip().isalpha()]
    if len(numbers) > MOST:
        return [undecided(Reason.ENGINE_LIMIT, "The claim has too many numbers to be judged one by one")]
    addresses = _addresses(statement, reading, place) if len(numbers) > 1 else frozenset()
    stated = [one for one in numbers if one.text.strip() not in addresses] or numbers
    entries: dict[str, Entry] = {}
    for number in stated:
        entry = judge_number(number, statement, reading, own_names=own_names, limits=limits, place=place)
        label = _words_of(statement, number, numbers) if len(stated) > 1 else ""
        kept = entries.get(label)
        if kept is None or _STRENGTH.index(entry.status) < _STRENGTH.index(kept.status):
            entries[label] = _labelled(entry, label)
    return list(entries.values())


def _labelled(entry: Entry, label: str) -> Entry:
    return Entry(
        entry.status, entry.reason, entry.confidence, entry.says, entry.quotes, entry.probes, entry.scanned,
        entry.operation, entry.instances, label,
    )  # fmt: skip


def _words_of(statement: str, number: Quantity, numbers: Sequence[Quantity]) -> str:
    """The words of the claim that belong to a number, to name its part by."""
    left, right = stretch(statement, number, [other for other in numbers if other is not number])
    words = statement[left:right].strip(" ,;.")
    return words if len(telling(words)) > 1 else f"{number.text.strip()}: {statement}"


def _addresses(statement: str, reading: Reading, place: str) -> frozenset[str]:
    """Numbers that are titles of a table: "with 40 words" says which value is meant, not what it is."""
    return frozenset(
        value
        for table in tables_meant(reading, f"{place} {statement}")
        for axis, wanted in zip(table.axes, chosen(table, statement), strict=True)
        if not axis.is_row
        for value in wanted or ()
        if value.replace(".", "").isdigit()
    )
