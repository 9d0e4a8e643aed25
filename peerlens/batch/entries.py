"""What one line of the input asks for, and what became of lines that ask for nothing that can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from peerlens.errors import ReviewError
from peerlens.reviews import ReviewInput, UnreadInput, read_what_can_be
from peerlens.schema import Review
from peerlens.text.harmless import printable_name


class Task(StrEnum):
    """What is done with a paper."""

    VERIFY = "verify"
    AUDIT = "audit"


class Status(StrEnum):
    """How a line of the input ended."""

    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class ReviewFile:
    """A review in a file of its own."""

    path: Path

    def input(self) -> ReviewInput:
        return ReviewInput(self.path, printable_name(self.path) or str(self.path))


@dataclass(frozen=True, slots=True)
class ReviewText:
    """A review that stands in the input itself, as the JSON that the readers of reviews know."""

    source: str
    json: str

    def input(self) -> ReviewInput:
        return ReviewInput(self.json.encode("utf-8", "replace"), self.source)


@dataclass(frozen=True, slots=True)
class Reading:
    """The reviews of a line, and why others of it could not be read."""

    reviews: tuple[Review, ...]
    unread: tuple[ReviewError, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the input that can be worked on. ``line`` is its number from 1; ``id`` is shown and never a path.

    ``tasks`` is empty where the line does not say. ``gold``: the label a benchmark gives its claim.
    """

    line: int
    id: str
    paper: Path
    reviews: tuple[ReviewFile | ReviewText, ...] = ()
    tasks: tuple[Task, ...] = ()
    gold: str | None = None
    notes: tuple[str, ...] = ()

    def reading(self) -> Reading:
        """What can be read; one that cannot costs the others nothing. Raises ``ReviewError`` where none can."""
        reviews, unread = read_what_can_be([one.input() for one in self.reviews])
        errors = tuple(self._placed(one) for one in unread)
        if errors and not reviews:
            raise errors[0]
        return Reading(reviews, errors)

    def _placed(self, unread: UnreadInput) -> ReviewError:
        """A review that stands in the input has no name of its own: it is called by its place on the line."""
        one, error = self.reviews[unread.place - 1], unread.error
        if isinstance(one, ReviewFile):
            return error
        called = f"review {unread.place}" if len(self.reviews) > 1 else "its review"
        return type(error)(error.message.replace(f"review {one.source}", called, 1), hint=error.hint)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One line of the input on which nothing can be done, and why."""

    line: int
    id: str
    status: Status
    reason: str


Line = Entry | LeftOut


TOO_DEEP = "not JSON that can be read: nested too deeply"


def broken(line: int, reason: str, identity: str = "") -> LeftOut:
    return LeftOut(line, identity or unnamed(line), Status.FAILED, reason)


def unnamed(line: int) -> str:
    """What a line without an id goes by."""
    return f"line-{line}"


def given_text(row: Mapping[str, object], *keys: str) -> str | None:
    """The first of ``keys`` that holds text or a whole number, as text; ``None`` where none does."""
    for key in keys:
        value = row.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None
