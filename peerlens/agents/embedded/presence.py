"""Judge plain statements: the nearest sentences must agree in meaning, names, numbers, negation and direction."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import expansions, name_pattern, names_in
from peerlens.agents.embedded.numbers.quantities import Quantity, equal, quantities
from peerlens.agents.embedded.opposition import denied_outright, denies, opposed
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.wording import VERB, content
from peerlens.taxonomy import EvidenceRole, PartStatus, PassageType, Polarity, Reason

SUPPORTING: Final = 0.48
"""Agreement (``Nearest.score``) from which a sentence bears a statement out; set on half of the B1 papers."""
DEMANDING: Final = 0.66
"""The same for a statement that finds fault."""
GUARDED: Final = 0.56
"""The same for a long statement with a guess or a word of judgement in it."""
SHARED_NAMES: Final = 0.5
"""Share of a statement's names that must stand near the sentence; all must stand somewhere in the paper."""
STRONG: Final = 0.72
"""Cosine from which a sentence that says the reverse contradicts."""
_MANY_NUMBERS: Final = 4
"""One number in so many may be set in a way that cannot be read."""
_CARRIED: Final = 6
_CARRIERS: Final = frozenset({PassageType.TEXT, PassageType.CAPTION, PassageType.TABLE, PassageType.FOOTNOTE})
_LITTLE: Final = 0.08
_CLOSE: Final = 0.52
"""Cosine that a line must reach which shares little of a statement's weighted words."""
_TITLE: Final = 8
_FINITE: Final = re.compile(
    rf"\b(?:is|are|was|were|be|has|have|had|do|does|did|can|will|may|we|it|they|{VERB}|[a-z]{{3,}}(?:es|ed))\b"
)
_PEOPLE: Final = re.compile(
    r"\b(?:authors?|authorship|affiliat\w+|e-?mail\w*|universit\w+|institute|researchers|associated with)\b", re.I
)
_SHORT: Final = 8
"""Content words up to which half of them must be found again: short sentences lie near each other by topic alone."""


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
    """What of a statement must be found again: its weighted words, names and numbers."""

    text: str
    weights: dict[str, float]
    names: tuple[str, ...]
    numbers: tuple[Quantity, ...]

    @classmethod
    def of(cls, text: str, reading: Reading, own: frozenset[str]) -> Statement:
        stems = content(text)
        counts: Counter[str] = Counter()
        for line in reading.lines:
            counts.update(stem for stem in stems if stem in line.stems)
        total = len(reading.lines) + 1
        weights = {stem: math.log(1 + total / (1 + counts[stem])) for stem in stems}
        names = tuple(name for name in names_in(text) if not any(name_pattern(one).search(name) for one in own))
        return cls(text, weights, names, tuple(quantities(text)))

    def cover(self, text: str) -> float:
        have = set(content(text))
        total = sum(self.weights.values())
        return sum(weight for stem, weight in self.weights.items() if stem in have) / total if total else 0.0


def judge_statement(draft: Draft, reading: Reading, *, own: frozenset[str], passages: Sequence[str]) -> Entry:
    """Judge a plain sentence by its nearest sentences; ``draft.statement`` is the positive form."""
    statement = Statement.of(draft.statement, reading, own)
    candidates = nearest(statement, reading, draft, passages)
    denied = draft.polarity is Polarity.ABSENCE
    if not candidates:
        return _silence("Nothing about this was found in the pages supplied")
    best = candidates[0]
    if not denied and (outright := _outright(candidates, statement, reading)) is not None:
        return outright
    least = DEMANDING if draft.demanding else GUARDED if draft.limit is not None else SUPPORTING
    for candidate in candidates[:10]:
        if candidate.score < least:
            break
        entry = _settled(candidate, statement, reading, denied=denied)
        if entry is not None:
            return entry
    if not denied and (front := _in_front(statement, reading)) is not None:
        return Entry(PartStatus.SUPPORTED, None, 0.6, "The title page says so", (front,))
    foreign = [name for name in statement.names if not _in_paper(name, reading)]
    context = (Quote(best.line.start, best.line.end, EvidenceRole.CONTEXT),)
    if foreign:
        return _silence(f"The paper does not speak of {foreign[0]}", context)
    return _silence("The paper does not say this", context)


