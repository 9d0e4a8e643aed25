"""Does a place bear out what a response says of it? The family's own judge, shown that place and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from peerlens.agents.family import Family
from peerlens.agents.findings import finding_of
from peerlens.agents.response.own_words import stems
from peerlens.agents.response.places import Named, find
from peerlens.schema import Ask, Claim, Evidence, Finding, NamedPlace, Request
from peerlens.taxonomy import EvidenceRole, PassageType, RequestStatus, Stance, Verdict
from peerlens.tools import PaperTools

_ALIKE: Final = 0.5
"""Cosine of a sentence of the place to a statement from which it says the same, if it has the words as well."""
_SHARED: Final = 0.3
"""Share of a statement's own words that must stand there: within one place any sentence is near by its topic alone.
Both were set on half of the DISAPERE papers, against other places of the same kind in the same paper."""
_DIGITS: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])")
_NEGATES: Final = re.compile(r"\b(?:not?|never|without|cannot|neither|nor|n't)\b|n['’]t\b", re.I)
_QUOTES: Final = 3
_FRAME: Final = stems("The paper reports")

NOT_THERE: Final = "the paper supplied has no such place"
PROMISED: Final = "announced for another version"
SAYS_SO: Final = "it says so there"
SAYS_OTHERWISE: Final = "it says otherwise there"
NOT_SAID: Final = "nothing of the kind was found there"
NOT_TOLD: Final = "whether it says so there could not be told"


@dataclass
class Bearing:
    """Holds places of one paper against statements, with one family. ``narrow``: the paper at each place, once made."""

    tools: PaperTools
    family: Family
    narrow: dict[str, PaperTools | None] = field(default_factory=dict)

    async def place(
        self, named: Named, statement: str | None, target: Finding | Request, *, promised: bool
    ) -> NamedPlace:
        """``statement``: what the response says of the place, ``None`` where it only points there."""
        here = self._at(named.name)
        if here is None:
            return NamedPlace(named=named.name, found=False, bears_out=False, note=NOT_THERE)
        page = here.passages[0].page
        if promised:
            return NamedPlace(named=named.name, found=True, bears_out=False, page=page, note=PROMISED)
        evidence: Sequence[Evidence] = ()
        note = NOT_TOLD
        if statement is not None:
            evidence, note = await self._stated(statement, here)
        if note == NOT_TOLD:
            evidence, note = await self._settled(target, here, note)
        quotes, so = tuple(evidence[:_QUOTES]), note == SAYS_SO
        return NamedPlace(named=named.name, found=True, bears_out=so, page=page, note=note, evidence=quotes)

    def _at(self, name: str) -> PaperTools | None:
        if name not in self.narrow:
            passages = find(name, self.tools)
            self.narrow[name] = self.tools.within(passages) if passages else None
        return self.narrow[name]

    async def _stated(self, statement: str, here: PaperTools) -> tuple[Sequence[Evidence], str]:
        judged = await self._judged(_claim(statement), here)
        quotes = _with(judged, EvidenceRole.SUPPORTS, EvidenceRole.ASSERTS)
        if judged.label is Verdict.SUPPORTED and _words_there(statement, quotes, here):
            return quotes, SAYS_SO
        against = _with(judged, EvidenceRole.CONTRADICTS)
        if judged.label is Verdict.NOT_SUPPORTED and against:
            return against, SAYS_OTHERWISE
        alike = says_alike(statement, here)
        if alike:
            return alike, SAYS_SO
        return (), NOT_SAID if judged.label is Verdict.NOT_SUPPORTED else NOT_TOLD

    async def _settled(self, target: Finding | Request, here: PaperTools, note: str) -> tuple[Sequence[Evidence], str]:
        """Whether the place, read alone, settles the point itself."""
        if isinstance(target, Request):
            ask = Ask(**{name: getattr(target, name) for name in Ask.model_fields})
            found = await self.family.answer(ask, here)
            return (found.evidence, SAYS_SO) if found.status is RequestStatus.ANSWERED else ((), note)
        if target.stance is not Stance.CRITICISM:
            return (), note
        claim = Claim(
            **{name: getattr(target, name) for name in Claim.model_fields if name != "text"}, text=target.claim
        )
        judged = await self._judged(claim, here)
        quotes = _with(judged, EvidenceRole.CONTRADICTS)
        return (quotes, SAYS_SO) if judged.label is Verdict.NOT_SUPPORTED and quotes else ((), note)

    async def _judged(self, claim: Claim, here: PaperTools) -> Finding:
        return finding_of(claim, await self.family.verify(claim, await self.family.retrieve(claim, here), here))


def _claim(statement: str) -> Claim:
    return Claim(
        id="response", review_id="response", text=statement, quote=statement, start=0, end=len(statement)
    )  # fmt: skip


def _with(judged: Finding, *roles: EvidenceRole) -> tuple[Evidence, ...]:
    return tuple(one for one in judged.evidence if one.role in roles and one.quote.strip())


def _words_there(statement: str, quotes: Sequence[Evidence], here: PaperTools) -> bool:
    """Whether enough of the statement's words stand in the quotes; for a table's row, in its place as a whole."""
    if not quotes:
        return False
    found = frozenset[str]()
    for quote in quotes:
        passage = here.passage(quote.passage_id) if quote.passage_id else None
        in_table = passage is not None and passage.type is PassageType.TABLE
        found |= stems(" ".join(map(here.text_of, here.passages)) if in_table else quote.quote)
    own = stems(statement) - _FRAME
    return not own or len(own & found) / len(own) >= _SHARED


def says_alike(statement: str, here: PaperTools) -> tuple[Evidence, ...]:
    """The sentence of the place that has the statement's meaning, most of its words, its numbers and its negation."""
    own = stems(statement) - _FRAME
    numbers = set(_DIGITS.findall(statement))
    for hit in here.best_sentences(statement, k=4, within=[one.id for one in here.passages]):
        text = here.manuscript.text[hit.start : hit.end]
        shared = len(own & stems(text)) / len(own) if own else 0.0
        same = numbers <= set(_DIGITS.findall(text)) and bool(_NEGATES.search(text)) == bool(_NEGATES.search(statement))
        if hit.similarity >= _ALIKE and shared >= _SHARED and same:
            return (here.evidence(hit.start, hit.end, EvidenceRole.SUPPORTS),)
    return ()
