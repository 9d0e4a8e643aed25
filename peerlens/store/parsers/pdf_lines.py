"""Characters of a page to words and lines, with the style and the place of each word kept."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from peerlens.store.parsers.pdf_chars import Floats, Ink, Ints, PageChars, Shape

Box = tuple[float, float, float, float]  # left, top, right, bottom

REPLACEMENT = "\ufffd"
_BREAK_EM = 1.1  # a wider gap on one base line separates columns or cells
_SPACE_EM = 0.22  # a wider gap is a space even where pdfium saw none
_SPECIAL = {
    0x02: "-",
    0xAD: "-",
    0x2010: "-",
    0x2011: "-",
    0xFFFE: "-",
    0xFFFF: REPLACEMENT,
    # bitmap (type 3) TeX fonts without a character map: T1 and OT1 places of ff fi fl ffi ffl
    **dict(zip(range(0x1B, 0x20), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
    **dict(zip(range(0x0B, 0x10), ("ff", "fi", "fl", "ffi", "ffl"), strict=True)),
    **dict(zip(range(0xFB00, 0xFB07), ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)),
}
_TABLE = {
    **dict.fromkeys([*range(32), *range(127, 160), *range(55296, 57344)], REPLACEMENT),
    **dict.fromkeys(range(57344, 63744), REPLACEMENT),
    **_SPECIAL,
    **dict.fromkeys((8203, 8204, 8205, 8288, 65279, *range(8234, 8239), *range(8294, 8298)), ""),
}
_ACCENTS = {
    0x60: "\u0300",
    0xB4: "\u0301",
    0x2C6: "\u0302",
    0x2DC: "\u0303",
    0xAF: "\u0304",
    0x2D8: "\u0306",
    0x2D9: "\u0307",
    0xA8: "\u0308",
    0x2DA: "\u030a",
    0x2DD: "\u030b",
    0x2C7: "\u030c",
    0xB8: "\u0327",
    0x2DB: "\u0328",
}
_DOTLESS = {0x131: "i", 0x237: "j"}


@dataclass(slots=True)
class Word:
    """Characters of one style without space inside. ``spaced``: a space stands before it in its run.

    ``rise``: 1 raised, -1 lowered, 0 on the base line of its line.
    """

    text: str
    x0: float
    x1: float
    base: float
    ink: Ink
    run: int
    spaced: bool
    rise: int = 0

    @property
    def size(self) -> float:
        return self.ink.size


class Line:
    """Words that stand on one base line, without a wide gap between them, in reading order.

    ``size``, ``base``, ``font`` are those of most of its characters; ``number``: a margin number printed beside it.
    """

    def __init__(self, words: list[Word], page: int, sheet: int = 0, number: int | None = None) -> None:
        self.words = words
        self.page = page
        self.sheet = sheet
        self.number = number
        self.size, self.base, self.font = _main_type(words)

    @cached_property
    def x0(self) -> float:
        return min(word.x0 for word in self.words)

    @cached_property
    def x1(self) -> float:
        return max(word.x1 for word in self.words)

    @property
    def top(self) -> float:
        return self.base - 0.75 * self.size

    @property
    def bottom(self) -> float:
        return self.base + 0.22 * self.size

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @cached_property
    def text(self) -> str:
        return join_words(self.words)

    @cached_property
    def letters(self) -> int:
        return sum(map(str.isalpha, self.text))

    def share(self, quality: str) -> float:
        """Share of the characters whose ink has the quality ("bold", "italic", "math", "nested")."""
        total = sum(len(word.text) for word in self.words) or 1
        return sum(len(word.text) for word in self.words if getattr(word.ink, quality)) / total


def _main_type(words: list[Word]) -> tuple[float, float, str]:
    if len(words) == 1:
        return words[0].ink.size, words[0].base, words[0].ink.font
    weight: dict[tuple[float, float, str], int] = {}
    for word in words:
        key = (word.ink.size, word.base, word.ink.font)
        weight[key] = weight.get(key, 0) + len(word.text)
    return max(weight, key=weight.__getitem__)


def join_words(words: Sequence[Word]) -> str:
    """The words as text, with the spaces their places ask for."""
    parts: list[str] = []
    previous: Word | None = None
    for word in words:
        mark = len(parts) == 1 and previous is not None and previous.rise > 0  # "¹Code is …": a note's own mark
        if previous is not None and (mark or is_spaced(previous, word)):
            parts.append(" ")
        elif (
            previous is not None and word.rise > 0 and previous.text[-1:].isdigit() and word.text[:1] in "0123456789-−"
        ):
            parts.append("^")
        parts.append(word.text)
        previous = word
    return "".join(parts)


def is_spaced(previous: Word, word: Word) -> bool:
    if word.run == previous.run:
        return word.spaced
    return word.x0 - previous.x1 > 0.13 * max(previous.size, word.size)


@dataclass(slots=True)
class Sheet:
    """One reading direction of one page: upright text, or text set sideways. y runs down in its own frame."""

    page: int
    direction: int
    width: float
    height: float
    runs: list[list[Word]]
    shapes: list[Shape]
    lines: list[Line] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = _rules(self.shapes)


def _rules(shapes: Iterable[Shape]) -> list[Box]:
    """Horizontal rules, pieces that touch joined, from the top down."""
    thin = [s.box for s in shapes if s.is_path and s.height <= 2.5 and s.width >= 8 * max(s.height, 0.3)]
    thin.sort(key=lambda box: (round(box[1]), box[0]))
    joined: list[Box] = []
    for box in thin:
        if joined and abs(joined[-1][1] - box[1]) <= 1 and box[0] <= joined[-1][2] + 2:
            last = joined[-1]
            joined[-1] = (last[0], last[1], max(last[2], box[2]), max(last[3], box[3]))
        else:
            joined.append(box)
    return [box for box in joined if box[2] - box[0] >= 25]


def sheets_of(page: PageChars, hidden: npt.NDArray[np.bool_]) -> list[Sheet]:
    """The page's sheets, the one with most text first. Slanted text is left out."""
    spaces = _is_space(page.codes) | (page.ink < 0)
    directions = np.array([ink.direction for ink in page.inks] or [0], np.int64)[page.ink]
    shown = ~spaces & ~hidden
    counts = Counter(directions[shown].tolist())
    sheets = []
    for direction, _ in counts.most_common():
        if direction < 0:
            continue
        chosen = np.flatnonzero(shown & (directions == direction))
        sheets.append(_sheet(page, chosen, direction))
    return sheets or [Sheet(page.index, 0, page.width, page.height, [], page.shapes)]


