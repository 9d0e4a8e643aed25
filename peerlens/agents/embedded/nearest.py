"""The sentences nearest to a statement, and whether its names and numbers stand near them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.names import expansions, name_pattern, names_in, spelled_out
from peerlens.agents.embedded.numbers.quantities import Quantity, equal, quantities
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import PassageType

SHARED_NAMES: Final = 0.5
"""Share of a statement's names that must stand near the sentence; all must stand somewhere in the paper."""
_MANY_NUMBERS: Final = 4
"""One number in so many may be set in a way that cannot be read."""
_TWO_DIGITS: Final = 10
_UNSAID: Final = 3
"""Number words up to this are often a claim's own: the paper has "A and B" where the claim speaks of two."""
_LIST_JOINT: Final = re.compile(r"[\s,;/{}()$\\]*(?:and|or|&)?[\s,;/{}()$\\]*")
_CARRIED: Final = 6
_SHARING: Final = 6
"""Lines that are held against a statement for the words that they share with it, however far they are in meaning."""
_OF_THE_PAPER: Final = re.compile(
    r"^(?:in (?:this|the) (?:paper|work|study|manuscript|submission),? )?(?:(?:the|this) (?:paper|authors?|work|study|"
    r"manuscript|submission|article)s?|they|we)\b(?:['’]s)?(?: (?:also|further|then|first|mainly|thus|do|does))*"
    r"(?: (?:aims?|tr(?:y|ies)|attempts?|seeks?) (?:to \w+|at \w+ing)| (?:propose|present|introduce|provide|suggest|"
    r"offer|give|develop|describe|show|consider|stud(?:y|ie)|address|tackle|discuss|report|claim|investigate|"
    r"explore)e?[sd]?)?(?: that)?\s+",
    re.I,
)
"""The opening of a statement about a paper: that it is about it, the paper need not say."""
_CARRIERS: Final = frozenset({PassageType.TEXT, PassageType.CAPTION, PassageType.TABLE, PassageType.FOOTNOTE})


@dataclass(frozen=True, slots=True)
class Nearest:
    """A sentence near a statement. ``cover``: share of the statement's weighted words in it and its neighbours."""

    line: Line
    similarity: float
    cover: float

    @property
    def score(self) -> float:
        return self.similarity + 0.15 * (self.cover - 0.2)


@dataclass(frozen=True, slots=True)
class Statement:
    """What of a statement must be found again: its weighted words, names and numbers.

    ``own``: its names of the paper's own system, which the paper may call "we" and "it".
    """

    text: str
    weights: dict[str, float]
    names: tuple[str, ...]
    numbers: tuple[Quantity, ...]
    own: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, reading: Reading, own: frozenset[str], limits: Sequence[str] = ()) -> Statement:
        """``limits``: phrases that restrict the statement; their names are its names."""
        stems = content(text)
        counts: Counter[str] = Counter()
        for line in reading.lines:
            counts.update(stem for stem in stems if stem in line.stems)
        total = len(reading.lines) + 1
        weights = {stem: math.log(1 + total / (1 + counts[stem])) for stem in stems}
        named = tuple(dict.fromkeys(name for part in (text, *limits) for name in names_in(part)))
        glosses = {long for name in named for long in expansions(name, text) if len(long) > len(name)}
        named = tuple(name for name in named if name not in glosses)
        ours = tuple(name for name in named if any(name_pattern(one).search(name) for one in own))
        names = tuple(name for name in named if name not in ours)
        return cls(text, weights, names, tuple(quantities(text)), ours)

    def cover(self, text: str) -> float:
        return _share(self.weights, text)

    def core_cover(self, text: str) -> float:
        """The same without the opening that says that the statement is about the paper.

        What the paper is said to do with a name of others is no part of that: 0.
        """
        named = set(content(" ".join(self.names)))
        core = {stem: self.weights[stem] for stem in content(_OF_THE_PAPER.sub("", self.text)) if stem in self.weights}
        return _share(core, text) if len(core.keys() - named) > 1 or (core and self.own) else 0.0


def _share(weights: Mapping[str, float], text: str) -> float:
    have = set(content(text))
    total = sum(weights.values())
    return sum(weight for stem, weight in weights.items() if stem in have) / total if total else 0.0


