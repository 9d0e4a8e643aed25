"""What goes to whoever does the work and what comes back: records that cross processes and machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from peerlens.batch.entries import Entry, Task
from peerlens.errors import ReviewError
from peerlens.schema import Review
from peerlens.schema.record import Record
from peerlens.store.ledger import unit_key


class UnitJob(Record):
    """One unit of work, complete: everything that it takes but the paper's file.

    ``key``: the hash of its content; ``paper``: the identity of the paper that is meant.
    """

    key: str
    task: Task
    paper: str
    reviews: tuple[Review, ...] = ()


class Trouble(Record):
    """Why a unit has no report. ``stage``: parse, index, judge or process.

    ``lasting``: the paper or the review is the cause, so doing it again gives the same. What is not lasting lies with
    this machine or a server: the unit stays open. ``stops``: it would meet every other unit as well.
    """

    stage: str
    error: str
    message: str
    hint: str | None = None
    lasting: bool = True
    stops: bool = False


class Outcome(Record):
    """How one unit ended: its report document, or why there is none. ``seconds``: by the wall, its worker's;

    ``opening`` of them went into reading and indexing the paper, 0 where that was done before.
    """

    key: str
    report: str | None = None
    trouble: Trouble | None = None
    seconds: float = 0.0
    opening: float = 0.0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as planned; its reviews are read again when its turn comes, so that a long plan takes little memory.

    ``paper``: the paper's identity; ``asked``: the hash of the reviews.
    """

    key: str
    task: Task
    entry: Entry
    paper: str
    asked: str

    def job(self) -> UnitJob:
        """Raises ``ReviewError`` where a review's file has changed since it was planned."""
        reviews = self.entry.reading().reviews if self.task is Task.VERIFY else ()
        if asked_of(reviews) != self.asked:
            raise ReviewError("a review has changed since the batch began", hint="start the batch again with --resume")
        return UnitJob(key=self.key, task=self.task, paper=self.paper, reviews=reviews)


def asked_of(reviews: Sequence[Review]) -> str:
    """The hash of reviews. What a review's file is called is no part of its content, nor is its line."""
    return unit_key("reviews", {"reviews": [review.model_dump(mode="json", exclude={"source"}) for review in reviews]})


@dataclass(frozen=True, slots=True)
class PaperJob:
    """The units of one paper that are to be done, one after the other, by the same worker."""

    path: Path
    units: Sequence[Unit]


@dataclass(frozen=True, slots=True)
class Finished:
    """A worker has done with a paper. ``undone``: units it did not begin, because it was told to end."""

    job: PaperJob
    undone: Sequence[Unit] = ()


Event = Outcome | Finished
