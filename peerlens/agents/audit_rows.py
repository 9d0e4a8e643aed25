"""Rows of the coverage matrix: made from what stands, and merged across labels so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.abstain import where_exists
from peerlens.agents.family import Applicability
from peerlens.agents.heaviest import weight
from peerlens.agents.weighing import Weighed
from peerlens.agents.withhold import MAX_FINDINGS, capped_severity, ground_of
from peerlens.schema import AuditFinding, AuditNote, LabelRow
from peerlens.taxonomy import Ground, Outcome, Weakness, Withheld
from peerlens.tools import PaperTools


def finding_id(label: Weakness, number: int) -> str:
    return f"{label.value}.f{number}"


def empty_row(label: Weakness, ground: Ground | Applicability) -> LabelRow:
    """The row of a label that was not audited, with the ground."""
    known = Applicability(ground) if isinstance(ground, Ground) else ground
    reason = known.ground or Ground.NOTHING_LOCATED
    notes = (AuditNote(text=known.note),) if known.note else ()
    return LabelRow(label=label, name=label.display_name, outcome=reason.outcome, reason=reason, notes=notes)


def row_of(
    label: Weakness,
    standing: Sequence[Weighed],
    *,
    aside: Sequence[Weighed],
    note: str,
    tools: PaperTools,
) -> LabelRow:
    """The row of an audited label: what stands as findings, what does not counted with its reason."""
    reasons = [weighed.withheld for weighed in aside if weighed.withheld is not None]
    findings = []
    for weighed in standing:
        finding = _finding(weighed, tools)
        if finding.suggestions:
            findings.append(finding)
        else:
            reasons.append(Withheld.NO_SUGGESTION)
    findings.sort(key=weight)
    reasons += [Withheld.BEYOND_THE_CAP] * len(findings[MAX_FINDINGS:])
    notes = [AuditNote(text=note)] if note else []
    notes += [made for weighed in aside if (made := _note(weighed)) is not None]
    return _row(label, findings[:MAX_FINDINGS], reasons, notes)


def merge_rows(rows: Sequence[LabelRow]) -> tuple[LabelRow, ...]:
    """Let each point stand under one label only: the one where it weighs most.

    Two findings are the same point when they rest on the same words of the paper for the same observation, or say the
    same observation.
    """
    owners: dict[tuple[str, tuple[int, ...]], AuditFinding] = {}
    for finding in sorted((one for row in rows for one in row.findings), key=weight):
        owners.setdefault(_point(finding), finding)
    return tuple(_without_repeats(row, owners) for row in rows)


def _without_repeats(row: LabelRow, owners: dict[tuple[str, tuple[int, ...]], AuditFinding]) -> LabelRow:
    kept = [one for one in row.findings if owners[_point(one)].id == one.id]
    if len(kept) == len(row.findings):
        return row
    repeated = [one for one in row.findings if owners[_point(one)].id != one.id]
    notes = [*row.notes, *(AuditNote(text=f"stated under {owners[_point(one)].id}: {one.claim}") for one in repeated)]
    return _row(row.label, kept, [*row.withheld_because, *[Withheld.STATED_ELSEWHERE] * len(repeated)], notes)


def _row(
    label: Weakness, findings: Sequence[AuditFinding], reasons: Sequence[Withheld], notes: Sequence[AuditNote]
) -> LabelRow:
    ground = None if findings else ground_of(reasons)
    return LabelRow(
        label=label,
        name=label.display_name,
        outcome=ground.outcome if ground else Outcome.FINDING,
        reason=ground,
        withheld=len(reasons),
        withheld_because=tuple(reasons),
        findings=tuple(findings),
        notes=tuple(notes),
    )


def _finding(weighed: Weighed, tools: PaperTools) -> AuditFinding:
    finding, candidate = weighed.finding, weighed.candidate
    return AuditFinding(
        id=finding.id,
        claim=candidate.observation,
        assessment=candidate.assessment,
        severity=capped_severity(candidate.severity, finding),
        confidence=finding.confidence,
        rationale=finding.rationale,
        parts=finding.parts,
        evidence=finding.evidence,
        scan=finding.scan,
        steps=(*candidate.steps, *finding.steps),
        reply=weighed.reply.evidence if weighed.reply else (),
        suggestions=tuple(one for one in weighed.suggestions if where_exists(one, tools)),
    )


def _note(weighed: Weighed) -> AuditNote | None:
    """What a reader of the row should know of a candidate that does not stand; doubtful ones are only counted."""
    match weighed.withheld:
        case Withheld.MINOR:
            return AuditNote(text=f"minor: {weighed.candidate.observation}", evidence=weighed.finding.evidence)
        case Withheld.OBSERVATION_FAILS:
            return AuditNote(
                text=f"looked for, and the paper has it: not so that “{weighed.candidate.observation}”",
                evidence=weighed.finding.evidence[:1],
            )
        case Withheld.REPLY_HOLDS:
            reply = weighed.reply
            said = reply.rationale if reply and reply.rationale else "the paper answers it"
            return AuditNote(
                text=f"{weighed.candidate.observation} But: {said}", evidence=reply.evidence[:1] if reply else ()
            )
        case _:
            return None


def _point(finding: AuditFinding) -> tuple[str, tuple[int, ...]]:
    return " ".join(finding.claim.casefold().split()), tuple(evidence.start for evidence in finding.evidence)
