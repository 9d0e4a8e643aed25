"""Have a model vote on items: many at a time, each vote's cost counted by itself, what broke kept as a failure."""

from __future__ import annotations

from asyncio import gather
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peerlens.agents.served.client import Meter
from peerlens.agents.served.plain import PlainModel, Reading
from peerlens.errors import PaperError, PeerlensError
from peerlens.evals.datasets.judged import JudgedItem
from peerlens.evals.judges.judge import MODEL, Ask, D, Judge, JudgeRow, Kind, Unit
from peerlens.evals.judges.rubric import with_rubric
from peerlens.evals.resuming import remembered
from peerlens.evals.subject import Subject

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

_AT_ONCE: Final = 32
"""Items asked about together: what is finished is stored after each such lot."""
_PASSAGES: Final = 8
"""Passages looked up for each text, before they are cut to what fits the prompt."""


def voted(
    items: Sequence[JudgedItem], kind: Kind, judge: Judge, *, subject: Subject, versions: dict[str, str]
) -> Iterator[JudgeRow]:
    """The model's votes, each paper being opened once. Items of a paper that cannot be read are dropped.

    An item all of whose votes were taken up from an earlier run is not asked about again.
    """
    by_path: dict[Path | None, list[JudgedItem]] = defaultdict(list)
    for item in items:
        rows = [row_of(unit, kind, voter=MODEL).model_copy(update={"versions": versions}) for unit in judge.units(item)]
        known = [found for row in rows if (found := remembered(subject, row)) is not None]
        if len(known) == len(rows):
            yield from known
            continue
        needed = kind is not Kind.EQUIVALENCE and not item.context
        by_path[item.path if needed else None].append(item)
    for path, group in by_path.items():
        try:
            with nullcontext() if path is None else subject.open(path) as tools:
                for start in range(0, len(group), _AT_ONCE):
                    lot = group[start : start + _AT_ONCE]
                    votes = subject.ask(partial(_lot, items=lot, kind=kind, judge=judge, tools=tools))
                    for row in chain.from_iterable(votes):
                        yield row.model_copy(update={"versions": versions})
        except PaperError as exc:
            for item in group:
                for unit in judge.units(item):
                    yield row_of(unit, kind, voter=MODEL).model_copy(
                        update={"versions": versions, "dropped": type(exc).__name__}
                    )


def row_of(unit: Unit, kind: Kind, *, voter: str) -> JudgeRow:
    """The row of a unit before it is voted on."""
    item = unit.item
    return JudgeRow(
        suite="judge", item=item.item, paper=item.paper, kind=kind, voter=voter, key=unit.key, systems=unit.systems,
        texts=unit.texts, task=item.task, label=item.label, context=item.context, criteria=unit.criteria,
    )  # fmt: skip


def asker(model: PlainModel, meter: Meter, reading: Reading | None = None) -> Ask:
    """A way to ask the model whose cost ``meter`` counts, with ``reading`` before each question."""

    async def ask(name: str, draft: type[D], *, values: Mapping[str, str]) -> D:
        return await model.ask(name, draft, values=values, reading=reading, meter=meter)

    return ask


async def _lot(
    model: PlainModel, items: Sequence[JudgedItem], kind: Kind, judge: Judge, tools: PaperTools | None
) -> list[list[JudgeRow]]:
    return await gather(*(_of_item(model, item, kind, judge, tools) for item in items))


async def _of_item(
    model: PlainModel, item: JudgedItem, kind: Kind, judge: Judge, tools: PaperTools | None
) -> list[JudgeRow]:
    meter = Meter()
    if kind is Kind.RUBRIC:
        try:
            texts = list(item.candidates.values())
            item = await with_rubric(item, asker(model, meter, _reading((*texts, item.about), tools)))
        except PeerlensError as exc:
            broken = [_failed(row_of(unit, kind, voter=MODEL), exc) for unit in judge.units(item)]
            return [_counted(row, meter if not at else Meter()) for at, row in enumerate(broken)]
    rows = await gather(*(_vote(model, unit, kind, judge, tools) for unit in judge.units(item)))
    return [_counted(row, meter if not at else Meter()) for at, row in enumerate(rows)]


async def _vote(model: PlainModel, unit: Unit, kind: Kind, judge: Judge, tools: PaperTools | None) -> JudgeRow:
    meter, row = Meter(), row_of(unit, kind, voter=MODEL)
    try:
        vote = await judge.judge(unit, asker(model, meter, _reading((*unit.texts, unit.about), tools)))
    except PeerlensError as exc:
        return _counted(_failed(row, exc), meter)
    update = {"marks": dict(vote.marks), "swapped": dict(vote.swapped), "rationale": vote.rationale}
    return _counted(row.model_copy(update=update), meter)


def _reading(texts: Sequence[str], tools: PaperTools | None) -> Reading | None:
    """The passages nearest to the texts, taken in turns; ``None`` without a paper."""
    if tools is None:
        return None
    ranked = [[hit.passage.id for hit in tools.search(text, k=_PASSAGES)] for text in texts if text]
    turns = (one[place] for place in range(_PASSAGES) for one in ranked if place < len(one))
    return Reading(tools, tuple(dict.fromkeys(turns)))


def _failed(row: JudgeRow, exc: PeerlensError) -> JudgeRow:
    return row.model_copy(update={"error": f"{type(exc).__name__}: {exc}"})


def _counted(row: JudgeRow, meter: Meter) -> JudgeRow:
    return row.model_copy(
        update={
            "requests": row.requests + meter.requests,
            "prompt_tokens": row.prompt_tokens + meter.prompt_tokens,
            "completion_tokens": row.completion_tokens + meter.completion_tokens,
        }
    )
