"""Judge parts that say something is, or is not, in the paper: by counterexample, over the whole paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.having import judge_presence, name_of
from peerlens.agents.embedded.hunt import Found, best_of, hunt, quotes_of, strength
from peerlens.agents.embedded.ledger_entry import Entry, Quote, undecided
from peerlens.agents.embedded.lookup import Lookup, bare, look_up
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.nearest import in_paper
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.scoped import Meeting, Within, within
from peerlens.agents.embedded.second_look import in_other_words, paraphrased
from peerlens.agents.embedded.standing import Standing
from peerlens.agents.embedded.unnamed import unnamed
from peerlens.agents.embedded.versions import judge_version
from peerlens.agents.embedded.wording import Act, content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason

_ADDED: Final = re.compile(r"\b(?:in|of|from|to|by) (?:the |its |their |an? )?(?:appendi|supplement)", re.I)
_MANY_WORDS: Final = 3
"""Words of a restriction from which a paper may meet it in words of its own."""
_LIMIT: Final = "Whether the paper does this cannot be told by searching its words"
_ANY_ONE: Final = frozenset(
    content("individual each single separate different various every all full complete detailed")
)
_CLAUSE: Final = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|given that|if)\b", re.I
)
_LONG_PHRASE: Final = 5
_REVIEWS_OWN: Final = re.compile(
    r"\b(?:ideas?|experiments|sections?|background|evidence|persuasive\w*|sufficien\w*|necessary|needed|required|"
    r"prior work|previous work|contributions?|statements?|claims?|arguments?|points?|actual|current|presented|"
    r"introduced|contents?|parts?|aspects?|depth|quality)\b|\$",
    re.I,
)
"""Words in which a review speaks of a paper: that the paper lacks them says nothing."""
_VERB_ALONE: Final = re.compile(
    r"(?:going|doing|being|having|making|taking|getting|giving|showing|saying|much|more)", re.I
)
"""What is left of "without going into details": nothing to look for."""


_ASKS: Final = re.compile(r"(?:what|how|why|whether|where|when|which|who)\b", re.I)
"""A question about a thing: the thing alone does not answer it."""


def _named_here(target: str, reading: Reading) -> bool:
    return any(in_paper(name, reading) for name in names_in(f"x {target}"))


def judge_existence(draft: Draft, reading: Reading, *, own: frozenset[str] = frozenset()) -> Entry:
    """Judge one presence or absence of a thing. Absence is decided by the best counterexample, or its lack."""
    if draft.limit is not None:
        return undecided(draft.limit, _LIMIT)
    if _VERB_ALONE.fullmatch(draft.target.strip()):
        return undecided(Reason.ENGINE_LIMIT, _LIMIT)
    if (told := judge_version(draft, reading)) is not None:
        return told
    if (vague := unnamed(draft)) is not None:
        return undecided(Reason.VAGUE, vague)
    lookup = look_up(draft, reading)
    if lookup is None:
        return undecided(Reason.ENGINE_LIMIT, _LIMIT)
    if _ASKS.match(draft.target) and names_in(f"x {draft.target}") and _named_here(draft.target, reading):
        return undecided(Reason.ENGINE_LIMIT, _LIMIT, probes=lookup.probes)
    if (
        lookup.restrictions
        and lookup.names
        and own
        and all(any(name_pattern(one).search(name) for one in own) for name in lookup.names)
    ):
        # what the claim misses is not the paper's own system but what is said to be lacking about it
        return _about_own(draft, lookup, reading)
    placed = _at_place(draft, lookup, reading)
    if placed is not None:
        return placed
    found = hunt(lookup, reading)
    if draft.polarity is Polarity.ABSENCE:
        return _absence(draft, lookup, found, reading)
    entry = judge_presence(draft, lookup, found, reading)
    unfound = entry.reason is Reason.ABSENT_AFTER_FULL_SCAN
    placed_away = _ADDED.search(f"{draft.text}; in {draft.place}") is not None
    if unfound and placed_away and (away := _away(entry, reading)) is not entry:
        return away
    if unfound and lookup.concept is not None and lookup.concept.kind == "section":
        says = f"Nothing under the name of {name_of(lookup)} was found; it may stand there in other words"
        return replace(entry, status=PartStatus.SILENT, reason=Reason.LOW_CONFIDENCE, says=says)
    return entry


def _away(entry: Entry, reading: Reading) -> Entry:
    """What a claim places in an appendix that was not supplied is not missing from the paper."""
    away = next((one for one in reading.tools.manuscript.missing if _ADDED.search(f"in {one.what}")), None)
    if away is None:
        return entry
    quotes = (Quote(away.start, away.end, EvidenceRole.CONTEXT),) if away.end > away.start else ()
    says = "The claim places it in a part that was not supplied"
    return Entry(PartStatus.SILENT, Reason.IN_MISSING_PART, 0.5, says, quotes, entry.probes, scanned=True)


def _about_own(draft: Draft, lookup: Lookup, reading: Reading) -> Entry:
    """ "X is not compared with Y", X being the paper's own: a claim about Y."""
    others = [bare(limit) for limit in lookup.restrictions]
    named = [other for other in others if names_in(f"x {other}") or concepts_in(other)]
    aim = next(iter([*named, *(other for other in others if telling(other))]), None)
    if aim is None:
        return undecided(Reason.ENGINE_LIMIT, _LIMIT, probes=lookup.probes)
    rest = tuple(other for other in others if other != aim)
    return judge_existence(replace(draft, target=aim, restrictions=rest), reading)


