"""Read a manuscript: look at what the file is, pick the parser for it, refuse what is no manuscript."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.schema import Highlight, Manuscript
from peerlens.settings import ParserName
from peerlens.store.parsers.formats import Format, sniff
from peerlens.store.parsers.sources import MAX_BYTES, PaperFiles, gather_files, ids_of, paper_id, read_file

if TYPE_CHECKING:
    from peerlens.store.parsers.reading import Marked

__all__ = (
    "MAX_BYTES", "Format", "PaperFiles", "gather_files", "ids_of", "is_current", "mark_files", "paper_id", "parse",
    "parse_files", "read_file", "sniff",
)  # fmt: skip


def parse(
    path: Path,
    *,
    supplements: Sequence[Path] = (),
    password: str | None = None,
    parser: ParserName = ParserName.AUTO,
    models: Path | None = None,
) -> Manuscript:
    """Read the manuscript at ``path`` (a file, or a folder of LaTeX), by what is in it and not by its name alone.

    Raises ``PaperError`` or one of its kinds, with one line a person can act on, for all that cannot be read;
    ``UnavailableError`` where the parser asked for is not installed.
    """
    return parse_files(gather_files(path, supplements), password=password, parser=parser, models=models)


def parse_files(
    files: PaperFiles, *, password: str | None, parser: ParserName, models: Path | None = None
) -> Manuscript:
    """Read a paper from its files, in a process of its own and under limits. Raises as ``parse`` does."""
    from peerlens.store.parsers.isolation import read_isolated
    from peerlens.store.parsers.reading import Job

    sniff(files.files[files.main], source=files.source)
    job = Job(
        source=files.source,
        paper_id=files.identity,
        main=files.main,
        files=files.files,
        supplements=files.supplements,
        password=password,
        parser=parser,
        models=str(models) if models is not None else None,
    )
    return read_isolated(job)


def mark_files(files: PaperFiles, highlights: Sequence[Highlight], *, password: str | None) -> Marked:
    """The paper's own PDF with words of its text highlighted, made in a process of its own and under limits.

    Raises ``PaperError`` for a paper that is no PDF, and as ``parse`` does.
    """
    from peerlens.store.parsers.isolation import mark_isolated
    from peerlens.store.parsers.reading import Job

    job = Job(
        source=files.source,
        paper_id=files.identity,
        main=files.main,
        files={files.main: files.files[files.main]},
        password=password,
        highlights=tuple(highlights),
    )
    return mark_isolated(job)


def is_current(version: str, *, parser: ParserName) -> bool:
    """Whether a stored reading of this version is what would be read today with this parser."""
    from peerlens.store.parsers.versions import CURRENT, DOCLING

    parts = version.split("+")
    return CURRENT.issuperset(parts) and (parts[0] == DOCLING) == (parser is ParserName.DOCLING)
