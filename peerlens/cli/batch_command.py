"""``peerlens batch``: verify or audit a set of papers and reviews."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from peerlens.cli.batch_progress import batch_progress
from peerlens.cli.options import batch_options, json_option
from peerlens.cli.paths import FileName
from peerlens.cli.screen import note, output, print_error, print_json
from peerlens.errors import InputError, UsageError
from peerlens.settings import Settings

if TYPE_CHECKING:
    from peerlens.batch.estimate import Estimate
    from peerlens.batch.plan import Plan
    from peerlens.batch.run import Interrupts, Standing


@click.command("batch")
@click.argument("manifest", type=FileName())
@click.option("--out", "out", type=FileName(), metavar="DIR", help="Folder of the results; new or empty.")
@click.option("--resume", is_flag=True, help="Go on where an earlier run on this folder ended, or start.")
@click.option("--retry-failed", is_flag=True, help="Do again what failed (with --resume).")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes at work (default: one a core, at most 8).")
@click.option("--ray", metavar="ADDRESS|local", help="Work on a Ray cluster (extra: ray).")
@click.option("--task", "tasks", multiple=True, type=click.Choice(["verify", "audit"]), help="Where a line names none.")
@click.option("--dry-run", is_flag=True, help="Read the input, say what it would take, do nothing.")
@json_option
@batch_options
def command(
    manifest: Path,
    out: Path | None,
    resume: bool,
    retry_failed: bool,
    workers: int | None,
    ray: str | None,
    tasks: tuple[str, ...],
    dry_run: bool,
    as_json: bool,
    settings: Settings,
) -> int:
    """Verify (or audit) the papers and reviews of MANIFEST, for hours if need be, and lose nothing.

    MANIFEST is JSON lines {"paper", "reviews", "id", "tasks"} or {"id", "paper", "claim"}, a CSV with the columns
    paper,review_id,review, a folder of papers with X.review*.md beside X.pdf, or an OpenReview JSON dump. Paths are
    relative to it. DIR gets reports, claims.csv, failures.jsonl, summary.json and
    overview.html.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread would keep workers from being forked
    from peerlens.batch.entries import Task
    from peerlens.batch.inputs import read_input
    from peerlens.batch.plan import make_plan
    from peerlens.graph.open import chosen_engine

    if out is None and not dry_run:
        raise UsageError("say where the results go", hint="--out DIR")
    if retry_failed and not resume:
        raise UsageError("--retry-failed goes with --resume", hint="add --resume")
    if ray is not None and ray != "local":
        if settings.offline:
            raise UsageError(f"--offline: the Ray cluster at {ray} is reached over the network", hint="--ray local")
        note(f"the papers and reviews are sent to the Ray cluster at {ray}")
    engine = chosen_engine(settings)
    lines = read_input(manifest, tasks=[Task(name) for name in tasks])
    if engine.elsewhere or not settings.quiet:
        note(engine.line)
    plan = make_plan(lines, settings)
    from peerlens.batch.batch import default_workers, run_batch

    if out is None or dry_run:
        from peerlens.batch.estimate import estimate

        expected = estimate(plan, workers=workers or default_workers())
        _print_estimate(expected, plan, as_json=as_json)
        if not expected.usable:
            raise InputError(f"{manifest.name}: nothing can be done on any of its lines", hint="mend the lines named")
        return 0

    with batch_progress(quiet=settings.quiet) as on_progress, _interrupts() as interrupts:
        result = run_batch(
            plan,
            out,
            name=manifest.name,
            resume=resume,
            retry_failed=retry_failed,
            workers=workers,
            ray=ray,
            interrupts=interrupts,
            on_progress=_telling(on_progress, interrupts),
            on_note=note,
        )
    if as_json:
        print_json(result.summary.document)
    else:
        from peerlens.report.overview_terminal import print_overview

        print_overview(result.summary.overview, output(), where={"Results": str(out)})
    if result.error is not None:
        print_error(result.error)
        return result.error.exit_status
    if result.interrupted:
        note("interrupted: what is finished is kept, --resume goes on from there")
        return 130
    return 4 if result.summary.has_failures else 0


def _print_estimate(estimated: Estimate, plan: Plan, *, as_json: bool) -> None:
    """What it would take, and on standard error every line on which something could not be done."""
    from peerlens.batch.entries import LeftOut, Status

    for line in plan.lines:
        if isinstance(line, LeftOut) and line.status is Status.FAILED:
            note(f"line {line.line} ({line.id}): {line.reason}")
        elif not isinstance(line, LeftOut) and line.trouble is not None:
            note(f"line {line.line.line} ({line.line.id}): {line.trouble.message}")
        elif not isinstance(line, LeftOut):
            for one in line.unread:
                note(f"line {line.line.line} ({line.line.id}): {one.message}")
    if as_json:
        print_json(estimated.document())
        return
    from peerlens.report.overview_terminal import print_rows

    print_rows(estimated.rows(), output())


@contextmanager
def _interrupts() -> Iterator[Interrupts]:
    """Count interrupts instead of ending at the first."""
    from peerlens.batch.run import Interrupts

    interrupts = Interrupts()

    def count(signum: int, frame: object) -> None:
        interrupts.count += 1

    before = signal.signal(signal.SIGINT, count)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, before)


def _telling(show: Callable[[Standing], None], interrupts: Interrupts) -> Callable[[Standing], None]:
    """Show progress, and say once that an interrupt was heard: a signal's handler must not write."""
    told = False

    def show_and_tell(at: Standing) -> None:
        nonlocal told
        show(at)
        if interrupts.count and not told:
            told = True
            note("interrupted: finishing what is in flight; once more drops it")

    return show_and_tell
