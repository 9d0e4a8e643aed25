"""A number of the text beside the cell, or the sentence, that gives another number for the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.inventory import digits_of, inventory_of, slipped
from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN, FRAMING
from peerlens.agents.embedded.audit.naming import meant, own, says_own
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import Score, ScoreTable, score_tables, tables_named
from peerlens.agents.embedded.numbers.printed import Printed, values_printed
from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_DIGITS: Final = 3
"""Fewer significant digits meet by chance."""
_PARAGRAPH: Final = 5
_SHARED: Final = 2
_MUCH: Final = 0.01
"""A slip by less than this share of the value changes nothing that is said with it."""
_NEAR: Final = 0.02
_FORMULA: Final = re.compile(r"\\(?:frac|left|right|sum|begin|mathcal|tag|nabla|int|prod)|\$\$|§\s*\d")
_CHANGE: Final = re.compile(
    r"\b(?:by|gains?|improve\w*|increas\w*|decreas\w*|reduc\w*|drops?|differen\w+|margin|gap|average\w*|mean|times|"
    r"faster|points?|relative|higher|lower|better|more|less)\b",
    re.I,
)
"""Words of a number that is reckoned from others."""
_UP_TO: Final = re.compile(r"\bup to\b[^.;]{0,12}$", re.I)


@dataclass(frozen=True, slots=True)
class _Other:
    """What the paper prints instead, and where. ``where``: its names, for the reader."""

    shown: str
    value: float
    line: Line
    where: str


def beside_cells(paper: AuditPaper) -> list[Candidate]:
    """One candidate a number of the text that a table it names gives as another number."""
    found = []
    for line, quantity in numbers_alone(paper):
        other = next(_cells(line, quantity, paper), None)
        if other is not None:
            found.append(_candidate(line, quantity, other, paper))
    return found


def headlines(paper: AuditPaper) -> list[Candidate]:
    """One candidate a number of abstract, introduction or conclusion that the rest of the paper gives otherwise."""
    found = []
    for line, quantity in numbers_alone(paper):
        if line.kind in FRAMING and next(_cells(line, quantity, paper), None) is None:
            other = next(_restated(line, quantity, paper), None)
            if other is not None:
                found.append(_candidate(line, quantity, other, paper))
    return found


def numbers_alone(paper: AuditPaper) -> Iterator[tuple[Line, Quantity]]:
    """Numbers of the text, exact enough to tell, that stand nowhere else in the paper."""
    inventory = inventory_of(paper)
    for line in paper.body:
        if line.is_table or line.kind in FOREIGN or _FORMULA.search(line.text):
            continue
        for quantity in quantities(line.text):
            exact = quantity.step < 1 and len(digits_of(quantity).replace(".", "").lstrip("0")) >= _DIGITS
            if exact and quantity.bound in ("", "most") and quantity.unit in ("", "%") and inventory.alone(quantity):
                yield line, quantity


def _cells(line: Line, quantity: Quantity, paper: AuditPaper) -> Iterator[_Other]:
    """Cells that the sentence names by row and column and whose number could be what is meant."""
    if _CHANGE.search(line.text) and inventory_of(paper).reckonable(quantity):
        return
    near = [one for one in paper.reading.near(line, n=_PARAGRAPH) if one.passage.id == line.passage.id]
    named = tables_named(line.text) or tables_named(" ".join(one.text for one in near))
    for table in score_tables(paper):
        if named and table.number not in named:
            continue
        addressed = list(_addressed(table, line, paper))
        for score in addressed:
            if slipped(digits_of(quantity), _digits(score)) or (len(addressed) == 1 and _close(quantity, score)):
                where = ", ".join(filter(None, score.at))
                yield _Other(score.shown, score.value, score.line, f"{table.name} under “{where}”")


def _close(quantity: Quantity, score: Score) -> bool:
    return 10.0**-score.decimals >= quantity.step * 0.999 and abs(quantity.value - score.value) <= _NEAR * abs(
        score.value
    )


def _digits(score: Score) -> str:
    return f"{abs(score.value):.{score.decimals}f}"


def _addressed(table: ScoreTable, line: Line, paper: AuditPaper) -> Iterator[Score]:
    """The scores on the names that the sentence gives, where it gives at least one row and fits no other."""
    wanted = [meant(axis, line.text) for axis in table.axes]
    rows = [i for i, axis in enumerate(table.axes) if axis.is_row and len(axis.names) > 1]
    if not any(wanted[i] for i in rows):
        if not says_own(line.text, paper):
            return
        wanted = [
            names or (own(axis, paper) if axis.is_row else names)
            for names, axis in zip(wanted, table.axes, strict=True)
        ]
        if not any(wanted[i] for i in rows):
            return
    if sum(bool(names) for names, axis in zip(wanted, table.axes, strict=True) if len(axis.names) > 1) < 2:
        columns = [axis for axis in table.axes if not axis.is_row]
        if any(len(axis.names) > 1 for axis in columns):
            return
    for score in table.scores:
        if all(not names or score.at[i] in names for i, names in enumerate(wanted)):
            yield score


def _restated(line: Line, quantity: Quantity, paper: AuditPaper) -> Iterator[_Other]:
    """Sentences elsewhere that say the same with another number."""
    mine = next((one for one in values_printed(line, paper.reading) if one.quantity.start == quantity.start), None)
    if mine is None:
        return
    for other in paper.body:
        if other.is_table or other.passage.section == line.passage.section or _FORMULA.search(other.text):
            continue
        for one in values_printed(other, paper.reading):
            near = one.quantity.unit == quantity.unit and slipped(digits_of(quantity), digits_of(one.quantity))
            if near and _same_thing(mine, one):
                yield _Other(one.quantity.text.strip(), one.quantity.value, other, "another sentence")


def _same_thing(one: Printed, other: Printed) -> bool:
    """Whether two numbers are bound to the same words: two of them, or one and "up to" before both."""
    shared = len(one.own & other.own)
    tops = all(_UP_TO.search(each.line.text[: each.quantity.start]) for each in (one, other))
    return shared >= _SHARED or (shared >= 1 and tops)


def _candidate(line: Line, quantity: Quantity, other: _Other, paper: AuditPaper) -> Candidate:
    stated = quantity.text.strip()
    observation = (
        f"The text gives {stated}, which stands nowhere else in the paper, and {other.where} gives {other.shown}."
    )
    slight = abs(abs(quantity.value) - abs(other.value)) <= _MUCH * abs(other.value)
    return Candidate(
        topic="two numbers for one thing",
        observation=observation,
        assessment="One of the two numbers is wrong, and a reader cannot tell which.",
        severity=Severity.MINOR if slight else Severity.MODERATE,
        judgement=shown_by(
            observation,
            [line, other.line],
            paper.tools,
            confidence=0.75,
            rationale="Both passages are the paper's own, and no rounding or unit leads from one to the other.",
        ),
    )
