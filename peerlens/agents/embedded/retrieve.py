"""Find the passages a claim is to be checked against: ranked search, near sentences, and the places it names."""

from __future__ import annotations

from typing import Final

from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.agents.family import Retrieved
from peerlens.schema import Claim, Step
from peerlens.tools import PaperTools

_READ: Final = 1_000
"""Characters of a claim that are searched with."""
_STRONG: int = 2
"""Ranks up to which a hit's neighbours are fetched as well."""


def retrieve(claim: Claim, tools: PaperTools) -> Retrieved:
    """Passage ids, best first, without repeats: named places, then hybrid search, then neighbours of the best hits."""
    steps: list[Step] = []
    found: dict[str, None] = {}
    for place in dict.fromkeys(draft.place for draft in read_claim(claim.text[:_READ]).drafts if draft.place):
        placed = tuple(passage.id for passage in tools.place(place))
        steps.append(Step(tool="place", query=place, found=placed))
        found.update(dict.fromkeys(placed[:6]))
    hits = tools.search(claim.text[:_READ], k=10)
    steps.append(Step(tool="search", query=claim.text[:_READ], found=tuple(hit.passage.id for hit in hits)))
    found.update(dict.fromkeys(hit.passage.id for hit in hits))
    for hit in hits[:_STRONG]:
        found.update(dict.fromkeys(passage.id for passage in tools.neighbours(hit.passage.id)))
    return Retrieved(tuple(found), tuple(steps))
