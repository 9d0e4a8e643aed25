"""The abstain-check: what is not located, not fully scanned or not confident is withheld."""

from __future__ import annotations

from typing import Any

import pytest

from peerlens.agents.abstain import abstain_check, where_exists
from peerlens.agents.findings import finding_of, for_claim
from peerlens.schema import Claim, ClaimSource, Evidence, Finding, Judgement, Part, Scan, Suggestion
from peerlens.taxonomy import Effort, EvidenceRole, PartStatus, Polarity, Priority, Reason, Verdict
from tests.tools.papers import tools

TOOLS = tools()
CLAIM = Claim(id="r1.c1", review_id="r1", text="x", quote="x", start=0, end=1)
WHOLE = Scan(queries=("seed",), passages_read=9, passages_total=9, complete=True)
BROKEN = WHOLE.model_copy(update={"passages_read": 5, "complete": False})


def quoted(role: EvidenceRole = EvidenceRole.SUPPORTS) -> Evidence:
    span = TOOLS.locate("We train ResNet18 for 40 epochs.")
    assert span is not None
    return TOOLS.evidence(*span, role)


def found(
    status: PartStatus,
    *evidence: Evidence,
    polarity: Polarity = Polarity.PRESENCE,
    reason: Reason | None = None,
    **judgement: Any,
) -> Finding:
    part = Part(
        text="x",
        polarity=polarity,
        status=status,
        main=True,
        reason=reason,
        evidence=tuple(range(len(evidence))),
    )
    values: dict[str, Any] = {"scan": None, "steps": (), "confidence": 0.9, "rationale": ""} | judgement
    return finding_of(CLAIM, Judgement(parts=(part,), evidence=evidence, **values))


def test_a_located_confident_verdict_passes_unchanged() -> None:
    finding = found(PartStatus.SUPPORTED, quoted())
    assert abstain_check(finding, TOOLS) == finding


@pytest.mark.parametrize(
    ("finding", "reason"),
    [
        (found(PartStatus.SUPPORTED), Reason.UNGROUNDED),
        (found(PartStatus.SUPPORTED, quoted(EvidenceRole.CONTEXT)), Reason.UNGROUNDED),
        (found(PartStatus.CONTRADICTED, reason=Reason.COUNTEREXAMPLE), Reason.UNGROUNDED),
        (found(PartStatus.SUPPORTED, quoted(), confidence=0.1), Reason.LOW_CONFIDENCE),
        (found(PartStatus.SUPPORTED, polarity=Polarity.ABSENCE), Reason.SCAN_INCOMPLETE),
        (found(PartStatus.SUPPORTED, polarity=Polarity.ABSENCE, scan=BROKEN), Reason.SCAN_INCOMPLETE),
        (
            found(PartStatus.CONTRADICTED, reason=Reason.ABSENT_AFTER_FULL_SCAN, scan=BROKEN),
            Reason.SCAN_INCOMPLETE,
        ),
    ],
)
def test_a_verdict_that_is_not_earned_is_withheld_with_its_reason(finding: Finding, reason: Reason) -> None:
    withheld = abstain_check(finding, TOOLS)
    assert (withheld.label, withheld.reason, withheld.abstained) == (Verdict.NOT_DETERMINED, reason, True)
    assert withheld.weakness is None
    assert withheld.suggestions == ()


@pytest.mark.parametrize(
    "finding",
    [
        found(PartStatus.SUPPORTED, polarity=Polarity.ABSENCE, scan=WHOLE),
        found(PartStatus.CONTRADICTED, reason=Reason.ABSENT_AFTER_FULL_SCAN, scan=WHOLE),
    ],
)
def test_a_complete_scan_stands_for_a_quote_where_absence_decides(finding: Finding) -> None:
    assert abstain_check(finding, TOOLS) == finding


def test_an_undetermined_claim_keeps_its_own_reason() -> None:
    finding = found(PartStatus.UNDECIDABLE, reason=Reason.OPINION, confidence=0.0)
    assert abstain_check(finding, TOOLS).reason is Reason.OPINION


def test_a_quote_that_is_not_at_its_place_is_dropped_and_the_rest_renumbered() -> None:
    wrong = quoted().model_copy(update={"start": 0, "end": 5})
    finding = abstain_check(found(PartStatus.SUPPORTED, wrong, quoted()), TOOLS)
    assert finding.label is Verdict.SUPPORTED
    assert finding.evidence == (quoted(),)
    assert finding.parts[0].evidence == (0,)


def suggestion(where: str) -> Suggestion:
    return Suggestion(
        what="w", where=where, how="h", expected_outcome="e", priority=Priority.HIGH, effort=Effort.WORDING
    )


@pytest.mark.parametrize(
    ("where", "exists"),
    [
        ("Section 2.1", True),
        ("Table 2", True),
        ("new, after Section 2", True),
        ("Section 9", False),
        ("Table 7", False),
    ],
)
def test_a_suggestion_names_a_place_of_this_paper_or_a_new_one(where: str, exists: bool) -> None:
    assert where_exists(suggestion(where), TOOLS) is exists


def test_a_suggestion_for_a_place_that_is_not_there_is_dropped() -> None:
    finding = found(PartStatus.SUPPORTED, quoted()).model_copy(
        update={"suggestions": (suggestion("Section 2"), suggestion("Section 9"))}
    )
    assert [s.where for s in abstain_check(finding, TOOLS).suggestions] == ["Section 2"]


def test_a_stored_verdict_is_given_to_another_claim_with_that_claims_own_place() -> None:
    other = CLAIM.model_copy(update={"id": "r2.c7", "review_id": "r2", "start": 4, "source": ClaimSource(ref="W2")})
    moved = for_claim(found(PartStatus.SUPPORTED, quoted()), other)
    assert (moved.id, moved.review_id, moved.start, moved.source.ref) == ("r2.c7", "r2", 4, "W2")
    assert moved.label is Verdict.SUPPORTED
