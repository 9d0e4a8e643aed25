"""Progress on standard error: one live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peerlens.cli.screen import note

if TYPE_CHECKING:
    from peerlens.graph.runs import Progress

_PLAIN_EVERY = 10


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """Hand out a function that shows progress; whatever was drawn is gone when the block ends."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        yield from _live()
    else:
        yield _plain


def _plain(progress: Progress) -> None:
    if progress.done == progress.total or progress.done % _PLAIN_EVERY == 0 or progress.failed:
        broke = " (broke off)" if progress.failed else ""
        note(f"{progress.review_id}: {progress.done}/{progress.total} {progress.unit}{broke}")


def _live() -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Bars(
        TextColumn("checking {task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
    ) as bars:
        tasks: dict[str, object] = {}

        def show(progress: Progress) -> None:
            if progress.review_id not in tasks:
                tasks[progress.review_id] = bars.add_task(progress.review_id, total=progress.total)
            bars.update(tasks[progress.review_id], completed=progress.done, total=progress.total)  # type: ignore[arg-type]

        yield show
