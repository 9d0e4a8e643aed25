"""Label-conditioned retrieval: what is searched for each weakness label, and which passages come first."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from peerlens.agents.family import LabelEvidence
from peerlens.schema import Step
from peerlens.taxonomy import PassageType, SectionKind, Weakness
from peerlens.tools import PaperTools

DIAGNOSIS_K: Final = 2
"""Passages a diagnosis is given."""
SUGGESTION_K: Final = 5
"""Passages a suggestion is given."""
_POOL: Final = 8
_PREFERRED: Final = 1.5
"""Weight of a passage in a section of the label's own kinds."""
_RANK: Final = 60
"""Constant of the reciprocal rank fusion of a label's queries."""


@dataclass(frozen=True, slots=True)
class LabelQueries:
    """One table of ``queries.toml``; its meaning is said there."""

    concern: tuple[str, ...]
    places: tuple[str, ...]
    kinds: frozenset[SectionKind]
    types: frozenset[PassageType] | None


@lru_cache(maxsize=1)
def read_queries() -> dict[Weakness, LabelQueries]:
    """Read the table that ships with the package: one entry for each of the 17 labels."""
    text = resources.files(__package__).joinpath("queries.toml").read_text(encoding="utf-8")
    return {
        Weakness(label): LabelQueries(
            concern=tuple(row["concern"]),
            places=tuple(row["places"]),
            kinds=frozenset(SectionKind(kind) for kind in row["kinds"]),
            types=frozenset(PassageType(one) for one in row["types"]) if "types" in row else None,
        )
        for label, row in tomllib.loads(text).items()
    }


def gathered(label: Weakness, tools: PaperTools) -> LabelEvidence:
    """The two channels of a label, best first, and the searches that filled them."""
    queries = read_queries()[label]
    concern, steps = _channel(queries.concern, queries, tools, k=DIAGNOSIS_K)
    places, more = _channel(queries.places, queries, tools, k=SUGGESTION_K)
    return LabelEvidence(concern=concern, places=places, steps=(*steps, *more))


def _channel(
    asked: Sequence[str], queries: LabelQueries, tools: PaperTools, *, k: int
) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    kinds = {section.id: section.kind for section in tools.manuscript.sections}
    scores: dict[str, float] = {}
    steps = []
    for query in asked:
        hits = tools.search(query, k=_POOL, types=queries.types)
        steps.append(Step(tool="search", query=query, found=tuple(hit.passage.id for hit in hits)))
        for hit in hits:
            weight = _PREFERRED if kinds[hit.passage.section] in queries.kinds else 1.0
            scores[hit.passage.id] = scores.get(hit.passage.id, 0.0) + weight / (_RANK + hit.rank)
    return tuple(sorted(scores, key=lambda one: -scores[one])[:k]), tuple(steps)
