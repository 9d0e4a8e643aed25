"""What restricts a claim or a printed value: whether the one is narrower than the other, and the words of a scope."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.wording import content, telling

_NARROWING: Final = re.compile(
    r"\b(?:whose|among|subset(?: of)?|restricted to|limited to|excluding|except|outside|"
    r"those (?:that|with|which|without|whose)|only (?:on|for|in|over|those)|"
    r"(?:on|for|in|over|of) the \d[\d,]* (?=\w+ (?:below|above|with|without|that|which|whose|from|of|in|near))|"
    r"over (?=short|long)|when|if)\s*(?P<what>[^,;:.]{3,80})",
    re.I,
)
_PLACED: Final = re.compile(r"\b(?:on|for|under|below|among|within|over|during|when)\s+(?P<what>[^,;:.]{3,60})", re.I)
_SCOPES: Final = frozenset(content("task problem function setting domain scenario suite"))


def narrower(statement: str, limits: str, printed: str, context: str) -> bool:
    """Whether one of the claim and the printed sentence has a restriction that the other lacks.

    A value under another restriction is a value of something else, and contradicts nothing.
    """
    said = set(content(f"{statement} {limits}"))
    for match in _NARROWING.finditer(printed):
        if set(telling(re.sub(r"\d[\d.,]*", " ", match["what"]))) - said:
            return True
    near = set(content(f"{printed} {context}"))
    for match in _PLACED.finditer(f"{statement}; {limits}"):
        what = METRIC.sub(" ", re.sub(r"\d[\d.,]*\s*%?", " ", match["what"]))
        words = set(telling(what))
        if words and not words & near:
            return True
    return False


def scope_words(phrase: str, names: Sequence[str]) -> list[str]:
    """The telling words of a phrase beside its ``names``, without the kind of its scope ("the peptides task")."""
    words = [word for word in telling(phrase) if word not in content(" ".join(names))]
    narrower = [word for word in words if word not in _SCOPES]
    return narrower if narrower or names else words
