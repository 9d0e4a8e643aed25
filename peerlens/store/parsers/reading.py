"""From the bytes of a paper to its manuscript, inside the process that parses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from peerlens.errors import PaperError
from peerlens.schema import Manuscript, PaperWarning
from peerlens.settings import ParserName
from peerlens.store.parsers.formats import Format, sniff
from peerlens.text.harmless import harmless


@dataclass(frozen=True)
class Job:
    """What is to be read: ``files`` by name, ``main`` and ``supplements`` among them.

    ``source``: what the user named. ``models``: the folder of docling's models, as text.
    """

    source: str
    paper_id: str
    main: str
    files: Mapping[str, bytes]
    supplements: tuple[str, ...] = ()
    password: str | None = None
    parser: ParserName = ParserName.AUTO
    models: str | None = None


def read(job: Job) -> Manuscript:
    """The manuscript of the paper with its supplements. Raises ``PaperError`` and its kinds, ``UnavailableError``."""
    from peerlens.store.parsers.supplements import joined

    form = sniff(job.files[job.main], source=job.source)
    main, files = job.main, job.files
    inner: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    if form is Format.ZIP:
        from peerlens.store.parsers.archive import unpack

        chosen = unpack(job.files[job.main], source=job.source)
        main, files, inner, ignored = chosen.main, chosen.files, chosen.supplements, chosen.ignored
    paper = _read_one(main, files, job)
    supplements = [_read_one(name, files, job) for name in inner]
    supplements += [_read_one(name, job.files, job) for name in job.supplements]
    whole = joined(paper, supplements)
    warnings, missing = whole.warnings, whole.missing
    if form is Format.ZIP:
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
