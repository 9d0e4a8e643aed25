"""Two things and two directions in one sentence: "A and B are the most and the least varied, respectively"."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.reversal import same_way, turned
from peerlens.agents.embedded.wording import content

_RESPECTIVELY: Final = re.compile(r"\brespectively\b", re.I)
_DIRECTIONS: Final = re.compile(r"\b(?P<first>[a-z]+) and (?:the )?(?P<second>[a-z]+)\b", re.I)
_THINGS: Final = re.compile(
    r"(?:^|\bthat |, )(?P<first>[^,;.]{2,60}?) and (?P<second>[^,;.]{2,60}?) (?:are|were|is|was|have|had|has|show\w*|"
    r"exhibit\w*|give\w*|gave|reach\w*|achieve\w*|obtain\w*|yield\w*|lead\w*)\b",
    re.I,
)


def crossed(statement: str, line: str) -> bool:
    """Whether a sentence pairs the statement's thing with the other of two opposite directions."""
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
