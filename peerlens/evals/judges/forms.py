"""The form that people fill in: a CSV out with the texts and empty columns, the same CSV in as votes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from peerlens.errors import InputError
from peerlens.evals.datasets.files import read_text
from peerlens.evals.datasets.judged import JudgedItem
from peerlens.evals.judges.asking import row_of
from peerlens.evals.judges.judge import Judge, JudgeRow, Kind, Mark, Unit
from peerlens.report.csv_table import Cell, write_rows

_KEY, _ABOUT, _RUBRIC, _NOTE = "key", "about", "rubric", "note"
_TEXTS: Final = ("A", "B")


def form(items: Sequence[JudgedItem], kind: Kind, judge: Judge) -> str:
    """A row a unit, by key so that the order tells nothing; the head names the votes allowed (``overall [A|B|tie]``).

    Nothing in it says which system wrote what. Raises ``InputError`` where items have no rubric yet.
    """
    bare = [item.item for item in items if kind is Kind.RUBRIC and not item.rubric]
    if bare:
        raise InputError(
            f"{bare[0]} has no rubric", hint="let a model make them: rubrics.jsonl in --out is data with rubrics"
        )
    units = sorted(_units(items, judge).values(), key=lambda unit: unit.key)
    votes = {name: allowed for unit in units for name, allowed in judge.allowed(unit).items()}
    texts = _TEXTS[: max((len(unit.texts) for unit in units), default=0)]
    shown = (_KEY, _ABOUT, *((_RUBRIC,) if kind is Kind.RUBRIC else ()), *texts)
    heads = {name: f"{name} [{'|'.join(map(str, allowed))}]" for name, allowed in votes.items()}
    return write_rows([*shown, *heads.values(), _NOTE], map(_shown, units))


def read_form(path: Path, items: Sequence[JudgedItem], kind: Kind, judge: Judge) -> Iterator[JudgeRow]:
    """The votes of a filled form; the voter is the file's stem. What is left empty is no vote.

    Raises ``InputError`` naming the row for a key of other data, a key given twice, or a vote that is not allowed.
    """
    units = _units(items, judge)
    seen: set[str] = set()
    text = read_text(path).removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max((",", ";", "\t"), key=head.count))
    for number, given in enumerate(reader, start=1):
        cells = {name.partition(" [")[0].strip(): (value or "").strip() for name, value in given.items() if name}
        where = f"{path.name}, row {number}"
        unit = units.get(cells.get(_KEY, ""))
        if unit is None:
            raise InputError(
                f"{where}: no such key in these data", hint="write the form of these data with --form FILE"
            )
        if unit.key in seen:
            raise InputError(f"{where}: the key {unit.key} stands twice", hint="one file a person, one row a key")
        seen.add(unit.key)
        marks = _marks(cells, judge.allowed(unit), where)
        if marks:
            yield row_of(unit, kind, voter=path.stem).model_copy(update={"marks": marks})


def _units(items: Sequence[JudgedItem], judge: Judge) -> dict[str, Unit]:
    return {unit.key: unit for item in items for unit in judge.units(item)}


def _shown(unit: Unit) -> Mapping[str, Cell]:
    rubric = "\n".join(
        f"{number}. {'(hard constraint) ' if one.hard else ''}{one.text}"
        for number, one in enumerate(unit.criteria, start=1)
    )
    return {_KEY: unit.key, _ABOUT: unit.about, _RUBRIC: rubric, **dict(zip(_TEXTS, unit.texts, strict=False))}


def _marks(cells: Mapping[str, str], allowed: Mapping[str, tuple[Mark, ...]], where: str) -> dict[str, Mark]:
    marks: dict[str, Mark] = {}
    for name, votes in allowed.items():
        said = cells.get(name, "")
        if not said:
            continue
        known = {str(vote).casefold(): vote for vote in votes}
        if said.casefold() not in known:
            listed = ", ".join(map(str, votes))
            raise InputError(f"{where}: {name} is {said!r}", hint=f"one of {listed}, or empty")
        marks[name] = known[said.casefold()]
    return marks
