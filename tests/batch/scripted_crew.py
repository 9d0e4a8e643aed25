"""A crew that does what a script says: no processes, any outcome."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

from peerlens.batch.entries import Task
from peerlens.batch.jobs import Event, Finished, Outcome, PaperJob, Trouble, Unit
from peerlens.schema import Failure, Report, ReportPaper, Run, Usage

Script = Callable[[Unit], Outcome]


def report_of(name: str, *, task: Task = Task.VERIFY, broken: int = 0, requests: int = 0) -> Report:
    failure = Failure(id="r1.c1", claim_id=None, stage="verify", error="OutputInvalidError", message="no record")
    return Report(
        kind=task.value,
        paper=ReportPaper(
            id="0" * 16, title=name, source=f"{name}.md", parser="markdown", pages=None, sections=1, passages=1,
            missing=(), warnings=(),
        ),
        reviews=(), findings=(), requests=(), failures=(failure,) * broken, usage=Usage(requests=requests, seconds=1.0),
        run=Run(
            id="20260101-000000-000000", engine="embedded", model=None, context=None, retriever="bm25", rerank=False,
            k=10, prompts={}, index="x", version="0", started="2026-01-01T00:00:00+00:00",
        ),
    )  # fmt: skip


def done(unit: Unit, *, broken: int = 0) -> Outcome:
    report = report_of(unit.entry.id, task=unit.task, broken=broken, requests=2)
    return Outcome(key=unit.key, report=report.to_json(), seconds=2.0)


def trouble(unit: Unit, error: str, *, lasting: bool = True, stops: bool = False) -> Outcome:
    why = Trouble(stage="judge", error=error, message=f"{error} on {unit.entry.id}", lasting=lasting, stops=stops)
    return Outcome(key=unit.key, trouble=why)


class ScriptedCrew:
    """Takes ``size`` papers at once and does a unit of each at every look, in the order given."""

    def __init__(self, script: Script, *, size: int = 2, on_event: Callable[[Outcome], None] = lambda _: None) -> None:
        self.given: list[Path] = []
        self.units: list[str] = []
        self._script = script
        self._size = size
        self._on_event = on_event
        self._hands: list[tuple[PaperJob, deque[Unit]]] = []
        self._winding_down = False

    def room(self) -> int:
        return 0 if self._winding_down else self._size - len(self._hands)

    def give(self, job: PaperJob) -> None:
        self.given.append(job.path)
        self._hands.append((job, deque(job.units)))

    def events(self, wait_s: float) -> list[Event]:
        found: list[Event] = []
        for job, units in list(self._hands):
            if units and not self._winding_down:
                unit = units.popleft()
                self.units.append(unit.entry.id)
                outcome = self._script(unit)
                self._on_event(outcome)
                found.append(outcome)
            if not units or self._winding_down:
                found.append(Finished(job, tuple(units)))
                self._hands.remove((job, units))
        return found

    def wind_down(self) -> None:
        self._winding_down = True

    def close(self) -> None:
        self._hands.clear()
