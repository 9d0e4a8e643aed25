"""What became of each line, read back from the ledger one paper at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from peerlens.batch.entries import LeftOut, Status, Task
from peerlens.batch.jobs import Outcome, Trouble
from peerlens.batch.ledger import BatchLedger
from peerlens.batch.plan import Plan, PlannedLine, Wanted
from peerlens.batch.reports import FOLDER
from peerlens.schema import Report
from peerlens.text.counting import counted


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How one report of a line ended. Both are ``None`` where it was not reached."""

    wanted: Wanted
    report: Report | None = None
    text: str = ""
    trouble: Trouble | None = None
    seconds: float = 0.0
    opening: float = 0.0


@dataclass(frozen=True, slots=True)
class LineResult:
    """One line of the input and how it ended."""

    planned: PlannedLine | LeftOut
    status: Status
    reason: str | None
    tasks: tuple[TaskResult, ...] = ()

    @property
    def number(self) -> int:
        return self.planned.line if isinstance(self.planned, LeftOut) else self.planned.line.line

    @property
    def id(self) -> str:
        return self.planned.id if isinstance(self.planned, LeftOut) else self.planned.line.id

    @property
    def gold(self) -> str | None:
        return None if isinstance(self.planned, LeftOut) else self.planned.line.gold

    @property
    def trouble(self) -> Trouble | None:
        """Why the line as a whole could not be worked on."""
        if isinstance(self.planned, PlannedLine):
            return self.planned.trouble
        if self.status is not Status.FAILED:
            return None
        return Trouble(stage="read", error="InputError", message=self.planned.reason)

    @property
    def unread(self) -> tuple[Trouble, ...]:
        """Why reviews of the line are not in its report."""
        return self.planned.unread if isinstance(self.planned, PlannedLine) else ()

    def document(self) -> dict[str, object]:
        """The line's row of ``summary.json``."""
        notes = [] if isinstance(self.planned, LeftOut) else list(self.planned.line.notes)
        reports = [f"{FOLDER}/{task.wanted.name}" for task in self.tasks if task.report is not None]
        return {
            "line": self.number,
            "id": self.id,
            "status": self.status.value,
            "reason": self.reason,
            "reports": reports,
            "notes": notes,
        }


def results_by_paper(
    plan: Plan, ledger: BatchLedger, open_units: Mapping[str, Trouble], *, ended: str
) -> Iterator[tuple[str, list[LineResult]]]:
    """The lines of each paper; under "" those without a readable one. ``ended``: why the rest was not reached."""
    loose = [line for line in plan.lines if isinstance(line, LeftOut) or not line.paper]
    yield "", [_loose(line) for line in loose]
    for paper, lines in plan.by_paper().items():
        read: dict[str, Outcome | None] = {}
        for key in {one.unit.key for line in lines for one in line.wanted}:
            read[key] = ledger.outcome(key)
        yield paper, [_result(line, read, open_units, ended) for line in lines]


def _loose(line: PlannedLine | LeftOut) -> LineResult:
    if isinstance(line, LeftOut):
        return LineResult(line, line.status, line.reason)
    assert line.trouble is not None
    return LineResult(line, Status.FAILED, line.trouble.message)


def _result(
    line: PlannedLine, read: Mapping[str, Outcome | None], open_units: Mapping[str, Trouble], ended: str
) -> LineResult:
    if line.trouble is not None:
        return LineResult(line, Status.FAILED, line.trouble.message)
    tasks = tuple(_task(wanted, read[wanted.unit.key], open_units.get(wanted.unit.key)) for wanted in line.wanted)
    reasons = [one.message for one in line.unread]
    reasons += [reason for task in tasks if (reason := _reason(task)) is not None]
    missed = any(task.report is None and task.trouble is None for task in tasks)
    if reasons:
        return LineResult(line, Status.FAILED, "; ".join([*reasons, *([ended] if missed else [])]), tasks)
    if missed:
        return LineResult(line, Status.SKIPPED, ended, tasks)
    return LineResult(line, Status.DONE, None, tasks)


def _task(wanted: Wanted, outcome: Outcome | None, still_open: Trouble | None) -> TaskResult:
    if outcome is None or still_open is not None:
        return TaskResult(wanted, trouble=still_open)
    report = None if outcome.report is None else Report.model_validate_json(outcome.report)
    return TaskResult(wanted, report, outcome.report or "", outcome.trouble, outcome.seconds, outcome.opening)


def _reason(task: TaskResult) -> str | None:
    if task.trouble is not None:
        return task.trouble.message
    if task.report is None or not task.report.failures:
        return None
    what = "label" if task.wanted.unit.task is Task.AUDIT else "claim"
    first = task.report.failures[0]
    return f"{counted(len(task.report.failures), what)} broke off ({first.stage}: {first.message})"
