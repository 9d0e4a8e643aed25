"""A person's ruling on a claim, and the finding that carries it beside what the agents found."""

from __future__ import annotations

from peerlens.schema import Finding, Override, Record
from peerlens.taxonomy import Verdict


class Ruling(Record):
    """What a person says of a claim. ``claim`` and ``quote``: the claim as it was when they ruled, and its words."""

    label: Verdict
    reason: str
    at: str
    claim: str
    quote: str


def ruled(finding: Finding, ruling: Ruling | None) -> Finding:
    """The finding with ``override`` as ruled, or taken out; the verdict stays as it is."""
    return finding.model_copy(update={"override": override_of(ruling)})


def override_of(ruling: Ruling | None) -> Override | None:
    return None if ruling is None else Override(label=ruling.label, reason=ruling.reason, at=ruling.at)
