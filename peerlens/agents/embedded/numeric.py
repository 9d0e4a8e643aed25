"""Judge numbers: the paper's value for the same quantity, bound to its own words, never any number nearby."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.metrics import METRIC
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers import Quantity, equal, quantities, same_unit
from peerlens.agents.embedded.reading import Line, Reading, cells
from peerlens.agents.embedded.wording import canon, content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_SEPARATOR: Final = re.compile(
    r",\s(?!which)|;|:\s|\b(?:and|while|whereas|but|where|against|versus|vs\.?|compared (?:to|with)|than|from|or)\b",
    re.I,
)
_EXCLUSIVE: Final = (
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
_PREPOSED: Final = re.compile(r"\s*(?:of|in|on|at|for|with|per|to|from|by|under|over|during|without|as)\b")
_OTHER_SIDE: Final = re.compile(r"\b(?:against|versus|vs\.?|compared (?:to|with)|rather than|instead of)\s*$", re.I)
_ELLIPSIS: Final = re.compile(r"(?:,\s[^,;.]{1,30})?,\s(?:for|in|on|at|under|with)\s[^,;.]*")
_OWNER: Final = re.compile(
    r"\b(?:we|our|ours|the (?:proposed )?(?:model|method|approach|system|network)|it|this)\b", re.I
)
_CONTRASTS: Final = frozenset().union(*_EXCLUSIVE)
_AT_LEAST: Final = 0.62
"""Share of the claim's weighted words that must be bound to a number before another value contradicts."""


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


@dataclass(frozen=True, slots=True)
class Bound:
    """A printed number and how much of the claim's words is bound to it; ``clash``: a word says it is another's."""

    printed: Printed
    cover: float
    clash: bool


def judge_number(
    claimed: Quantity, statement: str, reading: Reading, *, own_names: frozenset[str], limits: Sequence[str] = ()
) -> Entry:
    """Judge one number of a claim. ``own_names``: stems of the paper's own system, which "we" and "it" stand for.

    ``limits``: further phrases that the value must belong to ("on the test split").
    """
    wanted = _wanted(claimed, statement) | {stem: 1.0 for limit in limits for stem in content(_without_numbers(limit))}
    weights = _weights(wanted, reading)
    ranked = sorted(
        (
            _bind(printed, wanted, weights, statement, own_names, changed=claimed.delta)
            for printed in _candidates(claimed, wanted, reading)
        ),
        key=lambda bound: (not bound.clash, bound.cover),
        reverse=True,
    )
    shown = claimed.text.strip()
    clean = [bound for bound in ranked if not bound.clash]
    if not clean:
        return Entry(
            PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.4, f"The paper gives no value for this ({shown})"
        )
    top = clean[0].cover
    agreeing = [bound for bound in clean if equal(claimed, bound.printed.quantity)]
    if agreeing and agreeing[0].cover >= max(0.42, top - 0.12):
        best = agreeing[0]
        return Entry(PartStatus.SUPPORTED, None, min(0.95, 0.55 + 0.4 * best.cover),
            f"The paper gives {best.printed.quantity.text.strip()} for this",
                     (_quote(best.printed.line, EvidenceRole.SUPPORTS),), operation=best.printed.operation)  # fmt: skip
    if claimed.delta and (made := _made_of(claimed, clean, reading)) is not None:
        return made
    counted = content(_head_after(statement, claimed, len(statement)))
    fitting = [bound for bound in clean if _same_noun(counted, bound.printed) and _same_split(wanted, bound.printed)]
    best = (fitting or clean)[0]
    if not fitting:
        best = replace(best, cover=0.0)
    if claimed.delta != best.printed.quantity.delta or (
        claimed.unit and claimed.unit != best.printed.quantity.unit and not best.printed.line.is_table
    ):
        best = replace(best, cover=0.0)  # a level does not contradict a change, nor a bare number a percentage
    if best.cover >= _AT_LEAST and not equal(claimed, best.printed.quantity) and best.printed.operation is None:
        return Entry(PartStatus.CONTRADICTED, Reason.NUMBER, min(0.92, 0.4 + 0.5 * best.cover),
                     f"The paper gives {best.printed.quantity.text.strip()} where the claim says {shown}",
                     (_quote(best.printed.line, EvidenceRole.CONTRADICTS),))  # fmt: skip
    return Entry(PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.4, f"The paper gives no value for this ({shown})",
                 (_quote(best.printed.line, EvidenceRole.CONTEXT),))  # fmt: skip


def _same_noun(counted: Sequence[str], printed: Printed) -> bool:
    """Whether a printed number can count what the claim counts: the same noun, or none of its own."""
    if printed.line.is_table or not counted:
        return True
    noun = content(_head_after(printed.line.text, printed.quantity, len(printed.line.text)))
    return not noun or bool(set(noun) & set(counted))


