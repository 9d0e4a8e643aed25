"""Universals over instances that a paper shows one by one: measures, data sets, systems, settings."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import PartStatus, Reason

_KINDS: Final = (
    r"(?:measures?|metrics?|scores?|criteri(?:on|a)|retrievers?|models?|systems?|methods?|baselines?|competitors?|"
    r"data ?sets?|benchmarks?|corpora|query sets?|sets|settings?|splits?|tasks?|languages?|columns?|rows|cases|"
    r"domains?|seeds?|sizes?|lengths?|variants?|encoders?|architectures?|backbones?|environments?|subjects?|classes)"
)
UNIVERSAL: Final = re.compile(
    r"(?:^|\b(?:on|for|in|with|across|under|over|at|against)\s+)(?:every|each|all|both|any|(?:all|each|both) of)\s+"
    rf"(?:the |its |their |tested |single |other |these )*(?:[\w-]+ )?{_KINDS}\b|\bregardless of (?:the )?\w+"
    r"|\b(?:in|on) (?:all|every) (?:respects?|counts?)\b",
    re.I,
)
"""A phrase that says that something holds for each of several instances."""
_SAYS_SO: Final = re.compile(
    r"\b(?:all|every|each|both|any|always|across|throughout|regardless|whatever|consistently|everywhere|no|none|"
    r"neither|uniformly|invariably|either)\b",
    re.I,
)

_LONG: Final = 13
"""Content words from which a sentence of the paper that makes a statement makes its universal too."""


def without_universal(statement: str) -> str:
    """``statement`` without its "on every measure"."""
    return " ".join(UNIVERSAL.sub(" ", statement).split())


def guarded(statement: str, entry: Entry, reading: Reading) -> Entry:
    """``entry``, or silence where one sentence about one instance was taken for a statement about every one."""
    plain = UNIVERSAL.search(statement) is None or len(content(statement)) >= _LONG
    if entry.status is not PartStatus.SUPPORTED or entry.instances or plain:
        return entry
    text = reading.tools.manuscript.text
    quoted = [text[quote.start : quote.end] for quote in entry.quotes]
    if not quoted or len(quoted) > 1 or any(_SAYS_SO.search(one) for one in quoted):
        return entry
    return Entry(
        PartStatus.SILENT,
        Reason.ABSENT_AFTER_FULL_SCAN,
        0.4,
        "The paper says this of one instance, not of each",
        entry.quotes,
    )
