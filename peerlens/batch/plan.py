"""What a batch will do: each line's units, keyed by content, grouped by paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from peerlens.batch.entries import Entry, LeftOut, Line, Reading, Task
from peerlens.batch.jobs import PaperJob, Trouble, Unit, asked_of
from peerlens.batch.names import report_name
from peerlens.errors import InputError, UnavailableError
from peerlens.graph.open import configuration_of
from peerlens.settings import Settings
from peerlens.store.ledger import unit_key
from peerlens.store.library import paper_identity


@dataclass(frozen=True, slots=True)
class Wanted:
    """One report that a line asks for: its unit and the name of its file."""

    unit: Unit
    name: str


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line with the reports it asks for, or with why it can have none. ``characters``: of its reviews.

    ``unread``: reviews that its report lacks, and why.
    """

    line: Entry
    paper: str = ""
    wanted: tuple[Wanted, ...] = ()
    trouble: Trouble | None = None
    reviews: int = 0
    claims: int = 0
    characters: int = 0
    unread: tuple[Trouble, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Every line of the input, in order."""

    lines: tuple[PlannedLine | LeftOut, ...]
    settings: Settings
    sizes: dict[str, int] = field(default_factory=dict)
    """Bytes of each paper's files, by its identity."""

    def planned(self) -> Iterator[PlannedLine]:
        return (line for line in self.lines if isinstance(line, PlannedLine))

    def by_paper(self) -> dict[str, list[PlannedLine]]:
        """The lines of each paper, papers in the order in which the input first names them."""
        found: dict[str, list[PlannedLine]] = {}
        for line in self.planned():
            if line.paper:
                found.setdefault(line.paper, []).append(line)
        return found

    def jobs(self, settled: set[str]) -> list[PaperJob]:
        """What is left to do, a job a paper. ``settled``: keys of units that need no doing. Each unit is done once."""
        jobs = []
        given = set(settled)
        for lines in self.by_paper().values():
            units = []
            for wanted in (one for line in lines for one in line.wanted):
                if wanted.unit.key not in given:
                    given.add(wanted.unit.key)
                    units.append(wanted.unit)
            if units:
                jobs.append(PaperJob(lines[0].line.paper, units))
        return jobs


def make_plan(lines: Sequence[Line], settings: Settings) -> Plan:
    """Look at every file that the lines name. One that cannot be used costs its lines and nothing else.

    Raises ``UsageError``, ``ConfigError`` and ``ModelMissingError`` where the settings do not work here at all.
    """
    configuration = configuration_of(settings)
    papers: dict[Path, tuple[str, int] | Trouble] = {}
    planned: list[PlannedLine | LeftOut] = []
    for line in lines:
        if isinstance(line, LeftOut):
            planned.append(line)
            continue
        if line.paper not in papers:
            papers[line.paper] = _identity(line.paper)
        planned.append(_planned(line, papers[line.paper], configuration))
    sizes = {found[0]: found[1] for found in papers.values() if not isinstance(found, Trouble)}
    return Plan(tuple(planned), settings, sizes)


def _identity(path: Path) -> tuple[str, int] | Trouble:
    try:
        return paper_identity(path)
    except (InputError, UnavailableError) as exc:
        return trouble_of(exc, stage="read")


def _planned(line: Entry, paper: tuple[str, int] | Trouble, configuration: dict[str, object]) -> PlannedLine:
    if isinstance(paper, Trouble):
        return PlannedLine(line, trouble=paper)
    try:
        reading = line.reading() if Task.VERIFY in line.tasks else Reading(())
    except InputError as exc:
        return PlannedLine(line, trouble=trouble_of(exc, stage="read"))
    reviews, wanted = reading.reviews, []
    for task in line.tasks:
        asked = asked_of(reviews if task is Task.VERIFY else ())
        key = unit_key(f"batch.{task.value}", {"paper": paper[0], "asked": asked, **configuration})
        wanted.append(Wanted(Unit(key, task, line, paper[0], asked), report_name(line.line, line.id, task)))
    return PlannedLine(
        line,
        paper=paper[0],
        wanted=tuple(wanted),
        reviews=len(reviews),
        claims=sum(len(review.ready or ()) for review in reviews),
        characters=sum(len(review.text) for review in reviews if review.ready is None),
        unread=tuple(trouble_of(exc, stage="read") for exc in reading.unread),
    )


def trouble_of(exc: InputError | UnavailableError, *, stage: str) -> Trouble:
    return Trouble(
        stage=stage, error=type(exc).__name__, message=exc.message, hint=exc.hint, lasting=isinstance(exc, InputError)
    )
