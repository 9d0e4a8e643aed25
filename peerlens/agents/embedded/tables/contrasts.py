"""Judge a comparison by the cells of a table that its two sides name, one part an instance where it is universal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft, Versus
from peerlens.agents.embedded.frames.versus import find_versus
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.paired import COST, better_is_lower
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.tables.cells import Cell, Table, cells_at, chosen, kin, measures
from peerlens.agents.embedded.tables.values import tables_meant
from peerlens.agents.embedded.universals import UNIVERSAL, without_universal
from peerlens.agents.embedded.wording import content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_SPLIT: Final = re.compile(
    r"\b(?:than|outperform\w*|beats?|surpass\w*|exceed\w*|superior to|inferior to|ahead of|behind|underperform\w*|"
    r"match(?:es)?|on par with|comparable (?:to|with)|improves? (?:up)?on|lags?|trails?)\b",
    re.I,
)
_DIFFERENCE: Final = re.compile(r"[∆ΔδΔ].*|diff\w*|gain|change|p|n|#.*|rank", re.I)
_CARRIERS: Final = frozenset(
    content(
        "better worse higher lower more less larger smaller outperform beat surpass exceed superior inferior ahead "
        "behind match performance perform result score value side system model method retriever approach network "
        "variant show report paper table author achieve reach obtain get consistent clear slight marginal strong weak "
        "accurate effective overall average always than compare comparable par improve set query use "
        "bring give alone gain no benefit help name improvement advantage any part only"
    )
)

Pair = tuple[Table, Cell, Cell, bool]


def judge_contrast(draft: Draft, reading: Reading, *, own: Iterable[str]) -> Entry | None:
    """The entry for a comparison both of whose sides a table names; ``None`` where none does."""
    statement = without_universal(" ".join((draft.statement, *draft.restrictions)))
    versus = draft.versus or find_versus(without_universal(draft.statement))
    cut = _SPLIT.search(statement)
    if versus is None or cut is None or versus.right == "every other system":
        return None
    left, right = statement[: cut.start()], statement[cut.end() :]
    pairs = [
        pair
        for table in tables_meant(reading, f"{draft.place or ''} {draft.statement}")
        for pair in _pairs(table, left, right, statement, versus, tuple(own))
    ]
    costly = [pair for pair in pairs if COST.search(measured(pair[0], pair[1]))]
    if versus.metric is None and len(costly) < len(pairs):
        pairs = [pair for pair in pairs if pair not in costly]
    if not pairs:
        return None
    sign = 1 if versus.sign > 0 else -1
    if draft.versus is not None and versus.sign and _swapped(versus, left):
        sign = -sign
    entries = [_instance(pair, 0 if versus.sign == 0 else sign, denied=versus.denied) for pair in pairs]
    if UNIVERSAL.search(draft.statement):
        return replace(entries[0], instances=tuple(entries)) if len(entries) > 1 else entries[0]
    return together(entries)


def _swapped(versus: Versus, left: str) -> bool:
    """Whether the reader of the claim turned the sides round."""
    return versus.left not in left and versus.right in left


def _pairs(table: Table, left: str, right: str, statement: str, versus: Versus, own: tuple[str, ...]) -> Iterator[Pair]:
    if not measures(table, statement) or not fits(table, statement):
        return
    one, other = chosen(table, left, own), chosen(table, right, own)
    contrast = [
        i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a is not None and b is not None and not a & b
    ]
    if not contrast:
        return
    wanted_left = [a if a is not None else b for a, b in zip(one, other, strict=True)]
    wanted_right = [b if b is not None else a for a, b in zip(one, other, strict=True)]
    wanted_left = _meant(table, wanted_left, statement)
    wanted_right = _meant(table, wanted_right, statement)
    for a in cells_at(table, wanted_left):
        for b in cells_at(table, wanted_right):
            same = all(i in contrast or kin(axis, a.at[i], b.at[i]) for i, axis in enumerate(table.axes))
            title = _column(table, a)
            if not same or _DIFFERENCE.fullmatch(title) or a.quantity.unit != b.quantity.unit:
                continue
            lower = False if versus.metric is not None else better_is_lower(measured(table, a))
            if lower is not None:
                yield table, a, b, lower


def _meant(table: Table, wanted: Sequence[frozenset[str] | None], statement: str) -> list[frozenset[str] | None]:
    """The wish, with the measure and the data that the rest of the sentence names."""
    rest = chosen(table, statement)
    return [
        wish if wish is not None or axis.is_row else scope
        for wish, scope, axis in zip(wanted, rest, table.axes, strict=True)
    ]


def _column(table: Table, cell: Cell) -> str:
    return next(value for axis, value in zip(table.axes, cell.at, strict=True) if not axis.is_row)


def measured(table: Table, cell: Cell) -> str:
    """What a cell measures: by its titles, or else by the caption."""
    titles = " ".join(value for axis, value in zip(table.axes, cell.at, strict=True) if not axis.is_row)
    if better_is_lower(titles) is not None:
        return titles
    labels = " ".join(cell.at)
    return labels if better_is_lower(labels) is not None else table.caption


def fits(table: Table, statement: str) -> bool:
    """Whether every restriction of the claim stands on the table."""
    printed = " ".join((table.caption, table.under, *(value for axis in table.axes for value in axis.values)))
    foreign = [
        name for name in names_in(statement) if not METRIC.fullmatch(name) and not name_pattern(name).search(printed)
    ]
    spoken = re.sub(r"\d[\d.,]*\s*\w*", " ", METRIC.sub(" ", statement))
    return not foreign and set(telling(spoken)) - _CARRIERS <= table.vocabulary


def _instance(pair: Pair, sign: int, *, denied: bool) -> Entry:
    _, a, b, lower = pair
    one, other = a.quantity.value, b.quantity.value
    if sign == 0:
        holds = abs(one - other) <= 0.02 * max(abs(one), abs(other), 1e-12)
    else:
        holds = ((other - one) if lower else (one - other)) * sign > 0
    holds = holds != denied
    role = EvidenceRole.SUPPORTS if holds else EvidenceRole.CONTRADICTS
    sides = [value for value, opposite in zip(a.at, b.at, strict=True) if value != opposite]
    against = [opposite for value, opposite in zip(a.at, b.at, strict=True) if value != opposite]
    common = [value for value, opposite in zip(a.at, b.at, strict=True) if value == opposite and value]
    label = f"{' '.join(sides)} against {' '.join(against)}" + (f" ({', '.join(common)})" if common else "")
    quotes = tuple(dict.fromkeys(Quote(cell.line.start, cell.line.end, role) for cell in (a, b)))
    return Entry(
        PartStatus.SUPPORTED if holds else PartStatus.CONTRADICTED,
        None if holds else Reason.STATED_OTHERWISE,
        0.85,
        f"The paper prints {a.quantity.text.strip()} and {b.quantity.text.strip()} for {label}",
        quotes,
        label=label,
    )


def together(entries: Sequence[Entry]) -> Entry:
    """Without a quantifier all instances together decide."""
    holding = [entry for entry in entries if entry.status is PartStatus.SUPPORTED]
    share = len(holding) / len(entries)
    if share == 1:
        return replace(entries[0], label="")
    failing = next(entry for entry in entries if entry.status is PartStatus.CONTRADICTED)
    if share <= 0.2:
        return replace(failing, label="")
    quotes = tuple(dict.fromkeys((*holding[0].quotes, *failing.quotes)))
    return Entry(PartStatus.PARTIAL, Reason.SCOPE, 0.7, failing.says, quotes)
