"""Hunt for a thing over a whole paper: every sentence that names it, and whether it counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.ledger_entry import Quote
from peerlens.agents.embedded.lookup import Lookup, bare
from peerlens.agents.embedded.mention import mere_mentions
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.restrictions import scope_words
from peerlens.agents.embedded.spelling import goes_on, has_formulas, spelled_out
from peerlens.agents.embedded.standing import Standing, standing
from peerlens.agents.embedded.wording import Act, content, telling
from peerlens.taxonomy import EvidenceRole, PassageType

_SHARED: Final = re.compile(r",| and | & ", re.I)
_NEGATIVE: Final = re.compile(r"\b(?:not|no|never|without)\b", re.I)
_REFERENCES: Final = frozenset({PassageType.REFERENCE})


@dataclass(frozen=True, slots=True)
class Found:
    """One place that names the thing. ``meets``: every restriction is met there."""

    line: Line
    start: int
    end: int
    standing: Standing
    meets: bool


def hunt(lookup: Lookup, reading: Reading, *, within: frozenset[str] | None = None) -> list[Found]:
    """Every place that names the thing, in order of the paper; ``within``: only in these passages."""
    placed: list[tuple[Line, int, int, Standing]] = []
    for start, end in sorted(_named_spans(lookup, reading)):
        line = reading.at(start)
        if line is None or (within is not None and line.passage.id not in within):
            continue
        if line.is_reference and not (lookup.act is Act.MENTION and lookup.names):
            continue  # a title in the references cites a name; it discusses nothing
        placed.append((line, start, end, _standing(line, start, end, lookup)))
    passing: frozenset[int] = frozenset()
    if any(name != name.lower() for name in lookup.names):
        passing = mere_mentions([one[:3] for one in placed if one[3] is Standing.ASSERTS], lookup.act)
    found = []
    for line, start, end, seems in placed:
        stands = Standing.MENTIONS if start in passing else seems
        if line.heading and _is_section(lookup) and lookup.restrictions:
            told = _telling_line(line, lookup, reading)
            shown = told or _shown_under(line, lookup, reading) or reading.below(line)
            found.append(Found(shown, start, end, stands, told is not None))
        else:
            shown = _shown_under(line, lookup, reading) or reading.below(line)
            found.append(Found(shown, start, end, stands, meets(line, lookup, reading)))
    return found


def _shown_under(heading: Line, lookup: Lookup, reading: Reading) -> Line | None:
    """The first line of a section that shows what its heading shares with other subjects."""
    if not heading.heading or not _is_section(lookup) or lookup.concept is None or not _SHARED.search(heading.text):
        return None
    shown, under = lookup.concept.shown, [line for line in reading.opened_by(heading) if not line.heading]
    named = lookup.concept.heading.search(heading.text)
    comes_last = named is not None and _SHARED.search(heading.text[: named.start()]) is not None
    return next((line for line in under if shown.search(line.text)), under[-1] if under and comes_last else None)


def _telling_line(heading: Line, lookup: Lookup, reading: Reading) -> Line | None:
    """The line of a section that meets every restriction and says least besides."""
    meeting = [line for line in reading.opened_by(heading) if meets(line, lookup, reading)]
    wanted = set(telling(" ".join(lookup.restrictions)))
    return max(meeting, key=lambda line: len(wanted & line.stems) / (1 + len(line.stems)), default=None)


def _is_section(lookup: Lookup) -> bool:
    return lookup.concept is not None and lookup.concept.kind == "section"


def _standing(line: Line, start: int, end: int, lookup: Lookup) -> Standing:
    """How the line stands to the thing: a section's own heading shows it, a table row of a setting studies nothing."""
    stands = standing(line, start - line.start, end - line.start, lookup.act)
    a_section = _is_section(lookup)
    if a_section and stands is Standing.DENIES and _NEGATIVE.search(line.text[start - line.start : end - line.start]):
        return Standing.ASSERTS  # "we did not test geese" is how a limitation reads
    if a_section and line.heading and stands is Standing.MENTIONS:
        return Standing.ASSERTS
    settings_row = line.is_table and lookup.concept is None and not lookup.names
    if settings_row and lookup.act in (Act.TEST, Act.EXPLAIN) and stands is Standing.ASSERTS:
        return Standing.MENTIONS
    return stands


