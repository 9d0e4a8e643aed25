"""The sentence of a passage that comes nearest to a text."""

from __future__ import annotations

from peerlens.schema import Evidence, Passage
from peerlens.taxonomy import EvidenceRole
from peerlens.text.saying import says_something
from peerlens.tools.paper_tools import PaperTools

_TRIED = 5


def nearest_sentence(text: str, passage: Passage, tools: PaperTools) -> Evidence | None:
    """As evidence that decides nothing; ``None`` where the passage holds but pictures, formulas and bare headings."""
    best = tools.best_sentences(text, k=_TRIED, within=[passage.id])
    spans = [(one.start, one.end) for one in best] or [(passage.start, passage.end)]
    words = tools.manuscript.text
    told = next(((start, end) for start, end in spans if says_something(words[start:end])), None)
    return tools.evidence(*told, EvidenceRole.CONTEXT) if told is not None else None
