"""Judge plain statements: the nearest sentences must agree in meaning, names, numbers, negation and direction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.aptness import aptness, telling_line
from peerlens.agents.embedded.charged import judged_alike
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.freedom import judge_need
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern
from peerlens.agents.embedded.nearest import (
    SHARED_NAMES,
    Nearest,
    Statement,
    in_paper,
    names_agree,
    nearest,
    numbers_agree,
)
from peerlens.agents.embedded.numbers.bound import miscounted, misplaced
from peerlens.agents.embedded.numbers.quantities import formula_numbers
from peerlens.agents.embedded.opposition import denied_outright, denies, opposed
from peerlens.agents.embedded.otherwise import JOINED, said_otherwise
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.scrutiny import Scrutiny
from peerlens.agents.embedded.slots import SHORT, contrasts, fills
from peerlens.agents.embedded.wording import VERB, canon, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, PassageType, Polarity, Reason
from peerlens.text.folding import words

SUPPORTING: Final = 0.46
"""Agreement (``Nearest.score``) from which a sentence bears a statement out; set on half of the B1 papers."""
DEMANDING: Final = 0.66
"""The same for a statement that finds fault."""
GUARDED: Final = 0.56
"""The same for a long statement with a guess or a word of judgement in it."""
STRONG: Final = 0.72
"""Cosine from which a sentence that says the reverse contradicts."""
_SAID_THERE: Final = 0.6
"""Share of a statement's weighted words that a sentence must have itself to deny it."""
_COVERED: Final = 0.5
"""Share of a short statement's weighted words that a sentence or its neighbours must have to bear it out."""
_LITTLE: Final = 0.08
_WEIGHED: Final = 1 / 3
"""Share of the weighted words of a statement that weighs that a sentence and its neighbours must have."""
_PART_OF: Final = r"(?! (?:step|part|section|stage|phase|to the)\b)"
_FIRST: Final = re.compile(
    rf"\bfor the first time\b|\b(?:are|is|was|were|be|been|as) (?:among )?(?:the )?first\b{_PART_OF}"
    rf"|\bthe first{_PART_OF} (?:\w+ ){{0,3}}(?:to(?! the\b)|that|which|ever)\b",
    re.I,
)
_FIRST_SAID: Final = re.compile(r"\bfirst\b|\bpioneer|\bno (?:one|work|study|method) (?:ever |has )", re.I)
"""Who claims to be first is borne out only where the paper says so."""
_IN_LINE: Final = 0.15
"""Share of a short statement's weighted words that must stand in the sentence itself."""
_CLOSE: Final = 0.52
"""Cosine that a line must reach which shares little of a statement's weighted words."""
_HALF: Final = 0.5
"""Share of a statement's weighted words from which the nearest sentence is too near to call the paper silent."""
_TITLE: Final = 8
_FINITE: Final = re.compile(
    rf"\b(?:is|are|was|were|be|has|have|had|do|does|did|can|will|may|we|it|they|{VERB}|[a-z]{{3,}}(?:es|ed))\b"
)
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?")
_RELATION: Final = re.compile(r"[=<>≤≥≈∈]")
"""A formula with one of these says something, however short it is."""
_PARTS: Final = r"\b(?:sections?|sec\.|appendix|appendices|chapters?)\s+[\dA-Z]"
_ROADMAP: Final = re.compile(rf"{_PARTS}[^.;]*?{_PARTS}", re.I)
"""A sentence that says what stands in which section."""
_PEOPLE: Final = re.compile(
    r"\b(?:authors?|authorship|affiliat\w+|e-?mail\w*|universit\w+|institute|researchers|associated with)\b", re.I
)
_LONG: Final = 12
"""Content words from which a statement may take two sentences, and its numbers a whole passage, to be borne out."""
_SHORT: Final = 8
"""Content words up to which half of them must be found again: short sentences lie near each other by topic alone."""


