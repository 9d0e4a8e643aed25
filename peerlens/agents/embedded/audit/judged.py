"""Turn what a check saw into a judgement: by the words that show it, or by the scan that found nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.reading import Line
from peerlens.schema import Judgement, Part, Step
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, Severity
from peerlens.tools import PaperTools

PARTLY_KNOWN: Final = 0.9
"""Factor on the confidence in an absence when the paper points to parts that were not supplied."""
IN_DOUBT: Final = 0.3
"""Confidence where something was found that may be the thing in other words: below what is shown."""
_LONG: Final = 60_000
"""Characters beyond which a paper has more ways to say a thing than a list of words foresees."""
_FEW_SECTIONS: Final = 5
_LESS_SURE: Final = 0.95


def at_most(severity: Severity, tools: PaperTools) -> Severity:
    """What is missing from a paper whose own pointers lead to parts not supplied weighs moderate at most."""
    heavy = severity in (Severity.CRITICAL, Severity.MAJOR)
    return Severity.MODERATE if heavy and tools.manuscript.missing else severity


def searched(tools: PaperTools) -> float:
    """Factor on the confidence in an absence, by the size and structure of what was searched.

    Lower where parts were not supplied, where figures may show what no sentence says, where the text is long, and
    where few headings tell what a passage is about.
    """
    manuscript = tools.manuscript
    factor = PARTLY_KNOWN if manuscript.missing else 1.0
    factor *= _LESS_SURE if any(one.label.startswith("Figure") for one in manuscript.captions) else 1.0
    factor *= _LESS_SURE if len(manuscript.text) > _LONG else 1.0
    return factor * (PARTLY_KNOWN if len(manuscript.sections) < _FEW_SECTIONS else 1.0)


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
    observation: str,
    probes: Sequence[str],
    tools: PaperTools,
    *,
    confidence: float,
    rationale: str,
    context: Sequence[Line] = (),
) -> Judgement:
    """The observation holds because the caller looked for ``probes`` all over the paper and found none.

    ``context``: sentences that show why the thing would be expected here. The confidence falls by ``searched``.
    """
    confidence = round(confidence * searched(tools), 2)
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
        evidence=tuple(tools.evidence(line.start, line.end, EvidenceRole.CONTEXT) for line in context),
        scan=record,
        steps=(Step(tool="scan", query=", ".join(record.queries)),),
        confidence=confidence,
        rationale=rationale,
    )


def claimed_without(
    observation: str, claims: Sequence[Line], probes: Sequence[str], tools: PaperTools, *, confidence: float
) -> Judgement:
    """These words of the paper call for something that a scan did not find.

    ``claims`` must not be empty; the caller has looked for what is missing. Held less firmly, like any absence, by
    ``searched``.
    """
    confidence = round(confidence * searched(tools), 2)
    claimed = shown_by(observation, claims, tools, confidence=confidence, rationale="")
    lacking = absent_after(observation, probes, tools, confidence=confidence, rationale="")
    parts = (
        *(part.model_copy(update={"text": "the paper says it"}) for part in claimed.parts),
        *(part.model_copy(update={"text": "what it calls for is not there", "main": False}) for part in lacking.parts),
    )
    return Judgement(
        parts=parts,
        evidence=claimed.evidence,
        scan=lacking.scan,
        steps=lacking.steps,
        confidence=confidence,
        rationale="The paper says it, and what it calls for was not found in the pages supplied.",
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
