"""Run a planned batch on a folder: lock it, open its ledger, set the crew to work, write what it came to."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from peerlens.batch.crew import Crew, LocalCrew
from peerlens.batch.folder_lock import LEDGER, locked_folder
from peerlens.batch.ledger import open_batch_ledger
from peerlens.batch.plan import Plan
from peerlens.batch.rates import keep_rates
from peerlens.batch.reports import ReportFiles
from peerlens.batch.run import Interrupts, Standing, drive
from peerlens.batch.summary import Summary, write_summary
from peerlens.errors import PeerlensError
from peerlens.settings import Settings
from peerlens.text.counting import counted

_MOST_WORKERS = 8
"""Unless more are asked for: each takes some 400 MiB."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """``error``: what stopped the batch before its end."""

    summary: Summary
    interrupted: bool
    error: PeerlensError | None


def run_batch(
    plan: Plan,
    folder: Path,
    *,
    name: str,
    resume: bool = False,
    retry_failed: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    interrupts: Interrupts | None = None,
    on_progress: Callable[[Standing], None] = lambda _: None,
    on_note: Callable[[str], None] = lambda _: None,
) -> BatchResult:
    """Do what is not done, and write the folder's files. ``name``: of the input, for people. ``ray``: the address of
    a Ray cluster to work on, or ``local``. ``on_note``: told what a person should know before the work begins.

    Raises ``UsageError`` for a folder that holds something else, ``StoreLockedError`` where another run has it,
    ``StoreError`` where the disk refuses: everything that was kept before stays whole.
    """
    with locked_folder(folder, resume=resume), open_batch_ledger(folder / LEDGER) as ledger:
        others = ledger.keys() - {one.unit.key for line in plan.planned() for one in line.wanted}
        if others:
            on_note(
                f"{counted(len(others), 'result')} in {folder} of other lines, other settings or another version: "
                "kept in its ledger, not counted"
            )
        files = ReportFiles(folder, plan, ledger)
        crew = _crew(plan.settings, workers=workers, ray=ray)
        try:
            ending = drive(
                plan,
                ledger,
                files,
                crew,
                retry_failed=retry_failed,
                interrupts=interrupts,
                on_progress=on_progress,
            )
        finally:
            crew.close()
        ended = "interrupted" if ending.interrupted else ending.error.message if ending.error is not None else ""
        summary = write_summary(
            folder, plan, ledger, files, name=name, open_units=ending.open, ended=ended, today=f"{date.today()}"
        )
    if summary.rates is not None:
        keep_rates(plan.settings, summary.rates)
    return BatchResult(summary, ending.interrupted, ending.error)


def _crew(settings: Settings, *, workers: int | None, ray: str | None) -> Crew:
    if ray is None:
        return LocalCrew(settings, count=workers or default_workers())
    from peerlens.batch.ray_crew import RayCrew

    return RayCrew(settings, address=ray, count=workers)


def default_workers() -> int:
    """One a core that this process may use, up to eight."""
    return min(_MOST_WORKERS, _cores())


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
