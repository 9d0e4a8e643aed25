"""Rows and captions of tables written in LaTeX or HTML inside a text file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from peerlens.store.parsers.pieces import BlockPiece, trimmed
from peerlens.store.structure import caption_label
from peerlens.taxonomy import PassageType

LATEX_FLOAT = re.compile(
    r"\\begin\{(?P<name>table\*?|longtable|tabular\*?|sidewaystable|wraptable|figure\*?|wrapfigure)\}"
    r"(?:(?!\n\#{1,6}[ ]|\\begin\{(?P=name)\}).)*?\\end\{(?P=name)\}",  # one left open does not swallow sections
    re.DOTALL,
)
HTML_TABLE = re.compile(r"<table\b[^<>]*>.*?(?:</table\s*>|(?=\n\s*\n)|\Z)", re.DOTALL | re.IGNORECASE)

_LATEX_CAPTION = re.compile(
    r"\\caption\*?(?:\[[^\]]*\])?\{(?P<words>(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}"
)
_TABULAR = re.compile(
    r"\\begin\{(?P<name>tabular[*xy]?|longtable|tabularx)\}(?:\{[^{}]*\}){0,2}(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?"
    r"(?P<rows>.*?)(?:\\end\{(?P=name)\}|\Z)",
    re.DOTALL,
)
_ROW_END = re.compile(r"\\\\(?:\[[^\[\]]*\])?|\\tabularnewline")
_RULES = re.compile(
    r"\s*(?:\\(?:hline|toprule|midrule|bottomrule|cmidrule(?:\([^)]*\))?\{[^}]*\}|cline\{[^}]*\}|endhead|endfirsthead)\s*)+"
)
_HTML_ROW = re.compile(r"<tr\b[^<>]*>.*?(?=<tr\b|</table|\Z)", re.DOTALL | re.IGNORECASE)


def latex_pieces(text: str, start: int, end: int, *, number: str) -> Iterator[BlockPiece]:
    """Caption and rows of the LaTeX float at ``text[start:end]``; ``number``: what its caption is printed with."""
    kind = "Figure" if re.match(r"\\begin\{(?:wrap)?figure", text[start : start + 20]) else "Table"
    pieces = []
    for match in _LATEX_CAPTION.finditer(text, start, end):
        label = caption_label(match["words"]) or f"{kind} {number}"
        pieces.append(BlockPiece(match.start("words"), match.end("words"), PassageType.CAPTION, label))
    for tabular in _TABULAR.finditer(text, start, end):
        pieces += _latex_rows(text, tabular.start("rows"), tabular.end("rows"))
    yield from sorted(piece for piece in pieces if piece.start < piece.end)


def _latex_rows(text: str, start: int, end: int) -> list[BlockPiece]:
    rows: list[BlockPiece] = []
    begin = start
    for stop, following in [*((m.start(), m.end()) for m in _ROW_END.finditer(text, start, end)), (end, end)]:
        rules = _RULES.match(text, begin, stop)
        row_start, row_end = trimmed(text, rules.end() if rules else begin, stop)
        if re.search(r"\w", re.sub(r"\\[a-zA-Z]+", "", text[row_start:row_end])):
            rows.append(BlockPiece(row_start, row_end, PassageType.TABLE))
        begin = following
    return rows


def html_rows(text: str, start: int, end: int) -> Iterator[BlockPiece]:
    """The rows of the HTML table at ``text[start:end]``."""
    for match in _HTML_ROW.finditer(text, start, end):
        row_start, row_end = trimmed(text, match.start(), match.end())
        if re.search(r"\w", re.sub(r"<[^<>]*>", "", text[row_start:row_end])):
            yield BlockPiece(row_start, row_end, PassageType.TABLE)