def nearest(statement: Statement, reading: Reading, draft: Draft, passages: Sequence[str]) -> list[Nearest]:
    """The sentences nearest to a statement: over the paper, in the passages retrieved, at the place it names."""
    tools = reading.tools
    query = " ".join((statement.text, *draft.restrictions))
    ranked = tools.best_sentences(query, k=len(reading.lines))
    sharing = _sharing(statement, reading)
    hits = [*ranked[:8], *(hit for hit in ranked[8:] if hit.start in sharing)]
    if passages:
        hits.extend(tools.best_sentences(query, k=4, within=list(passages)))
    if draft.place is not None and (placed := [passage.id for passage in tools.place(draft.place)]):
        hits.extend(tools.best_sentences(query, k=3, within=placed))
    if carrying := _carrying(statement, reading):
        hits.extend(tools.best_sentences(query, k=6, within=carrying))
    found: dict[int, Nearest] = {}
    for hit in hits:
        line = reading.at(hit.start)
        if line is None or line.is_reference:
            continue
        cover = max(statement.cover(line.text), 0.9 * statement.cover(f"{line.text} {reading.context(line)}"))
        found[line.index] = Nearest(line, hit.similarity, cover)
    return sorted(found.values(), key=lambda one: one.score, reverse=True)


def _sharing(statement: Statement, reading: Reading) -> frozenset[int]:
    """Where the lines start that share most of the statement's weighted words."""
    shared = [
        (sum(weight for stem, weight in statement.weights.items() if stem in line.stems), line.start)
        for line in reading.lines
        if not (line.heading or line.is_table or line.is_reference)
    ]
    return frozenset(start for _, start in sorted(shared, key=lambda one: (-one[0], one[1]))[:_SHARING])


def _carrying(statement: Statement, reading: Reading) -> list[str]:
    """The passages that carry most of the statement's names and telling numbers."""
    numbers = [number for number in statement.numbers if not number.text.strip().isalpha()]
    if len(statement.names) + len(numbers) == 0:
        return []
    shares: list[tuple[float, str]] = []
    for passage in reading.tools.passages:
        if passage.type not in _CARRIERS:
            continue
        window = unmarked(reading.said_in(passage))
        printed = quantities(window) if numbers else ()
        have = sum(any(equal(number, other) for other in printed) for number in numbers)
        have += sum(name_pattern(name).search(window) is not None for name in statement.names)
        shares.append((have / (len(numbers) + len(statement.names)), passage.id))
    return [one for share, one in sorted(shares, key=lambda pair: -pair[0])[:_CARRIED] if share >= SHARED_NAMES]


def names_agree(names: Sequence[str], line: Line, reading: Reading) -> bool:
    """Whether the claim's names are this paper's, and most of them stand near the line.

    Near is its passage, the lines beside it, and the titles and caption above it.
    """
    if not names:
        return True
    window = unmarked(f"{reading.said_in(line.passage)} {reading.context(line)} {line.under}")
    near = sum(named_in(name, window, reading) for name in names)
    return near >= SHARED_NAMES * len(names) and all(in_paper(name, reading) for name in names)


def named_in(name: str, window: str, reading: Reading) -> bool:
    """Whether the window has the name, the words it is the initials of, or what the paper also calls it."""
    if name_pattern(name).search(window) or spelled_out(name, window):
        return True
    text = reading.text
    return any(name_pattern(long).search(window) for long in expansions(name, text))


def in_paper(name: str, reading: Reading) -> bool:
    return named_in(name, reading.text, reading)


def numbers_agree(numbers: Sequence[Quantity], window: str, passage: str = "") -> bool:
    """Whether the claim's numbers are printed in the window: all of few, most of many.

    Small number words are not insisted on. ``passage``: where a number of two digits or more may stand besides.
    """
    near, wide = quantities(window), quantities(passage)
    asked = [
        number
        for number in numbers
        if not (number.text.strip().isalpha() and number.value <= _UNSAID) and not _sum_of(number, numbers)
    ]
    lacking = [
        number
        for number in asked
        if not any(equal(number, other) for other in (*near, *(wide if _is_telling(number) else ())))
    ]
    missing = len(lacking)
    if lacking and _listed_otherwise(asked, near, window):
        return False
    return missing <= (0 if len(asked) < _MANY_NUMBERS else len(asked) // _MANY_NUMBERS)


def _listed_otherwise(asked: Sequence[Quantity], near: Sequence[Quantity], window: str) -> bool:
    """Whether the window lists two of the claim's numbers beside one that the claim does not have."""
    run: list[Quantity] = []
    for one in (*near, None):
        if one is not None and run and _LIST_JOINT.fullmatch(window, run[-1].end, one.start):
            run.append(one)
            continue
        known = sum(any(equal(number, other) for number in asked) for other in run)
        if known > 1 and known < len(run):
            return True
        run = [one] if one is not None else []
    return False


def _is_telling(number: Quantity) -> bool:
    """Whether a number is so special that it hardly stands somewhere by chance."""
    return abs(number.value) >= _TWO_DIGITS or number.step < 1


def _sum_of(number: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Whether a count in words is what the claim's own later counts add up to: "six methods: three …, three …"."""
    later = [other.value for other in numbers if other.start > number.start and other.unit == number.unit]
    return number.text.strip().isalpha() and len(later) > 1 and abs(sum(later) - number.value) < 1e-9
