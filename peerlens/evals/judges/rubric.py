"""Grade texts by a rubric of hard constraints and weighted criteria, given or made by the model from the candidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from peerlens.agents.served.drafts import AtMost, Draft, Sentence
from peerlens.errors import InputError, OutputInvalidError
from peerlens.evals.bootstrap import Counts, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.judged import Criterion, JudgedItem
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
    key_of,
    unit_of,
)
from peerlens.evals.results import Figure
from peerlens.prompts import as_data

PROMPTS: tuple[str, ...] = ("judge_rubric", "judge_by_rubric")

_MOST: Final = 8
_FEWEST: Final = 3
_GRADES: Final = (1, 2, 3, 4, 5)


class _CriterionDraft(Draft):
    text: Annotated[str, AtMost(160)]
    hard: bool
    weight: Annotated[int, Field(ge=1, le=5)]


class RubricDraft(Draft):
    """A rubric as the model makes it."""

    criteria: Annotated[list[_CriterionDraft], AtMost(_MOST, _FEWEST)]


class _GradeDraft(Draft):
    criterion: Annotated[int, Field(ge=1, le=_MOST)]
    met: bool
    grade: Annotated[int, Field(ge=1, le=5)]


class GradesDraft(Draft):
    """A text graded by a rubric. ``met`` is read of hard constraints, ``grade`` of the others."""

    rationale: Sentence
    grades: Annotated[list[_GradeDraft], AtMost(_MOST)]


async def with_rubric(item: JudgedItem, ask: Ask) -> JudgedItem:
    """The item with a rubric made in view of its candidates; one that has a rubric comes back as it is.

    The candidates stand in an order drawn by the item. Raises ``OutputInvalidError`` for a rubric that weighs nothing.
    """
    if item.rubric:
        return item
    shown = sorted(item.candidates.items(), key=lambda one: key_of("order", item.item, one[0]))
    texts = "\n".join(f"<candidate>\n{as_data(text)}\n</candidate>" for _, text in shown)
    about = about_words(item)
    draft = await ask("judge_rubric", RubricDraft, values={"about": about, "candidates": texts})
    rubric = tuple(Criterion(text=one.text, hard=one.hard, weight=one.weight) for one in draft.criteria)
    if all(one.hard for one in rubric):
        raise OutputInvalidError("the model made a rubric without a criterion to grade")
    return replace(item, rubric=rubric)


def units(item: JudgedItem) -> tuple[Unit, ...]:
    """Each candidate, by itself."""
    if not item.candidates:
        raise InputError(f"{item.item}: no candidates", hint='"candidates": {"system": text, …}')
    if item.rubric and all(one.hard for one in item.rubric):
        raise InputError(f"{item.item}: nothing in the rubric can be graded", hint='"hard": true is for some of it')
    if len(item.rubric) > _MOST:
        raise InputError(f"{item.item}: more than {_MOST} criteria", hint="put some of them together")
    return tuple(unit_of(item, Kind.RUBRIC, [text], systems=[name]) for name, text in item.candidates.items())


def allowed(unit: Unit) -> dict[str, tuple[Mark, ...]]:
    return {_name(number, one): (YES, NO) if one.hard else _GRADES for number, one in enumerate(unit.criteria, start=1)}


async def judge(unit: Unit, ask: Ask) -> Vote:
    """Raises ``OutputInvalidError`` where the reply passes over a criterion, or grades one twice."""
    lines = "\n".join(
        f"{number}. {'(hard constraint) ' if one.hard else ''}{as_data(one.text)}"
        for number, one in enumerate(unit.criteria, start=1)
    )
    values = {"about": about_words(unit.item), "candidate": as_data(unit.texts[0]), "rubric": lines}
    draft = await ask("judge_by_rubric", GradesDraft, values=values)
    graded = {one.criterion: one for one in draft.grades}
    if len(draft.grades) != len(unit.criteria) or graded.keys() != set(range(1, len(unit.criteria) + 1)):
        raise OutputInvalidError("the model did not grade each criterion of the rubric once")
    marks: dict[str, Mark] = {}
    for number, one in enumerate(unit.criteria, start=1):
        given = graded[number]
        marks[_name(number, one)] = (YES if given.met else NO) if one.hard else given.grade
    return Vote(marks, rationale=draft.rationale)


def score(row: JudgeRow) -> float | None:
    """0 where a hard constraint is broken, else Σ w·(s−1)/4 with weights that sum to 1; ``None`` if one is missing."""
    named = {_name(number, one): one for number, one in enumerate(row.criteria, start=1)}
    if not named or named.keys() - row.marks.keys():
        return None
    if any(one.hard and row.marks[name] == NO for name, one in named.items()):
        return 0.0
    graded = [(one.weight, int(row.marks[name])) for name, one in named.items() if not one.hard]
    return sum(weight * (grade - 1) / 4 for weight, grade in graded) / sum(weight for weight, _ in graded)


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    """For each system the mean score, and the share of its texts that break a hard constraint."""
    by_system: dict[str, list[tuple[str, Counts]]] = defaultdict(list)
    for row in rows:
        value = score(row)
        if value is not None:
            hard = any(one.hard for one in row.criteria)
            broken = any(one.hard and row.marks[_name(n, one)] == NO for n, one in enumerate(row.criteria, start=1))
            by_system[row.systems[0]].append((row.paper, np.array([1.0, value, hard, broken])))
    result: dict[str, Figure] = {}
    for system, counts in sorted(by_system.items()):
        measured = with_intervals(tally(counts), _MEASURES)
        result |= {f"{system}: {name}": figure for name, figure in measured.items() if figure.n}
    return result


def values(row: JudgeRow) -> list[Value]:
    """The marks, pooled over criteria, and the score."""
    found = [Value(name.partition(" ")[0], f"{row.key} {name}", mark) for name, mark in row.marks.items()]
    total = score(row)
    return found if total is None else [*found, Value("rubric score", row.key, total)]


def _name(number: int, criterion: Criterion) -> str:
    return f"{'constraint' if criterion.hard else 'criterion'} {number}"


_MEASURES: Final = {
    "rubric score": ratio(lambda c: c[..., 1], lambda c: c[..., 0]),
    "hard constraint broken": ratio(lambda c: c[..., 3], lambda c: c[..., 2]),
}
