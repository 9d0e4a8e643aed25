"""The paper's own words that confine its evaluation, beside its own words that claim more: a pair of passages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from peerlens.agents.embedded.audit.confined import (
    AHEAD,
    CONFINED,
    GENERAL,
    NOT_SHOWN,
    SHOWN_ON_LITTLE,
    WIDEST,
    broad_claims,
    confinements,
    shown_on_little,
)
from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import is_survey, is_theory
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import shown_at
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

_SHOWN: Final = 24
"""Words of each sentence shown in the observation."""


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate: the limit that the paper sets to its evaluation, with the claim that does not carry it;
    else what it says that it does not show, with the simple case that it does show."""
    limits = [] if is_survey(paper) or is_theory(paper) else confinements(paper)
    if pair := _closest(limits, broad_claims(paper), paper):
        limit, claim = pair
        return [
            _candidate(
                f"The paper confines its evaluation in {_words(limit, CONFINED, NOT_SHOWN)}, and claims without that "
                f"limit in {_words(claim, GENERAL, WIDEST, AHEAD)}.",
                "What is claimed in general is shown within that limit only.",
                pair,
                paper,
            )
        ]
    left_out = [line for line in limits if NOT_SHOWN.search(line.text)]
    if pair := _closest(left_out, shown_on_little(paper), paper):
        limit, little = pair
        return [
            _candidate(
                f"The paper says what it does not show, in {_words(limit, NOT_SHOWN)}; what it shows is on a simple "
                f"case: {_words(little, SHOWN_ON_LITTLE)}.",
                "Whether the result holds beyond that case is left open.",
                pair,
                paper,
            )
        ]
    return []


def _candidate(observation: str, assessment: str, pair: tuple[Line, Line], paper: AuditPaper) -> Candidate:
    return Candidate(
        topic="datasets and settings",
        observation=observation,
        assessment=assessment,
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation, pair, paper.tools, confidence=0.65, rationale="Both passages are the paper's own."
        ),
    )


def _closest(limits: Iterable[Line], claims: Iterable[Line], paper: AuditPaper) -> tuple[Line, Line] | None:
    """The limit and the claim to set side by side: of generality before a lead, of the abstract, and most alike."""
    pairs = [(limit, claim) for limit in limits for claim in claims if limit.index != claim.index]

    def weight(pair: tuple[Line, Line]) -> tuple[bool, bool, float]:
        limit, claim = pair
        general = GENERAL.search(claim.text) is not None
        return general, claim.kind is SectionKind.ABSTRACT, paper.tools.similarity(limit.text, claim.text)

    return max(pairs, key=weight, default=None)


def _words(line: Line, *deciding: re.Pattern[str]) -> str:
    return shown_at(line, *deciding, most=_SHOWN)
