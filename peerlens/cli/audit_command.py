"""``peerlens audit``: examine a manuscript for the 17 weakness labels."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from peerlens.cli.options import common_options, json_option, output_option, resume_option, trace_option
from peerlens.cli.outputs import check_outputs, check_paper, deliver
from peerlens.cli.paths import FileName
from peerlens.cli.progress import progress_line
from peerlens.cli.screen import note
from peerlens.errors import UsageError
from peerlens.report.export import Material
from peerlens.settings import Settings
from peerlens.store.stored import Places
from peerlens.taxonomy import Weakness, weakness_from_name


@click.command("audit")
@click.argument("paper", type=FileName())
@click.option("--label", "labels", multiple=True, metavar="LABEL", help="Only this label, by id or name (repeatable).")
@json_option
@output_option
@resume_option
@trace_option
@common_options
def command(
    paper: Path,
    labels: tuple[str, ...],
    as_json: bool,
    outputs: tuple[Path, ...],
    resume: str | None,
    trace: bool,
    settings: Settings,
) -> int:
    """Examine PAPER for each of the 17 weakness labels (see `peerlens labels`), or for those named with --label."""
    asked = tuple(_label(name) for name in labels) or tuple(Weakness)
    check_outputs(outputs, (paper, *settings.supplements))

    from peerlens.graph.lean import lean_imports

    with lean_imports():
        from peerlens.graph.audit import audit_paper, check_audit_allowed
        from peerlens.graph.open import chosen_engine, open_family, open_paper

    check_audit_allowed(settings)
    engine = chosen_engine(settings)
    with open_paper(paper, settings) as store, progress_line(quiet=settings.quiet) as on_progress:
        check_paper(outputs, store.manuscript)
        if engine.elsewhere or not settings.quiet:
            note(engine.line)
        report = asyncio.run(
            audit_paper(
                store,
                family=open_family(settings),
                settings=settings,
                labels=asked,
                resume=resume,
                on_progress=on_progress,
            )
        )
    return deliver(
        report,
        outputs,
        Material(store.manuscript, Places(paper, settings.supplements), settings.password),
        as_json=as_json,
        trace=trace,
    )


def _label(name: str) -> Weakness:
    try:
        return weakness_from_name(name)
    except ValueError as exc:
        raise UsageError(str(exc), hint="`peerlens labels` lists the 17 labels") from exc
