"""Read a manuscript: look at what the file is, pick the parser for it, refuse what is no manuscript."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from pathlib import Path
from types import ModuleType

from peerlens.errors import DamagedFileError, NoTextError, PaperError
from peerlens.schema import Manuscript
from peerlens.settings import ParserName

MAX_BYTES = 200 * 1024 * 1024
_SNIFFED = 4096
_MARKDOWN_SUFFIXES = frozenset({".md", ".mmd", ".markdown", ".mkd"})


class Format(StrEnum):
    """The kinds of file that can be read."""

    PDF = "pdf"
    MARKDOWN = "markdown"
    TEXT = "text"


def paper_id(data: bytes) -> str:
    """The identity of a manuscript: other bytes are another paper."""
    return hashlib.sha256(data).hexdigest()[:16]


def parse(path: Path, *, password: str | None = None, parser: ParserName = ParserName.AUTO) -> Manuscript:
    """Read the manuscript at ``path``, by what is in the file and not by its name alone.

    Raises ``PaperError`` or one of its kinds, with one line a person can act on, for all that cannot be read.
    """
    return parse_bytes(read_file(path), source=path.name, password=password, parser=parser)


def read_file(path: Path) -> bytes:
    """The bytes of a manuscript file, its size checked first."""
    try:
        if path.is_dir():
            raise PaperError(f"{path}: is a folder, not a manuscript", hint="name the file itself")
        if path.exists() and not path.is_file():
            raise PaperError(f"{path}: is not a regular file", hint="save it to a file first")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise PaperError(f"{path}: {size / 2**20:.0f} MiB is too large", hint=f"the limit is {MAX_BYTES >> 20} MiB")
        return path.read_bytes()
    except FileNotFoundError as exc:
        raise PaperError(f"{path}: no such file", hint="check the path") from exc
    except OSError as exc:
        raise PaperError(f"{path}: cannot be read ({exc.strerror})", hint="check the path and permissions") from exc


def parse_bytes(data: bytes, *, source: str, password: str | None, parser: ParserName) -> Manuscript:
    """Read a manuscript from its bytes; ``source`` is the file name shown to users."""
    form = sniff(data, source=source)
    if parser is ParserName.PDFIUM and form is not Format.PDF:
        raise PaperError(f"{source}: not a PDF, but --parser pdfium reads only PDF", hint="leave --parser at auto")
    return _module(form).read(data, source=source, paper_id=paper_id(data), password=password)  # type: ignore[no-any-return]


def parser_version(form: Format) -> str:
    """The version of the parser that reads this kind of file; a change makes stored readings stale."""
    return str(_module(form).PARSER_VERSION)


def _module(form: Format) -> ModuleType:
    match form:
        case Format.PDF:
            import peerlens.store.parsers.pdf as pdf

            return pdf
        case Format.MARKDOWN:
            from peerlens.store.parsers import markdown

            return markdown
        case Format.TEXT:
            from peerlens.store.parsers import text

            return text


def sniff(data: bytes, *, source: str) -> Format:
    """What kind of file this is, by its content first and its suffix second."""
    head = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00")
    suffix = Path(source).suffix.lower()
    if not data:
        raise NoTextError(f"{source}: the file is empty", hint="check that this is the right file")
    if b"%PDF-" in data[:1024]:
        return Format.PDF
    expected = "a PDF" if suffix == ".pdf" else "a manuscript that can be read"
    refused = _known_other(head)
    if refused is not None:
        raise PaperError(f"{source}: not {expected}, it is {refused}", hint="give a PDF, Markdown or text file")
    if suffix == ".pdf":
        raise DamagedFileError(f"{source}: not a PDF (no %PDF mark at its start)", hint="download the file again")
    if suffix in _MARKDOWN_SUFFIXES:
        return Format.MARKDOWN
    marks = re.findall(rb"^#{1,6} \S|^\\(?:sub)*section\{", data[:200_000].replace(b"\x00", b""), re.MULTILINE)
    return Format.MARKDOWN if len(marks) >= 2 else Format.TEXT


def _known_other(head: bytes) -> str | None:
    """The name of a well-known kind of file that is not for us, by its first bytes."""
    lowered = head.lower().replace(b"\x00", b"")
    if lowered.startswith((b"<!doctype html", b"<html")) or (lowered.startswith(b"<") and b"<body" in lowered[:2000]):
        return "HTML"
    for mark, name in (
        (b"PK\x03\x04", "a zip archive or an Office document"),
        (b"\xd0\xcf\x11\xe0", "an old Office document"),
        (b"\x89PNG", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"GIF8", "an image"),
        (b"%!PS", "PostScript"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"{\\rtf", "RTF"),
        (b"<?xml", "XML"),
    ):
        if head.startswith(mark):
            return name
    return None
