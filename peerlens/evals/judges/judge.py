"""What every judge has: units to vote on, the votes allowed, a way to ask a model, and figures from the rows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Protocol, TypeVar

from pydantic import Field

from peerlens.agents.served.drafts import Draft
from peerlens.evals.datasets.judged import Criterion, JudgedItem
from peerlens.evals.results import Figure
from peerlens.evals.rows import ResumableRow
from peerlens.prompts import as_data
from peerlens.taxonomy import Weakness

MODEL = "model"
"""The voter that is a model; people are named by their files."""

Mark = int | str
"""A vote on one point: a grade, or a word."""
YES, NO = "yes", "no"

D = TypeVar("D", bound=Draft)


class Kind(StrEnum):
    """The judges by name."""

    PAIRWISE = "pairwise"
    RUBRIC = "rubric"
    ABSENCE = "absence"
    EQUIVALENCE = "equivalence"
    RATINGS = "ratings"


class JudgeRow(ResumableRow):
    """One vote. ``key``: what was voted on; ``systems``: who wrote ``texts``, in the order shown, told to no judge.

    ``marks``: the votes by point; ``swapped``: those with the texts shown the other way round, put back in order.
    ``criteria``: of a rubric. ``error``: what broke; there are no marks then.
    """

    kind: Kind
    voter: str
    key: str
    systems: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    task: str | None = None
    label: Weakness | None = None
    context: str = ""
    criteria: tuple[Criterion, ...] = ()
    marks: dict[str, Mark] = Field(default_factory=dict)
    swapped: dict[str, Mark] = Field(default_factory=dict)
    rationale: str = ""
    requests: Annotated[int, Field(ge=0)] = 0
    prompt_tokens: Annotated[int, Field(ge=0)] = 0
    completion_tokens: Annotated[int, Field(ge=0)] = 0

    @property
    def identity(self) -> tuple[str, ...]:
        return (self.voter, self.key)

    @property
    def asked(self) -> tuple[object, ...]:
        return (self.texts, self.task, self.label, self.context)


@dataclass(frozen=True, slots=True)
class Unit:
    """What one vote is on. ``texts``: shown in this order; ``systems``: who wrote each, never shown.

    ``key`` tells units apart and nothing about who wrote what.
    """

    key: str
    item: JudgedItem
    texts: tuple[str, ...]
    systems: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """What is read beside the texts."""
        return self.item.about

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        return self.item.rubric


@dataclass(frozen=True, slots=True)
class Vote:
    """What a judge says of a unit."""

    marks: Mapping[str, Mark]
    swapped: Mapping[str, Mark] = field(default_factory=dict)
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A vote as agreement sees it: two voters agree where they give one value to one ``place`` of a ``measure``."""

    measure: str
    place: str
    value: Mark | float


class Ask(Protocol):
    """Put a prompt to the model, with what the unit is read with. Raises ``PeerlensError`` where it gives no vote."""

    async def __call__(self, name: str, draft: type[D], *, values: Mapping[str, str]) -> D: ...


class Judge(Protocol):
    """What a module of this folder has that is named for a kind."""

    PROMPTS: tuple[str, ...]

    def units(self, item: JudgedItem) -> tuple[Unit, ...]:
        """What is to be voted on of an item. Raises ``InputError`` where the item lacks what this judge needs."""
        ...

    def allowed(self, unit: Unit) -> dict[str, tuple[Mark, ...]]:
        """The points to vote on and the votes there are for each."""
        ...

    async def judge(self, unit: Unit, ask: Ask) -> Vote: ...

    def figures(self, rows: Sequence[JudgeRow]) -> dict[str, Figure]:
        """Figures of one voter's votes, failures among the rows left out."""
        ...

    def values(self, row: JudgeRow) -> list[Value]:
        """The votes of a row as agreement counts them."""
        ...


def key_of(*parts: str) -> str:
    """Ten hex digits from a kind, an item and systems: stable, and silent about all of them."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:10]


def unit_of(item: JudgedItem, kind: Kind, texts: Sequence[str], *, systems: Sequence[str] = ()) -> Unit:
    """The unit of an item with these texts in this order."""
    key = f"k{key_of(kind, item.item, *sorted(systems))}"  # a letter first: spreadsheets read the rest as a number
    return Unit(key, item, tuple(texts), tuple(systems))


def about_words(item: JudgedItem) -> str:
    """What stands in a prompt about the texts, as data."""
    return as_data(item.about) or "(nothing else is given)"


def plain_values(row: JudgeRow) -> list[Value]:
    """One value a mark."""
    return [Value(name, row.key, mark) for name, mark in row.marks.items()]
