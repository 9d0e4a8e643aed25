"""Whether a sentence says the opposite of a statement: an explicit pair of opposites, or a denial, in one slot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.wording import canon, content
from peerlens.text.folding import words

_NEGATION: Final = re.compile(
    r"\b(?:not|never|no|without|neither|nor|none|lacks?|fail(?:s|ed|ing)? to|unable|inability|can ?not|hardly|nothing|"
    r"no longer|omit\w*|refrain\w*|exclu\w+|instead of|rather than|avoid\w*|free of|impossible|independent of|unlike|"
    r"(?:hard|difficult|impossible) to (?:observe|see|find|detect|tell|notice|discern|justify)|"
    r"left out|dropped|discarded|removed|skipped)\b|n't\b",
    re.I,
)
_HARMLESS: Final = re.compile(
    r"\b(?:not only|not just|not merely|no matter|no doubt|if not|whether or not|no(?:\.|t to mention)|unlike|"
    r"not? (?:less|fewer|more|lower|higher|smaller|larger|greater|later|earlier|shorter|longer) than|"
    r"(?:that|which) (?:is|are|was|were) not (?:too|excessively|overly|very|so) \w+|"
    r"nothing (?:but|except|other than)|depend\w* (?:up)?on neither|(?:not|neither) depend\w*|"
    r"removed|dropped|discarded|skipped|avoid\w*|independent (?:of|from))\b",
    re.I,
)
"""Denials of something beside the sentence's own predicate."""
_ASIDE: Final = re.compile(
    r"\b(?:without|with no|instead of|rather than|free of)\s+(?P<rest>(?:[\w'-]+\s*){1,4})", re.I
)
"""Denials that reach only the words behind them."""
_BREAK: Final = re.compile(
    r"\s*[;:]\s+|,\s+|\s+[-–—]\s+|\b(?:but|while|whereas|although|though|because|since|which|however|yet|and (?=it|we|"
    r"they|the))\b",
    re.I,
)
SUBORDINATE: Final = re.compile(
    r"(?:(?<=\s)|^)(?:if|when|whenever|unless|once|in which|for which|which|who)\b[^,;]*", re.I
)
"""A condition or a relative clause: its denials are not those of the sentence."""
_REACH: Final = 3
"""Content words on each side of an opposite in which the two sentences must share a word."""
_LONG: Final = 12
"""Content words from which a statement's own "without …" is one detail of many."""
_ABOUT: Final = 0.4
"""Share of a statement's words from which a clause is about the same thing."""
_OPPOSITES: Final = tuple(
    (frozenset(canon(word) for word in left.split()), frozenset(canon(word) for word in right.split()))
    for left, right in (
        (
            "increase rise grow higher more greater larger raise exceed above longer",
            "decrease fall decline lower less smaller reduce drop fewer below shorter",
        ),
        (
            "better improve outperform superior gain benefit best",
            "worse degrade underperform inferior hurt harm deteriorate worst",
        ),
        ("maximum maximize maximise upper most highest largest", "minimum minimize minimise least lowest smallest"),
        ("before precede", "after"),
        ("first initial early", "last final late"),
        ("positive positively", "negative negatively"),
        ("same identical equal", "different distinct unequal"),
        ("fast faster quick", "slow slower"),
        ("frozen freeze fixed", "trainable updated"),
        ("easy easier simple", "difficult hard harder complex"),
        ("strong stronger", "weak weaker"),
        ("stable", "unstable"),
        ("similar", "dissimilar"),
        ("include", "exclude"),
        ("always", "never"),
        ("top", "bottom"),
        ("left", "right"),
        ("high", "low"),
        ("finite", "infinite"),
        ("deterministic", "random stochastic"),
        ("remove", "add"),
        ("accept", "reject"),
        ("offline", "online"),
        ("linear", "nonlinear"),
        ("global", "local"),
        ("encourage promote facilitate", "discourage prevent hinder"),
        ("sufficient", "insufficient"),
        ("dense", "sparse"),
        ("short", "long"),
        (
            "large big substantial considerable dramatic huge sizeable",
            "small tiny marginal minor modest negligible slight",
        ),
    )
)


def clauses(line: str) -> list[str]:
    """The clauses of a sentence: what its denials reach."""
    return [piece for piece in (one.strip() for one in _BREAK.split(line)) if piece]


