"""Headings that open a paragraph on its own line ("Abstract—We …", "4.2 Ablation. Without …"), parted from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from peerlens.store.parsers.pdf_flow import Item, TextLine
from peerlens.store.parsers.pdf_lines import Line, join_words
from peerlens.store.parsers.pdf_words import Word
from peerlens.store.structure import section_kind
from peerlens.taxonomy import SectionKind

_ABSTRACT = re.compile(r"(?P<head>Abstract|ABSTRACT|摘要)\s*[.:：—–-]+\s*(?=\S)")
_NUMBERED = re.compile(
    r"(?P<head>(?:\d{1,2}(?:\.\d{1,2}){0,2}|(?P<letter>[A-Z])\.\d{1,2})\.?\s+[A-Z][\w-]*(?: [\w-]+){0,4})[.:]\s+(?=\w)"
)


def part_run_ins(items: Sequence[Item], *, numbered: bool) -> tuple[list[Item], list[int]]:
    """The flow with run-in headings as lines of their own, and their places.

    ``numbered``: also those with a number and a well-known title; for papers that have no other numbered headings.
    """
    parted: list[Item] = []
    places: list[int] = []
    for item in items:
        head = _head_length(item, numbered=numbered) if isinstance(item, TextLine) else 0
        if not head or not isinstance(item, TextLine):
            parted.append(item)
            continue
        line = item.line
        first, rest = _cut(line.words, head)
        places.append(len(parted))
        parted.append(replace(item, line=Line(first, line.page, line.sheet, line.number)))
        if rest:
            parted.append(replace(item, line=Line(rest, line.page, line.sheet, line.number), gap=None))
    return parted, places


def _cut(words: Sequence[Word], length: int) -> tuple[list[Word], list[Word]]:
    """The words of the first ``length`` characters of the line, and the others; a word is parted where need be."""
    for count in range(1, len(words) + 1):
        if len(join_words(words[:count])) >= length:
            break
    last = words[count - 1]
    over = len(join_words(words[:count])) - length
    if not over:
        return list(words[:count]), list(words[count:])
    middle = last.x1 - (last.x1 - last.x0) * over / len(last.text)
    head = replace(last, text=last.text[:-over], x1=middle)
    tail = replace(last, text=last.text[-over:], x0=middle, spaced=False)
    return [*words[: count - 1], head], [tail, *words[count:]]


def head_words(line: Line) -> str:
    """The words of a run-in heading without the sign that ends it."""
    return line.text.strip().rstrip(".:：—–- ")


def _head_length(item: TextLine, *, numbered: bool) -> int:
    """How many characters of the line its run-in heading takes, sign included; 0 for none."""
    text = item.line.text
    match = _ABSTRACT.match(text) if item.line.page == 0 else None
    if match is None and numbered:
        match = _NUMBERED.match(text)
        if match is not None and match["letter"] is None and section_kind(match["head"]) is SectionKind.OTHER:
            match = None
    return len(match[0].rstrip()) if match else 0