def _at_place(draft: Draft, lookup: Lookup, reading: Reading) -> Entry | None:
    """A claim about a named place is judged there: what stands there, or the lack of it, decides."""
    if draft.place is None:
        return None
    passages = frozenset(passage.id for passage in reading.tools.place(draft.place))
    if not passages:
        return None
    found = hunt(lookup, reading, within=passages)
    asserted = best_of([one for one in found if one.meets and one.standing is Standing.ASSERTS])
    denied = best_of([one for one in found if one.standing is Standing.DENIES])
    name = name_of(lookup)
    where = draft.place[0].upper() + draft.place[1:]
    if draft.polarity is Polarity.PRESENCE:
        if asserted:
            return Entry(
                PartStatus.SUPPORTED, None, 0.85, f"{where} has {name}", quotes_of([asserted], EvidenceRole.SUPPORTS)
            )
        if denied:
            return Entry(
                PartStatus.CONTRADICTED,
                Reason.STATED_OTHERWISE,
                0.85,
                f"{where} says otherwise about {name}",
                quotes_of([denied], EvidenceRole.CONTRADICTS),
            )
        if lookup.closed:
            return Entry(
                PartStatus.CONTRADICTED, Reason.MISREAD, 0.6, f"{where} does not speak of {name}", probes=lookup.probes
            )
        return None
    if asserted:
        status = PartStatus.PARTIAL if draft.graded else PartStatus.CONTRADICTED
        return Entry(
            status,
            Reason.SCOPE if draft.graded else Reason.COUNTEREXAMPLE,
            0.8,
            f"{where} has {name}",
            quotes_of([asserted], EvidenceRole.CONTRADICTS),
        )
    return Entry(PartStatus.SUPPORTED, None, 0.7, f"{where} does not speak of {name}", probes=lookup.probes)


def _absence(draft: Draft, lookup: Lookup, found: Sequence[Found], reading: Reading) -> Entry:
    name = name_of(lookup)
    against = [one for one in found if one.meets and one.standing is Standing.ASSERTS]
    stated = [one for one in found if one.standing is Standing.DENIES and one.meets]
    scope = None if stated else within(lookup, found, reading)
    if scope is not None and scope.line is not None:
        return _in_scope(draft, lookup, scope, scope.line)
    if against:
        best = best_of(against)
        assert best is not None
        quotes = quotes_of(
            [best, *[one for one in against if one.line.passage.id != best.line.passage.id][:2]],
            EvidenceRole.CONTRADICTS,
        )
        confidence = strength(best, lookup, len(against))
        if draft.graded:
            return Entry(
                PartStatus.PARTIAL,
                Reason.SCOPE,
                confidence,
                f"The paper has some {name}",
                quotes,
                lookup.probes,
                scanned=True,
            )
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.COUNTEREXAMPLE,
            confidence,
            f"The paper has {name}",
            quotes,
            lookup.probes,
            scanned=True,
        )
    if stated:
        return Entry(
            PartStatus.SUPPORTED,
            None,
            0.9,
            f"The paper itself says that it lacks {name}",
            quotes_of(stated[:2], EvidenceRole.SUPPORTS),
            lookup.probes,
            scanned=True,
        )
    return _nothing_found(draft, lookup, found, reading)


def _in_scope(draft: Draft, lookup: Lookup, scope: Within, line: Line) -> Entry:
    """The paper has the thing: whether in the claim's scope, the places of both tell, or leave it open."""
    name = name_of(lookup)
    if scope.meeting is Meeting.TOGETHER:
        quotes = (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),)
        status, reason = (
            (PartStatus.PARTIAL, Reason.SCOPE) if draft.graded else (PartStatus.CONTRADICTED, Reason.COUNTEREXAMPLE)
        )
        return Entry(status, reason, 0.7, f"The paper has {name}", quotes, lookup.probes, scanned=True)
    quotes = (Quote(line.start, line.end, EvidenceRole.CONTEXT),)
    says = f"The paper has {name}, but not as the claim restricts it"
    if scope.meeting is Meeting.APART:
        return Entry(
            PartStatus.SUPPORTED, Reason.ABSENT_AFTER_FULL_SCAN, 0.65, says, quotes, lookup.probes, scanned=True
        )
    return Entry(PartStatus.SILENT, Reason.LOW_CONFIDENCE, 0.4, says, quotes, lookup.probes, scanned=True)