def _is_space(codes: Ints) -> npt.NDArray[np.bool_]:
    spaces: npt.NDArray[np.bool_] = np.isin(codes, [0, 9, 10, 32, 160, 0x3000, *range(0x2000, 0x200B), 0x202F, 0x205F])
    return spaces


def _turn(points: Floats, direction: int, width: float, height: float) -> Floats:
    """Points of the page in the frame in which text of this direction runs left to right."""
    x, y = points[:, 0], points[:, 1]
    turned = {
        0: (x, y),
        90: (height - y, x),
        180: (width - x, height - y),
        270: (y, width - x),
    }[direction]
    return np.column_stack(turned)


def _sheet(page: PageChars, chosen: Ints, direction: int) -> Sheet:
    w, h = page.width, page.height
    one = _turn(page.box[chosen, :2], direction, w, h)
    other = _turn(page.box[chosen, 2:], direction, w, h)
    x0, x1 = np.minimum(one[:, 0], other[:, 0]), np.maximum(one[:, 0], other[:, 0])
    base = _turn(page.origin[chosen], direction, w, h)[:, 1]
    shapes = page.shapes
    if direction:
        shapes = []
        for shape in page.shapes:
            corners = np.array([shape.box[:2], shape.box[2:]])
            a, b = _turn(corners, direction, w, h)
            box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            shapes.append(Shape(shape.kind, box, shape.order, shape.handle))
        if direction in (90, 270):
            w, h = h, w
    return Sheet(page.index, direction, w, h, _runs(page, chosen, x0, x1, base), shapes)


def _runs(page: PageChars, chosen: Ints, x0: Floats, x1: Floats, base: Floats) -> list[list[Word]]:
    """Words in stream order, cut into runs wherever the base line changes or the pen jumps."""
    if not len(chosen):
        return []
    ink = page.ink[chosen]
    inks = page.inks
    sizes = np.array([each.size for each in inks])[ink]
    styles = np.array(_style_numbers(inks))[ink]
    size = np.maximum(sizes[1:], sizes[:-1])
    gap = x0[1:] - x1[:-1]
    spaced = np.diff(chosen) > 1
    jump = (np.abs(np.diff(base)) > 0.3) | (gap < -0.6 * size) | (gap > _BREAK_EM * size)
    jump |= (np.diff(ink) != 0) & (gap > 0.55 * size)
    space = (spaced & (gap > 0.08 * size)) | (gap > _SPACE_EM * size)
    cut = jump | space | (np.diff(styles) != 0)
    codes, dropped = _compose(page.codes[chosen], x0, x1, base, sizes)
    text = "".join(map(chr, codes.tolist()))
    starts = [0, *(np.flatnonzero(cut) + 1).tolist()]
    ends = [*starts[1:], len(chosen)]
    runs: list[list[Word]] = []
    left, right, bases, numbers = x0.tolist(), x1.tolist(), base.tolist(), ink.tolist()
    jumps, spaces = [True, *jump.tolist()], [False, *space.tolist()]
    for start, end in zip(starts, ends, strict=True):
        if jumps[start]:
            runs.append([])
        raw = text[start:end]
        if dropped:
            raw = "".join(char for at, char in enumerate(raw, start) if at not in dropped)
        shown = (
            unicodedata.normalize("NFC", raw.translate(_TABLE)) if not raw.isascii() or not raw.isprintable() else raw
        )
        if shown:
            word = Word(
                shown, left[start], right[end - 1], bases[start], inks[numbers[start]], len(runs), spaces[start]
            )
            runs[-1].append(word)
    return [run for run in runs if run]


