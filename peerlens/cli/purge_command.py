"""``peerlens purge``: delete everything stored about a paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from peerlens.cli.options import missing_home, store_options
from peerlens.cli.paths import FileName
from peerlens.cli.screen import note
from peerlens.errors import UsageError
from peerlens.settings import Settings

if TYPE_CHECKING:
    from peerlens.store.library import Library


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
    purged = library.purge_all() if paper is None else _every_version(paper, library)
    if not settings.quiet:
        what = ", ".join(purged) or missing or "nothing was stored"
        note(f"purged {len(purged)} paper{'' if len(purged) == 1 else 's'}: {what}")


def _every_version(paper: Path, library: Library) -> tuple[str, ...]:
    """Purge a paper named by its file or its id, and what was read from that file before it changed."""
    from peerlens.store.stored import stored_from

    earlier = stored_from(paper, library)
    purged = library.purge(paper) if paper.exists() or not earlier else ()
    return (*purged, *(one for version in earlier if version not in purged for one in library.purge(version)))
