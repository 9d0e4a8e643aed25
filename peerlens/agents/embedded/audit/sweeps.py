"""Sentences that say of something that it is ahead everywhere, or of everything else that it is behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line

_OVER: Final = (
    r"(?:in|on|across|for|over|under|at|with|regardless of) (?:all|every|each|any|both)(?: of)?(?: the| these| our)? "
    r"(?:[\w-]+,? ){0,6}?(?:data ?sets?|tasks?|benchmarks?|settings?|metrics?|measures?|cases?|scenarios?|domains?|"
    r"experiments?|environments?|conditions?|categories|instances|games|languages|models?|backbones?|architectures?|"
    r"values?|sizes?|levels?|ratios?|budgets?|splits?|columns?|rows?|k|n)\b"
)
EVERYWHERE: Final = re.compile(
    rf"\b(?:consistently|always|uniformly|universally|invariably|without exception|in every case|in all cases|{_OVER})",
    re.I,
)
RIVALS: Final = re.compile(
    r"\b(?:all|every|any|each)(?: of)?(?: the| other| these)* (?:[\w-]+ ){0,3}?(?:baselines?|methods?|models?|"
    r"approaches|competitors?|systems?|algorithms?|alternatives?|others|counterparts?)\b"
    r"|\b(?:over|than|to|outperforms?) the (?:[\w-]+ )?baselines\b"
    r"|\b(?:outperform|surpass|exceed|beat)\w* (?:all|every|each|any)\b",
    re.I,
)
AHEAD: Final = re.compile(
    r"\b(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|exceed(?:s|ed|ing)?|beats?|(?:is|are|was|were|performs?|"
    r"performed) (?:\w+ly |always )*(?:better|superior)(?: than| to)?|(?:achiev|obtain|attain|yield|deliver|show|"
    r"exhibit|provid|demonstrat|reach)\w* (?:\w+ly |the |a |new )*(?:best|better|superior|highest|state-of-the-art)|"
    r"(?:has|have|had|gives?|gets?) (?:the )?(?:\w+ly )?(?:best|better|superior|highest)|"
    r"(?:improv|boost)(?:es|ed|e|s)?)\b",
    re.I,
)
_HEDGED: Final = re.compile(
    r"\b(?:except|apart from|other than|aside from|but|almost|nearly|most|many|some|several|majority|\d+ (?:out )?of|"
    r"in general|generally|on average|average|averaged|overall|comparable|on par|not|never|similar|competitive|"
    r"although|though|whereas|while|often|usually|mostly|typically|largely|out of|could|may|might|should|would|if|hope|"
    r"(?:we|to) expect|expected to|expectation|aim|or|either|statistically|significan\w+|relative|trend)\b|\?",
    re.I,
)
"""In one breath with these a statement does not sweep, or is none about results."""

_BETTER: Final = re.compile(r"\b(?:better|best|higher|lower|superior|improv\w*|outperform\w*|surpass\w*)\b", re.I)
ALL_RESULTS: Final = re.compile(r"\ball (?:[\w-]+ ){0,2}?results\b|\bstate-of-the-art (?:results?|performance)\b", re.I)


@lru_cache(maxsize=1)
def worded_widely(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences and captions with words of being better throughout, whatever of and however hedged."""
    return tuple(
        line
        for line in paper.body
        if not line.is_table and line.kind not in FOREIGN
        if EVERYWHERE.search(line.text) or RIVALS.search(line.text) or ALL_RESULTS.search(line.text)
        if AHEAD.search(line.text) or _BETTER.search(line.text)
    )


def sweeping_claims(paper: AuditPaper) -> Iterator[Line]:
    """Sentences that say of something, without an exception in the same breath, that it is ahead everywhere."""
    for line in paper.body:
        if line.is_table or line.is_caption or line.kind in FOREIGN or _HEDGED.search(line.text):
            continue
        if AHEAD.search(line.text) and (EVERYWHERE.search(line.text) or RIVALS.search(line.text)):
            yield line
