"""Find captions and all their lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.store.parsers.pdf_body import Body
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.parsers.pdf_sheets import Box, Sheet

_CAPTION = re.compile(
    r"(?P<kind>table|tab\.|figure|fig\.|algorithm|listing|scheme|chart|box)\s*"
    r"(?P<number>(?:[A-Z]{1,2}[.\-]?)?\d{1,3}(?:[.\-]\d{1,2})?[a-z]?|[IVX]{1,5}|[A-Z]\b)"
    r"(?P<mark>\s*[:.|—–]|\s*\([a-z]\)\s*[:.]|\s+|$)",
    re.I,
)
_KINDS = {"tab.": "Table", "fig.": "Figure"}


@dataclass
class Caption:
    label: str
    lines: list[Line]


def caption_label(line: Line, body: Body) -> tuple[str, bool] | None:
    """The normalised label of a line that reads like the start of a caption, and whether its look says so too."""
    match = _CAPTION.match(line.text)
    if match is None:
        return None
    kind = match["kind"].casefold()
    label = f"{_KINDS.get(kind, kind.capitalize())} {match['number'].rstrip('.')}"
    mark = match["mark"].strip()
    first, last = line.words[0], line.words[-1]
    styled = first.ink.font != last.ink.font and (first.ink.bold or first.ink.italic or first.ink.font != body.font)
    other_size = abs(line.size - body.size) > 0.04 * body.size
    alone = match.end() >= len(line.text)
    if not mark:
        if alone:
            return label, first.ink.bold or line.text.isupper()
        heavy = first.ink.bold and (styled or kind == "algorithm")
        return (label, True) if heavy else None
    return label, styled or other_size or (first.ink.bold and line.share("bold") > 0.9)


def find_captions(sheet: Sheet, body: Body) -> list[Caption]:
    """Captions with all their lines; those lines leave ``sheet.lines``."""
    captions: list[Caption] = []
    rules = sheet.rules
    for line in sorted(sheet.lines, key=lambda each: (each.base, each.x0)):
        found = caption_label(line, body)
        if found is None or any(line is taken for caption in captions for taken in caption.lines):
            continue
        label, looks = found
        if not looks and not _starts_block(line, sheet.lines, body):
            continue
        grown = _grow(line, sheet.lines, rules, body)
        captions.append(Caption(label, grown + _resumed(grown[-1], sheet.lines, rules, body)))
    gone = {id(line) for caption in captions for line in caption.lines}
    sheet.lines = [line for line in sheet.lines if id(line) not in gone]
    return captions


def _starts_block(line: Line, lines: Sequence[Line], body: Body) -> bool:
    """Whether the line is set apart from the text above it in its column: by white space, or, for "Table 3:",

    by an edge of its own below a finished sentence.
    """
    above = [other for other in lines if other.base < line.base - 2 and _overlap(line, other) > 0.3 * line.width]
    nearest = max(above, key=lambda other: other.base, default=None)
    if nearest is None or line.base - nearest.base > 1.25 * max(body.leading, 1.1 * line.size):
        return True
    own_edge = abs(line.x0 - nearest.x0) > 0.8 * line.size or nearest.x1 < line.x1 - 3 * line.size
    return ":" in line.text[:16] and own_edge and nearest.text.rstrip().endswith(".")


def _overlap(one: Line, other: Line) -> float:
    return min(one.x1, other.x1) - max(one.x0, other.x0)


def _grow(seed: Line, lines: Sequence[Line], rules: Sequence[Box], body: Body) -> list[Line]:
    """The caption's lines, from its first downwards, while place, size and distance stay those of one paragraph.

    A rule ends it: that is where its table or algorithm begins.
    """
    grown = [seed]
    left, right = seed.x0, seed.x1
    step: float | None = None
    while True:
        last = grown[-1]
        most = 1.6 * last.size if step is None else step + 0.12 * last.size
        below = [
            line
            for line in lines
            if 0.5 * last.size < line.base - last.base <= most
            and min(right, line.x1) - max(left, line.x0) > 0.5 * line.width
            and abs(line.size - seed.size) <= 0.06 * seed.size
            and caption_label(line, body) is None
        ]
        if not below:
            return grown
        following = min(below, key=lambda line: (line.base, line.x0))
        if any(last.base < y0 < following.base and x0 < last.x1 and x1 > last.x0 for x0, y0, x1, _ in rules):
            return grown
        if step is not None and last.x1 < right - 0.25 * (right - left) and following.x0 <= left + 1 and len(grown) > 1:
            short_end = last.text.rstrip().endswith((".", ")", "]"))
            if short_end and abs(following.size - body.size) <= 0.04 * body.size and following.font == body.font:
                return grown
        same_row = [line for line in below if abs(line.base - following.base) < 1.0]
        step = max(step or 0.0, following.base - last.base) if step is None else step
        grown += sorted(same_row, key=lambda line: line.x0)
        left, right = min(left, *(line.x0 for line in same_row)), max(right, *(line.x1 for line in same_row))


def _resumed(last: Line, lines: Sequence[Line], rules: Sequence[Box], body: Body) -> list[Line]:
    """What carries on a caption that breaks off, a little further down in the caption's own type size."""
    if last.text.rstrip().endswith((".", ":", ")")) or abs(last.size - body.size) < 0.06 * body.size:
        return []
    further = [
        line
        for line in lines
        if 0 < line.base - last.base < 9 * last.size
        and abs(line.x0 - last.x0) < 1.5
        and (line.size, line.font) == (last.size, last.font)
        and caption_label(line, body) is None
    ]
    between = [
        line for line in lines if further and last.base < line.base < further[0].base and _overlap(line, last) > 0
    ]
    return _grow(further[0], lines, rules, body) if between and all(line.size == body.size for line in between) else []