def _outright(candidates: Sequence[Nearest], statement: Statement, reading: Reading) -> Entry | None:
    """A clause that says just what the statement says, denied."""
    for candidate in candidates:
        line = candidate.line
        if denied_outright(line.text, statement.text) and names_agree(statement.names, line, reading):
            return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.8, "The paper says otherwise",
                         (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip
    return None


def _in_front(statement: Statement, reading: Reading) -> Quote | None:
    """A claim about people and their places is borne out by the names on the title page, not by prose."""
    if not statement.names or not _PEOPLE.search(statement.text):
        return None
    tools = reading.tools
    fronts = [passage for passage in tools.passages if passage.type is PassageType.FRONT]
    text = " ".join(tools.text_of(passage) for passage in fronts)
    named = sum(name_pattern(name).search(text) is not None for name in statement.names)
    if named < max(1, SHARED_NAMES * len(statement.names)):
        return None
    best = max(
        fronts, key=lambda one: sum(name_pattern(n).search(tools.text_of(one)) is not None for n in statement.names)
    )
    return Quote(best.start, best.end, EvidenceRole.SUPPORTS)


def _silence(says: str, quotes: tuple[Quote, ...] = ()) -> Entry:
    return Entry(PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.4, says, quotes)


def _settled(candidate: Nearest, statement: Statement, reading: Reading, *, denied: bool) -> Entry | None:
    """What a near sentence settles: support, contradiction, or nothing (``None``)."""
    line = candidate.line
    window = unmarked(f"{line.text} {reading.context(line)}")
    if not names_agree(statement.names, line, reading):
        return None
    if not numbers_agree(statement.numbers, window):
        return None
    negated = denies(line.text, statement.text)
    turned = opposed(statement.text, line.text)
    confidence = min(0.93, 0.35 + 0.65 * candidate.score)
    if negated or turned:
        enough = candidate.similarity >= (0.5 if denied else 0.6) and candidate.cover >= 0.6
        if not enough and (candidate.similarity < STRONG or candidate.cover < 0.5):
            return None
        if denied:
            return Entry(
                PartStatus.SUPPORTED,
                None,
                confidence,
                "The paper says so",
                (Quote(line.start, line.end, EvidenceRole.SUPPORTS),),
            )
        return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, confidence, "The paper says otherwise",
                     (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip
    if (len(statement.weights) <= _SHORT and candidate.cover < 0.5) or says_nothing(line):
        return None
    if candidate.cover < _LITTLE and candidate.similarity < _CLOSE:
        return None
    if denied:
        if candidate.similarity < STRONG or candidate.cover < 0.5:
            return None
        return Entry(PartStatus.CONTRADICTED, Reason.COUNTEREXAMPLE, confidence, "The paper says otherwise",
                     (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip
    return Entry(
        PartStatus.SUPPORTED,
        None,
        confidence,
        "The paper says so",
        (Quote(line.start, line.end, EvidenceRole.SUPPORTS),),
    )


def says_nothing(line: Line) -> bool:
    """Whether a line is a title, alone or run into its paragraph: it names a subject and says nothing of it."""
    if line.heading or line.is_table or line.is_caption:
        return line.heading
    return len(line.text.split()) <= _TITLE and _FINITE.search(line.text) is None


def nearest(statement: Statement, reading: Reading, draft: Draft, passages: Sequence[str]) -> list[Nearest]:
    """The sentences nearest to a statement: over the paper, in the passages retrieved, at the place it names."""
    tools = reading.tools
    query = " ".join((statement.text, *draft.restrictions))
    hits = list(tools.best_sentences(query, k=8))
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


def _carrying(statement: Statement, reading: Reading) -> list[str]:
    """The passages that carry most of the statement's names and telling numbers."""
    numbers = [number for number in statement.numbers if not number.text.strip().isalpha()]
    if len(statement.names) + len(numbers) == 0:
        return []
    shares: list[tuple[float, str]] = []
    for passage in reading.tools.passages:
        if passage.type not in _CARRIERS:
            continue
        window = unmarked(reading.tools.text_of(passage))
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
    window = unmarked(f"{reading.tools.text_of(line.passage)} {reading.context(line)} {line.under}")
    near = sum(_named(name, window, reading) for name in names)
    return near >= SHARED_NAMES * len(names) and all(_in_paper(name, reading) for name in names)


def _named(name: str, window: str, reading: Reading) -> bool:
    if name_pattern(name).search(window):
        return True
    text = reading.text
    return any(name_pattern(long).search(window) for long in expansions(name, text))


def _in_paper(name: str, reading: Reading) -> bool:
    return _named(name, reading.text, reading)


def numbers_agree(numbers: Sequence[Quantity], window: str) -> bool:
    """Whether the claim's numbers are printed in the window: all of few, most of many.

    Small number words are not insisted on.
    """
    printed = quantities(window)
    asked = [number for number in numbers if not (number.text.strip().isalpha() and number.value <= 3)]
    missing = sum(not any(equal(number, other) for other in printed) for number in asked)
    return missing <= (0 if len(asked) < _MANY_NUMBERS else len(asked) // _MANY_NUMBERS)
