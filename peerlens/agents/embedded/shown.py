"""What a paper shows in values: comparisons read off a table, and differences called reliable or not."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft, Quantifier
from peerlens.agents.embedded.ledger_entry import Entry
from peerlens.agents.embedded.numbers.differences import judge_difference
from peerlens.agents.embedded.numbers.parts import judge_numbers
from peerlens.agents.embedded.own import stems_of
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.tables.contrasts import judge_contrast
from peerlens.agents.embedded.tables.gains import judge_gain
from peerlens.taxonomy import Polarity

_RANK: Final = re.compile(
    r"\b(?:best|top|first|highest|lowest|largest|smallest|worst|nearest)\s+(?:\d|two|three|four|five|six|seven|eight|"
    r"nine|ten|\w+ty\b|hundred)",
    re.I,
)
_WHOLE: Final = r"(?:the )?(?:evaluation|experiments?|study|paper|work|experimental evaluation|empirical evaluation)"
_LIMITED: Final = re.compile(
    r"^(?P<count>(?:the )?number of )?(?P<pre>.+?)\s+(?:is|are|was|were)\s+(?:limited|restricted|confined)\s+"
    r"(?:only )?to\s+(?:only |just )?(?P<number>\d[\d,]*|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|twelve|\w+ty)\b"
    r"(?P<kind>[^,;.]*)",
    re.I,
)


def judge_shown(draft: Draft, reading: Reading, *, own: frozenset[str]) -> Entry | None:
    """The entry for a claim that values settle; ``None`` for every other, which is judged on words."""
    if draft.polarity is Polarity.OPINION or draft.limit is not None or draft.quantifier is Quantifier.ONLY:
        return None
    if (limited := _LIMITED.match(draft.statement)) is not None:
        generic = limited["count"] or re.fullmatch(_WHOLE, limited["pre"].strip(), re.I)
        counted = f"{limited['number']} {limited['kind'] or limited['pre']}"
        return judge_numbers(
            counted if generic else f"{limited['pre']}: {counted}", reading, own_names=stems_of(own), limits=(),
            place="", small=True,
        )[0]  # fmt: skip
    if (entry := judge_difference(draft, reading)) is not None:
        return entry
    if draft.polarity is Polarity.ABSENCE:
        return None
    if draft.versus is not None and _RANK.search(draft.statement):
        numbers = judge_numbers(
            draft.statement, reading, own_names=stems_of(own), limits=draft.restrictions, place="", small=True
        )
        return numbers[0]
    return judge_contrast(draft, reading, own=own) or judge_gain(draft, reading, own=own)
