"""Characters of a page to words: what is printed in one style without a space, in runs of one pen stroke."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from peerlens.store.parsers.pdf_chars import Floats, Ink, Ints, PageChars
from peerlens.store.parsers.pdf_glyphs import compose_accents, readable

BREAK_EM = 1.1  # a wider gap on one base line separates columns or cells
_SPACE_EM = 0.22  # a wider gap is a space even where pdfium saw none


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

    def __reduce__(self) -> tuple[type[Word], tuple[object, ...]]:  # half the time to and from another process
        return Word, (self.text, self.x0, self.x1, self.base, self.ink, self.run, self.spaced, self.rise)


def runs_of(page: PageChars, chosen: Ints, x0: Floats, x1: Floats, base: Floats) -> list[list[Word]]:
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
    jump = (np.abs(np.diff(base)) > 0.3) | (gap < -0.6 * size) | (gap > BREAK_EM * size)
    jump |= (np.diff(ink) != 0) & (gap > 0.55 * size)
    space = (spaced & (gap > 0.08 * size)) | (gap > _SPACE_EM * size)
    cut = jump | space | (np.diff(styles) != 0)
    codes = compose_accents(page.codes[chosen], x0, x1, base, sizes)
    text = "".join(map(chr, codes.tolist()))
    starts = [0, *(np.flatnonzero(cut) + 1).tolist()]
    ends = [*starts[1:], len(chosen)]
    runs: list[list[Word]] = []
    left, right, bases, numbers = x0.tolist(), x1.tolist(), base.tolist(), ink.tolist()
    jumps, spaces = [True, *jump.tolist()], [False, *space.tolist()]
    for start, end in zip(starts, ends, strict=True):
        if jumps[start]:
            runs.append([])
        shown = readable(text[start:end], inks[numbers[start]].font)
        if shown:
            word = Word(
                shown, left[start], right[end - 1], bases[start], inks[numbers[start]], len(runs), spaces[start]
            )
            runs[-1].append(word)
    return [run for run in runs if run]


def _style_numbers(inks: list[Ink]) -> list[int]:
    known: dict[tuple[str, float, bool], int] = {}
    return [known.setdefault((ink.font, ink.size, ink.nested), len(known)) for ink in inks]