def judge_statement(draft: Draft, reading: Reading, *, own: frozenset[str], passages: Sequence[str]) -> Entry:
    """Judge a plain sentence by its nearest sentences; ``draft.statement`` is the positive form."""
    statement = Statement.of(draft.statement, reading, own, draft.restrictions)
    candidates = nearest(statement, reading, draft, passages)
    denied = draft.polarity is Polarity.ABSENCE
    if not candidates:
        return _silence("Nothing about this was found in the pages supplied")
    best = candidates[0]
    if (need := judge_need(draft, statement, reading)) is not None:
        return need
    if not denied and (outright := _outright(candidates, statement, reading)) is not None:
        return outright
    least = DEMANDING if draft.demanding else GUARDED if draft.limit is not None else SUPPORTING
    shared = _WEIGHED if draft.weighing and not denied else 0.0
    scrutiny = Scrutiny(statement, reading)
    bearing = [one for one in candidates if one.cover >= shared]
    if (entry := _among(bearing, statement, reading, scrutiny, least, denied=denied)) is not None:
        return entry
    if not denied and (entry := _in_two(candidates, statement, reading, least, scrutiny, shared)) is not None:
        return entry
    if not denied and (front := _in_front(statement, reading)) is not None:
        return Entry(PartStatus.SUPPORTED, None, 0.6, "The title page says so", (front,))
    if not denied and (other := said_otherwise(candidates, statement, reading, least)) is not None:
        return other
    foreign = [name for name in statement.names if not in_paper(name, reading)]
    context = (Quote(best.line.start, best.line.end, EvidenceRole.CONTEXT),)
    if foreign:
        silent = _silence(f"The paper does not speak of {foreign[0]}", context)
        return replace(silent, probes=tuple(foreign), scanned=True)
    silent = _silence("The paper does not say this", context)
    if best.cover >= _HALF:
        return silent
    return replace(silent, probes=_words_of(statement), scanned=True)


def _words_of(statement: Statement) -> tuple[str, ...]:
    """The statement's words that mean something, to look for one by one."""
    wanted = set(telling(statement.text)) or set(statement.weights)
    return tuple(dict.fromkeys(word for word in words(statement.text) if canon(word) in wanted))


def _says_less(one: Nearest, other: Nearest, statement: Statement) -> bool:
    """Whether a sentence has fewer of the statement's words than another."""
    return statement.cover(one.line.text) < statement.cover(other.line.text)


def _among(
    candidates: Sequence[Nearest],
    statement: Statement,
    reading: Reading,
    scrutiny: Scrutiny,
    least: float,
    *,
    denied: bool,
) -> Entry | None:
    """What the near sentences settle: the first that speaks against, else the one that shows it best.

    Of those that bear a denial out and those that speak against it, the one that says more of it decides.
    """
    bearing: list[tuple[Nearest, Entry]] = []
    against: tuple[Nearest, Entry] | None = None
    for candidate in candidates[:10]:
        if candidate.score < least:
            break
        entry = _settled(candidate, statement, reading, denied=denied)
        if entry is None:
            scrutiny.hear(candidate)
        elif entry.status is PartStatus.SUPPORTED and scrutiny.passes(candidate):
            bearing.append((candidate, entry))
        elif entry.status is not PartStatus.SUPPORTED and not bearing and against is None:
            against = (candidate, entry)
            if not denied:
                break
    best = max(bearing, key=lambda one: aptness(one[0], statement), default=None)
    if against is not None and (best is None or _says_less(best[0], against[0], statement)):
        return against[1]
    if best is None:
        return None
    line = telling_line(best[0].line, statement, reading)
    return replace(best[1], quotes=(Quote(line.start, line.end, EvidenceRole.SUPPORTS),))


def _in_two(
    candidates: Sequence[Nearest],
    statement: Statement,
    reading: Reading,
    least: float,
    scrutiny: Scrutiny,
    shared: float,
) -> Entry | None:
    """Support for a long statement by two sentences in a row, which say together what it says."""
    if len(statement.weights) < _LONG:
        return None
    joined: dict[int, Nearest] = {}
    for candidate in candidates[:JOINED]:
        for other in reading.near(candidate.line):
            first, second = sorted((candidate.line, other), key=lambda line: line.index)
            if first is second or not _runs_on(first, second):
                continue
            text = f"{first.text} {second.text}"
            similarity = reading.tools.similarity(statement.text, text)
            line = replace(first, end=second.end, text=text)
            joined[first.index] = Nearest(line, similarity, statement.cover(text))
    for pair in sorted(joined.values(), key=lambda one: -one.score):
        if pair.score < least:
            return None
        if pair.cover < shared:
            continue
        entry = _settled(pair, statement, reading, denied=False)
        if entry is not None and entry.status is PartStatus.SUPPORTED and scrutiny.passes(pair):
            return entry
    return None


