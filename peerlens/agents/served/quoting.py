"""Hold a model's quotes against the paper: what cannot be located in it does not exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from peerlens.agents.served.drafts import QuoteDraft
from peerlens.schema import Evidence
from peerlens.taxonomy import EvidenceRole
from peerlens.text.folding import locate
from peerlens.tools import PaperTools

_FEWEST_WORDS = 3
_MOST_QUOTES = 3


def located(
    quotes: Sequence[QuoteDraft], role: EvidenceRole, *, ids: Mapping[str, str], tools: PaperTools
) -> tuple[Evidence, ...]:
    """The quotes that stand in the paper, without repeats, at most three.

    A quote counts only with the id of a passage that was shown. It is looked for in that passage and in its
    neighbours, since quotes run over the edge; two words without a number are no quote.
    """
    found: dict[tuple[int, int], Evidence] = {}
    for quote in quotes:
        passage_id = ids.get(quote.passage.strip("[] ").upper().partition(",")[0])
        if passage_id is None or not _tells(quote.quote):
            continue
        span = _place(quote.quote.strip(' "“”…'), passage_id, tools)
        if span is not None:
            found.setdefault(span, tools.evidence(*span, role))
    return tuple(found.values())[:_MOST_QUOTES]


def _place(quote: str, passage_id: str, tools: PaperTools) -> tuple[int, int] | None:
    passage = tools.passage(passage_id)
    around = [passage, *tools.neighbours(passage_id)]
    start, end = min(one.start for one in around), max(one.end for one in around)
    for low, high in ((passage.start, passage.end), (start, end)):
        span = locate(quote, tools.manuscript.text[low:high])
        if span is not None:
            return low + span[0], low + span[1]
    return None


def _tells(quote: str) -> bool:
    return len(quote.split()) >= _FEWEST_WORDS or any(char.isdigit() for char in quote)
