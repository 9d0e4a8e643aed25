"""Claims that quote the paper: whether it has the words, and what is said of the sentence they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_LEAST: Final = 3
"""Words of a quotation; fewer are a term, which a paper may print anywhere."""
_SENTENCE: Final = 3
"""Words from which a claim that stands in the paper word for word is what the paper says."""
_MOST: Final = 0.7
"""Share of a sentence of the paper that such a claim must be: the rest could deny it."""
_BESIDE: Final = 30
"""Characters behind the quoted words within which a citation is theirs."""
_QUOTED: Final = re.compile(r"\"([^\"]{8,400})\"|“([^”]{8,400})”|``(.{8,400}?)''|«([^»]{8,400})»")
_SAYS: Final = re.compile(
    r"^(?:the |this |their )?(?:paper|authors?|abstract|introduction|conclusions?|text|caption|manuscript|they|"
    r"(?:sections?|lines?|pages?|secs?\.|appendix|pp?\.|ll?\.) ?[\w.]+(?: ?[-–—] ?[\w.]+)?)"
    r"(?:'s [\w ]+)? (?:\w+ly )?(?:says?|states?|claims?|writes?|wrote|said|stated|claimed|argues?|mentions?|reads?|"
    r"notes?)(?: that)?[:,]?\s*$",
    re.I,
)
_UNCITED: Final = re.compile(
    r"^\W*(?:\w+ )?(?:without|with no|but (?:gives?|cites?|has|have|there is) no|no)\b (?:\w+ing )?(?:any |a |an )?"
    r"(?:\w+ )?(?:references?|citations?|sources?)\W*$",
    re.I,
)
_CITATION: Final = re.compile(
    r"\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]|\((?:[^()]*\b(?:19|20)\d\d[a-z]?[^()]*)\)|\bet al\b|\\cite|\[@", re.I
)


def judge_quotation(statement: str, reading: Reading) -> Entry | None:
    """Judge "the paper says '…'", alone or with "without any reference"; ``None`` for whatever else is said."""
    found = _QUOTED.search(statement)
    if found is None or _SAYS.match(statement[: found.start()]) is None:
        return None
    rest = statement[found.end() :].strip(" .,;")
    uncited = _UNCITED.match(rest) is not None
    if rest and not uncited:
        return None
    words = _words(found)
    if len(words.split()) < _LEAST:
        return None
    span = reading.tools.locate(words)
    if span is None:
        says = "These words were not found in the pages supplied"
        return Entry(PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.5, says, probes=(words,), scanned=True)
    if not uncited:
        quotes = (Quote(*span, EvidenceRole.SUPPORTS),)
        return Entry(PartStatus.SUPPORTED, None, 0.95, "The paper has these words", quotes)
    line = reading.at(span[0])
    start, end = (line.start, max(line.end, span[1])) if line is not None else span
    text = reading.tools.manuscript.text
    cited = _CITATION.search(text, start, end)
    if cited is None:
        quotes = (Quote(start, end, EvidenceRole.SUPPORTS),)
        return Entry(PartStatus.SUPPORTED, None, 0.85, "The sentence cites nothing", quotes)
    if _CITATION.search(text, span[1], min(end, span[1] + _BESIDE)):
        quotes = (Quote(start, end, EvidenceRole.CONTRADICTS),)
        return Entry(PartStatus.CONTRADICTED, Reason.COUNTEREXAMPLE, 0.85, "The sentence cites a source", quotes)
    quotes = (Quote(start, end, EvidenceRole.CONTEXT),)
    return Entry(PartStatus.SILENT, Reason.LOW_CONFIDENCE, 0.4, "The sentence cites a source, for what is open", quotes)


def said_verbatim(claim: str, reading: Reading) -> Entry | None:
    """Support for a claim that is a sentence of the paper word for word, or the most of one."""
    words = claim.strip(" .,;")
    if len(words.split()) < _SENTENCE:
        return None
    span = reading.tools.locate(words)
    line = reading.at(span[0]) if span is not None else None
    if span is None or line is None or span[1] - span[0] < _MOST * (line.end - line.start):
        return None
    return Entry(PartStatus.SUPPORTED, None, 0.97, "The paper has these words", (Quote(*span, EvidenceRole.SUPPORTS),))


def lines_quoted(statement: str, reading: Reading) -> Iterator[Line]:
    """The lines of the paper that a statement quotes words of."""
    for found in _QUOTED.finditer(statement):
        words = _words(found)
        span = reading.tools.locate(words) if len(words.split()) >= _LEAST else None
        line = reading.at(span[0]) if span is not None else None
        if line is not None:
            yield line


def _words(found: re.Match[str]) -> str:
    return next(group for group in found.groups() if group).strip(" .,;")
