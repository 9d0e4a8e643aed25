"""Which reading each parser gives: a change of its output changes its version, and stored readings become stale."""

from __future__ import annotations

PDF = "pdfium-4"
MARKDOWN = "markdown/4"
TEXT = "text/3"
LATEX = "latex/3"
HTML = "html/3"
DOCX = "docx/3"
JATS = "jats/3"
DOCLING = "docling/1"

CURRENT = frozenset({PDF, MARKDOWN, TEXT, LATEX, HTML, DOCX, JATS, DOCLING})