def _named_spans(lookup: Lookup, reading: Reading) -> set[tuple[int, int]]:
    if lookup.concept is not None:
        spans = set()
        for line in reading.lines:
            pattern = lookup.concept.heading if line.heading else lookup.concept.shown
            match = pattern.search(line.text)
            if match is not None and not lookup.concept.unless.search(line.text):
                spans.add((line.start + match.start(), line.start + match.end()))
        return spans
    probes = lookup.names or (lookup.phrase,)
    matches = list(reading.tools.scan(list(probes)).matches)
    if lookup.act is Act.MENTION:
        matches.extend(reading.tools.scan(list(probes), types=_REFERENCES).matches)
    text = reading.tools.manuscript.text
    spans = {(match.start, match.end) for match in matches if not goes_on(text, match.end, probes)}
    for name in lookup.names:  # spellings with signs inside, such as "PASS@1"
        spans |= _spelled(name, reading, spans)
    if not lookup.names:
        wanted = telling(lookup.phrase) or content(lookup.phrase)
        for line in reading.lines:
            if (
                len(wanted) > 1
                and set(wanted) <= line.stems
                and not any(line.start <= start < line.end for start, _ in spans)
            ):
                spans.add((line.start, line.end))
    return spans


def _spelled(name: str, reading: Reading, known: set[tuple[int, int]]) -> set[tuple[int, int]]:
    pattern = name_pattern(name)
    taken = {start for start, _ in known}
    return {
        (line.start + match.start(), line.start + match.end())
        for line in reading.lines
        if not line.heading
        for match in pattern.finditer(line.text)
        if line.start + match.start() not in taken
    }


def meets(line: Line, lookup: Lookup, reading: Reading) -> bool:
    """Whether every restriction is met in the line, its neighbours, or its table's caption and header."""
    if not lookup.restrictions:
        return True
    around = spelled_out(f"{line.text} {reading.context(line)} {line.under.split(' / ')[-1]}")
    stems = set(content(around))
    for limit in lookup.restrictions:
        if not has_formulas(limit, f"{line.text} {reading.context(line)}"):
            return False
        phrase = spelled_out(bare(limit))
        names = names_in(f"x {phrase}")
        if any(not name_pattern(name).search(around) for name in names):
            return False
        words = scope_words(phrase, names)
        if not names and not words:
            words = [word for word in content(phrase) if word not in _TOO_GENERAL]
        if any(word not in stems for word in words):
            return False
    return True


_TOO_GENERAL: Final = frozenset(
    content(
        "paper study work experiments results method approach main evaluation section analysis proposed model models "
        "methods system authors"
    )
)


_ADDRESS_ALONE: Final = re.compile(r"\W*\d*\W*(?:https?://|www\.)\S+\W*", re.I)
"""A footnote that is nothing but an address: whose it is, it does not say."""


def best_of(found: Sequence[Found]) -> Found | None:
    """The most telling place: a heading or a result rather than a remark."""
    return max(found, key=lambda one: _weight(one), default=None)


def _weight(one: Found) -> float:
    weights = {"ablation": 3, "results": 3, "experiments": 3, "appendix": 2, "method": 2, "other": 2, "abstract": 1}
    printed = 0.3 if any(char.isdigit() for char in one.line.text) else 0.0
    address = _ADDRESS_ALONE.fullmatch(one.line.text.strip()) is not None
    return (
        weights.get(one.line.kind.value, 1) + (0.0 if one.line.heading else 0.5) + printed - (2.5 if address else 0.0)
    )


def strength(best: Found, lookup: Lookup, count: int) -> float:
    strength = 0.7 if lookup.concept is not None or lookup.names else 0.6
    strength += 0.08 if count > 1 else 0.0
    strength += 0.07 if best.line.kind.value in ("results", "experiments", "ablation") or best.line.is_table else 0.0
    return min(0.95, strength + (0.05 if lookup.act is not Act.MENTION else 0.1))


def quotes_of(found: Sequence[Found], role: EvidenceRole) -> tuple[Quote, ...]:
    """The sentences to quote; for a heading, its own words."""
    spans = dict.fromkeys((one.line.start, one.line.end) for one in found)
    return tuple(Quote(start, end, role) for start, end in spans)
