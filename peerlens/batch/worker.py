"""A worker's process: jobs from one descriptor, outcomes to another, one JSON object a line."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import BinaryIO

from pydantic import TypeAdapter

from peerlens.batch.jobs import UnitJob
from peerlens.graph.runs import Progress
from peerlens.settings import Settings

_PR_SET_PDEATHSIG = 1
SETTINGS = TypeAdapter(Settings)


def serve(jobs: int, outcomes: int) -> None:
    """Work until ``jobs`` ends. Its first line is ``{"parent", "settings"}``, others ``{"paper", "unit"}``."""
    out = os.fdopen(os.dup(outcomes), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what libraries print is no outcome
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver decides
    lines = os.fdopen(jobs, "rb")
    first = json.loads(lines.readline())
    _die_with(int(first["parent"]))
    from peerlens.batch.work import PaperWork

    settings = SETTINGS.validate_python(first["settings"])
    if settings.offline:
        from peerlens.graph.offline import refuse_connections

        refuse_connections()
    work = PaperWork(settings)
    _say(out, {"ready": os.getpid()})
    for line in lines:
        job = json.loads(line)
        if job["paper"] is None:
            work.close()
            _say(out, {"closed": memory_in_use()})
            continue
        unit = UnitJob.model_validate(job["unit"])
        outcome = work.do(Path(os.fsdecode(bytes.fromhex(job["paper"]))), unit, lambda at: _heard(out, at))
        _say(out, {"outcome": outcome.model_dump(mode="json")})
    work.close()


def memory_in_use() -> int:
    """Bytes of this process that are in memory now (0 where the system does not tell)."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _die_with(parent: int) -> None:
    """Be killed when the driver is: nobody would read the outcome, and the paper would stay locked."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit


def _heard(out: BinaryIO, at: Progress) -> None:
    _say(out, {"at": [at.done, at.total]})


def _say(out: BinaryIO, message: object) -> None:
    data = memoryview(json.dumps(message).encode("ascii") + b"\n")
    while data:
        data = data[out.write(data) :]
