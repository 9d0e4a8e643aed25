"""Turn a denial into the statement that it denies: small models mix up polarity, so no negation is left to them."""

from __future__ import annotations

import re
from typing import Final

_TURNS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.I), turned)
    for pattern, turned in (
        (r"\b(do|does|did)(?:\s+not|n['’]t)\s+", ""),
        (
            r"\b(is|are|was|were|has|have|had|can|could|will|would)(?:\s+not|n['’]t)\b(?:\s+(?:any|yet)\b)?",
            r"\1",
        ),
        (r"\bcannot\b", "can"),
        (r"\b(there (?:is|are|was|were)) (?:no|not any|not an?)\b", r"\1"),
        (r"\b(fails?|failed|neglects?|neglected) to\b", ""),
        (r"\b(lacks?|lacked|lacking|omits?|omitted|misses|missed)\b", "has"),
        (r"\b(?:is|are|was|were) (?:missing|absent|lacking|omitted)(?: (?:from|in) the paper)?\b", "is given"),
        (r"\bwithout (?:any |an? )?", "with "),
        (r"\bno (?=[a-z])", ""),
        (r"\bnot (?=[a-z])", ""),
        (r"\bnever\b ?", ""),
        (r"\bunclear\b", "clear"),
    )
)
_DENIES: Final = re.compile(
    r"\b(?:no|not|never|without|cannot|lacks?|lacked|lacking|missing|absent|omits?|omitted|unclear|"
    r"fails? to|failed to|neglects? to|neglected to|misses)\b|n['’]t\b",
    re.I,
)


def denies(statement: str) -> bool:
    """Whether a statement says that something is not there or not done."""
    return bool(_DENIES.search(statement))


def positive(statement: str) -> str | None:
    """What a denial denies, its first negation taken out; ``None`` for what denies nothing or still would."""
    if not denies(statement):
        return None
    for pattern, turned in _TURNS:
        made, count = pattern.subn(turned, statement, count=1)
        if count:
            made = " ".join(made.split())
            return None if denies(made) else made[:1].upper() + made[1:]
    return None
