"""A report as the manuscript's own PDF with the deciding words highlighted."""

from __future__ import annotations

from pathlib import Path

from peerlens.errors import InputError, UsageError
from peerlens.report.export import Material, Rendered
from peerlens.report.highlights import highlights_of
from peerlens.schema import Manuscript, Report
from peerlens.store.parsers import gather_files, mark_files
from peerlens.store.parsers.reading import text_digest
from peerlens.store.parsers.versions import PDF
from peerlens.text.counting import counted


def check_markable(manuscript: Manuscript | None, source: str) -> None:
    """Raises ``UsageError`` for a paper that is no PDF, or was read by another parser than ours."""
    parser = "" if manuscript is None else manuscript.parser.split("+")[0]
    if manuscript is not None and parser != PDF:
        read = "read by docling" if "docling" in parser and manuscript.pages is not None else "no PDF"
        hint = "take --to html" if read == "no PDF" else "judge it with --parser pdfium"
        raise UsageError(f"{source}: {read}, so its words cannot be highlighted", hint=hint)


def to_pdf(report: Report, material: Material) -> Rendered:
    """Mark the paper's file with what decides; the note says how many stretches are in it, and how many are not.

    Raises ``UsageError`` where it is no PDF or lies nowhere, ``InputError`` where it is another file or was read
    otherwise, ``PaperError`` as reading it does.
    """
    manuscript, places = material.manuscript, material.places
    check_markable(manuscript, report.paper.source)
    if manuscript is None:
        raise UsageError(f"the text of {report.paper.source} is not stored here", hint="judge it again, then export")
    if places is None or not places.paper.exists():
        was = f": {places.paper} is gone" if places is not None else ""
        raise UsageError(f"{report.paper.source} is needed to mark its words{was}", hint="name it with --paper FILE")
    files = gather_files(places.paper, _there(places.supplements))
    if files.identity != report.paper.id:
        raise InputError(f"{places.paper} is not the file that was judged", hint="name that one with --paper FILE")
    wanted = highlights_of(report)
    done = mark_files(files, wanted, password=material.password)
    if text_digest(manuscript.text[: done.length]) != done.digest:
        raise InputError(f"{report.paper.source} is read otherwise by now", hint="judge it again, then export")
    marked = sum(one.end <= done.length for one in wanted) - done.unplaced
    left = len(wanted) - marked
    return Rendered(
        done.pdf,
        f"{counted(marked, 'stretch', 'stretches')} of {report.paper.source} highlighted"
        + (f", {left} not: in a supplement, or not printed as words" if left else ""),
    )


def _there(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    gone = next((path for path in paths if not path.exists()), None)
    if gone is not None:
        raise UsageError(f"the supplement {gone} is gone", hint="put it back: it is part of what was judged")
    return paths
