"""Label-conditioned retrieval: each weakness has queries of its own for the concern, and places for the revision."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from peerlens.agents.family import LabelEvidence
from peerlens.schema import Step
from peerlens.taxonomy import SectionKind, Weakness
from peerlens.tools import PaperTools

_CONCERN: Final = 4
_CONCERN_WHOLE_PAPER: Final = 9
_PLACES: Final = 5
_EACH: Final = 4


@dataclass(frozen=True, slots=True)
class _Wanted:
    concern: tuple[str, ...]
    places: frozenset[SectionKind]
    whole_paper: bool


@lru_cache(maxsize=1)
def _table() -> dict[Weakness, _Wanted]:
    rows = tomllib.loads((files(__package__) / "labels.toml").read_text(encoding="utf-8"))
    return {
        Weakness(label): _Wanted(
            tuple(row["concern"]),
            frozenset(SectionKind(kind) for kind in row["places"]),
            row.get("whole_paper", False),
        )
        for label, row in rows.items()
    }


def gather(label: Weakness, tools: PaperTools) -> LabelEvidence:
    """Passages for both channels, those that several queries find first. The abstract opens the concern: what a paper
    claims decides what it owes."""
    wanted = _table()[label]
    steps: list[Step] = []
    votes: dict[str, float] = {}
    for query in wanted.concern:
        hits = tools.search(query, k=_EACH)
        steps.append(Step(tool="search", query=query, found=tuple(hit.passage.id for hit in hits)))
        for hit in hits:
            votes[hit.passage.id] = votes.get(hit.passage.id, 0.0) + 1 / (60 + hit.rank)
    most = _CONCERN_WHOLE_PAPER if wanted.whole_paper else _CONCERN
    ranked = sorted(votes, key=lambda one: (-votes[one], tools.passage(one).start))[:most]
    abstract = [one.id for one in tools.place("abstract")][:1]
    return LabelEvidence(
        concern=tuple(dict.fromkeys([*abstract, *ranked])), places=_places(wanted, label, tools), steps=tuple(steps)
    )


def _places(wanted: _Wanted, label: Weakness, tools: PaperTools) -> tuple[str, ...]:
    hits = tools.search(f"{label.display_name} {' '.join(wanted.concern)}", k=30)
    near = [hit.passage for hit in hits]
    inside = [one for one in near if tools.section_of(one.start).kind in wanted.places]
    standing = [one for one in tools.passages if tools.section_of(one.start).kind in wanted.places]
    return tuple(one.id for one in (inside or standing or near)[:_PLACES])
