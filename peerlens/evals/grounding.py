"""Where the evidence of generated claims stands in the paper: in no place, in one section, or in several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from peerlens.tools import PaperTools


def sections_of(quotes: Sequence[str], tools: PaperTools) -> tuple[str | None, ...]:
    """The section in which each quote stands word for word, by id; ``None`` where it does not stand in the paper."""
    spans = (tools.locate(quote) if quote.strip() else None for quote in quotes)
    return tuple(None if span is None else tools.section_of(span[0]).id for span in spans)


def sections_by_claim(claims: int, sections: Sequence[str | None], evidence_of: Sequence[int]) -> list[frozenset[str]]:
    """For each claim the sections that its located evidence stands in.

    ``evidence_of``: the claim that each piece of evidence belongs to; where it is empty, all of it belongs to all.
    """
    if not evidence_of:
        return [frozenset(one for one in sections if one is not None)] * claims
    return [
        frozenset(one for one, owner in zip(sections, evidence_of, strict=True) if owner == claim and one is not None)
        for claim in range(claims)
    ]
