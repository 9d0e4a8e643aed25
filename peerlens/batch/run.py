"""Drive a batch: hand papers to the crew, keep every outcome the moment it comes, know when to stop."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from peerlens.batch.crew import Crew
from peerlens.batch.jobs import Finished, Outcome, PaperJob, Trouble, Unit
from peerlens.batch.ledger import BatchLedger
from peerlens.batch.plan import Plan
from peerlens.batch.reports import ReportFiles
from peerlens.errors import PeerlensError, UnavailableError
from peerlens.schema import Report, Usage

_WAIT_S = 0.5
_NOTED_EVERY_S = 5.0
"""How much of a run's time may be missing from the ledger after a kill."""
_LOCK_TRIES = 4
"""A paper that somebody else has open is put back this often, behind all others."""
_REFUSALS = 3
"""Units in a row that end for a reason that lies with this machine or a server: more of them would, too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a batch is. Counts are units: a paper with its reviews, or its audit. ``before``: by earlier runs."""

    total: int
    before: int
    done: int
    failed: int
    claims: int
    usage: Usage
    seconds: float

    @property
    def left(self) -> int:
        return self.total - self.before - self.done - self.failed

    @property
    def seconds_left(self) -> float | None:
        """At the rate of this run so far; ``None`` before there is one."""
        ended = self.done + self.failed
        return None if ended == 0 else self.seconds / ended * self.left


@dataclass(frozen=True, slots=True)
class Ending:
    """How the driving ended. ``open``: units without an outcome that lasts, and why; ``error``: what stopped it."""

    open: dict[str, Trouble]
    interrupted: bool = False
    error: PeerlensError | None = None


@dataclass
class Interrupts:
    """How often somebody has asked to end: once, what is in flight is finished; twice, it is dropped."""

    count: int = 0


@dataclass
class _Driver:
    plan: Plan
    ledger: BatchLedger
    files: ReportFiles
    crew: Crew
    interrupts: Interrupts
    on_progress: Callable[[Standing], None]
    clock: Callable[[], float]
    jobs: deque[PaperJob] = field(default_factory=deque)
    units: dict[str, tuple[Path, Unit]] = field(default_factory=dict)
    open: dict[str, Trouble] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    refusals: int = 0
    error: PeerlensError | None = None
    before: int = 0
    done: int = 0
    failed: int = 0
    claims: int = 0
    usage: Usage = field(default_factory=Usage)
    started: float = 0.0
    noted: float = 0.0

    def drive(self, settled: set[str]) -> Ending:
        self.started = self.clock()
        self.jobs = deque(self.plan.jobs(settled))
        self.units = {unit.key: (job.path, unit) for job in self.jobs for unit in job.units}
        wanted = {one.unit.key for line in self.plan.planned() for one in line.wanted}
        self.before = len(wanted & settled)
        busy = 0
        ending = False
        while self.jobs or busy:
            if self.interrupts.count > 1:
                break
            if not ending and (self.interrupts.count or self.error is not None):
                ending = True
                self.crew.wind_down()
            if ending:
                self.jobs.clear()
            while self.jobs and self.crew.room() > 0:
                self.crew.give(self.jobs.popleft())
                busy += 1
            for event in self.crew.events(_WAIT_S):
                if isinstance(event, Finished):
                    busy -= 1
                else:
                    self._take(event)
            self._show()
        self.ledger.spend(self.clock() - self.started)
        return Ending(self.open, interrupted=self.interrupts.count > 0, error=self.error)

    def _take(self, outcome: Outcome) -> None:
        trouble = outcome.trouble
        path, unit = self.units[outcome.key]
        if trouble is None:
            self.refusals = 0
            self._keep(outcome, unit)
        elif trouble.error == "StoreLockedError" and self.tries.get(outcome.key, 1) < _LOCK_TRIES:
            self.tries[outcome.key] = self.tries.get(outcome.key, 1) + 1
            self.jobs.append(PaperJob(path, [unit]))
        elif trouble.lasting and not trouble.stops:
            self.refusals = 0
            self.failed += 1
            self.ledger.keep(outcome, task=unit.task, broken=0)
        else:
            self.failed += 1
            self.open[outcome.key] = trouble
            self.refusals += trouble.error != "StoreLockedError"
            if trouble.stops or self.refusals >= _REFUSALS:
                self.error = UnavailableError(trouble.message, hint=trouble.hint or "mend that, then --resume")

    def _keep(self, outcome: Outcome, unit: Unit) -> None:
        report = Report.model_validate_json(outcome.report or "")
        self.ledger.keep(outcome, task=unit.task, broken=len(report.failures))
        self.files.write_all(unit.key, outcome.report or "")
        self.done += not report.failures
        self.failed += bool(report.failures)
        self.claims += len(report.findings)
        self.usage = added(self.usage, report.usage)

    def _show(self) -> None:
        seconds = self.clock() - self.started
        if seconds >= self.noted + _NOTED_EVERY_S:
            self.noted = seconds
            self.ledger.spend(seconds)
        total = self.before + len(self.units)
        self.on_progress(Standing(total, self.before, self.done, self.failed, self.claims, self.usage, seconds))


def drive(
    plan: Plan,
    ledger: BatchLedger,
    files: ReportFiles,
    crew: Crew,
    *,
    retry_failed: bool = False,
    interrupts: Interrupts | None = None,
    on_progress: Callable[[Standing], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
) -> Ending:
    """Do what the ledger does not have yet. The crew is left open.

    Raises ``StoreError`` where an outcome cannot be kept: everything kept before is whole.
    """
    driver = _Driver(plan, ledger, files, crew, interrupts or Interrupts(), on_progress, clock)
    return driver.drive(ledger.settled(retry_failed=retry_failed))


def added(one: Usage, other: Usage) -> Usage:
    return Usage(**{name: getattr(one, name) + getattr(other, name) for name in Usage.model_fields})
