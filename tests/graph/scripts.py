"""Scripts for the scripted family: reviews of any number of claims, and judgements that are located."""

from __future__ import annotations

from peerlens.agents.scripted import ScriptedFamily
from peerlens.schema import Ask, Claim, ClaimSource, Decomposition, Evidence, Judgement, Part, Review, Scan
from peerlens.store.library import PaperStore
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, Stance
from peerlens.tools import PaperTools

QUOTE = "The counter misses three ducks in a hundred."


def review_of(
    texts: list[str], *, asks: list[str] | None = None, review_id: str = "r1"
) -> tuple[Review, Decomposition]:
    """A review whose lines are the claims, then the questions."""
    asks = asks or []
    lines = [*texts, *asks]
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines))]
    spans = [(start, start + len(line)) for start, line in zip(starts, lines, strict=True)]
    claims = tuple(
        Claim(
            id=f"{review_id}.c{i + 1}",
            review_id=review_id,
            text=text,
            quote=text,
            start=spans[i][0],
            end=spans[i][1],
            source=ClaimSource(field="weaknesses", ref=f"W{i + 1}"),
            stance=Stance.CRITICISM,
        )
        for i, text in enumerate(texts)
    )
    questions = tuple(
        Ask(
            id=f"{review_id}.q{i + 1}",
            review_id=review_id,
            text=text,
            quote=text,
            start=spans[len(texts) + i][0],
            end=spans[len(texts) + i][1],
        )
        for i, text in enumerate(asks)
    )
    review = Review(id=review_id, source="review.md", text="\n".join(lines))
    return review, Decomposition(claims=claims, asks=questions, unused=())


def located(store: PaperStore, quote: str = QUOTE, role: EvidenceRole = EvidenceRole.SUPPORTS) -> Evidence:
    span = PaperTools(store).locate(quote)
    assert span is not None
    return PaperTools(store).evidence(*span, role)


def judgement(
    evidence: tuple[Evidence, ...] = (),
    *,
    status: PartStatus = PartStatus.SUPPORTED,
    polarity: Polarity = Polarity.PRESENCE,
    reason: Reason | None = None,
    confidence: float = 0.9,
    scan: Scan | None = None,
) -> Judgement:
    part = Part(
        text="x",
        polarity=polarity,
        status=status,
        main=True,
        reason=reason,
        evidence=tuple(range(len(evidence))),
    )
    return Judgement(
        parts=(part,), evidence=evidence, scan=scan, steps=(), confidence=confidence, rationale="It says so."
    )


def family_for(decomposition: Decomposition, judged: Judgement, *, review_id: str = "r1") -> ScriptedFamily:
    return ScriptedFamily({review_id: decomposition}, {claim.text: judged for claim in decomposition.claims})
