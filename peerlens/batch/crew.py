"""The workers on this machine: processes that take whole papers, are replaced when they die or have grown, and wait
for nobody."""

from __future__ import annotations

import json
import logging
import os
import selectors
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from peerlens.batch.jobs import Event, Finished, Outcome, PaperJob, Trouble, Unit
from peerlens.batch.processes import WorkerProcess, start_worker
from peerlens.batch.worker import SETTINGS
from peerlens.errors import ReviewError, UnavailableError
from peerlens.graph.open import chosen_engine
from peerlens.settings import EngineName, ParserName, Settings

_log = logging.getLogger(__name__)
_CHUNK = 1 << 20


class Crew(Protocol):
    """Whoever does papers. The driver hands in papers and collects what comes of them; it alone keeps the ledger."""

    def room(self) -> int:
        """How many more papers it would take now."""
        ...

    def give(self, job: PaperJob) -> None: ...

    def events(self, wait_s: float) -> list[Event]:
        """What has happened, at the latest after ``wait_s`` (and then perhaps nothing).

        Raises ``UnavailableError`` where no worker can be started.
        """
        ...

    def wind_down(self) -> None:
        """Begin no further unit: papers in hand come back as ``Finished`` with what is undone."""
        ...

    def close(self) -> None:
        """End every worker at once, whatever it is doing."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """When a worker is replaced. ``stall_s``: without a sign of life; a paper's own parsing has its limit below that.

    ``papers``, ``memory``: done and in use (bytes) when it is sent home between two papers. ``deaths``: workers that
    one unit may cost before it is given up.
    """

    stall_s: float = 600.0
    start_s: float = 180.0
    papers: int = 100
    memory: int = 1536 * 2**20
    deaths: int = 2


def limits_for(settings: Settings) -> Limits:
    """Layout models may take half an hour for one paper, a model a quarter of one for each question of a claim."""
    patient = settings.parser is ParserName.DOCLING or chosen_engine(settings).name is EngineName.OPENAI
    return Limits(stall_s=3600.0) if patient else Limits()


@dataclass
class _Worker:
    process: WorkerProcess
    heard: float
    ready: bool = False
    papers: int = 0
    job: PaperJob | None = None
    waiting: list[Unit] = field(default_factory=list)
    unit: Unit | None = None
    unread: bytearray = field(default_factory=bytearray)


class LocalCrew:
    """``count`` processes. A worker that dies takes its unit along to another one, which is tried once more."""

    def __init__(
        self,
        settings: Settings,
        *,
        count: int,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._count = count
        self._limits = limits or limits_for(settings)
        self._clock = clock
        self._selector = selectors.DefaultSelector()
        self._workers: list[_Worker] = []
        self._returned: list[PaperJob] = []
        self._deaths: Counter[str] = Counter()
        self._failed_starts = 0
        self._winding_down = False
        self._pending: list[Event] = []

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers)

    def room(self) -> int:
        if self._winding_down:
            return 0
        busy = sum(worker.job is not None for worker in self._workers) + len(self._returned)
        return self._count - busy

    def give(self, job: PaperJob) -> None:
        worker = next((one for one in self._workers if one.job is None), None) or self._start()
        worker.job, worker.waiting = job, list(job.units)
        self._next(worker)

    def events(self, wait_s: float) -> list[Event]:
        while self._returned and not self._winding_down:
            self.give(self._returned.pop())
        for job in self._returned:
            self._pending.append(Finished(job, job.units))
        self._returned.clear()
        if not self._pending:
            for key, _ in self._selector.select(wait_s):
                self._read(key.data)
            self._end_stalled()
        found, self._pending = self._pending, []
        return found

    def wind_down(self) -> None:
        self._winding_down = True

    def close(self) -> None:
        for worker in list(self._workers):
            self._dismiss(worker)
        self._selector.close()

    # --- one worker

    def _start(self) -> _Worker:
        worker = _Worker(start_worker(), self._clock())
        self._workers.append(worker)
        self._selector.register(worker.process.outcomes, selectors.EVENT_READ, worker)
        settings = SETTINGS.dump_python(self._settings, mode="json")
        self._tell(worker, {"parent": os.getpid(), "settings": settings})
        return worker

    def _tell(self, worker: _Worker, message: object) -> None:
        try:
            worker.process.jobs.write(json.dumps(message).encode("ascii") + b"\n")
            worker.process.jobs.flush()
        except OSError:
            _log.debug("worker %d has gone", worker.process.pid)  # its end is read from its output

    def _next(self, worker: _Worker) -> None:
        """Give the worker its next unit, or take the paper from it."""
        assert worker.job is not None
        worker.heard = self._clock()
        while worker.waiting and not self._winding_down:
            worker.unit = worker.waiting.pop(0)
            try:
                job = worker.unit.job()
            except ReviewError as exc:
                trouble = Trouble(stage="read", error=type(exc).__name__, message=exc.message, hint=exc.hint)
                self._pending.append(Outcome(key=worker.unit.key, trouble=trouble))
                continue
            paper = os.fsencode(worker.job.path).hex()
            self._tell(worker, {"paper": paper, "unit": job.model_dump(mode="json")})
            return
        worker.unit = None
        worker.papers += 1
        self._tell(worker, {"paper": None})

    def _read(self, worker: _Worker) -> None:
        try:
            data = os.read(worker.process.outcomes, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._mourn(worker, "ended")
            return
        worker.heard = self._clock()
        worker.unread += data
        if b"\n" not in data:
            return
        *lines, rest = bytes(worker.unread).split(b"\n")
        worker.unread = bytearray(rest)
        for line in lines:
            self._hear(worker, json.loads(line))

    def _hear(self, worker: _Worker, message: dict[str, Any]) -> None:
        if "ready" in message:
            worker.ready = True
            self._failed_starts = 0
        elif "outcome" in message:
            self._pending.append(Outcome.model_validate(message["outcome"]))
            self._next(worker)
        elif "closed" in message:
            assert worker.job is not None
            self._pending.append(Finished(worker.job, tuple(worker.waiting)))
            worker.job = None
            if worker.papers >= self._limits.papers or message["closed"] > self._limits.memory or self._winding_down:
                self._dismiss(worker)

    def _end_stalled(self) -> None:
        now = self._clock()
        for worker in list(self._workers):
            if worker.job is None:
                continue
            limit = self._limits.stall_s if worker.ready else self._limits.start_s
            if now - worker.heard > limit:
                self._mourn(worker, f"gave no sign of life for {limit:.0f} s")

    def _mourn(self, worker: _Worker, how: str) -> None:
        """The worker is gone or is ended; its unit goes to another, or ends as a failure where it has cost enough."""
        status = self._dismiss(worker)
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts > self._limits.deaths:
                raise UnavailableError(
                    "workers end before they begin to work", hint="`peerlens doctor` and PEERLENS_DEBUG=1 say more"
                )
        if worker.job is None:
            return
        left = list(worker.waiting)
        if worker.unit is not None:
            self._deaths[worker.unit.key] += worker.ready
            if self._deaths[worker.unit.key] >= self._limits.deaths:
                self._pending.append(Outcome(key=worker.unit.key, trouble=_death(how, status)))
            else:
                left.insert(0, worker.unit)
        if left:
            self._returned.append(PaperJob(worker.job.path, left))
        else:
            self._pending.append(Finished(worker.job))

    def _dismiss(self, worker: _Worker) -> int:
        """End the process, whatever it is doing."""
        self._workers.remove(worker)
        self._selector.unregister(worker.process.outcomes)
        return worker.process.end()


def _death(how: str, status: int) -> Trouble:
    signal = f" (signal {-status})" if status < 0 and how == "ended" else ""
    return Trouble(
        stage="process",
        error="WorkerLostError",
        message=f"the process at work on it {how}{signal}, twice",
        hint="give the paper in another format",
    )
