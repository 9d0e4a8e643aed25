"""Whether a sentence that is near a short statement says it: its words in one clause, its universals unhedged."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.wording import content

SHORT: Final = 10
"""Content words up to which each word of a statement may be the one that makes it false."""
_COORDINATED: Final = re.compile(
    r"\s*;\s+|,?\s*\b(?:while|whereas|but|unlike)\b|,\s+and\s+(?=(?:the|an?|we|it|they|its|their|our|\d+)\b)", re.I
)
"""Where one clause ends and another with a subject of its own begins."""
_UNIVERSAL: Final = re.compile(
    r"\b(?:always|never|invariably|consistently|all|every|each|any|both|whole|entire|entirely|fully|completely)\b", re.I
)
_HEDGED: Final = re.compile(
    r"\b(?:in|for|on|under) (?:some|certain|few|a few|several|many|most|particular|special) (?:cases?|settings?|"
    r"conditions?|situations?|instances?|tasks?|regimes?)\b|\b(?:sometimes|occasionally|often|usually|typically|mostly|"
    r"partly|partially|rarely|seldom|at times|except|unless)\b|\bonly (?:if|when|for|in|on)\b",
    re.I,
)
_OWN_HEDGE: Final = re.compile(
    r"\b(?:some|certain|few|several|many|most|sometimes|occasionally|often|usually|typically|mostly|partly|partially|"
    r"rarely|seldom|may|can|could|might)\b",
    re.I,
)
_CONTRASTED: Final = tuple(
    (re.compile(rf"\b(?:{left})\b", re.I), re.compile(rf"\b(?:{right})\b", re.I))
    for left, right in (
        (
            r"jointly|together|simultaneously|concurrently|end-to-end|at the same time|in one step|in parallel",
            r"prior to|before|after|separately|sequentially|one after the other|beforehand|afterwards|independently|"
            r"in advance|in turn|two-stage|pre-?trained|frozen",
        ),
        (
            r"grows?|growing|increas\w+|var(?:y|ies|ying)|chang(?:es|ing)",
            r"fixed|constant|held fixed|bounded|unchanged",
        ),
        (
            r"(?:two|three|four|multi(?:ple)?|several|many)(?:[- ]\w+){0,2}?[- ](?:layers?|stages?|steps?|rounds?|"
            r"heads?|class(?:es)?|tasks?|models?|branch(?:es)?)|multi-?\w+",
            r"(?:single|one)(?:[- ]\w+){0,2}?[- ](?:layers?|stages?|steps?|rounds?|heads?|class|task|models?|branch)|"
            r"binary",
        ),
        (
            r"whole|entire|full|complete|undivided",
            r"split|splits|splitting|subset|subsampled|truncated|chunks?|crop\w*",
        ),
        (r"more (?!than\b)", r"less (?!than\b)|fewer"),
        (r"tun(?:ed|ing)|learn(?:ed|t)|optimi[sz]ed|searched", r"taken (?:over )?from|hand-set|set by hand|default"),
        (r"deep|multi-?layer", r"shallow|single-layer|one-layer"),
        (r"with overlap|overlapping", r"non-?overlapping|without overlap|do not overlap|disjoint"),
    )
)


def contrasts(statement: str, line: str) -> bool:
    """Whether a phrase of the statement has its opposite in the sentence, and neither has the other's.

    Both must stand in a clause that shares most of the statement's other words.
    """
    asked = set(content(statement))
    clause = max(clauses_of(line), key=lambda one: len(asked & set(content(one))), default=line)
    for left, right in _CONTRASTED:
        for one, other in ((left, right), (right, left)):
            if (
                one.search(statement)
                and not other.search(statement)
                and other.search(clause)
                and not one.search(clause)
            ):
                return True
    return False


def clauses_of(line: str) -> list[str]:
    """The coordinated clauses of a sentence."""
    return [piece for piece in (one.strip() for one in _COORDINATED.split(line)) if piece]


def scattered(statement: str, line: str) -> bool:
    """Whether a statement of one clause has its words in the sentence, but spread over clauses of other subjects."""
    pieces = clauses_of(line)
    if len(pieces) < 2 or len(clauses_of(statement)) > 1:
        return False
    asked = set(content(statement))
    found = asked & set(content(line))
    most = max(len(found & set(content(piece))) for piece in pieces)
    return len(asked) <= SHORT and len(found) >= 2 and most < len(found)


def hedged(statement: str, line: str) -> bool:
    """Whether the statement says of all what the sentence says of some."""
    if not _UNIVERSAL.search(statement) or _OWN_HEDGE.search(statement):
        return False
    return _HEDGED.search(line) is not None


def fills(statement: str, line: str) -> bool:
    """Whether nothing in the sentence's build speaks against its saying what a short statement says."""
    return not (contrasts(statement, line) or scattered(statement, line) or hedged(statement, line))