_PREFIXED: Final = re.compile(r"\b(?:mis|un|dis|non-?)([a-z]{5,})")
"""A word that denies by its beginning: "misaligned" and "not aligned" say the same."""
_STEM: Final = 5
_NOTHING_OF: Final = re.compile(r"(?:there (?:is|are|was|were) (?:no|neither|not)|no|none of|nowhere|neither)\b", re.I)


def denies(line: str, statement: str) -> bool:
    """Whether the sentence denies what the statement affirms (or the reverse), in a clause about the same thing."""
    asked = set(content(statement))
    plain = [rest[:_STEM] for rest in _PREFIXED.findall(statement.lower())]
    if not asked or any(re.search(rf"\b{start}", line, re.I) for start in plain):
        return False
    shares = [(len(asked & set(content(clause))) / len(asked), clause) for clause in clauses(line) or [line]]
    most = max(share for share, _ in shares)
    about = [clause for share, clause in shares if share >= min(_ABOUT, most)]
    if _NOTHING_OF.match(statement):
        return not any(_negated(clause, asked) for clause in about)
    own = SUBORDINATE.sub(" ", statement)
    if len(asked) >= _LONG:
        own = _ASIDE.sub(" ", own)
    asked -= _done_without(statement)  # what both do without, neither denies of the other
    if any(_negated(clause, asked) for clause in about) == _negated(own, asked):
        return False
    said = clauses(own) if len(asked) >= _LONG else []
    return not said or any(_negated(clause, asked) != _negated(_nearest_to(clause, said), asked) for clause in about)


def _done_without(text: str) -> set[str]:
    """The words behind each "without" of a text."""
    return {behind[0] for aside in _ASIDE.finditer(text) if (behind := content(aside["rest"]))}


def _nearest_to(clause: str, said: Sequence[str]) -> str:
    """The clause of a statement that shares most with one of a sentence; the first of several."""
    words = set(content(clause))
    return max(said, key=lambda one: len(words & set(content(one))))


def denied_outright(line: str, statement: str) -> bool:
    """Whether one clause has every word of a plain statement and denies it."""
    asked = set(content(statement))
    if len(asked) < 2 or _negated(statement, asked):
        return False
    return any(_negated(clause, asked) and asked <= set(content(clause)) for clause in clauses(line))


def _negated(text: str, asked: set[str]) -> bool:
    """Whether the text denies something that is asked for; "without …" only when that is what it does without."""
    plain = _HARMLESS.sub(" ", text)
    for aside in _ASIDE.finditer(plain):
        if (behind := content(aside["rest"])) and behind[0] not in asked:
            plain = plain.replace(aside[0], " ")
    return _NEGATION.search(plain) is not None


def opposed(statement: str, line: str) -> bool:
    """Whether the line has the opposite of a word of the statement where the statement's own word should be.

    Where it should be: next to a word that both share.
    """
    asked, given = content(statement), content(line)
    if _prefixed(statement, line) or _prefixed(line, statement):
        return True
    for left, right in _OPPOSITES:
        for one, other in ((left, right), (right, left)):
            if set(asked) & one and not set(asked) & other and set(given) & other and not set(given) & one:
                shared = set(asked) & set(given)
                if _around(asked, one) & _around(given, other) & shared:
                    return True
    return False


def _prefixed(text: str, other: str) -> bool:
    """Whether ``text`` has "unstable" where ``other`` has "stable", beside a word that both share."""
    have, others = set(words(text)), set(words(other))
    for word in have - others:
        found = _PREFIX.match(word)
        if found is None or found["rest"] not in others - have:
            continue
        near = _around(content(text), frozenset({canon(word)}))
        if near & _around(content(other), frozenset({canon(found["rest"])})):
            return True
    return False


_PREFIX: Final = re.compile(r"(?:un|in|im|ir|il|dis|non|mis|de|counter|anti)-?(?P<rest>[a-z]{5,})$")
"""What turns a word into its opposite, and that word."""


def _around(stems: tuple[str, ...], group: frozenset[str]) -> set[str]:
    near: set[str] = set()
    for index, stem in enumerate(stems):
        if stem in group:
            near |= {*stems[max(0, index - _REACH) : index], *stems[index + 1 : index + 1 + _REACH]}
    return near
