"""``peerlens index``: parse and index a manuscript, show what was read."""

from __future__ import annotations

from pathlib import Path

import click

from peerlens.cli.options import common_options, json_option
from peerlens.cli.paths import FileName
from peerlens.cli.screen import output, print_json
from peerlens.settings import Settings


@click.command("index")
@click.argument("paper", type=FileName())
@click.option(
    "--show", type=click.Choice(["structure", "passages", "warnings"]), default="structure", help="What to list."
)
@json_option
@common_options
def command(paper: Path, show: str, as_json: bool, settings: Settings) -> None:
    """Parse and index PAPER, show what was read."""
    from peerlens.graph.open import open_paper
    from peerlens.report import listing

    with open_paper(paper, settings) as store:
        manuscript, passages = store.manuscript, store.passages
    if as_json:
        print_json(listing.paper_document(manuscript, passages))
        return
    console = output()
    listing.print_summary(manuscript, passages, console)
    match show:
        case "structure":
            listing.print_structure(manuscript, console)
        case "passages":
            listing.print_passages(manuscript, passages, console)
        case _:
            listing.print_warnings(manuscript, console)
