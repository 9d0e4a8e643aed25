"""Hold a model's quotes against the paper: what cannot be located in it does not exist."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.served.drafts import QuoteDraft
from peerlens.schema import Evidence
from peerlens.taxonomy import EvidenceRole
from peerlens.text.folding import locate
from peerlens.tools import PaperTools

_ID = re.compile(r"[A-Z]\d+")
_FEWEST_WORDS = 3
_MOST_QUOTES = 3
_SENTENCES = 12
"""Sentences of a passage that are looked through for names."""


def located(
    quotes: Sequence[QuoteDraft], role: EvidenceRole, *, ids: Mapping[str, str], tools: PaperTools
) -> tuple[Evidence, ...]:
    """The quotes that stand in the paper, without repeats, at most three.

    One is looked for in the passage that it names and in its neighbours, since quotes run over the edge. An id that
    was not shown is invented, and its quote with it; but small models put a section's name where the id belongs, and
    such a quote is looked for in all that was shown. Two words without a number are no quote.
    """
    found: dict[tuple[int, int], Evidence] = {}
    for quote in quotes:
        label = _label(quote)
        if not _tells(quote.quote) or (label not in ids and _ID.fullmatch(label)):
            continue
        places = [ids[label]] if label in ids else ids.values()
        words = quote.quote.strip(' "“”…')
        span = next((span for one in places if (span := _place(words, one, tools)) is not None), None)
        if span is not None:
            found.setdefault(span, tools.evidence(*span, role))
    return tuple(found.values())[:_MOST_QUOTES]


def naming(
    statement: str, quotes: Sequence[QuoteDraft], role: EvidenceRole, *, ids: Mapping[str, str], tools: PaperTools
) -> tuple[Evidence, ...]:
    """Where no quote stands in the paper: the sentence of a passage pointed at that has all names of ``statement``.

    Small models retell what they read. Without a name in the statement there is nothing to hold such a retelling by.
    """
    patterns = [name_pattern(name) for name in names_in(statement)]
    passages = [ids[label] for quote in quotes if (label := _label(quote)) in ids]
    if not patterns or not passages:
        return ()
    text = tools.manuscript.text
    for hit in tools.best_sentences(statement, k=_SENTENCES, within=passages):
        if all(pattern.search(text[hit.start : hit.end]) for pattern in patterns):
            return (tools.evidence(hit.start, hit.end, role),)
    return ()


def _label(quote: QuoteDraft) -> str:
    return quote.passage.strip("[] ").upper().partition(",")[0]


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
