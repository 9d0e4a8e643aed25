"""Which reading each parser gives: a change of its output changes its version, and stored readings become stale."""

from __future__ import annotations

PDF = "pdfium-2"
MARKDOWN = "markdown/2"
TEXT = "text/2"
LATEX = "latex/2"
HTML = "html/2"
DOCX = "docx/2"
JATS = "jats/2"
DOCLING = "docling/1"

CURRENT = frozenset({PDF, MARKDOWN, TEXT, LATEX, HTML, DOCX, JATS, DOCLING})
