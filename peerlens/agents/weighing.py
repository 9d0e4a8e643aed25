"""A candidate of an audit with what has been found out about it so far."""

from __future__ import annotations

from dataclasses import dataclass

from peerlens.agents.family import Candidate, Reply
from peerlens.schema import Finding, Suggestion
from peerlens.taxonomy import Withheld


@dataclass(frozen=True, slots=True)
class Weighed:
    """``finding``: the observation as verified. ``withheld``: why it is not shown, ``None`` while it stands."""

    candidate: Candidate
    finding: Finding
    reply: Reply | None = None
    suggestions: tuple[Suggestion, ...] = ()
    withheld: Withheld | None = None