def _same_split(wanted: dict[str, float], printed: Printed) -> bool:
    """Whether the words that tell splits, directions and measures apart stand with the number itself."""
    return _CONTRASTS & wanted.keys() <= printed.own | printed.shared | (
        printed.around if printed.line.is_table else frozenset()
    )


def _made_of(claimed: Quantity, bound: Sequence[Bound], reading: Reading) -> Entry | None:
    """A change by so much, from the value at hand and one printed elsewhere for the same measure."""
    for one in bound[:3]:
        here = one.printed
        if one.cover < 0.4 or here.operation is not None:
            continue
        measured = here.own | here.shared
        for line in reading.lines:
            if line.is_reference or line.index == here.line.index:
                continue
            for there in values_printed(line, reading):
                difference = round(abs(there.quantity.value - here.quantity.value), 10)
                alike = (
                    METRIC.search(f"{there.title_words} {line.text}")
                    and measured & (there.own | there.shared)
                    and there.quantity.unit == here.quantity.unit
                )
                if alike and abs(difference - claimed.value) <= 1e-6 + claimed.step / 2 and difference > 0:
                    return Entry(PartStatus.SUPPORTED, None, 0.6,
                        f"The paper gives {here.quantity.text.strip()} and {there.quantity.text.strip()}",
                                 (_quote(here.line, EvidenceRole.SUPPORTS), _quote(line, EvidenceRole.SUPPORTS)),
                                 operation= (
                                     f"difference of {there.quantity.text.strip()} and "
                                     f"{here.quantity.text.strip()}"
                                 ))  # fmt: skip
    return None


def _quote(line: Line, role: EvidenceRole) -> Quote:
    return Quote(line.start, line.end, role)


def _wanted(claimed: Quantity, statement: str) -> dict[str, float]:
    """The claim's words for this number: those in its own stretch count whole, those of other numbers' not at all."""
    others = [other for other in quantities(statement) if other.start != claimed.start]
    left, right = _stretch(statement, claimed, others)
    near = set(content(statement[left:right]))
    elsewhere: set[str] = set()
    for other in others:
        _, end = _stretch(statement, other, [claimed, *(one for one in others if one is not other)])
        elsewhere |= set(content(_head_after(statement, other, end)))
    wanted = {}
    for stem in content(_without_numbers(statement)):
        if stem in near:
            wanted[stem] = 1.0
        elif stem not in elsewhere:
            wanted[stem] = 0.7
    for stem in content(_head_after(statement, claimed, right)):
        wanted[stem] = 1.6
    return wanted


def _head_after(text: str, quantity: Quantity, end: int) -> str:
    """The noun that is counted: up to three words after the number, before a preposition, verb or comma."""
    found = _NOUN.match(text, quantity.end, max(end, quantity.end))
    return found[0] if found else ""


def _without_numbers(text: str) -> str:
    for quantity in reversed(quantities(text)):
        text = text[: quantity.start] + " " + text[quantity.end :]
    return text


def _stretch(text: str, quantity: Quantity, others: Sequence[Quantity]) -> tuple[int, int]:
    """The part of a sentence that belongs to one number: up to a comma, a conjunction, or another number's words."""
    left = max((match.end() for match in _SEPARATOR.finditer(text, 0, quantity.start)), default=0)
    right = min((match.start() for match in _SEPARATOR.finditer(text, quantity.end)), default=len(text))
    before = max((other.end for other in others if other.end <= quantity.start), default=None)
    after = min((other.start for other in others if other.start >= quantity.end), default=None)
    if before is not None:
        left = max(left, _divide(text, before, quantity.start))
    if after is not None:
        right = min(right, _divide(text, quantity.end, after))
    tail = _ELLIPSIS.match(text, right)
    if tail and not any(right <= other.start < tail.end() for other in others) and quantity.end >= right - 3:
        right = tail.end()
    return left, max(right, quantity.end)


def _divide(text: str, end: int, start: int) -> int:
    """Where the words between two numbers part: after the noun that the first one counts, if there is one."""
    if (cut := _SEPARATOR.search(text, end, start)) is not None:
        return cut.start()
    noun = _NOUN.match(text, end, start)
    return noun.end() if noun else start if _PREPOSED.match(text, end, start) else end


def _weights(wanted: dict[str, float], reading: Reading) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for line in reading.lines:
        counts.update(stem for stem in wanted if stem in line.stems)
    total = len(reading.lines) + 1
    return {
        stem: base * (0.35 + math.log(1 + total / (1 + counts[stem])) / math.log(1 + total))
        for stem, base in wanted.items()
    }


def _candidates(claimed: Quantity, wanted: dict[str, float], reading: Reading) -> Iterator[Printed]:
    for line in reading.lines:
        if (
            line.is_reference
            or line.heading
            or not re.search(
                r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|\w+ty|hundred|thousand|million)\b",
                line.text,
                re.I,
            )
        ):
            continue
        if line.is_table:
            yield from _in_row(claimed, line, reading)
            continue
        if not wanted.keys() & (line.stems | set(content(reading.context(line)))):
            continue
        yield from _in_prose(claimed, line, reading)


