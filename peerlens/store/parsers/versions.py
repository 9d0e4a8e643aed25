"""Which reading each parser gives: a change of its output changes its version, and stored readings become stale."""

from __future__ import annotations

PDF = "pdfium-6"
MARKDOWN = "markdown/6"
TEXT = "text/5"
LATEX = "latex/5"
HTML = "html/5"
DOCX = "docx/5"
JATS = "jats/5"
DOCLING = "docling/3"

CURRENT = frozenset({PDF, MARKDOWN, TEXT, LATEX, HTML, DOCX, JATS, DOCLING})
