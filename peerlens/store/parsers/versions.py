"""Which reading each parser gives: a change of its output changes its version, and stored readings become stale."""

from __future__ import annotations

PDF = "pdfium-5"
MARKDOWN = "markdown/5"
TEXT = "text/4"
LATEX = "latex/4"
HTML = "html/4"
DOCX = "docx/4"
JATS = "jats/4"
DOCLING = "docling/2"

CURRENT = frozenset({PDF, MARKDOWN, TEXT, LATEX, HTML, DOCX, JATS, DOCLING})
