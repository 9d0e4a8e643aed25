"""What an audit withholds, by rule: the abstain-check of a weakness label and the ground of a row without findings."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.abstain import abstain_check
from peerlens.agents.family import Candidate
from peerlens.schema import Finding
from peerlens.taxonomy import EvidenceRole, Ground, Reason, Severity, Verdict, Withheld
from peerlens.tools import PaperTools

MAX_FINDINGS = 3
"""Findings one label shows, the most severe first; a row is read by a person."""

_BY_REASON = {
    Reason.UNGROUNDED: Withheld.UNGROUNDED,
    Reason.SCAN_INCOMPLETE: Withheld.SCAN_INCOMPLETE,
    Reason.LOW_CONFIDENCE: Withheld.LOW_CONFIDENCE,
}
_PARTLY_KNOWN = 0.9
"""Factor on the confidence in an absence when the paper points to parts that were not supplied."""


def observed(finding: Finding, tools: PaperTools) -> Finding:
    """An observation after the abstain-check; an absence is held less firmly where parts of the paper are missing."""
    if _rests_on_partial_scan(finding):
        finding = finding.model_copy(update={"confidence": round(finding.confidence * _PARTLY_KNOWN, 2)})
    return abstain_check(finding, tools)


def why_withheld(candidate: Candidate, finding: Finding) -> Withheld | None:
    """Why a candidate cannot stand as it is, or ``None``: only an observation that holds as written may."""
    match finding.label:
        case Verdict.SUPPORTED:
            return Withheld.MINOR if candidate.severity is Severity.MINOR else None
        case Verdict.PARTIALLY_SUPPORTED:
            return Withheld.HOLDS_IN_PART
        case Verdict.NOT_SUPPORTED:
            return Withheld.OBSERVATION_FAILS
        case Verdict.NOT_DETERMINED:
            return _BY_REASON.get(finding.reason or Reason.VAGUE, Withheld.NOT_DETERMINED)


def capped_severity(severity: Severity, finding: Finding) -> Severity:
    """What is missing from a paper whose own pointers lead to parts not supplied is at most moderate."""
    heavy = severity in (Severity.CRITICAL, Severity.MAJOR)
    return Severity.MODERATE if heavy and _rests_on_partial_scan(finding) else severity


def _rests_on_partial_scan(finding: Finding) -> bool:
    """Whether nothing but a scan decides, and the paper points to parts that the scan could not read."""
    quoted = any(one.role is not EvidenceRole.CONTEXT for one in finding.evidence)
    return finding.scan is not None and bool(finding.scan.missing) and not quoted


def ground_of(withheld: Sequence[Withheld]) -> Ground:
    """Why a row without a finding has none. A reply that holds says more than that nothing was located."""
    if any(one in (Withheld.REPLY_HOLDS, Withheld.OBSERVATION_FAILS) for one in withheld):
        return Ground.REPLY_HOLDS
    if withheld and all(one is Withheld.SCAN_INCOMPLETE for one in withheld):
        return Ground.SCAN_INCOMPLETE
    return Ground.MINOR_ONLY if Withheld.MINOR in withheld else Ground.NOTHING_LOCATED
