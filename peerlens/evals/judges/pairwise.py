"""Which of two texts is better, by dimension: each pair is judged in both orders, so that a place wins nothing."""

from __future__ import annotations

from asyncio import gather
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Final

import numpy as np

from peerlens.agents.served.drafts import Draft, Sentence, coming_close
from peerlens.errors import InputError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.judged import JudgedItem
from peerlens.evals.judges.judge import Ask, JudgeRow, Kind, Mark, Unit, Value, Vote, about_words, key_of, unit_of
from peerlens.evals.results import Figure
from peerlens.prompts import as_data

PROMPTS: tuple[str, ...] = ("judge_pairwise",)

FIRST, SECOND, TIE = "A", "B", "tie"
_NO_SIDE: Final = 0.5


class _Choice(StrEnum):
    """A reply, by the place in which a text was shown."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"


_Chosen = Annotated[
    _Choice,
    coming_close(_Choice, {"A": _Choice.FIRST, "B": _Choice.SECOND, "both": _Choice.TIE, "equal": _Choice.TIE}),
]


class ClaimsChoice(Draft):
    """Which of two sets of claims is better."""

    rationale: Sentence
    validity: _Chosen
    grounding: _Chosen
    specificity: _Chosen
    importance: _Chosen
    overall: _Chosen


class SuggestionsChoice(Draft):
    """Which of two sets of suggestions is better."""

    rationale: Sentence
    relevance: _Chosen
    actionability: _Chosen
    specificity: _Chosen
    feasibility: _Chosen
    overall: _Chosen


class Task(StrEnum):
    """What the texts of a pair are."""

    CLAIMS = "claims"
    SUGGESTIONS = "suggestions"


_DRAFTS: Final[Mapping[Task, type[ClaimsChoice] | type[SuggestionsChoice]]] = {
    Task.CLAIMS: ClaimsChoice,
    Task.SUGGESTIONS: SuggestionsChoice,
}
DIMENSIONS: Final[Mapping[Task, Mapping[str, str]]] = {
    Task.CLAIMS: {
        "validity": "which is true of this paper?",
        "grounding": "which rests on what stands in the paper?",
        "specificity": "which says what exactly is wrong and where?",
        "importance": "which names what matters more for the paper's conclusions?",
        "overall": "which is the better criticism?",
    },
    Task.SUGGESTIONS: {
        "relevance": "which would mend the weakness?",
        "actionability": "which tells the authors what to do, where and how?",
        "specificity": "which is about this paper and no other?",
        "feasibility": "which can be done with the means of a revision?",
        "overall": "which is the better advice?",
    },
}
_FORWARD: Final = {_Choice.FIRST: FIRST, _Choice.SECOND: SECOND, _Choice.TIE: TIE}
_BACKWARD: Final = {_Choice.FIRST: SECOND, _Choice.SECOND: FIRST, _Choice.TIE: TIE}


def units(item: JudgedItem) -> tuple[Unit, ...]:
    """Every two of the candidates; which is shown first is drawn by the key, not by the name."""
    if len(item.candidates) < 2:
        raise InputError(f"{item.item}: fewer than two candidates", hint='"candidates": {"system": text, …}')
    _task(item.task)
    pairs = []
    for pair in combinations(sorted(item.candidates), 2):
        order = pair if int(key_of("order", item.item, *pair), 16) % 2 else pair[::-1]
        pairs.append(unit_of(item, Kind.PAIRWISE, [item.candidates[name] for name in order], systems=order))
    return tuple(pairs)


def allowed(unit: Unit) -> dict[str, tuple[Mark, ...]]:
    return dict.fromkeys(DIMENSIONS[_task(unit.item.task)], (FIRST, SECOND, TIE))


async def judge(unit: Unit, ask: Ask) -> Vote:
    """Asked twice, with the texts either way round."""
    task = _task(unit.item.task)
    first, second = (as_data(text) for text in unit.texts)
    lines = "\n".join(f"- {name}: {question}" for name, question in DIMENSIONS[task].items())

    async def asked(one: str, other: str) -> ClaimsChoice | SuggestionsChoice:
        values = {
            "task": task.value,
            "about": about_words(unit.item),
            "first": one,
            "second": other,
            "dimensions": lines,
        }
        return await ask("judge_pairwise", _DRAFTS[task], values=values)

    there, back = await gather(asked(first, second), asked(second, first))
    return Vote(
        marks={name: _FORWARD[getattr(there, name)] for name in DIMENSIONS[task]},
        swapped={name: _BACKWARD[getattr(back, name)] for name in DIMENSIONS[task]},
        rationale=there.rationale,
    )


def figures(rows: Sequence[JudgeRow]) -> dict[str, Figure]:
    """Adjusted win rate of the system named first against the other: 100 · mean(1, ½, 0), over both orders of a pair.

    Then the share of verdicts that the two orders gave alike, where both were asked.
    """
    groups: dict[str, list[JudgeRow]] = defaultdict(list)
    for row in rows:
        groups[" against ".join(sorted(row.systems))].append(row)
    result: dict[str, Figure] = {}
    for name, group in sorted(groups.items()):
        for task in Task:
            of_task = [row for row in group if _task(row.task) is task]
            for dimension in DIMENSIONS[task] if of_task else ():
                counts = tally(
                    [(row.paper, _score_counts(row, dimension)) for row in of_task if dimension in row.marks]
                )
                measured = with_intervals(counts, {"rate": _RATE})
                result |= {f"{name}, {task}, {dimension}: adjusted win rate": one for one in measured.values()}
    both = [row for row in rows if row.swapped]
    if both:
        counts = tally([(row.paper, _order_counts(row)) for row in both])
        result |= with_intervals(counts, {"verdicts alike in both orders": _ALIKE})
    return result


def values(row: JudgeRow) -> list[Value]:
    """Who is ahead, put together from both orders."""
    found = []
    for name in row.marks:
        score = _score(row, name, system=row.systems[0])
        side = TIE if score == _NO_SIDE else FIRST if score > _NO_SIDE else SECOND
        found.append(Value(f"{_task(row.task)}, {name}", row.key, side))
    return found


def _score(row: JudgeRow, dimension: str, *, system: str) -> float:
    """1, ½ or 0 for a system, the mean of both orders where both were asked."""
    side = FIRST if system == row.systems[0] else SECOND
    votes = [marks[dimension] for marks in (row.marks, row.swapped) if dimension in marks]
    return sum(_NO_SIDE if vote == TIE else float(vote == side) for vote in votes) / len(votes)


def _score_counts(row: JudgeRow, dimension: str) -> Counts:
    return np.array([1.0, _score(row, dimension, system=min(row.systems))])


def _order_counts(row: JudgeRow) -> Counts:
    return np.array([len(row.swapped), sum(row.marks[name] == vote for name, vote in row.swapped.items())], float)


_RATE: Final = Measure(value=lambda c: 100 * c[..., 1] / c[..., 0], over=lambda c: c[..., 0])
_ALIKE: Final = ratio(lambda c: c[..., 1], lambda c: c[..., 0])


def _task(name: str | None) -> Task:
    try:
        return Task(name or Task.CLAIMS)
    except ValueError as exc:
        raise InputError(f"unknown task {name!r}", hint=f"known: {', '.join(Task)}") from exc
