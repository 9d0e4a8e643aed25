"""Two lists that go with each other: in "A and B reach 3 and 4, respectively" the first belongs to the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.numbers.quantities import Quantity, quantities
from peerlens.agents.embedded.wording import VERB

_RESPECTIVELY: Final = re.compile(r"\s*[,(]?\s*\brespectively\b\s*\)?,?", re.I)
_JOINT: Final = re.compile(r"\s*(?:[^\W\d]{1,6}|%)?\s*(?:,\s*(?:and|or)?|\band\b|&|/)\s*(?:the\s+)?", re.I)
"""What stands between two numbers of one list."""
_RESULT: Final = r"reach|achiev|obtain|scor|attain|yield|get|giv|show|improv|rank|amount|equal|become|cost|take"
_PLAIN: Final = (
    r"(?:(?=(?!using\b)\w+ing\b)|(?!(?:and|or|of|in|on|at|for|with|per|to|from|by|than|when|where|while|is|are|was|were|"
    r"be|as|under|over|during|the|an?|we|it|they|that|which|has|have|had|using|both|between|"
    rf"(?:{_RESULT})\w*|{VERB})\b))[^\W\d][\w@+./-]*"
)
_ITEM: Final = rf"{_PLAIN}(?:\s+{_PLAIN}){{0,3}}"
_ARTICLE: Final = r"(?:(?:the|an?)\s+)?"


@dataclass(frozen=True, slots=True)
class Pair:
    """A number of one list and what the other list has in its place. ``alone``: the sentence said of this pair only."""

    number: Quantity
    item: str
    others: tuple[str, ...]
    alone: str


def pairs_of(text: str) -> tuple[Pair, ...]:
    """The pairs of a sentence with "respectively"; empty where its lists cannot be told or differ in length."""
    if _RESPECTIVELY.search(text) is None:
        return ()
    kept = _RESPECTIVELY.sub(lambda found: " " * len(found[0]), text)  # offsets stay those of ``text``
    groups = _groups(kept)
    for group in groups:
        span = (group[0].start, group[-1].end)
        numbered = [other for other in groups if other is not group and len(other) == len(group)]
        items = _named(kept, len(group), span) or next(
            ([(one.start, one.end) for one in other] for other in numbered), None
        )
        if items is not None:
            return tuple(_pair(kept, group, items, place) for place in range(len(group)))
    return ()


def _groups(text: str) -> list[list[Quantity]]:
    """Numbers that form lists of two and more."""
    groups: list[list[Quantity]] = []
    for number in quantities(text):
        if groups and _JOINT.fullmatch(text, groups[-1][-1].end, number.start):
            groups[-1].append(number)
        else:
            groups.append([number])
    return [group for group in groups if len(group) > 1]


def _named(text: str, count: int, numbers: tuple[int, int]) -> list[tuple[int, int]] | None:
    """The spans of the list of ``count`` names nearest to the numbers, before them if there is one."""
    middle = rf"(?:\s*,\s*{_ARTICLE}({_ITEM}))" * (count - 2)
    listed = re.compile(rf"\b({_ITEM}){middle}\s*,?\s+and\s+{_ARTICLE}({_ITEM})", re.I)
    found = [match for match in listed.finditer(text) if match.end() <= numbers[0] or match.start() >= numbers[1]]
    if not found:
        return None
    before = [match for match in found if match.end() <= numbers[0]]
    best = before[-1] if before else found[0]
    return [best.span(place) for place in range(1, count + 1)]


def _pair(text: str, group: Sequence[Quantity], items: Sequence[tuple[int, int]], place: int) -> Pair:
    number = group[place]
    words = [text[start:end] for start, end in items]
    lists = (((items[0][0], items[-1][1]), words[place]), ((group[0].start, group[-1].end), number.text.strip()))
    alone = text
    for (start, end), kept in sorted(lists, reverse=True):
        alone = alone[:start] + kept + alone[end:]
    others = tuple(word for position, word in enumerate(words) if position != place)
    return Pair(number, words[place], others, re.sub(r" +(?=[ ,.;:])", "", alone))