def values_printed(line: Line, reading: Reading) -> Iterator[Printed]:
    """Every number of a line with the words bound to it, whatever its unit."""
    if line.is_table:
        yield from _in_row(None, line, reading)
    else:
        yield from _in_prose(None, line, reading)


def _in_prose(claimed: Quantity | None, line: Line, reading: Reading) -> Iterator[Printed]:
    found = [
        one
        for one in quantities(line.text)
        if one.text.lower() != "one" or (claimed is not None and claimed.value == 1)
    ]
    around = frozenset(content(f"{reading.context(line)} {line.under.split(' / ')[-1]}"))
    stretches = [_stretch(line.text, one, [other for other in found if other is not one]) for one in found]
    owns = [frozenset(content(_without_numbers(line.text[a:b]))) for a, b in stretches]
    every = frozenset(content(_without_numbers(line.text)))
    for index, quantity in enumerate(found):
        if claimed is not None and not same_unit(claimed, quantity):
            continue
        a, b = stretches[index]
        rival = frozenset().union(*(own for i, own in enumerate(owns) if i != index)) - owns[index]
        if index and _NOUN.match(line.text, quantity.end, max(b, quantity.end)) is None:
            before = {stem for i in range(index) for stem in content(line.text[stretches[i][0] : found[i].end])}
            rival -= (
                before | owns[0]
            ) - _CONTRASTS  # "300 for training, 56 for testing": what is counted stands before the first
        yield Printed(quantity, line, owns[index], every - rival - owns[index], around, rival, words=line.text[a:b])
    if claimed is None:
        return
    if claimed.delta:
        yield from _differences(claimed, line, found, every, around)


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


def _in_row(claimed: Quantity | None, line: Line, reading: Reading) -> Iterator[Printed]:
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


def _bind(
    printed: Printed,
    wanted: dict[str, float],
    weights: dict[str, float],
    statement: str,
    own_names: frozenset[str],
    *,
    changed: bool,
) -> Bound:
    got = total = 0.0
    owner = _OWNER.search(printed.line.text) is not None
    for stem, weight in weights.items():
        total += weight
        if stem in printed.own:
            got += weight
        elif stem in printed.shared:
            got += weight * 0.9
        elif stem in own_names and (owner or not names_in(printed.line.text)):
            got += weight * 0.8
        elif stem in printed.around:
            got += weight * 0.55
        elif stem in printed.rival and wanted[stem] < 1.0:
            got += weight * 0.6
    return Bound(
        printed, got / total if total else 0.0, _clashes(printed, wanted, statement, own_names, changed=changed)
    )


def _another(printed: Printed, statement: str, own_names: frozenset[str]) -> bool:
    """Whether the claim names a thing and the number is bound to none of that name.

    The paper's own system may go by "we" and "it"; a table row belongs to what its label names.
    """
    names = [name for name in names_in(statement) if not METRIC.fullmatch(name)]
    if not names:
        return False
    text = f"{printed.line.text} {printed.title_words}"
    foreign = [name for name in names if not set(content(name)) & own_names]
    if printed.line.is_table:
        label = [name for name in names_in(f"x {printed.words}") if not METRIC.fullmatch(name)]
        if label and not any(
            name_pattern(name).search(f"{printed.words} {printed.title_words} {printed.heading_words}")
            for name in names
        ):
            return True
        return any(
            not set(content(name)) & (printed.own | printed.shared | printed.around | printed.rival) for name in foreign
        )
    if any(
        not set(content(name)) & (printed.own | printed.shared | printed.rival | printed.around) for name in foreign
    ):
        return True
    missing = [name for name in foreign if not name_pattern(name).search(text)]
    return bool(missing) and (_OWNER.search(printed.line.text) is not None or bool(names_in(printed.line.text)))


def _clashes(
    printed: Printed, wanted: dict[str, float], statement: str, own_names: frozenset[str], *, changed: bool
) -> bool:
    """Whether a word of the claim is bound to another number of the sentence, or its counterpart to this one."""
    near = printed.own | printed.shared
    stolen = [
        stem
        for stem, base in wanted.items()
        if stem in printed.rival and stem not in near and base >= 1.0 and (stem in _CONTRASTS or telling(stem))
    ]
    before = printed.line.text[max(0, printed.quantity.start - 16) : printed.quantity.start]
    if not printed.line.is_table and _OTHER_SIDE.search(before):
        return True
    if stolen or (printed.quantity.delta and not changed) or _another(printed, statement, own_names):
        return True
    for group in _EXCLUSIVE:
        asked = group & wanted.keys()
        given = group & printed.own or group & near
        if asked and given and not asked & given:
            return True
    return False
