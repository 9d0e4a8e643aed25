"""Judge a plain sentence: its numbers one by one, its words by the nearest sentences, a second look before silence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.existence import judge_existence
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, undecided
from peerlens.agents.embedded.numbers.parts import judge_numbers
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.opposition import denied_outright, denies
from peerlens.agents.embedded.own import stems_of
from peerlens.agents.embedded.presence import judge_statement
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.slots import SHORT, fills
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason

_NOT: Final = re.compile(r"\b(?:not|cannot|never|no)\b|n't\b", re.I)
_LONG: int = 9
"""Content words from which a sentence says more than its number."""


def judge_sentence(draft: Draft, reading: Reading, *, own: frozenset[str], passages: Sequence[str]) -> list[Entry]:
    """The entries for a plain sentence: one a number where it is about numbers, else one."""
    if draft.polarity in (Polarity.OPINION, Polarity.EXTERNAL):
        return [undecided(draft.limit or Reason.OPINION, "This is a judgement that the text cannot settle")]
    numbers = quantities(draft.statement)
    if numbers and draft.polarity in (Polarity.NUMERIC, Polarity.ABSENCE):
        entries = _numeric(replace(draft, polarity=Polarity.NUMERIC), reading, own, passages)
        return [_turned(entry) for entry in entries] if draft.polarity is Polarity.ABSENCE else entries
    entry = judge_statement(draft, reading, own=own, passages=passages)
    if entry.status is not PartStatus.SILENT:
        return [entry]
    entry = _second_look(draft, reading, entry)
    if draft.limit is not None and entry.status is PartStatus.SILENT:
        return [undecided(draft.limit, "The text cannot settle this", quotes=entry.quotes)]
    return [entry]


def _numeric(draft: Draft, reading: Reading, own: frozenset[str], passages: Sequence[str]) -> list[Entry]:
    whole = judge_statement(draft, reading, own=own, passages=passages)
    long = len(content(draft.statement)) >= _LONG
    if long and whole.status is PartStatus.SUPPORTED:
        return [whole]
    stems = stems_of(own)
    entries = judge_numbers(
        draft.statement, reading, own_names=stems, limits=draft.restrictions, place=draft.place or "", small=not long
    )
    if not entries:
        return [whole]
    entries = [_held_against_denials(entry, draft, reading) for entry in entries]
    if long and all(entry.status is PartStatus.SUPPORTED for entry in entries):
        return [whole if whole.status is PartStatus.CONTRADICTED else entries[0]] if whole.confidence > 0 else entries
    return sorted(entries, key=lambda entry: entry.status is not PartStatus.CONTRADICTED)


def _held_against_denials(entry: Entry, draft: Draft, reading: Reading) -> Entry:
    """The right number in a sentence that denies the claim's own words speaks against it.

    For a claim that denies, a denial of most of its words is enough. In a sentence that says something else the
    number speaks for nothing.
    """
    statement, deny = draft.statement, denies if _NOT.search(draft.text) else denied_outright
    lines = [reading.at(quote.start) for quote in entry.quotes]
    prose = [line.text for line in lines if line is not None and not line.is_table]
    short = len(content(statement)) <= SHORT and entry.operation is None
    if entry.status is PartStatus.SUPPORTED and short and len(prose) == 1 and not fills(statement, prose[0]):
        quotes = tuple(replace(quote, role=EvidenceRole.CONTEXT) for quote in entry.quotes)
        says = "The paper has the number, but says something else of it"
        return replace(entry, status=PartStatus.SILENT, reason=Reason.LOW_CONFIDENCE, says=says, quotes=quotes)
    if entry.status is not PartStatus.SUPPORTED or not any(
        line is not None and not line.is_table and deny(line.text, statement) for line in lines
    ):
        return entry
    quotes = tuple(replace(quote, role=EvidenceRole.CONTRADICTS) for quote in entry.quotes)
    return replace(
        entry,
        status=PartStatus.CONTRADICTED,
        reason=Reason.STATED_OTHERWISE,
        says="The paper says otherwise",
        quotes=quotes,
    )


def _second_look(draft: Draft, reading: Reading, entry: Entry) -> Entry:
    """A statement about a thing of the lexicon, or its denial, may be settled by a hunt for that thing."""
    mentions = concepts_in(draft.statement)
    if not mentions or draft.limit is not None:
        return entry
    longest = max(mentions, key=lambda mention: mention.end - mention.start)
    outside = content(f"{draft.statement[: longest.start]} {draft.statement[longest.end :]}")
    if len(outside) > 2:
        return entry
    target = draft.statement[longest.start : longest.end]
    found = judge_existence(replace(draft, target=target, restrictions=draft.restrictions), reading)
    return found if found.status in (PartStatus.SUPPORTED, PartStatus.CONTRADICTED) and found.quotes else entry


def _turned(entry: Entry) -> Entry:
    """The entry for the denial of what was judged."""
    if entry.status is PartStatus.SUPPORTED:
        quotes = tuple(replace(quote, role=EvidenceRole.CONTRADICTS) for quote in entry.quotes)
        return replace(entry, status=PartStatus.CONTRADICTED, reason=Reason.COUNTEREXAMPLE, quotes=quotes)
    if entry.status is PartStatus.CONTRADICTED:
        quotes = tuple(replace(quote, role=EvidenceRole.SUPPORTS) for quote in entry.quotes)
        says = entry.says.replace("The paper says otherwise", "The paper says so")
        return replace(entry, status=PartStatus.SUPPORTED, reason=None, says=says, quotes=quotes)
    return entry