def _style_numbers(inks: list[Ink]) -> list[int]:
    known: dict[tuple[str, float, bool], int] = {}
    return [known.setdefault((ink.font, ink.size, ink.nested), len(known)) for ink in inks]


def _compose(codes: Ints, x0: Floats, x1: Floats, base: Floats, sizes: Floats) -> tuple[Ints, set[int]]:
    """Join spacing accents drawn over a letter with that letter; returns codes and the places to drop."""
    dropped: set[int] = set()
    places = np.flatnonzero(np.isin(codes, list(_ACCENTS)))
    if not len(places):
        return codes, dropped
    codes = codes.copy()
    for place in places.tolist():
        middle = (x0[place] + x1[place]) / 2
        over = (x0 - 0.1 <= middle) & (middle <= x1 + 0.1) & (np.abs(base - base[place]) < 0.4 * sizes[place])
        for letter in np.flatnonzero(over).tolist():  # pdfium may list the accent far from its letter
            char = _DOTLESS.get(int(codes[letter]), chr(int(codes[letter])))
            if letter == place or not char.isalpha():
                continue
            composed = unicodedata.normalize("NFC", char + _ACCENTS[int(codes[place])])
            if len(composed) == 1:
                codes[letter] = ord(composed)
            dropped.add(place)  # a hat over a symbol that has no such letter is left out
            break
    return codes, dropped


def lines_of(runs: Iterable[list[Word]], page: int, sheet: int) -> list[Line]:
    """Put runs together to lines; small raised and lowered runs join the line they belong to."""
    lines = _link([Line(list(run), page, sheet) for run in runs])
    return _link(_attach(lines))


def _link(lines: list[Line]) -> list[Line]:
    """Join lines on one base line whose gap is that of a word."""
    lines.sort(key=lambda line: line.base)
    groups: list[list[Line]] = []
    for line in lines:
        if groups and line.base - groups[-1][0].base <= 0.8:
            groups[-1].append(line)
        else:
            groups.append([line])
    linked: list[Line] = []
    for group in groups:
        group.sort(key=lambda line: line.x0)
        current = group[0]
        for line in group[1:]:
            size = max(line.size, current.size)
            if -1.0 * size < line.x0 - current.x1 <= _BREAK_EM * size:
                current = Line(sorted(current.words + line.words, key=lambda word: word.x0), line.page, line.sheet)
            else:
                linked.append(current)
                current = line
        linked.append(current)
    return linked


def _attach(lines: list[Line]) -> list[Line]:
    """Give raised and lowered small runs to the larger line beside or around them."""
    lines.sort(key=lambda line: line.base)
    parents: dict[int, int] = {}
    for position, small in enumerate(lines):
        if sum(len(word.text) for word in small.words) <= 14:
            host = _host(lines, position)
            if host is not None:
                parents[position] = host
    if not parents:
        return lines
    extra: dict[int, list[Word]] = {}
    for position in parents:
        root = position
        while root in parents:
            root = parents[root]
        rise = 1 if lines[position].base < lines[root].base else -1
        for word in lines[position].words:
            word.rise = rise
        extra.setdefault(root, []).extend(lines[position].words)
    result = []
    for position, line in enumerate(lines):
        if position in parents:
            continue
        if position in extra:
            words = sorted(line.words + extra[position], key=lambda word: word.x0)
            line = Line(words, line.page, line.sheet)
        result.append(line)
    return result


def _host(lines: list[Line], position: int) -> int | None:
    """The nearest larger line that the small one at ``position`` stands beside or in."""
    small = lines[position]
    best: tuple[float, int] | None = None
    for step in (-1, 1):
        other = position + step
        while 0 <= other < len(lines) and abs(lines[other].base - small.base) < 14:
            line = lines[other]
            reach = 0.4 * line.size
            beside = small.x1 >= line.x0 - reach and small.x0 <= line.x1 + reach
            shift = abs(line.base - small.base)
            if beside and line.size > 1.08 * small.size and shift < 0.72 * line.size:
                best = min(best or (shift, other), (shift, other))
            other += step
    return best[1] if best else None
