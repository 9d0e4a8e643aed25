"""Find passages for a question: the places it names, ranked search, and neighbours of the best hits."""

from __future__ import annotations

import re
from typing import Final

from peerlens.schema import Step
from peerlens.tools import PaperTools

_PLACE: Final = re.compile(
    r"\b(?:sections?|sec\.?|tables?|tab\.?|figures?|fig\.?|algorithms?|appendix|lines?|pages?)[\s~]*"
    r"\(?(?:[A-Z]\.?)?\d+(?:\.\d+)*\)?|\bappendix [A-Z]\b|\bthe abstract\b",
    re.I,
)
_PLACED: Final = 6
_STRONG: Final = 2


def passages_for(text: str, tools: PaperTools, *, k: int = 10) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Passage ids, best first, without repeats, and the steps that found them."""
    steps: list[Step] = []
    found: dict[str, None] = {}
    for match in _PLACE.finditer(text):
        placed = tuple(one.id for one in tools.place(match[0]))
        steps.append(Step(tool="place", query=match[0], found=placed))
        found.update(dict.fromkeys(placed[:_PLACED]))
    hits = [hit.passage.id for hit in tools.search(text, k=k)]
    steps.append(Step(tool="search", query=text, found=tuple(hits)))
    found.update(dict.fromkeys(hits))
    for hit in hits[:_STRONG]:
        found.update(dict.fromkeys(one.id for one in tools.neighbours(hit)))
    return tuple(found), tuple(steps)
