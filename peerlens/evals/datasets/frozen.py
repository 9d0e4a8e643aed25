"""Read the frozen evaluation sets: wordings, controls, changed claims, abstention, and claims of named absence.

Their rows name papers and hold claims in our own words; the papers' texts are read from the data folder. What the
fields mean is told in the README beside the sets.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, Literal, TypeVar

from peerlens.errors import InputError, UsageError
from peerlens.evals.datasets.files import Line, files_below, read_lines
from peerlens.taxonomy import Verdict, Weakness

REPORT: Final = "report"
TUNE: Final = "tune"
HALVES: Final = (REPORT, TUNE)
"""Figures are those of ``report``; rules may have been made on the papers of ``tune``."""

CHECKOUT_FOLDER: Final = Path("evals") / "frozen"
"""Where a checkout keeps the sets, seen from its root."""


class FrozenLine(Line):
    """What rows of all sets have."""

    paper_id: str
    half: Literal["tune", "report"]


class WordingLine(FrozenLine):
    """A claim about a name that the clean paper uses and its twin does not."""

    set: Literal["wordings"]
    item_id: str
    name: str
    wording: str
    claim: str
    label_on_clean: Verdict | tuple[Verdict, ...]
    label_on_perturbed: Verdict
    strict_on_clean: Verdict | None = None


class ControlLine(FrozenLine):
    """A claim about a name that a paper only mentions."""

    set: Literal["controls"]
    kind: str
    name: str
    where: str
    claim: str
    expected: Verdict
    source: str | None = None


class ChangedLine(FrozenLine):
    """One string of a B1 claim and the one that makes it false."""

    set: Literal["changed"]
    row: int
    kind: str
    find: str
    replace: str
    expected: Verdict


class AbstentionLine(FrozenLine):
    """A weakness label that a paper's text supports, or not."""

    set: Literal["abstention"]
    label: Weakness
    supported: bool
    source: str | None = None


class AbsenceLine(Line):
    """A plain claim that a named thing is absent. ``sound``: a reader found it in the clean paper alone."""

    item_id: str
    paper_id: str
    type: str
    name: str
    claim: str
    label_on_clean: Verdict
    label_on_perturbed: Verdict
    sound: bool


L = TypeVar("L", AbsenceLine, WordingLine, ControlLine, ChangedLine, AbstentionLine)


def find_set(name: str, data: Path, *, set_file: Path | None = None) -> Path:
    """The file of a set: the one named, else ``name`` below ``data``, else the one in the checkout's folder.

    Raises ``InputError`` where there is none, or more than one below ``data``.
    """
    if set_file is not None:
        return set_file
    below = [path for path in files_below(data) if path.name == name]
    if len(below) > 1:
        raise InputError(f"{len(below)} files {name} below {data}", hint="name one with --set FILE")
    found = next(iter(below), CHECKOUT_FOLDER / name)
    if not found.is_file():
        raise InputError(f"no {name} below {data} or in {CHECKOUT_FOLDER}", hint="name the frozen set with --set FILE")
    return found


def read_set(path: Path, model: type[L], *, half: str | None = None) -> tuple[L, ...]:
    """The rows of a set, those of one half where ``half`` is given. Raises ``UsageError`` for an unknown half."""
    if half not in (None, *HALVES):
        raise UsageError(f"no split {half!r}", hint=f"known: {', '.join(HALVES)}")
    rows = tuple(read_lines(path, model))
    if not rows:
        raise InputError(f"{path.name} is empty", hint="name the frozen set with --set FILE")
    return tuple(row for row in rows if half in (None, half_of_row(row)))


def half_of_row(row: FrozenLine | AbsenceLine) -> str:
    """The half a row belongs to: what it says itself, else by its paper."""
    return row.half if isinstance(row, FrozenLine) else half_of_paper(row.paper_id)


def half_of_paper(paper_id: str) -> str:
    """``tune`` where the SHA-256 of the id, as a number, is even, else ``report``."""
    return (TUNE, REPORT)[hashlib.sha256(paper_id.encode()).digest()[-1] % 2]
