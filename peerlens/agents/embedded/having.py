"""Judge that a paper has a thing: a place that shows it, denies it, plans it, or mentions it in passing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.hunt import Found, best_of, quotes_of, strength
from peerlens.agents.embedded.ledger_entry import Entry
from peerlens.agents.embedded.lookup import Lookup, bare
from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.standing import Standing
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason

_NEAR: Final = 0.55
"""Cosine from which the sentence that has the thing says the rest of the claim in other words."""


def judge_presence(draft: Draft, lookup: Lookup, found: Sequence[Found], reading: Reading) -> Entry:
    """Judge that the paper has a thing, by the places ``found`` that name it."""
    name = name_of(lookup)
    shown = [one for one in found if one.standing is Standing.ASSERTS]
    meeting = [one for one in shown if one.meets]
    denied = [one for one in found if one.standing is Standing.DENIES and (one.meets or not shown)]
    if meeting:
        best = best_of(meeting)
        assert best is not None
        return Entry(
            PartStatus.SUPPORTED,
            None,
            strength(best, lookup, len(meeting)),
            f"The paper has {name}",
            quotes_of([best], EvidenceRole.SUPPORTS),
            lookup.probes,
        )
    if denied:
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.STATED_OTHERWISE,
            0.88,
            f"The paper says that it lacks {name}",
            quotes_of(denied[:2], EvidenceRole.CONTRADICTS),
            lookup.probes,
            scanned=True,
        )
    if shown and (restated := _restated(draft, lookup, shown, reading)) is not None:
        return Entry(
            PartStatus.SUPPORTED, None, 0.62, f"The paper has {name}", quotes_of([restated], EvidenceRole.SUPPORTS)
        )
    if shown:
        return Entry(
            PartStatus.PARTIAL,
            Reason.SCOPE,
            0.5,
            f"The paper has {name}, but not as the claim restricts it",
            quotes_of(shown[:2], EvidenceRole.CONTEXT),
            lookup.probes,
            scanned=True,
        )
    planned = [one for one in found if one.standing is Standing.PLANS]
    if planned:
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.STATED_OTHERWISE,
            0.75,
            f"The paper leaves {name} to later",
            quotes_of(planned[:1], EvidenceRole.CONTRADICTS),
            lookup.probes,
            scanned=True,
        )
    nearest = quotes_of(list(found)[:2], EvidenceRole.CONTEXT)
    says = (
        f"Nothing about {name} was found in the pages supplied"
        if not found
        else f"The paper only mentions {name} in passing"
    )
    if lookup.closed:
        return Entry(
            PartStatus.CONTRADICTED,
            Reason.ABSENT_AFTER_FULL_SCAN,
            0.7 if not found else 0.55,
            says,
            nearest,
            lookup.probes,
            scanned=True,
        )
    return Entry(PartStatus.SILENT, Reason.ABSENT_AFTER_FULL_SCAN, 0.5, says, nearest, lookup.probes, scanned=True)


def _restated(draft: Draft, lookup: Lookup, shown: Sequence[Found], reading: Reading) -> Found | None:
    """The place that has the named thing and says the rest in other words: a detail not restated downgrades nothing."""
    if not lookup.names or any(names_in(f"x {bare(limit)}") for limit in lookup.restrictions):
        return None
    best = max(shown, key=lambda one: reading.tools.similarity(draft.statement, one.line.text))
    return best if reading.tools.similarity(draft.statement, best.line.text) >= _NEAR else None


def name_of(lookup: Lookup) -> str:
    """What to call the thing in a sentence about the paper."""
    if lookup.concept is not None:
        return f"“{lookup.phrase}”" if len(lookup.phrase.split()) > 4 else lookup.phrase
    return lookup.names[0] if lookup.names else f"“{lookup.phrase}”"
