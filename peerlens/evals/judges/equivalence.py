"""Whether two claims say the same about a paper: neither says more, less or something else."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.served.drafts import Draft, Sentence
from peerlens.errors import InputError
from peerlens.evals.datasets.judged import JudgedItem
from peerlens.evals.judges.judge import NO, YES, Ask, JudgeRow, Kind, Mark, Unit, Value, Vote, plain_values, unit_of
from peerlens.evals.results import Figure
from peerlens.evals.shares import shares
from peerlens.prompts import as_data

PROMPTS: tuple[str, ...] = ("judge_equivalence",)

SAME = "same"


class EquivalenceDraft(Draft):
    rationale: Sentence
    same: bool


def units(item: JudgedItem) -> tuple[Unit, ...]:
    if item.pair is None or not all(item.pair):
        raise InputError(f"{item.item}: no two claims", hint='"a": text, "b": text')
    return (unit_of(item, Kind.EQUIVALENCE, item.pair),)


def allowed(unit: Unit) -> dict[str, tuple[Mark, ...]]:
    return {SAME: (YES, NO)}


async def judge(unit: Unit, ask: Ask) -> Vote:
    draft = await ask_same(*unit.texts, ask=ask)
    return Vote({SAME: YES if draft.same else NO}, rationale=draft.rationale)


async def ask_same(one: str, other: str, *, ask: Ask) -> EquivalenceDraft:
    """The model's word on two claims. Raises ``PeerlensError`` where it gives none."""
    values = {"first": as_data(one), "second": as_data(other)}
    return await ask("judge_equivalence", EquivalenceDraft, values=values)


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    return shares([row for row in rows if SAME in row.marks], {"equivalent": lambda row: row.marks[SAME] == YES})


def values(row: JudgeRow) -> list[Value]:
    return plain_values(row)
