"""Which kind of file something is: by its content first, by its name second."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import PurePath

from peerlens.errors import DamagedFileError, NoTextError, PaperError

_SNIFFED = 8192
_MARKDOWN_SUFFIXES = frozenset({".md", ".mmd", ".markdown", ".mkd"})
_LATEX_SUFFIXES = frozenset({".tex", ".ltx", ".latex"})
_HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_LATEX_START = re.compile(
    rb"(?:\s|%[^\n]*\n)*+(?:\\[a-zA-Z][^\n]*+\n(?:\s|%[^\n]*\n)*+){0,30}?\\document(?:class|style)\b"
)
_XML_ROOT = re.compile(
    rb"(?>\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+<(?:[\w.-]+:)?([A-Za-z][\w.-]*)", re.DOTALL
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_HINT = "give a PDF, LaTeX, DOCX, HTML, JATS XML, Markdown or text file, or a zip of these"
_JATS_ROOTS = frozenset({b"article", b"pmc-articleset"})


class Format(StrEnum):
    """The kinds of file that can be read."""

    PDF = "pdf"
    MARKDOWN = "markdown"
    TEXT = "text"
    LATEX = "latex"
    HTML = "html"
    DOCX = "docx"
    JATS = "jats"
    ZIP = "zip"


def sniff(data: bytes, *, source: str) -> Format:
    """What kind of file this is. Raises ``PaperError`` or one of its kinds for what is no manuscript."""
    if not data:
        raise NoTextError(f"{source}: the file is empty", hint="check that this is the right file")
    suffix = PurePath(source).suffix.lower()
    if b"%PDF-" in data[:1024] and not data.startswith(_ZIP):  # an archive may hold a PDF as it is
        return Format.PDF
    found = _marked(data, suffix)
    expected = "a PDF" if suffix == ".pdf" else "a manuscript that can be read"
    if isinstance(found, str) and not isinstance(found, Format):
        raise PaperError(f"{source}: not {expected}, it is {found}", hint=_HINT)
    if suffix == ".pdf":
        if found is not None:
            raise PaperError(
                f"{source}: not a PDF, it is {_SPELLED[found]}",
                hint="download the paper again (a login may be needed), or name the file for what it is",
            )
        raise DamagedFileError(f"{source}: not a PDF (no %PDF mark at its start)", hint="download the file again")
    return found if found is not None else _text_format(data, suffix)


_SPELLED = {
    Format.HTML: "HTML", Format.ZIP: "a zip archive", Format.DOCX: "a DOCX", Format.JATS: "XML",
    Format.LATEX: "LaTeX source",
    Format.MARKDOWN: "Markdown", Format.TEXT: "text", Format.PDF: "a PDF",
}  # fmt: skip


def _marked(data: bytes, suffix: str) -> Format | str | None:
    """The format that the first bytes prove, the name of one that is not for us, ``None`` for plain text of
    any kind."""
    if data.startswith(_ZIP):
        return _zip_format(data)
    head = data[:_SNIFFED].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00")
    for mark, name in (
        (b"\xd0\xcf\x11\xe0", "an old Office document (save it as DOCX or PDF)"),
        (b"\x89PNG", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"GIF8", "an image"),
        (b"%!PS", "PostScript (convert it to PDF)"),
        (b"\x1f\x8b", "a gzip archive (unpack it and name the folder)"),
        (b"{\\rtf", "RTF (save it as DOCX or PDF)"),
    ):
        if head.startswith(mark):
            return name
    return _markup_format(head.replace(b"\x00", b""), suffix)


def _zip_format(data: bytes) -> Format | str:
    directory = data[-4 * 2**20 :]
    if b"word/document.xml" in directory:
        return Format.DOCX
    if b"ppt/presentation.xml" in directory or b"xl/workbook.xml" in directory:
        return "an Office presentation or table"
    return (
        "an OpenDocument file (save it as DOCX or PDF)"
        if b"mimetypeapplication/vnd.oasis" in data[:100]
        else Format.ZIP
    )


def _markup_format(head: bytes, suffix: str) -> Format | str | None:
    lowered = head.lower()
    if lowered.startswith((b"<!doctype html", b"<html")):
        return Format.HTML
    if lowered.startswith((b"<?xml", b"<!doctype", b"<article", b"<pmc-articleset")):
        root = _XML_ROOT.match(head)
        name = root[1].lower() if root is not None else b""
        if name == b"html":
            return Format.HTML
        if name in _JATS_ROOTS or re.search(rb"<!DOCTYPE\s+article\b|JATS|<article[\s>]", head, re.IGNORECASE):
            return Format.JATS
        return "XML of another kind (JATS is what can be read)"
    if lowered.startswith(b"<") and (suffix in _HTML_SUFFIXES or b"<body" in lowered):
        return Format.HTML
    return Format.LATEX if _LATEX_START.match(head) else None


def _text_format(data: bytes, suffix: str) -> Format:
    if suffix in _LATEX_SUFFIXES and re.search(rb"\\[a-zA-Z]", data[:200_000]):
        return Format.LATEX
    if suffix in _HTML_SUFFIXES and re.search(rb"<(?:p|div|h[1-6]|table)\b", data[:200_000], re.IGNORECASE):
        return Format.HTML
    if suffix in _MARKDOWN_SUFFIXES:
        return Format.MARKDOWN
    marks = re.findall(rb"^#{1,6} \S|^\\(?:sub)*section\{", data[:200_000].replace(b"\x00", b""), re.MULTILINE)
    return Format.MARKDOWN if len(marks) >= 2 else Format.TEXT
