"""Words to lines: runs on one base line put together, raised and lowered ones given to the line they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from peerlens.store.parsers.pdf_words import BREAK_EM, Word

_MAX_WORDS = 500  # of one line; a page may print any number at one spot
_MAX_NEAR = 250  # lines looked at above and below a small one


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
        self.x0 = words[0].x0
        self.x1 = words[-1].x1
        for word in words:
            if word.x0 < self.x0:
                self.x0 = word.x0
            if word.x1 > self.x1:
                self.x1 = word.x1

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
        total = having = 0
        for word in self.words:
            length = len(word.text)
            total += length
            if getattr(word.ink, quality):
                having += length
        return having / total if total else 0.0


def _main_type(words: list[Word]) -> tuple[float, float, str]:
    ink, base = words[0].ink, words[0].base
    if all(word.ink is ink and word.base == base for word in words):
        return ink.size, base, ink.font
    weight: dict[tuple[float, float, str], int] = {}
    for word in words:
        key = (word.ink.size, word.base, word.ink.font)
        weight[key] = weight.get(key, 0) + len(word.text)
    return max(weight, key=weight.__getitem__)


def join_words(words: Sequence[Word]) -> str:
    """The words as text, with the spaces their places ask for."""
    if not words:
        return ""
    previous = words[0]
    parts = [previous.text]
    for word in words[1:]:
        if (word.spaced if word.run == previous.run else is_spaced(previous, word)) or (
            previous.rise > 0 and len(parts) == 1
        ):
            parts.append(" ")
        elif word.rise > 0 and previous.text[-1:].isdigit() and word.text[:1] in "0123456789-−":
            parts.append("^")
        parts.append(word.text)
        previous = word
    return "".join(parts)


def is_spaced(previous: Word, word: Word) -> bool:
    if word.run == previous.run:
        return word.spaced
    return word.x0 - previous.x1 > 0.13 * max(previous.size, word.size)


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
            fits = len(current.words) < _MAX_WORDS
            if fits and -1.0 * size < line.x0 - current.x1 <= BREAK_EM * size:
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
    wanted = 1.08 * small.size
    best: tuple[float, int] | None = None
    for step in (-1, 1):
        other = position + step
        while 0 <= other < len(lines) and abs(other - position) <= _MAX_NEAR:
            line = lines[other]
            shift = abs(line.base - small.base)
            if shift >= 14:
                break
            if line.size > wanted and shift < 0.72 * line.size:
                reach = 0.4 * line.size
                if small.x1 >= line.x0 - reach and small.x0 <= line.x1 + reach:
                    best = min(best or (shift, other), (shift, other))
            other += step
    return best[1] if best else None