def _runs_on(first: Line, second: Line) -> bool:
    """Whether two lines are sentences of one passage."""
    prose = not (first.heading or second.heading or first.is_table or second.is_table)
    return prose and first.passage.id == second.passage.id


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


def _numbers_hold(statement: Statement, line: Line, reading: Reading, window: str, passage: str) -> bool:
    """Whether the numbers of a statement stand near a line, in the places that the statement gives them."""
    return (
        numbers_agree(statement.numbers, window, passage)
        and not misplaced(statement.text, line, reading)
        and not miscounted(statement.text, window)
        and formula_numbers(statement.text) <= set(_DIGITS.findall(f"{window} {passage}"))
    )


def _settled(candidate: Nearest, statement: Statement, reading: Reading, *, denied: bool) -> Entry | None:
    """What a near sentence settles: support, contradiction, or nothing (``None``)."""
    line = candidate.line
    window = unmarked(f"{line.text} {reading.context(line)}")
    if not names_agree(statement.names, line, reading):
        return None
    passage = unmarked(reading.said_in(line.passage)) if len(statement.weights) >= _LONG else ""
    if not _numbers_hold(statement, line, reading, window, passage):
        return None
    if _FIRST.search(statement.text) and not _FIRST_SAID.search(line.text):
        return None
    negated = denies(line.text, statement.text)
    short = len(statement.weights) <= SHORT
    turned = opposed(statement.text, line.text) or (short and contrasts(statement.text, line.text))
    if negated or turned:
        return _reversed(candidate, statement, denied=denied)
    if len(statement.weights) <= _SHORT and max(candidate.cover, statement.core_cover(line.text)) < _COVERED:
        return None
    if says_nothing(line):
        return None
    if short and not fills(statement.text, line.text):
        return None
    brief = len(statement.weights) <= _SHORT and candidate.similarity < DEMANDING
    if brief and statement.cover(line.text) < _IN_LINE:
        return None
    if candidate.cover < _LITTLE and candidate.similarity < _CLOSE:
        return None
    if not judged_alike(statement.text, line.text):
        return None
    if not denied:
        return _supported(candidate)
    if candidate.similarity < STRONG or candidate.cover < 0.5:
        return None
    return _contradicted(candidate, Reason.COUNTEREXAMPLE)


def _reversed(candidate: Nearest, statement: Statement, *, denied: bool) -> Entry | None:
    """What a near sentence settles that denies what a statement affirms, or says its opposite."""
    enough = candidate.similarity >= (0.5 if denied else 0.6) and candidate.cover >= 0.6
    if not enough and (candidate.similarity < STRONG or candidate.cover < 0.5):
        return None
    if denied:
        return _supported(candidate)
    said_there = statement.cover(candidate.line.text) >= _SAID_THERE
    return _contradicted(candidate, Reason.STATED_OTHERWISE) if said_there else None


def _supported(near: Nearest) -> Entry:
    quotes = (Quote(near.line.start, near.line.end, EvidenceRole.SUPPORTS),)
    return Entry(PartStatus.SUPPORTED, None, _confidence(near), "The paper says so", quotes)


def _contradicted(near: Nearest, reason: Reason) -> Entry:
    quotes = (Quote(near.line.start, near.line.end, EvidenceRole.CONTRADICTS),)
    return Entry(PartStatus.CONTRADICTED, reason, _confidence(near), "The paper says otherwise", quotes)


def _confidence(near: Nearest) -> float:
    return min(0.93, 0.35 + 0.65 * near.score)


def says_nothing(line: Line) -> bool:
    """Whether a line names subjects and says nothing of them: a title, alone or run into its paragraph, a roadmap."""
    if line.heading or line.is_table or line.is_caption:
        return line.heading
    text = unmarked(line.text)
    if _ROADMAP.search(text):
        return True
    return len(text.split()) <= _TITLE and _FINITE.search(text) is None and _RELATION.search(text) is None
