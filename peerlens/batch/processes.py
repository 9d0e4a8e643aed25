"""Start and end the process of a worker: a fork where that is safe (all is loaded in it), else a new interpreter."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

from peerlens.batch.worker import serve
from peerlens.errors import UnavailableError
from peerlens.store.parsers.isolation import can_fork

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Workers are as many as there are cores to use: each computes on one thread."""


class WorkerProcess:
    """``jobs``: what it reads. ``outcomes``: the descriptor of what it says, not blocking."""

    def __init__(self, pid: int, jobs: BinaryIO, outcomes: int) -> None:
        os.set_blocking(outcomes, False)
        self.pid = pid
        self.jobs = jobs
        self.outcomes = outcomes

    def end(self) -> int:
        """Kill it and wait for it; the status it ended with, a signal as a negative number."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.outcomes)
        with contextlib.suppress(OSError):
            self.jobs.close()
        return os.waitstatus_to_exitcode(status)


def start_worker() -> WorkerProcess:
    """Raises ``UnavailableError`` where the system has no room for another process."""
    jobs_read, jobs_write = os.pipe()
    outcomes_read, outcomes_write = os.pipe()
    try:
        start = _forked if can_fork() else _spawned
        pid = start(jobs_read, outcomes_write)
    except OSError as exc:
        raise UnavailableError(f"cannot start a worker ({exc.strerror})", hint="free memory") from exc
    finally:
        os.close(jobs_read)
        os.close(outcomes_write)
    return WorkerProcess(pid, os.fdopen(jobs_write, "wb"), outcomes_read)


def _forked(jobs: int, outcomes: int) -> int:
    pid = os.fork()
    if pid == 0:
        _live(jobs, outcomes)
    return pid


def _live(jobs: int, outcomes: int) -> None:
    """The fork's whole life. Nothing of the driver's stays open in it, its locks least of all."""
    try:
        os.setsid()
        os.dup2(jobs, 0)
        os.dup2(outcomes, 1)
        os.closerange(3, 4096)
        if not os.environ.get("PEERLENS_DEBUG"):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.environ.update(ONE_THREAD)
        serve(0, 1)
    finally:
        os._exit(0)


def _spawned(jobs: int, outcomes: int) -> int:
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", "from peerlens.batch.worker import serve; serve(0, 1)"],
        stdin=jobs,
        stdout=outcomes,
        stderr=None if os.environ.get("PEERLENS_DEBUG") else subprocess.DEVNULL,
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": path},
        start_new_session=True,
    )
    process.returncode = 0  # it is waited for by its number
    return process.pid
