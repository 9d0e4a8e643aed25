"""Which of several sentences that bear a statement out shows it best."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.nearest import Nearest, Statement
from peerlens.agents.embedded.reading import Line, Reading

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
_FEW: Final = 0.25
_FAR_MORE: Final = 0.15
"""Shares of a statement's weighted words: of a line that leans on its neighbours, and of what one of them has more."""


def aptness(near: Nearest, statement: Statement) -> float:
    """How well a sentence that bears a statement out shows it: its own words, and the paper speaking of itself."""
    ours = _OWN_DOING.match(statement.text) is not None and _OURS.search(near.line.text) is not None
    return near.score + _OWN_WORDS * statement.cover(near.line.text) + (_OURS_SAYS if ours else 0.0)


def telling_line(line: Line, statement: Statement, reading: Reading) -> Line:
    """The line, or the one beside it that has far more of the statement's words where it has few itself."""
    own = statement.cover(line.text)
    prose = [one for one in reading.near(line) if not (one.heading or one.is_table or one.is_caption)]
    best = max(prose, key=lambda one: statement.cover(one.text), default=line)
    return best if own < _FEW and statement.cover(best.text) >= own + _FAR_MORE else line
