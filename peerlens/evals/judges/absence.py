"""Whether a weakness is in a paper: present, absent or uncertain, and whether it would matter to the paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Annotated

from peerlens.agents.served.drafts import Draft, Sentence, coming_close
from peerlens.errors import InputError
from peerlens.evals.datasets.judged import JudgedItem
from peerlens.evals.judges.judge import (
    NO,
    YES,
    Ask,
    JudgeRow,
    Kind,
    Mark,
    Unit,
    Value,
    Vote,
    about_words,
    plain_values,
    unit_of,
)
from peerlens.evals.results import Figure
from peerlens.evals.shares import shares
from peerlens.prompts import as_data

PROMPTS: tuple[str, ...] = ("judge_absence",)

PRESENCE, MATERIAL = "presence", "material"


class Presence(StrEnum):
    """Whether the paper shows the weakness, as far as the text given tells."""

    PRESENT = "present"
    ABSENT = "absent"
    UNCERTAIN = "uncertain"


class AbsenceDraft(Draft):
    rationale: Sentence
    presence: Annotated[Presence, coming_close(Presence, {"unclear": Presence.UNCERTAIN, "unsure": Presence.UNCERTAIN})]
    material: bool


def units(item: JudgedItem) -> tuple[Unit, ...]:
    """The item's claim, or what its label stands for."""
    said = item.claim or (item.label.definition if item.label is not None else "")
    if not said:
        raise InputError(f"{item.item}: neither claim nor label", hint='"claim": text or "label": "L2.1.2"')
    return (unit_of(item, Kind.ABSENCE, [said]),)


def allowed(unit: Unit) -> dict[str, tuple[Mark, ...]]:
    return {PRESENCE: tuple(Presence), MATERIAL: (YES, NO)}


async def judge(unit: Unit, ask: Ask) -> Vote:
    values = {"about": about_words(unit.item), "claim": as_data(unit.texts[0])}
    draft = await ask("judge_absence", AbsenceDraft, values=values)
    return Vote({PRESENCE: draft.presence.value, MATERIAL: YES if draft.material else NO}, rationale=draft.rationale)


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    """Shares of the three answers, and of what is material among the weaknesses found present."""
    told = [row for row in rows if PRESENCE in row.marks]
    result = shares(told, {name.value: _says(name) for name in Presence})
    present = [row for row in told if row.marks[PRESENCE] == Presence.PRESENT and MATERIAL in row.marks]
    return result | shares(present, {"material, of the present": lambda row: row.marks[MATERIAL] == YES})


def values(row: JudgeRow) -> list[Value]:
    return plain_values(row)


def _says(presence: Presence) -> Callable[[JudgeRow], bool]:
    return lambda row: row.marks[PRESENCE] == presence
