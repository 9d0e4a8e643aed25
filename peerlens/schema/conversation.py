"""What a person asks about a paper, and what came of it."""

from __future__ import annotations

from enum import StrEnum

from peerlens.schema.audits import LabelRow
from peerlens.schema.findings import Evidence, Finding, Request
from peerlens.schema.record import Record


class TurnKind(StrEnum):
    """What was done with a question."""

    LOOK_UP = "look_up"
    CHECK = "check"
    RECONSIDER = "reconsider"
    AUDIT = "audit"
    EXPLAIN = "explain"
    SHOW = "show"


class Turn(Record):
    """One question and its answer, which is made of records: what is not in them is not said.

    ``place``: the place the look was limited to, as named; ``place_found``: the paper has it. ``finding``: the claim
    checked, reconsidered or explained; ``before``: the verdict it had on the whole paper. ``request``: the question
    looked up, or a place asked for with what stands there. ``row``: the label audited. ``nearest``: passages near the
    question that do not answer it, or those that point to a place which was not supplied.
    """

    question: str
    kind: TurnKind
    place: str | None = None
    place_found: bool = True
    finding: Finding | None = None
    before: Finding | None = None
    request: Request | None = None
    row: LabelRow | None = None
    nearest: tuple[Evidence, ...] = ()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The passages that the answer cites, without the nearest ones."""
        found: list[Evidence] = []
        for source in (self.finding, self.request, *(self.row.findings if self.row else ())):
            found += source.evidence if source is not None else ()
        return tuple(found)
