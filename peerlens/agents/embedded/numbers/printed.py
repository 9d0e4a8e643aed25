"""The numbers a paper prints, each with the words that are bound to it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

from peerlens.agents.embedded.numbers.quantities import Quantity, quantities, same_unit
from peerlens.agents.embedded.numbers.respective import pairs_of
from peerlens.agents.embedded.reading import Line, Reading, cells
from peerlens.agents.embedded.wording import canon, content

_SEPARATOR: Final = re.compile(
    r",\s(?!which)|;|:\s|\b(?:and|while|whereas|but|where|against|versus|vs\.?|compared (?:to|with)|than|from|or)\b",
    re.I,
)


EXCLUSIVE: Final = (
    frozenset({canon("train"), canon("validation"), canon("test")}),
    frozenset({canon("increase"), canon("decrease")}),
    frozenset({canon("minimum"), canon("maximum"), canon("mean")}),
    frozenset({canon("median"), canon("mean")}),
    frozenset({canon("precision"), canon("recall"), canon("accuracy"), "f1"}),
    frozenset({canon("day"), canon("night")}),
)


_NOUN: Final = re.compile(
    r"\s*((?!(?:of|in|on|at|for|with|per|to|from|by|and|or|than|when|is|are|was|were|as|under|over|during|without|we|"
    r"that|which|into|has|have|using|used|"
    r"taken|serve\w*|respectively)\b)[A-Za-z][\w-]*\s*){1,3}"
)


_LABEL: Final = re.compile(r"(?:['\"‘“]?)(?<![\w-])[A-Za-z][\w-]*['\"’”]?\s*:\s*(?:[A-Za-z]\w*\s*=\s*)?$")
"""What a number is labelled with: "'weak': N = 1284"."""
_LABEL_OPENING: Final = re.compile(r"['\"‘“]?(?<![\w-])[A-Za-z][\w-]*['\"’”]?\s*:\s*(?:[A-Za-z]\w*\s*=\s*)?\d")
_LABELLED: Final = 40
_CHAINED: Final = re.compile(
    r"\s*(?:for|over|with|on|in|at|using|by)\s+(?:(?:an?|the)\s+)?(?:[a-z-]+\s+){0,2}(?:of\s+)?$"
)
"""What joins two numbers of one clause: "a rate of 0.1 for 80 epochs"."""
_INTRODUCED: Final = re.compile(
    r"\s(?:at|with|of|for|in|by|on|using|over|to)\s+(?:(?:an?|the)\s+)?"
    r"(?:(?!(?:at|with|of|for|in|by|on|using|over|to)\b)[\w-]+\s+){0,3}(?:of|=)?\s*$"
)
"""The phrase that a number ends: "at a learning rate of"."""
_PREPOSED: Final = re.compile(r"\s*(?:of|in|on|at|for|with|per|to|from|by|under|over|during|without|as)\b")


_ELLIPSIS: Final = re.compile(r"(?:,\s[^,;.]{1,30})?,\s(?:for|in|on|at|under|with)\s[^,;.]*")


CONTRASTS: Final = frozenset().union(*EXCLUSIVE)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number of the paper with the words bound to it, those shared by its sentence, and those of the context."""

    quantity: Quantity
    line: Line
    own: frozenset[str]
    shared: frozenset[str]
    around: frozenset[str]
    rival: frozenset[str]
    operation: str | None = None
    words: str = ""
    column: int = -1
    title: frozenset[str] = frozenset()
    title_words: str = ""
    heading_words: str = ""
    header: frozenset[str] = frozenset()


def head_after(text: str, quantity: Quantity, end: int) -> str:
    """The noun that is counted: up to three words after the number, before a preposition, verb or comma."""
    found = _NOUN.match(text, quantity.end, max(end, quantity.end))
    return found[0] if found else ""


def without_numbers(text: str) -> str:
    for quantity in reversed(quantities(text)):
        text = text[: quantity.start] + " " + text[quantity.end :]
    return text


def stretch(text: str, quantity: Quantity, others: Sequence[Quantity]) -> tuple[int, int]:
    """The part of a sentence that belongs to one number: up to a comma, a conjunction, or another number's words."""
    starts, ends = _separators(text)
    before_it = bisect_right(ends, quantity.start)
    left = ends[before_it - 1] if before_it else 0
    behind_it = bisect_left(starts, quantity.end)
    right = starts[behind_it] if behind_it < len(starts) else len(text)
    before = max((other.end for other in others if other.end <= quantity.start), default=None)
    after = min((other.start for other in others if other.start >= quantity.end), default=None)
    if before is not None:
        left = max(left, _divide(text, before, quantity.start))
    if after is not None:
        right = min(right, _divide(text, quantity.end, after))
        if (label := _LABEL.search(text, max(quantity.end, after - _LABELLED), after)) is not None:
            right = min(right, label.start())
    if (label := _LABEL.search(text, max(0, quantity.start - _LABELLED), quantity.start)) is not None:
        left = min(left, label.start())
    tail = _ELLIPSIS.match(text, right)
    if tail and not any(right <= other.start < tail.end() for other in others) and quantity.end >= right - 3:
        right = tail.end()
    return left, max(right, quantity.end)


@lru_cache(maxsize=8_192)
def _separators(text: str) -> tuple[list[int], list[int]]:
    """Starts and ends of what parts the words of one number from another's."""
    spans = [match.span() for match in _SEPARATOR.finditer(text)]
    return [start for start, _ in spans], [end for _, end in spans]


