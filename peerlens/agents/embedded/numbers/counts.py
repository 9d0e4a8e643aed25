"""Whether a printed number can be the value a claim speaks of: the same noun is counted, the same split meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.printed import CONTRASTS, Printed, head_after
from peerlens.agents.embedded.numbers.quantities import Quantity
from peerlens.agents.embedded.reading import Line
from peerlens.agents.embedded.wording import content

_COMPOUND: Final = re.compile(
    r"\b(?P<count>single|one|two|dual|double|three|triple|four|five|six|seven|eight|nine|ten|\d{1,2})-"
    r"(?P<noun>[a-z]{3,})\b",
    re.I,
)
_COUNTS: Final = {
    **dict.fromkeys(("single", "one"), 1), **dict.fromkeys(("two", "dual", "double"), 2),
    **dict.fromkeys(("three", "triple"), 3), "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bound:
    """A printed number and how much of the claim's words is bound to it; ``clash``: a word says it is another's."""

    printed: Printed
    cover: float
    clash: bool


def no_count(claimed: Quantity, printed: Printed) -> bool:
    """Whether a count is asked for ("one encoder") and the printed number is a measured value ("0.515")."""
    return claimed.step >= 1 and not claimed.unit and printed.quantity.step < 1 and printed.quantity.value % 1 != 0


def counts_other(claimed: Quantity, printed: Printed) -> bool:
    """Whether a measured value is claimed ("an error of 2.7") and a sentence without any measure counts something."""
    measured = claimed.step < 1 and not claimed.unit
    return (
        measured and printed.quantity.step >= 1 and not printed.line.is_table and not METRIC.search(printed.line.text)
    )


def same_count(counted: Sequence[str], agreeing: Sequence[Bound], clean: Sequence[Bound]) -> Bound | None:
    """The count of the same noun, if no other count of it is printed: "one encoder" for "one sentence encoder"."""

    def of_noun(bound: Bound) -> bool:
        if bound.printed.line.is_table:
            return False
        noun = content(head_after(bound.printed.line.text, bound.printed.quantity, len(bound.printed.line.text)))
        return bool(noun) and noun[-1] == counted[-1] and set(noun) <= set(counted)

    alike = [bound for bound in clean if of_noun(bound)]
    found = [bound for bound in agreeing if of_noun(bound)]
    return found[0] if found and len(found) == len(alike) and found[0].cover >= 0.3 else None


def same_noun(counted: Sequence[str], printed: Printed) -> bool:
    """Whether a printed number can count what the claim counts: the same noun, or none of its own."""
    if printed.line.is_table or not counted:
        return True
    noun = content(head_after(printed.line.text, printed.quantity, len(printed.line.text)))
    return not noun or bool(set(noun) & set(counted))


def same_split(wanted: dict[str, float], printed: Printed) -> bool:
    """Whether the words that tell splits, directions and measures apart stand with the number itself."""
    return CONTRASTS & wanted.keys() <= printed.own | printed.shared | (
        printed.around if printed.line.is_table else frozenset()
    )


def in_compound(
    claimed: Quantity, counted: Sequence[str], wanted: Iterable[str], lines: Iterable[Line]
) -> tuple[Line, int] | None:
    """The sentence that has all the claim's words and gives the count in a compound: "a single-layer network"."""
    if claimed.unit or claimed.step < 1 or not counted:
        return None
    asked = set(wanted) - {counted[-1]}
    for line in lines:
        if line.heading or line.is_reference or line.is_table or not asked or not asked <= line.stems:
            continue
        for found in _COMPOUND.finditer(line.text):
            if content(found["noun"]) == (counted[-1],):
                count = found["count"].lower()
                return line, int(count) if count.isdigit() else _COUNTS[count]
    return None
