"""Turn what a check saw into a judgement: by the words that show it, or by the scan that found nothing."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.embedded.reading import Line
from peerlens.schema import Judgement, Part, Step
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason
from peerlens.tools import PaperTools


def shown_by(
    observation: str, lines: Sequence[Line], tools: PaperTools, *, confidence: float, rationale: str
) -> Judgement:
    """The observation holds because these words of the paper show it. ``lines`` must not be empty."""
    evidence = tuple(tools.evidence(line.start, line.end, EvidenceRole.SUPPORTS) for line in lines)
    part = Part(
        text=observation,
        polarity=Polarity.PRESENCE,
        status=PartStatus.SUPPORTED,
        main=True,
        evidence=tuple(range(len(evidence))),
    )
    return Judgement(parts=(part,), evidence=evidence, scan=None, steps=(), confidence=confidence, rationale=rationale)


def absent_after(
    observation: str, probes: Sequence[str], tools: PaperTools, *, confidence: float, rationale: str
) -> Judgement:
    """The observation holds because the caller looked for ``probes`` all over the paper and found none."""
    record = tools.scan(probes).record
    part = Part(
        text=observation,
        polarity=Polarity.ABSENCE,
        status=PartStatus.SUPPORTED,
        main=True,
        reason=Reason.ABSENT_AFTER_FULL_SCAN,
    )
    return Judgement(
        parts=(part,),
        evidence=(),
        scan=record,
        steps=(Step(tool="scan", query=", ".join(record.queries)),),
        confidence=confidence,
        rationale=rationale,
    )


def answered_by(observation: str, lines: Sequence[Line], tools: PaperTools, *, confidence: float) -> Judgement:
    """The observation falls: these words of the paper are what it says is not there."""
    evidence = tuple(tools.evidence(line.start, line.end, EvidenceRole.CONTRADICTS) for line in lines)
    part = Part(
        text=observation,
        polarity=Polarity.ABSENCE,
        status=PartStatus.CONTRADICTED,
        main=True,
        reason=Reason.COUNTEREXAMPLE,
        evidence=tuple(range(len(evidence))),
    )
    return Judgement(
        parts=(part,), evidence=evidence, scan=None, steps=(), confidence=confidence, rationale="The paper has it"
    )
