"""Which reading each parser gives: a change of its output changes its version, and stored readings become stale."""

from __future__ import annotations

PDF = "pdfium-2"
MARKDOWN = "markdown/2"
TEXT = "text/2"
LATEX = "latex/1"
HTML = "html/1"
DOCX = "docx/1"
JATS = "jats/1"
DOCLING = "docling/1"

CURRENT = frozenset({PDF, MARKDOWN, TEXT, LATEX, HTML, DOCX, JATS, DOCLING})
