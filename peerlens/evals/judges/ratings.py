"""Four ratings from 0 to 2 of a criticism or suggestion, and the seven kinds of technical error it may make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from peerlens.agents.served.drafts import Draft, Sentence
from peerlens.errors import InputError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
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
from peerlens.prompts import as_data

PROMPTS: tuple[str, ...] = ("judge_ratings",)


class TechnicalError(StrEnum):
    """What can be technically wrong with a criticism or a suggestion."""

    UNSUPPORTED_WEAKNESS = "unsupported_weakness"
    METHOD_MISUNDERSTANDING = "method_misunderstanding"
    INVALID_EXPERIMENT = "invalid_experiment"
    WRONG_THEORY = "wrong_theory"
    CONTEXT_OMISSION = "context_omission"
    INCOMPLETE_SPECIFICATION = "incomplete_specification"
    OVERSTATED_NECESSITY = "overstated_necessity"


RATINGS: Final = {
    "correctness": "0 wrong about the paper, 1 right in part, 2 right",
    "grounding": "0 rests on nothing in the paper, 1 in part, 2 on places or words that are there",
    "specificity": "0 would fit any paper, 1 in part, 2 fits this paper alone",
    "actionability": "0 says nothing that can be done, 1 in part, 2 says what to do, where and how",
}
ERRORS: Final = {
    TechnicalError.UNSUPPORTED_WEAKNESS: "names a weakness that the paper does not show",
    TechnicalError.METHOD_MISUNDERSTANDING: "mistakes how the paper's method works",
    TechnicalError.INVALID_EXPERIMENT: "asks for an experiment that would not show what it is to show",
    TechnicalError.WRONG_THEORY: "rests on a wrong statement of theory",
    TechnicalError.CONTEXT_OMISSION: "leaves out what the paper says of it elsewhere",
    TechnicalError.INCOMPLETE_SPECIFICATION: "leaves open what would have to be done or compared",
    TechnicalError.OVERSTATED_NECESSITY: "calls necessary what is one way among several, or not needed",
}
_GRADES: Final = (0, 1, 2)
_Grade = Annotated[int, Field(ge=0, le=2)]


class RatingsDraft(Draft):
    rationale: Sentence
    correctness: _Grade
    grounding: _Grade
    specificity: _Grade
    actionability: _Grade
    unsupported_weakness: bool
    method_misunderstanding: bool
    invalid_experiment: bool
    wrong_theory: bool
    context_omission: bool
    incomplete_specification: bool
    overstated_necessity: bool


def units(item: JudgedItem) -> tuple[Unit, ...]:
    """Each candidate, by itself."""
    if not item.candidates:
        raise InputError(f"{item.item}: no candidates", hint='"candidates": {"system": text, …}')
    return tuple(unit_of(item, Kind.RATINGS, [text], systems=[name]) for name, text in item.candidates.items())


def allowed(unit: Unit) -> dict[str, tuple[Mark, ...]]:
    return {**dict.fromkeys(RATINGS, _GRADES), **{error.value: (YES, NO) for error in TechnicalError}}


async def judge(unit: Unit, ask: Ask) -> Vote:
    values = {
        "about": about_words(unit.item),
        "candidate": as_data(unit.texts[0]),
        "ratings": "\n".join(f"- {name}: {said}" for name, said in RATINGS.items()),
        "errors": "\n".join(f"- {error}: it {said}" for error, said in ERRORS.items()),
    }
    draft = await ask("judge_ratings", RatingsDraft, values=values)
    grades: dict[str, Mark] = {name: getattr(draft, name) for name in RATINGS}
    return Vote(
        grades | {error.value: YES if getattr(draft, error) else NO for error in TechnicalError},
        rationale=draft.rationale,
    )


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    """For each system the mean of each rating, the share of its texts with each error, and with any."""
    by_system: dict[str, list[tuple[str, Counts]]] = defaultdict(list)
    for row in rows:
        by_system[row.systems[0]].append((row.paper, _counts(row)))
    result: dict[str, Figure] = {}
    for system, counts in sorted(by_system.items()):
        measured = with_intervals(tally(counts), _MEASURES)
        result |= {f"{system}: {name}": figure for name, figure in measured.items()}
    return result


def values(row: JudgeRow) -> list[Value]:
    return plain_values(row)


_COLUMNS: Final = (*RATINGS, *(error.value for error in TechnicalError), "any technical error")


def _counts(row: JudgeRow) -> Counts:
    """For each column whether there is a vote, then the vote: a grade, or 1 for an error."""
    found = {name: float(mark == YES) if isinstance(mark, str) else float(mark) for name, mark in row.marks.items()}
    errors = [found[error] for error in TechnicalError if error in found]
    if errors:
        found["any technical error"] = max(errors)
    voted = [float(name in found) for name in _COLUMNS]
    return np.array([*voted, *(found.get(name, 0.0) for name in _COLUMNS)])


def _mean(column: int) -> Measure:
    return ratio(lambda c: c[..., len(_COLUMNS) + column], lambda c: c[..., column])


_MEASURES: Final = {name: _mean(column) for column, name in enumerate(_COLUMNS)}
