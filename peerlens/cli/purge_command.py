"""``peerlens purge``: delete everything stored about a paper."""

from __future__ import annotations

import click

from peerlens.cli.options import common_options
from peerlens.cli.screen import note
from peerlens.errors import UsageError
from peerlens.settings import Settings


@click.command("purge")
@click.argument("paper", required=False)
@click.option("--all", "everything", is_flag=True, help="Delete what is stored about every paper.")
@common_options
def command(paper: str | None, everything: bool, settings: Settings) -> None:
    """Delete everything stored about PAPER (its file or its id), bytes included."""
    from peerlens.store.library import Library

    if (paper is None) is not everything:
        raise UsageError("name one paper, or --all", hint="`peerlens runs` shows what is stored")
    library = Library(settings.home)
    purged = library.purge_all() if paper is None else library.purge(paper)
    if not settings.quiet:
        note(
            f"purged {len(purged)} paper{'' if len(purged) == 1 else 's'}: {', '.join(purged) or 'nothing was stored'}"
        )
