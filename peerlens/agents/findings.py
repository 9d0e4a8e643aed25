"""Make a finding of a claim and its judgement, and settle what findings owe each other."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.rules import derive
from peerlens.schema import Claim, Finding, Judgement
from peerlens.taxonomy import Reason, Verdict

_OF_THE_CLAIM = ("review_id", "claim_id", "quote", "start", "end", "source", "kind", "stance", "same_as", "depends_on")


def finding_of(claim: Claim, judgement: Judgement) -> Finding:
    """Derive the verdict by rule and put it beside the claim."""
    label, reason = derive(judgement.parts)
    return Finding(
        id=claim.id,
        claim=claim.text,
        label=label,
        reason=reason,
        abstained=label is Verdict.NOT_DETERMINED,
        **{name: getattr(claim, name) for name in _OF_THE_CLAIM},
        **{name: getattr(judgement, name) for name in Judgement.model_fields},
    )


def for_claim(finding: Finding, claim: Claim) -> Finding:
    """The same verdict for another claim with the same words: ids and offsets are the claim's own."""
    return finding.model_copy(update={"id": claim.id, **{name: getattr(claim, name) for name in _OF_THE_CLAIM}})


def settle_premises(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Give an undetermined claim that rests on a fallen one that reason."""
    fallen = {finding.id for finding in findings if finding.label is Verdict.NOT_SUPPORTED}
    return tuple(
        finding.model_copy(update={"reason": Reason.PREMISE_FAILS})
        if finding.depends_on in fallen and finding.label is Verdict.NOT_DETERMINED
        else finding
        for finding in findings
    )
