"""``peerlens purge``: delete everything stored about a paper."""

from __future__ import annotations

from pathlib import Path

import click

from peerlens.cli.options import missing_home, store_options
from peerlens.cli.paths import FileName
from peerlens.cli.screen import note
from peerlens.errors import UsageError
from peerlens.settings import Settings


@click.command("purge")
@click.argument("paper", required=False, type=FileName())
@click.option("--all", "everything", is_flag=True, help="Delete what is stored about every paper.")
@store_options
def command(paper: Path | None, everything: bool, settings: Settings) -> None:
    """Delete everything stored about PAPER (its file or its id), bytes included."""
    from peerlens.store.library import Library

    if (paper is None) is not everything:
        raise UsageError("name one paper, or --all", hint="`peerlens runs` shows what is stored")
    library = Library(settings.home)
    missing = None if library.exists() else missing_home(settings.home)
    purged = library.purge_all() if paper is None else library.purge(paper)
    if not settings.quiet:
        what = ", ".join(purged) or missing or "nothing was stored"
        note(f"purged {len(purged)} paper{'' if len(purged) == 1 else 's'}: {what}")
