"""Whether a sentence has a claim's numbers in the claim's places: by the words each number stands with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.numbers.printed import in_prose, stretch, without_numbers
from peerlens.agents.embedded.numbers.quantities import Quantity, equal, quantities
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.wording import canon, content

_COUNTED: Final = re.compile(
    r"[\s,]*((?:(?!(?:of|in|on|at|for|with|per|to|from|by|and|or|than|when|is|are|was|were|as|under|over|out|that|which)"
    r"\b)[\w-]+[\s,]+){0,4}?)(?P<noun>[a-z-]{3,}s)\b(?!['’])"
)
_NO_NOUN: Final = frozenset("this his its has was does thus plus less across always various previous us".split())


def misplaced(statement: str, line: Line, reading: Reading) -> bool:
    """Whether a number of the statement stands in the sentence, but by words that the statement has for no number.

    "0.2 over the whole set, 0.1 within groups" does not say that it is 0.1 over the whole set.
    """
    if line.is_table or line.heading:
        return False
    printed = list(in_prose(None, line, reading))
    if len(printed) < 2:
        return False
    asked = quantities(statement)
    first = min(one.quantity.start for one in printed)
    common = frozenset.intersection(*(one.own for one in printed)) | frozenset(content(line.text[:first]))
    for number in asked:
        words = _words_by(statement, number, asked) - common
        here = [one.own & words for one in printed if equal(number, one.quantity)]
        elsewhere = [
            one.own & words
            for one in printed
            if one.quantity.unit == number.unit and not equal(number, one.quantity) and not equal(one.quantity, number)
        ]
        if here and elsewhere and not any(here) and any(elsewhere):
            return True
    return False


def _words_by(statement: str, number: Quantity, asked: Sequence[Quantity]) -> frozenset[str]:
    """The words that a statement ties to one of its numbers: all, where it has but one."""
    others = [one for one in asked if one is not number]
    if not others:
        return frozenset(content(without_numbers(statement)))
    start, end = stretch(statement, number, others)
    return frozenset(content(without_numbers(statement[start:end])))


def miscounted(statement: str, text: str) -> bool:
    """Whether the text counts what the statement counts, and only by other numbers: "four panels", "two panels"."""
    printed = [(one, noun) for one in quantities(text) if (noun := counted(text, one))]
    for number in quantities(statement):
        noun = counted(statement, number)
        values = [one for one, other in printed if noun and other == noun]
        if values and not any(equal(number, one) for one in values):
            return True
    return False


def counted(text: str, number: Quantity) -> str:
    """The canonical stem of what a whole number counts, the first plural behind it; empty where it counts nothing."""
    if number.unit or number.step < 1 or number.value < 2:
        return ""
    found = _COUNTED.match(text, number.end)
    return canon(found["noun"]) if found is not None and found["noun"] not in _NO_NOUN else ""
