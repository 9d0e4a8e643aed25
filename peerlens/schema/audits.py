"""What an audit says of each label."""

from __future__ import annotations

from peerlens.schema.findings import Evidence, Part, PersonMark, Scan, Step, Suggestion
from peerlens.schema.record import Confidence, Record
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness, Withheld


class AuditFinding(Record):
    """A diagnostic claim: an observation about this paper that verified as Supported, and what follows from it.

    ``claim`` is the observation; ``assessment`` the judgement that it carries. ``reply``: the passages that the
    paper's best reply would point at, where there are any and they do not settle the point.
    """

    id: str
    claim: str
    assessment: str
    severity: Severity
    confidence: Confidence
    rationale: str
    parts: tuple[Part, ...]
    evidence: tuple[Evidence, ...]
    scan: Scan | None
    steps: tuple[Step, ...] = ()
    reply: tuple[Evidence, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


class AuditNote(Record):
    """Something an audit saw that is no finding: a minor point, or what the row did and did not look at."""

    text: str
    evidence: tuple[Evidence, ...] = ()


class LabelRow(Record):
    """How the audit ended for one weakness label. ``reason`` is ``None`` exactly where there is a finding.

    ``withheld`` counts the candidates not shown, ``withheld_because`` says why, one entry each.
    """

    label: Weakness
    name: str
    outcome: Outcome
    reason: Ground | None
    withheld: int = 0
    withheld_because: tuple[Withheld, ...] = ()
    findings: tuple[AuditFinding, ...] = ()
    notes: tuple[AuditNote, ...] = ()
    person: PersonMark | None = None
