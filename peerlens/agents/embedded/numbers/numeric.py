"""Judge numbers: the paper's value for the same quantity, bound to its own words, never any number nearby."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.numbers.bound import misplaced
from peerlens.agents.embedded.numbers.counts import (
    Bound,
    counts_other,
    in_compound,
    no_count,
    same_count,
    same_noun,
    same_split,
)
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.numbers.printed import (
    CONTRASTS,
    EXCLUSIVE,
    Printed,
    head_after,
    in_prose,
    in_row,
    stretch,
    values_printed,
    without_numbers,
)
from peerlens.agents.embedded.numbers.quantities import Quantity, equal, quantities
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.restrictions import narrower
from peerlens.agents.embedded.tables.values import judge_cell
from peerlens.agents.embedded.wording import content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_OTHER_SIDE: Final = re.compile(r"\b(?:against|versus|vs\.?|compared (?:to|with)|rather than|instead of)\s*$", re.I)
_OWNER: Final = re.compile(
    r"\b(?:we|our|ours|the (?:proposed )?(?:model|method|approach|system|network)|it|this)\b", re.I
)
_AT_LEAST: Final = 0.62
"""Share of the claim's weighted words that must be bound to a number before another value contradicts."""


def judge_number(
    claimed: Quantity,
    statement: str,
    reading: Reading,
    *,
    own_names: frozenset[str],
    limits: Sequence[str] = (),
    place: str = "",
) -> Entry:
    """Judge one number of a claim. ``own_names``: stems of the paper's own system, which "we" and "it" stand for.

    ``limits``: further phrases that the value must belong to ("on the test split").
    """
    if (cell := judge_cell(claimed, " ".join((statement, *limits)), reading, own=own_names, place=place)) is not None:
        return cell
    wanted = _wanted(claimed, statement) | {stem: 1.0 for limit in limits for stem in content(without_numbers(limit))}
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
    counted = content(head_after(statement, claimed, len(statement)))
    clean = [bound for bound in ranked if not bound.clash and not (counted and no_count(claimed, bound.printed))]
    top = clean[0].cover if clean else 0.0
    agreeing = [
        bound
        for bound in clean
        if equal(claimed, bound.printed.quantity) and not misplaced(statement, bound.printed.line, reading)
    ]
    if agreeing and agreeing[0].cover >= max(0.42, top - 0.12):
        best = agreeing[0]
        return Entry(PartStatus.SUPPORTED, None, min(0.95, 0.55 + 0.4 * best.cover),
            f"The paper gives {best.printed.quantity.text.strip()} for this",
                     (_quote(best.printed.line, EvidenceRole.SUPPORTS),), operation=best.printed.operation)  # fmt: skip
    if (compound := in_compound(claimed, counted, wanted, reading.lines)) is not None:
        return _compounded(claimed, *compound)
    if not clean:
        return Entry(
            PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.4, f"The paper gives no value for this ({shown})"
        )
    if counted and (same := same_count(counted, agreeing, clean)) is not None:
        return Entry(PartStatus.SUPPORTED, None, 0.6, f"The paper gives {same.printed.quantity.text.strip()} for this",
                     (_quote(same.printed.line, EvidenceRole.SUPPORTS),))  # fmt: skip
    if claimed.delta and (made := _made_of(claimed, clean, reading)) is not None:
        return made
    fitting = [bound for bound in clean if same_noun(counted, bound.printed) and same_split(wanted, bound.printed)]
    best = (fitting or clean)[0]
    if not fitting:
        best = replace(best, cover=0.0)
    if claimed.delta != best.printed.quantity.delta or (
        claimed.unit and claimed.unit != best.printed.quantity.unit and not best.printed.line.is_table
    ):
        best = replace(best, cover=0.0)  # a level does not contradict a change, nor a bare number a percentage
    if counts_other(claimed, best.printed):
        best = replace(best, cover=0.0)
    if not best.printed.line.is_table and narrower(
        statement, " ".join(limits), best.printed.line.text, reading.context(best.printed.line)
    ):
        best = replace(best, cover=0.0)
    if best.cover >= _AT_LEAST and not equal(claimed, best.printed.quantity) and best.printed.operation is None:
        return Entry(PartStatus.CONTRADICTED, Reason.NUMBER, min(0.92, 0.4 + 0.5 * best.cover),
                     f"The paper gives {best.printed.quantity.text.strip()} where the claim says {shown}",
                     (_quote(best.printed.line, EvidenceRole.CONTRADICTS),))  # fmt: skip
    return Entry(PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.4, f"The paper gives no value for this ({shown})",
                 (_quote(best.printed.line, EvidenceRole.CONTEXT),))  # fmt: skip