def _divide(text: str, end: int, start: int) -> int:
    """Where the words between two numbers part: after the noun that the first one counts, if there is one."""
    if (cut := _SEPARATOR.search(text, end, start)) is not None:
        return cut.start()
    noun = _NOUN.match(text, end, start)
    return noun.end() if noun else start if _PREPOSED.match(text, end, start) else end


def values_printed(line: Line, reading: Reading) -> Iterator[Printed]:
    """Every number of a line with the words bound to it, whatever its unit."""
    if line.is_table:
        yield from in_row(None, line, reading)
    else:
        yield from in_prose(None, line, reading)


def in_prose(claimed: Quantity | None, line: Line, reading: Reading) -> Iterator[Printed]:
    found = [
        one
        for one in quantities(line.text)
        if one.text.lower() != "one" or (claimed is not None and claimed.step >= 1 and not claimed.unit)
    ]
    around = frozenset(content(f"{reading.context(line)} {line.under.split(' / ')[-1]}"))
    stretches = [stretch(line.text, one, [other for other in found if other is not one]) for one in found]
    owns = [frozenset(content(without_numbers(line.text[a:b]))) for a, b in stretches]
    every = frozenset(content(without_numbers(line.text)))
    paired = {pair.number.start: pair for pair in pairs_of(line.text)}
    for index, quantity in enumerate(found):
        if claimed is not None and not same_unit(claimed, quantity):
            continue
        if (pair := paired.get(quantity.start)) is not None:
            own = frozenset(content(without_numbers(pair.alone)))
            yield Printed(quantity, line, own, frozenset(), around, every - own, words=pair.alone)
            continue
        a, b = stretches[index]
        rival = frozenset().union(*(own for i, own in enumerate(owns) if i != index)) - owns[index]
        labelled = _LABEL.search(line.text, max(0, quantity.start - _LABELLED), quantity.start) is not None
        if index and not labelled and _NOUN.match(line.text, quantity.end, max(b, quantity.end)) is None:
            before = {stem for i in range(index) for stem in content(line.text[stretches[i][0] : found[i].end])}
            rival -= (
                before | owns[0]
            ) - CONTRASTS  # "300 for training, 56 for testing": what is counted stands before the first
        if index:
            rival -= _of_all(line.text, found, stretches, index, labelled=labelled) - owns[index]
        yield Printed(quantity, line, owns[index], every - rival - owns[index], around, rival, words=line.text[a:b])
    if claimed is None:
        return
    if claimed.delta:
        yield from _differences(claimed, line, found, every, around)


def _of_all(
    text: str, found: Sequence[Quantity], stretches: Sequence[tuple[int, int]], index: int, *, labelled: bool
) -> frozenset[str]:
    """What stands before the number at ``index`` and is said of it as well.

    The head of a labelled list ("two rankers ('strong': N = 90, 'weak': N = 10)"), or the predicate of a clause with
    several numbers ("is trained with Adam at a rate of 0.1 for 80 epochs").
    """
    if labelled:
        first = next((label for label in _LABEL_OPENING.finditer(text)), None)
        return frozenset(content(without_numbers(text[: first.start()]))) if first is not None else frozenset()
    previous = found[index - 1]
    if _CHAINED.fullmatch(text, previous.end, found[index].start) is None:
        return frozenset()
    return frozenset(content(_INTRODUCED.sub("", text[stretches[index - 1][0] : previous.start])))


def _differences(
    claimed: Quantity, line: Line, found: Sequence[Quantity], every: frozenset[str], around: frozenset[str]
) -> Iterator[Printed]:
    """Changes that two printed values amount to: "from 2.7 to 3.3" is a rise by 0.6."""
    for a, b in pairwise(found):
        if a.unit != b.unit:
            continue
        step = max(a.step, b.step)
        change = Quantity(
            round(abs(b.value - a.value), 10), a.unit, step, a.start, b.end, text=f"{a.text} and {b.text}"
        )
        yield Printed(
            change,
            line,
            every,
            frozenset(),
            around,
            frozenset(),
            f"difference of {a.text.strip()} and {b.text.strip()}",
        )
        if claimed.unit == "%" and a.unit != "%" and a.value:
            share = Quantity(
                abs(b.value - a.value) / abs(a.value) * 100, "%", 0.5, a.start, b.end, text=f"{a.text} and {b.text}"
            )
            yield Printed(
                share,
                line,
                every,
                frozenset(),
                around,
                frozenset(),
                f"relative change from {a.text.strip()} to {b.text.strip()}",
            )


def in_row(claimed: Quantity | None, line: Line, reading: Reading) -> Iterator[Printed]:
    """Numbers of a table row: bound to the row's label and to the header of their column."""
    row, header = cells(line.text), cells(reading.header_of(line))
    label = frozenset(content(row[0])) if row else frozenset()
    around = frozenset(content(f"{reading.caption_of(line)} {line.under.split(' / ')[-1]}"))
    every_header = frozenset(content(" ".join(header)))
    for column, cell in enumerate(row[1:] if len(row) > 1 else row, 1 if len(row) > 1 else 0):
        title = frozenset(content(header[column])) if len(header) == len(row) else frozenset()
        for quantity in quantities(cell):
            fits = claimed is None or same_unit(claimed, quantity)
            unitless = claimed is not None and not fits and not quantity.unit
            if unitless and claimed is not None:  # the unit of a column stands in its header
                quantity = replace(quantity, unit=claimed.unit)
            if not fits and not unitless:
                continue
            yield Printed(
                quantity, line, label | title, frozenset(content(line.text)) - label, around,
                (every_header - title) if title else frozenset(), None, row[0], column, title,
                header[column] if title else "", f"{reading.caption_of(line)}", every_header,
            )  # fmt: skip
