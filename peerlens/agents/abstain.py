"""The abstain-check, last and by rule: what is not located, not fully scanned or not confident is withheld."""

from __future__ import annotations

from peerlens.schema import Finding, Suggestion
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, Verdict
from peerlens.tools import PaperTools

MIN_CONFIDENCE = 0.4
"""Below this a verdict is withheld as ``low_confidence``."""

_DECIDING = {EvidenceRole.SUPPORTS, EvidenceRole.CONTRADICTS, EvidenceRole.ASSERTS}


def abstain_check(finding: Finding, tools: PaperTools, *, min_confidence: float = MIN_CONFIDENCE) -> Finding:
    """Return the finding, or the same one withheld as Not Determined with the reason.

    Evidence that does not stand at its offsets is dropped first, whatever the verdict.
    """
    text = tools.manuscript.text
    located = {
        i for i, evidence in enumerate(finding.evidence) if text[evidence.start : evidence.end] == evidence.quote
    }
    if len(located) < len(finding.evidence):
        finding = _keep_evidence(finding, located)
    reason = _reason_to_withhold(finding, min_confidence)
    if reason is not None:
        return finding.model_copy(
            update={
                "label": Verdict.NOT_DETERMINED,
                "reason": reason,
                "abstained": True,
                "weakness": None,
                "suggestions": (),
            }
        )
    return finding.model_copy(update={"suggestions": tuple(s for s in finding.suggestions if where_exists(s, tools))})


def where_exists(suggestion: Suggestion, tools: PaperTools) -> bool:
    """Whether the place a suggestion names is in this paper, or is marked as new."""
    return suggestion.where.startswith("new") or any(tools.place(suggestion.where))


def _reason_to_withhold(finding: Finding, min_confidence: float) -> Reason | None:
    if finding.label is Verdict.NOT_DETERMINED:
        return None
    for part in finding.parts:
        decided = part.status in (PartStatus.SUPPORTED, PartStatus.CONTRADICTED, PartStatus.PARTIAL)
        if not (decided and (part.core or part.main)):
            continue
        quoted = any(finding.evidence[i].role in _DECIDING for i in part.evidence)
        by_scan = not quoted and (
            (part.polarity is Polarity.ABSENCE and part.status is PartStatus.SUPPORTED)
            or part.reason is Reason.ABSENT_AFTER_FULL_SCAN
        )
        if by_scan and (finding.scan is None or not finding.scan.complete):
            return Reason.SCAN_INCOMPLETE
        if not quoted and not by_scan:
            return Reason.UNGROUNDED
    return Reason.LOW_CONFIDENCE if finding.confidence < min_confidence else None


def _keep_evidence(finding: Finding, kept: set[int]) -> Finding:
    """Drop evidence not in ``kept`` and renumber what the parts point at."""
    renumbered = {old: new for new, old in enumerate(sorted(kept))}
    return finding.model_copy(
        update={
            "evidence": tuple(finding.evidence[i] for i in sorted(kept)),
            "parts": tuple(
                part.model_copy(update={"evidence": tuple(renumbered[i] for i in part.evidence if i in renumbered)})
                for part in finding.parts
            ),
        }
    )