def _nothing_found(draft: Draft, lookup: Lookup, found: Sequence[Found], reading: Reading) -> Entry:
    name = name_of(lookup)
    pointer = _points_to(lookup, reading)
    if pointer is not None:
        return Entry(
            PartStatus.SILENT,
            Reason.IN_MISSING_PART,
            0.5,
            f"The paper points for {name} to a part that was not supplied"
            if pointer
            else f"The files hold what may be {name} in a part that was not read",
            pointer,
            lookup.probes,
            scanned=True,
        )
    nearest = quotes_of([one for one in found if one.standing is not Standing.DENIES][:2], EvidenceRole.CONTEXT)
    if lookup.concept is None and not lookup.names:
        own_words = _REVIEWS_OWN.search(lookup.phrase) is not None
        if own_words or len(lookup.phrase.split()) > _LONG_PHRASE or _CLAUSE.search(lookup.phrase):
            return undecided(Reason.ENGINE_LIMIT, _LIMIT, quotes=nearest, probes=lookup.probes)
        doubtful, near = paraphrased(lookup, reading)
        if doubtful:
            quotes = (Quote(near.start, near.end, EvidenceRole.CONTEXT),) if near is not None else ()
            return undecided(Reason.ENGINE_LIMIT, _LIMIT, quotes=quotes, probes=lookup.probes)
    if draft.graded and lookup.restrictions and (some := _restricted(lookup, reading)) is not None:
        return Entry(
            PartStatus.PARTIAL,
            Reason.SCOPE,
            0.55,
            f"The paper has something on {name}",
            quotes_of([some], EvidenceRole.CONTRADICTS),
            lookup.probes,
            scanned=True,
        )
    confidence = 0.85 if lookup.concept is not None or lookup.names else 0.65
    if found:
        confidence -= 0.15
    if reading.tools.manuscript.missing:
        confidence -= 0.1
    says = (
        f"The paper only mentions {name} in passing"
        if found
        else f"Nothing about {name} was found in the pages supplied"
    )
    if found and lookup.restrictions and any(one.standing is Standing.ASSERTS for one in found):
        says = f"The paper has {name}, but not as the claim restricts it"
        words = telling(" ".join(lookup.restrictions))
        if (lookup.concept is None and not lookup.names) or len(words) >= _MANY_WORDS:
            return undecided(Reason.ENGINE_LIMIT, _LIMIT, quotes=nearest, probes=lookup.probes)
    unnamed = bool(lookup.names) and not found  # what is nowhere named is not there within a narrower scope either
    if not unnamed and (near := in_other_words(draft, lookup, reading)) is not None:
        return _doubted(draft, lookup, near, reading)
    return Entry(
        PartStatus.SUPPORTED, Reason.ABSENT_AFTER_FULL_SCAN, confidence, says, nearest, lookup.probes, scanned=True
    )


def _doubted(draft: Draft, lookup: Lookup, near: Line, reading: Reading) -> Entry:
    """Something near the thing, in other words: enough against "little of it", too little to settle "none"."""
    line = reading.below(near)
    quotes = (Quote(line.start, line.end, EvidenceRole.CONTEXT),)
    says = f"The paper has something near {name_of(lookup)}, in other words,"
    if draft.graded:
        return Entry(PartStatus.PARTIAL, Reason.SCOPE, 0.5, says, quotes, lookup.probes, scanned=True)
    return Entry(PartStatus.SILENT, Reason.LOW_CONFIDENCE, 0.4, says.rstrip(","), quotes, lookup.probes, scanned=True)


def _restricted(lookup: Lookup, reading: Reading) -> Found | None:
    """A result about what the claim restricts the thing to, though the thing itself goes unnamed."""
    words = " ".join(bare(limit) for limit in lookup.restrictions)
    if not telling(words):
        return None
    found = hunt(Lookup(None, (), words, (), Act.TEST), reading)
    return best_of([one for one in found if one.standing is Standing.ASSERTS])


def _points_to(lookup: Lookup, reading: Reading) -> tuple[Quote, ...] | None:
    """The sentence that points to a part not supplied and names this kind of content.

    Empty where such a part lies unread beside the paper and no sentence points to it; ``None`` where there is no part.
    """
    text = reading.tools.manuscript.text
    for missing in reading.tools.manuscript.missing:
        pointed = missing.end > missing.start
        sentence = text[missing.start : missing.end] if pointed else missing.what
        if lookup.concept is not None:
            named = lookup.concept.heading.search(sentence) is not None
        else:
            wanted = telling(lookup.phrase)
            named = bool(wanted) and set(wanted) <= {*content(sentence), *_ANY_ONE}
        if named:
            return (Quote(missing.start, missing.end, EvidenceRole.CONTEXT),) if pointed else ()
    return None
