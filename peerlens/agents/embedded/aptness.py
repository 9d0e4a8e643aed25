"""Which of several sentences that bear a statement out shows it best."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.nearest import Nearest, Statement

_OWN_DOING: Final = re.compile(
    r"(?:(?:the|this) (?:\w+ )?(?:paper|work|study|manuscript|authors?|submission)|they|it|we)\b(?:['’]s)? "
    r"(?:\w+ ){0,2}?"
    r"(?:propos|introduc|present|develop|design|provid|show|demonstrat|prov|stud|investigat|address|evaluat|compar|"
    r"formulat|appl|us|conduct|establish|analy|releas|extend|train|test|consider)\w*",
    re.I,
)
_OURS: Final = re.compile(
    r"\b(?:we|our|this (?:paper|work|study|article)|(?:the )?proposed|(?:the )?present(?:ed)? (?:paper|work|study))\b",
    re.I,
)
_OWN_WORDS: Final = 0.3
"""Weight of the share of a statement's words in the sentence itself, where several sentences bear it out."""
_OURS_SAYS: Final = 0.08


def aptness(near: Nearest, statement: Statement) -> float:
    """How well a sentence that bears a statement out shows it: its own words, and the paper speaking of itself."""
    ours = _OWN_DOING.match(statement.text) is not None and _OURS.search(near.line.text) is not None
    return near.score + _OWN_WORDS * statement.cover(near.line.text) + (_OURS_SAYS if ours else 0.0)
