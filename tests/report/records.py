"""Reports built by hand."""

from __future__ import annotations

from typing import Any

from peerlens.schema import (
    AuditFinding,
    ClaimSource,
    Evidence,
    Failure,
    Finding,
    LabelRow,
    Part,
    Report,
    ReportMissing,
    ReportPaper,
    ReportReview,
    Request,
    Run,
    Scan,
    Suggestion,
    Usage,
)
from peerlens.taxonomy import (
    ClaimKind,
    Effort,
    EvidenceRole,
    Ground,
    Outcome,
    PartStatus,
    Polarity,
    Priority,
    Reason,
    RequestStatus,
    Severity,
    Stance,
    Verdict,
    Weakness,
)


def evidence(
    role: EvidenceRole = EvidenceRole.SUPPORTS, *, quote: str = "The error is 2.7.", page: int | None = 3
) -> Evidence:
    return Evidence(passage_id="p1", role=role, section="4 Results", page=page, start=0, end=len(quote), quote=quote)


def part(status: PartStatus, polarity: Polarity, *, main: bool = True, text: str = "part") -> Part:
    return Part(text=text, polarity=polarity, status=status, main=main, evidence=())


def finding(
    number: int,
    label: Verdict,
    *,
    reason: Reason | None = None,
    polarity: Polarity = Polarity.PRESENCE,
    stance: Stance = Stance.CRITICISM,
    found: tuple[Evidence, ...] = (),
    claim: str = "A claim.",
    **extra: Any,
) -> Finding:
    status = {
        Verdict.SUPPORTED: PartStatus.SUPPORTED,
        Verdict.PARTIALLY_SUPPORTED: PartStatus.PARTIAL,
        Verdict.NOT_SUPPORTED: PartStatus.CONTRADICTED,
        Verdict.NOT_DETERMINED: PartStatus.UNDECIDABLE,
    }[label]
    values: dict[str, Any] = {
        "id": f"r1.c{number}",
        "review_id": "r1",
        "claim_id": None,
        "claim": claim,
        "quote": claim,
        "start": 0,
        "end": len(claim),
        "source": ClaimSource(field="weaknesses", ref=f"W{number}"),
        "kind": ClaimKind.FACTUAL,
        "stance": stance,
        "same_as": None,
        "depends_on": None,
        "label": label,
        "reason": reason,
        "confidence": 0.9,
        "rationale": "Because.",
        "parts": (part(status, polarity),),
        "evidence": found,
        "scan": None,
        "steps": (),
        "abstained": label is Verdict.NOT_DETERMINED,
    }
    return Finding(**{**values, **extra})


def request(number: int, status: RequestStatus, *, found: tuple[Evidence, ...] = ()) -> Request:
    return Request(
        id=f"r1.q{number}", review_id="r1", text="Why?", quote="Why?", start=0, end=4, status=status, evidence=found
    )


def report(
    *findings: Finding,
    requests: tuple[Request, ...] = (),
    failures: tuple[Failure, ...] = (),
    title: str = "Counting Coots",
    missing: tuple[ReportMissing, ...] = (),
) -> Report:
    return Report(
        kind="verify",
        paper=ReportPaper(
            id="0" * 16,
            title=title,
            source="paper.pdf",
            parser="pdfium-1",
            pages=4,
            sections=6,
            passages=20,
            missing=missing,
            warnings=(),
        ),
        reviews=(ReportReview(id="r1", source="review.md", text="A claim.", claims=len(findings), unused=()),),
        findings=findings,
        requests=requests,
        failures=failures,
        usage=Usage(),
        run=Run(
            id="20261130-101500-abcdef",
            engine="embedded",
            model=None,
            context=None,
            retriever="hybrid",
            rerank=False,
            k=10,
            prompts={},
            index="i",
            version="0.1.0",
            started="2026-11-30T10:15:00+00:00",
        ),
    )


SCAN = Scan(queries=("ablation", "ablate"), passages_read=20, passages_total=20, complete=True, missing=("Appendix C",))


def audit_finding(label: Weakness, number: int = 1, **extra: Any) -> AuditFinding:
    values: dict[str, Any] = {
        "id": f"{label.value}.f{number}",
        "claim": "The paper reports no ablation study.",
        "assessment": "The cause of the gain stays open.",
        "severity": Severity.MAJOR,
        "confidence": 0.7,
        "rationale": "Nothing found",
        "parts": (part(PartStatus.SUPPORTED, Polarity.ABSENCE),),
        "evidence": (),
        "scan": SCAN,
        "suggestions": (SUGGESTION,),
    }
    return AuditFinding(**{**values, **extra})


def label_row(label: Weakness, *findings: AuditFinding, reason: Ground | None = None, **extra: Any) -> LabelRow:
    outcome = Outcome.FINDING if reason is None else reason.outcome
    return LabelRow(label=label, name=label.display_name, outcome=outcome, reason=reason, findings=findings, **extra)


def audit_report(*rows: LabelRow, failures: tuple[Failure, ...] = (), title: str = "Counting Coots") -> Report:
    whole = report(title=title, failures=failures)
    return whole.model_copy(update={"kind": "audit", "reviews": (), "labels": rows})


SUGGESTION = Suggestion(
    what="Show what each component contributes",
    where="Section 4",
    how="Remove one at a time",
    expected_outcome="The gain has a cause",
    priority=Priority.HIGH,
    effort=Effort.NEW_EXPERIMENT,
)
