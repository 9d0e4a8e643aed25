"""Two things and two directions in one sentence: "A and B are the most and the least varied, respectively"."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reversal import same_way, turned
from peerlens.agents.embedded.wording import content

_RESPECTIVELY: Final = re.compile(r"\brespectively\b", re.I)
_DIRECTIONS: Final = re.compile(r"\b(?P<first>[a-z]+) and (?:the )?(?P<second>[a-z]+)\b", re.I)
_THINGS: Final = re.compile(
    r"(?:^|\bthat |, )(?P<first>[^,;.]{2,60}?) and (?P<second>[^,;.]{2,60}?) (?:are|were|is|was|have|had|has|show\w*|"
    r"exhibit\w*|give\w*|gave|reach\w*|achieve\w*|obtain\w*|yield\w*|lead\w*)\b",
    re.I,
)


_AHEAD: Final = re.compile(
    r"\b(?:outperform|surpass|exceed|beat|dominat)(?:s|ed|es|ing|en)?\b|\b(?:better|higher|superior|stronger|"
    r"larger|faster|"
    r"greater|more \w+)\b(?=[^.;]{0,60}\b(?:than|to|over)\b)",
    re.I,
)
_BEHIND: Final = re.compile(
    r"\bunderperform(?:s|ed|ing)?\b|\b(?:lag|trail)(?:s|ged|ed|ging|ing)? behind\b|"
    r"\b(?:worse|lower|inferior|weaker|smaller|slower|less \w+)\b(?=[^.;]{0,60}\b(?:than|to)\b)",
    re.I,
)


def changed_places(statement: str, line: str) -> bool:
    """Whether a sentence sets the statement's names against each other with their places exchanged."""
    asked, given = _sides(statement), _sides(line)
    if asked is None or given is None:
        return False
    one, other = asked if asked[2] == given[2] else (asked[1], asked[0], not asked[2]), given
    return not _shared(one[0], other[0]) and _shared(one[0], other[1]) and _shared(one[1], other[0])


def _shared(names: frozenset[str], others: frozenset[str]) -> bool:
    return any(name_pattern(name).search(other) for name in names for other in others)


def _sides(text: str) -> tuple[frozenset[str], frozenset[str], bool] | None:
    """The names before and behind the one comparison of a text, and whether the first side is ahead."""
    ahead, behind = list(_AHEAD.finditer(text)), list(_BEHIND.finditer(text))
    if len(ahead) + len(behind) != 1:
        return None
    verb = (ahead or behind)[0]
    left = frozenset(names_in(f"x {text[: verb.start()]}"))
    right = frozenset(names_in(f"x {text[verb.end() :]}"))
    return (left, right, bool(ahead)) if left and right else None


def crossed(statement: str, line: str) -> bool:
    """Whether a sentence pairs the statement's thing with the other of two opposite directions, or two exchanged."""
    if changed_places(statement, line):
        return True
    if _RESPECTIVELY.search(line) is None or (things := _THINGS.search(line)) is None:
        return False
    sides = [set(content(things["first"])), set(content(things["second"]))]
    asked = set(content(statement))
    own = [bool((side - sides[1 - place]) & asked) for place, side in enumerate(sides)]
    if own[0] == own[1]:
        return False
    place = own.index(True)
    for pair in _DIRECTIONS.finditer(line, things.end()):
        ways = [same_way(pair["first"]), same_way(pair["second"])]
        if turned(pair["first"]) not in ways[1]:
            continue
        first = next((word for word in re.findall(r"[a-z]+", statement.lower()) if word in ways[0] | ways[1]), "")
        return first in ways[1 - place]
    return False
