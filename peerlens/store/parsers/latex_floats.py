"""Figures, tables and algorithms of a LaTeX paper: caption with its label, rows of tables, what else has words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from peerlens.store.parsers.composing import CELL, Composer
from peerlens.store.parsers.latex_macros import argument, group, optional
from peerlens.store.parsers.latex_numbering import Numbering
from peerlens.store.parsers.latex_words import Context, words_of
from peerlens.taxonomy import PassageType

FLOATS = {
    "figure": "Figure", "wrapfigure": "Figure", "SCfigure": "Figure", "sidewaysfigure": "Figure",
    "teaserfigure": "Figure",
    "table": "Table", "wraptable": "Table", "SCtable": "Table", "sidewaystable": "Table", "longtable": "Table",
    "algorithm": "Algorithm", "algorithm2e": "Algorithm", "listing": "Listing", "tabular": "", "tabularx": "",
    "tabulary": "",
}  # fmt: skip
_TABULARS = "tabular tabularx tabulary longtable tblr array supertabular".split()
_TABULAR = re.compile(r"\\begin\{(?P<name>tabular[xy]?|longtable|tblr|supertabular|NiceTabular)\*?\}")
_CAPTION = re.compile(
    r"\\(?:caption|captionof|subcaption|tablecaption)(?P<star>\*?)(?=\s*[\[{])|\\label\{(?P<label>[^{}]*)\}"
)
_SUBFLOAT = re.compile(
    r"\\begin\{sub(?:figure|table|floatrow)\}.*?(?:\\end\{sub(?:figure|table|floatrow)\}|\Z)", re.DOTALL
)
_DRAWING = re.compile(
    r"\\begin\{(?P<name>tikzpicture|pgfpicture|picture|pspicture)\}.*?(?:\\end\{(?P=name)\}|\Z)", re.DOTALL
)
_ROW_END = re.compile(r"(?<!\\)\\\\\*?(?:\[[^\]]*\])?|\\tabularnewline(?![a-zA-Z])|\\cr(?![a-zA-Z])")
_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|centering|hdashline|addlinespace(?:\[[^\]]*\])?"
    r"|c?midrule(?:\([^)]*\))?(?:\[[^\]]*\])?\{[^}]*\}|cmidrule(?:\[[^\]]*\])?(?:\([^)]*\))?\{[^}]*\}|cline\{[^}]*\}"
    r"|specialrule(?:\{[^}]*\}){3})(?![a-zA-Z])"
)
_STEP = re.compile(
    r"\\(?:State[x]?|STATE|Require|REQUIRE|Ensure|ENSURE|KwIn|KwOut|KwData|KwResult|For|FOR|If|IF|While|WHILE)(?![a-zA-Z])|\\;|\\\\"
)


@dataclass
class Float:
    """What a float prints: captions with labels (``None`` for those of its parts), rows, and other words."""

    captions: list[tuple[str, str | None]] = field(default_factory=list)
    tables: list[list[str]] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)

    def write(self, composer: Composer, context: Context) -> None:
        for source, label in self.captions:
            words = words_of(source, context)
            if label is None:
                composer.block(words, PassageType.CAPTION)
            else:
                composer.caption(words, implied=label)
        for rows in self.tables:
            composer.table([_cells(words_of(row, context)) for row in rows])
        for source in self.rest:
            words = words_of(source, context)
            if len(words.split()) >= 3:
                composer.block(words)


def read_float(name: str, inside: str, numbering: Numbering, labels: dict[str, str]) -> Float:
    """Take a float apart; ``labels`` learns the numbers of the labels in it."""
    kind = FLOATS[name]
    found = Float()
    rest = _DRAWING.sub(" ", inside)
    if name in _TABULARS and not (kind and _CAPTION.search(inside)):
        found.tables.append(_rows(name, inside))
        return found
    rest = _take_parts(rest, found)
    rest = _take_captions(rest, kind or "Table", found, numbering, labels)
    rest = _take_tables(name, rest, found)
    if kind in ("Algorithm", "Listing"):
        found.rest += [step for step in _STEP.split(rest) if step.strip()]
    else:
        found.rest += [part for part in re.split(r"\n[ \t]*\n", rest) if re.search(r"[A-Za-z]{3}", part)]
    return found


def _take_parts(rest: str, found: Float) -> str:
    """Captions of subfigures; a label in one names the float as a whole."""

    def part(match: re.Match[str]) -> str:
        caption = re.search(r"\\(?:sub)?caption\*?(?=\s*[\[{])", match[0])
        if caption is not None:
            value, end = argument(match[0], optional(match[0], caption.end())[1])
            found.captions.append((value, None))
            return match[0][: caption.start()] + match[0][end:]
        return match[0]

    return _SUBFLOAT.sub(part, rest)


def _take_captions(rest: str, kind: str, found: Float, numbering: Numbering, labels: dict[str, str]) -> str:
    parts: list[str] = []
    parts_of = list(found.captions)
    found.captions.clear()
    waiting: list[str] = []
    current: str | None = None
    at = 0
    while (match := _CAPTION.search(rest, at)) is not None:
        parts.append(rest[at : match.start()])
        at = match.end()
        if match["label"] is not None:
            if current is None:
                waiting.append(match["label"].strip())
            else:
                labels[match["label"].strip()] = current
            continue
        if match[0].startswith("\\captionof"):
            named, at = argument(rest, at)
            kind = {"figure": "Figure", "table": "Table"}.get(named.strip(), kind)
        value, at = argument(rest, optional(rest, at)[1])
        current = None if match["star"] else numbering.float(kind)
        found.captions.append((value, current))
        for label in (*re.findall(r"\\label\{([^{}]*)\}", value), *waiting):
            labels[label.strip()] = current or ""
        waiting.clear()
    parts.append(rest[at:])
    found.captions += parts_of
    return "".join(parts)


def _take_tables(name: str, rest: str, found: Float) -> str:
    if name == "longtable":
        found.tables.append(_rows(name, rest))
        return ""
    parts: list[str] = []
    at = 0
    while (match := _TABULAR.search(rest, at)) is not None:
        closing = _matching_end(rest, match)
        parts.append(rest[at : match.start()])
        found.tables.append(_rows(match["name"], rest[match.end() : closing[0]]))
        at = closing[1]
    parts.append(rest[at:])
    return re.sub(
        r"\\(?:begin|end)\{(?:minipage|adjustbox|subtable|subfigure|threeparttable|tablenotes|center)\}",
        "\n\n",
        "".join(parts),
    )


def _matching_end(text: str, opened: re.Match[str]) -> tuple[int, int]:
    depth = 1
    for match in re.compile(rf"\\(begin|end)\{{{opened['name']}\*?\}}").finditer(text, opened.end()):
        depth += 1 if match[1] == "begin" else -1
        if depth == 0:
            return match.span()
    return len(text), len(text)


def _rows(name: str, inside: str) -> list[str]:
    """The sources of the rows; nested tables (cells of several lines) become part of their cell."""
    _, at = optional(inside, 0)
    if name in ("tabularx", "tabulary"):
        at = argument(inside, at)[1]
    _, at = optional(inside, at)
    columns = group(inside, at)
    inside = inside[columns[1] :] if columns is not None else inside[at:]
    inside = _flattened(inside)
    return [_RULE.sub(" ", row) for row in _split_rows(inside) if re.search(r"\w", re.sub(r"\\[a-zA-Z]+", "", row))]


def _flattened(inside: str) -> str:
    for _ in range(4):
        match = _TABULAR.search(inside)
        if match is None:
            break
        start, end = _matching_end(inside, match)
        cell = " ".join(
            _ROW_END.sub(" ", re.sub(r"(?<!\\)&", " ", row))
            for row in _rows(match["name"], inside[match.end() : start])
        )
        inside = inside[: match.start()] + cell + inside[end:]
    return inside


def _split_rows(inside: str) -> list[str]:
    """Split at row ends outside braces (``\\makecell{a\\\\b}`` is one cell)."""
    rows: list[str] = []
    begin = 0
    for match in _ROW_END.finditer(inside):
        before = inside[begin : match.start()]
        opened = len(re.findall(r"(?<!\\)\{", before)) - len(re.findall(r"(?<!\\)\}", before))
        if opened <= 0:
            rows.append(before)
            begin = match.end()
    rows.append(inside[begin:])
    return rows


def _cells(words: str) -> list[str]:
    return [cell.strip() for cell in words.split(CELL.strip())]
