"""``peerlens recheck``: the points of a stored run on a new version of the paper, and which verdicts moved."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from peerlens.cli.options import common_options, json_option, output_option
from peerlens.cli.outputs import check_outputs, check_paper, raise_first, written_outputs
from peerlens.cli.paths import FileName
from peerlens.cli.progress import progress_line
from peerlens.cli.screen import note, output, print_json
from peerlens.report.export import Material
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.store.stored import Places, find_report


@click.command("recheck")
@click.argument("run")
@click.argument("paper", type=FileName())
@json_option
@output_option
@common_options
def command(run: str, paper: Path, as_json: bool, outputs: tuple[Path, ...], settings: Settings) -> int:
    """Check the claims of RUN (a stored run or a report file) against PAPER, a later version, and say what moved.

    -o writes the whole new report, --json prints what moved.
    """
    from peerlens.graph.open import chosen_engine, open_family, open_paper
    from peerlens.graph.recheck import check_earlier, recheck
    from peerlens.report.moves import moves

    check_outputs(outputs)
    earlier = find_report(run, Library(settings.home))
    check_earlier(earlier)
    engine = chosen_engine(settings)
    with open_paper(paper, settings) as store, progress_line(quiet=settings.quiet) as on_progress:
        check_paper(outputs, store.manuscript)
        if engine.elsewhere or not settings.quiet:
            note(engine.line)
        later = asyncio.run(
            recheck(store, earlier, family=open_family(settings), settings=settings, on_progress=on_progress)
        )
    material = Material(store.manuscript, Places(paper, settings.supplements), settings.password)
    unwritten = written_outputs(later, outputs, material)
    done = moves(earlier, later)
    if as_json:
        print_json(done.model_dump(mode="json", by_alias=True))
    else:
        from peerlens.report.moves_terminal import print_moves

        print_moves(done, output())
    raise_first(unwritten)
    return 4 if later.failures else 0
