"""From the bytes of a paper to its manuscript, inside the process that parses."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from peerlens.errors import PaperError
from peerlens.schema import Highlight, Manuscript, PaperWarning
from peerlens.settings import ParserName
from peerlens.store.parsers.formats import Format, sniff
from peerlens.text.harmless import harmless

if TYPE_CHECKING:
    from peerlens.store.parsers.archive import Chosen


@dataclass(frozen=True)
class Job:
    """What is to be read: ``files`` by name, ``main`` and ``supplements`` among them.

    ``source``: what the user named. ``models``: the folder of docling's models, as text. ``highlights``: words to be
    marked in a copy of the main file, where that copy is wanted and not the manuscript.
    """

    source: str
    paper_id: str
    main: str
    files: Mapping[str, bytes]
    supplements: tuple[str, ...] = ()
    password: str | None = None
    parser: ParserName = ParserName.AUTO
    models: str | None = None
    highlights: tuple[Highlight, ...] | None = None


@dataclass(frozen=True)
class Marked:
    """A PDF with highlights. ``length`` and ``digest`` of its text tell whether it was read as when it was judged.

    ``unplaced``: how many highlights have no word on its pages.
    """

    pdf: bytes
    length: int
    digest: str
    unplaced: int


def text_digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def mark(job: Job) -> Marked:
    """The paper's own PDF with ``job.highlights``. Raises ``PaperError`` for one that is no PDF, and as ``read``."""
    from peerlens.store.parsers.pdf import place_words
    from peerlens.store.parsers.pdf_marks import write_highlights

    name, data, _ = _main_file(job)
    if sniff(data, source=job.source) is not Format.PDF:
        raise PaperError(f"{job.source}: not a PDF, so no words can be marked in it", hint="take --to html")
    text, places = place_words(data, source=_shown(name), password=job.password)
    marks = [(one, places.of(one.start, one.end)) for one in job.highlights or () if one.end <= len(text)]
    pdf = write_highlights(data, marks, password=job.password, source=job.source)
    return Marked(pdf, len(text), text_digest(text), sum(not found for _, found in marks))


def _main_file(job: Job) -> tuple[str, bytes, Chosen | None]:
    """The paper's own file: of an archive what it was made for, with all that was chosen there."""
    data = job.files[job.main]
    if sniff(data, source=job.source) is not Format.ZIP:
        return job.main, data, None
    from peerlens.store.parsers.archive import unpack

    chosen = unpack(data, source=job.source)
    return chosen.main, chosen.files[chosen.main], chosen


def read(job: Job) -> Manuscript:
    """The manuscript of the paper with its supplements. Raises ``PaperError`` and its kinds, ``UnavailableError``."""
    from peerlens.store.parsers.supplements import joined

    main, _, chosen = _main_file(job)
    files = job.files if chosen is None else chosen.files
    inner = chosen.supplements if chosen is not None else ()
    ignored = chosen.ignored if chosen is not None else ()
    paper = _read_one(main, files, job)
    supplements = [_read_one(name, files, job) for name in inner]
    supplements += [_read_one(name, job.files, job) for name in job.supplements]
    whole = joined(paper, supplements)
    warnings, missing = whole.warnings, whole.missing
    if chosen is not None:
        from peerlens.store.parsers.unread import unread_parts

        latex = sniff(files[main], source=job.source) is Format.LATEX
        warnings = (*warnings, _chosen_warning(main, inner, ignored))
        missing = (*missing, *unread_parts(tuple(map(_shown, ignored)), latex=latex))
    return whole.model_copy(update={"source": job.source, "warnings": warnings, "missing": missing})


def _chosen_warning(main: str, supplements: tuple[str, ...], ignored: tuple[str, ...]) -> PaperWarning:
    """What of the archive was read, so that nobody takes the rest for read."""
    said = f"read {_shown(main)} as the paper"
    if supplements:
        said += f", {', '.join(map(_shown, supplements))} as supplement"
    if ignored:
        shown = ", ".join(map(_shown, ignored[:5])) + (", …" if len(ignored) > 5 else "")
        said += f"; not read: {shown}"
    return PaperWarning(code="files", message=said)


def _read_one(name: str, files: Mapping[str, bytes], job: Job) -> Manuscript:
    data = files[name]
    source = _shown(name) if name != job.main else job.source
    form = sniff(data, source=source)
    if job.parser is not ParserName.AUTO and form is not Format.PDF and name == job.main:
        raise PaperError(
            f"{source}: not a PDF, but --parser {job.parser.value} reads only PDF", hint="leave --parser at auto"
        )
    match form:
        case Format.PDF if job.parser is ParserName.DOCLING:
            from peerlens.store.parsers import docling_pdf

            return docling_pdf.read(
                data, source=source, paper_id=job.paper_id, password=job.password, models=job.models
            )
        case Format.PDF:
            from peerlens.store.parsers import pdf

            return pdf.read(data, source=source, paper_id=job.paper_id, password=job.password)
        case Format.MARKDOWN:
            from peerlens.store.parsers import markdown

            return markdown.read(data, source=source, paper_id=job.paper_id, password=None)
        case Format.TEXT:
            from peerlens.store.parsers import text

            return text.read(data, source=source, paper_id=job.paper_id, password=None)
        case Format.LATEX:
            from peerlens.store.parsers import latex

            return latex.read(files, main=name, source=source, paper_id=job.paper_id)
        case Format.HTML:
            from peerlens.store.parsers import html

            return html.read(data, source=source, paper_id=job.paper_id)
        case Format.DOCX:
            from peerlens.store.parsers import docx

            return docx.read(data, source=source, paper_id=job.paper_id)
        case Format.JATS:
            from peerlens.store.parsers import jats

            return jats.read(data, source=source, paper_id=job.paper_id)
        case Format.ZIP:
            raise PaperError(f"{source}: an archive inside the paper", hint="name its files with --supplement")


def _shown(name: str) -> str:
    """A file's name inside the paper as it may be shown: one line, nothing that moves the cursor."""
    return " ".join(harmless(name.encode("utf-8", "backslashreplace").decode("utf-8")).split())[:200] or "file"
