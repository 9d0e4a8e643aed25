"""``peerlens runs``: stored runs, the newest first."""

from __future__ import annotations

import click

from peerlens.cli.options import json_option, missing_home, store_options
from peerlens.cli.screen import output, print_json
from peerlens.settings import Settings


@click.command("runs")
@json_option
@store_options
def command(as_json: bool, settings: Settings) -> None:
    """List stored runs."""
    from peerlens.store.library import Library
    from peerlens.store.runs import Runs

    library = Library(settings.home)
    missing = None if library.exists() else missing_home(settings.home)
    found = [
        {**record.model_dump(mode="json", exclude={"inputs"}), "finished": runs.finished(record.id)}
        for folder in library.folders()
        for runs in [Runs(folder / "runs")]
        for record in runs
    ]
    found.sort(key=lambda run: run["id"], reverse=True)
    if as_json:
        print_json({"runs": found})
        return
    from rich.text import Text

    from peerlens.text.harmless import harmless

    console = output()
    if not found:
        console.print(harmless(missing or "no stored runs"))
    for run in found:
        state = "finished" if run["finished"] else "unfinished"
        line = f"{run['kind']}  {run['paper']}  {', '.join(run['reviews'])}  {run['engine']}  {state}"
        console.print(Text.assemble((run["id"], "bold"), "  ", harmless(line)))
