"""What a paper shows in values: comparisons read off a table, and differences called reliable or not."""

from __future__ import annotations

from collections.abc import Iterable

from peerlens.agents.embedded.differences import judge_difference
from peerlens.agents.embedded.frames import Draft, Quantifier
from peerlens.agents.embedded.ledger_entry import Entry
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.table_contrasts import judge_contrast
from peerlens.taxonomy import Polarity


def judge_shown(draft: Draft, reading: Reading, *, own: Iterable[str]) -> Entry | None:
    """The entry for a claim that values settle; ``None`` for every other, which is judged on words."""
    if draft.polarity is Polarity.OPINION or draft.limit is not None or draft.quantifier is Quantifier.ONLY:
        return None
    if (entry := judge_difference(draft, reading)) is not None:
        return entry
    if draft.polarity is Polarity.ABSENCE:
        return None
    return judge_contrast(draft, reading, own=own)