def _compounded(claimed: Quantity, line: Line, count: int) -> Entry:
    if claimed.value == count:
        return Entry(PartStatus.SUPPORTED, None, 0.75, "The paper says so", (_quote(line, EvidenceRole.SUPPORTS),))
    says = f"The paper gives {count} where the claim says {claimed.text.strip()}"
    return Entry(PartStatus.CONTRADICTED, Reason.NUMBER, 0.75, says, (_quote(line, EvidenceRole.CONTRADICTS),))


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


_CARRIERS: Final = frozenset(
    content("use evaluate test report consider include compare study run give contain have show try examine employ")
)
"""Verbs that nearly any sentence on what was done may use for another."""
_LIMIT: Final = re.compile(r",\s+(?:for|on|in|at|under) (?:the |an? )?(?P<what>[^,;.]{3,40})\.?$", re.I)
"""A restriction at the end of a claim: its value must be a value of that."""
_SPLITS: Final = re.compile(r"\b(?:train|training|test|testing|validation|dev|development)\b", re.I)


def _wanted(claimed: Quantity, statement: str) -> dict[str, float]:
    """The claim's words for this number: those in its own stretch count whole, those of other numbers' not at all."""
    others = [other for other in quantities(statement) if other.start != claimed.start]
    left, right = stretch(statement, claimed, others)
    near = set(content(statement[left:right]))
    elsewhere: set[str] = set()
    for other in others:
        _, end = stretch(statement, other, [claimed, *(one for one in others if one is not other)])
        elsewhere |= set(content(head_after(statement, other, end)))
    wanted = {}
    for stem in content(without_numbers(statement)):
        if stem in near:
            wanted[stem] = 1.0
        elif stem not in elsewhere:
            wanted[stem] = 0.7
    for stem in content(head_after(statement, claimed, right)):
        wanted[stem] = 1.6
    if (limit := _LIMIT.search(statement)) is not None and limit.start() >= claimed.end:
        wanted.update(dict.fromkeys(content(limit["what"]), 1.6))
    splits = _SPLITS.search(statement) is not None
    telling_ones = {
        stem: base for stem, base in wanted.items() if stem not in _CARRIERS or (splits and stem in CONTRASTS)
    }
    return telling_ones or wanted


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
                r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+ty|hundred|thousand|million)\b",
                line.text,
                re.I,
            )
        ):
            continue
        if line.is_table:
            yield from in_row(claimed, line, reading)
            continue
        if not wanted.keys() & (line.stems | set(content(reading.context(line)))):
            continue
        yield from in_prose(claimed, line, reading)


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
        if stem in printed.rival and stem not in near and base >= 1.0 and (stem in CONTRASTS or telling(stem))
    ]
    before = printed.line.text[max(0, printed.quantity.start - 16) : printed.quantity.start]
    if not printed.line.is_table and _OTHER_SIDE.search(before):
        return True
    if stolen or (printed.quantity.delta and not changed) or _another(printed, statement, own_names):
        return True
    for group in EXCLUSIVE:
        asked = group & wanted.keys()
        given = group & printed.own or group & near
        if asked and given and not asked & given:
            return True
    return False
