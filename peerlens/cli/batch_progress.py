"""Progress of a batch on standard error: one live line on a terminal, plain lines now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peerlens.cli.screen import note
from peerlens.report.overview_figures import duration

if TYPE_CHECKING:
    from peerlens.batch.run import Standing

_PLAIN_EVERY_S = 30.0


@contextmanager
def batch_progress(*, quiet: bool) -> Iterator[Callable[[Standing], None]]:
    """Hand out a function that shows how far a batch is."""
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        yield from _live()
    else:
        yield plain_lines(time.monotonic)


def plain_lines(clock: Callable[[], float], every_s: float = _PLAIN_EVERY_S) -> Callable[[Standing], None]:
    """A line when the first unit ends, one for each failure, one each half minute, and one at the end."""
    said_at, failed_before, ended_before = clock(), 0, 0

    def show(at: Standing) -> None:
        nonlocal said_at, failed_before, ended_before
        ended = at.done + at.failed
        news = at.failed > failed_before or (ended != ended_before and (ended_before == 0 or at.left == 0))
        if news or (ended != ended_before and clock() - said_at >= every_s):
            note(standing_line(at))
            said_at = clock()
        failed_before, ended_before = at.failed, ended

    return show


def standing_line(at: Standing) -> str:
    """ "batch: 120 of 400 done (3 failed), 1,431 claims, 40 a minute, 7 min left"."""
    ended = at.done + at.failed
    words = [f"batch: {at.before + ended} of {at.total} done" + (f" ({at.failed} failed)" if at.failed else "")]
    words.append(f"{at.claims:,} claims")
    if at.usage.requests:
        words.append(f"{at.usage.prompt_tokens + at.usage.completion_tokens:,} tokens")
    if ended and at.seconds > 0:
        words.append(f"{60 * ended / at.seconds:.3g} a minute")
    if at.left and at.seconds_left is not None:
        words.append(f"{duration(at.seconds_left)} left")
    return ", ".join(words)


def _live() -> Iterator[Callable[[Standing], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    with Progress(
        BarColumn(), TextColumn("{task.description}", markup=False), console=console, transient=True, auto_refresh=False
    ) as bar:
        task = bar.add_task("batch: starting")

        def show(at: Standing) -> None:
            bar.update(task, description=standing_line(at), total=at.total, completed=at.total - at.left, refresh=True)

        yield show
