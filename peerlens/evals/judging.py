"""Judge claims on a manuscript and put each outcome into a row: a failure as a failure, never as a label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.errors import PaperError, PeerlensError
from peerlens.evals.resuming import remembered
from peerlens.evals.rows import VerdictRow
from peerlens.evals.subject import Subject, ready_claim
from peerlens.schema import Finding
from peerlens.taxonomy import EvidenceRole, Verdict

if TYPE_CHECKING:
    from peerlens.tools import PaperTools


Judge = Callable[["Assignment", "PaperTools"], dict[str, object]]
"""Judges an assignment on an open paper: what goes into its row. Raises ``PeerlensError`` where it cannot."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One claim to be judged on one document. ``paper``: where the claim is from; other fields as in ``VerdictRow``.

    ``evidence``: the quotes of the gold evidence.
    """

    item: str
    set_: str
    arm: str
    paper: str
    document: str
    claim: str
    gold: Verdict | None
    family: str | None = None
    half: str | None = None
    twin: str | None = None
    accepted: tuple[Verdict, ...] = ()
    evidence: tuple[str, ...] = ()


def judge_on(
    path: Path,
    assignments: Sequence[Assignment],
    *,
    suite: str,
    subject: Subject,
    versions: dict[str, str],
    judge: Judge | None = None,
) -> Iterator[VerdictRow]:
    """Open one document and judge all its claims. When it cannot be read, each row says so and is dropped.

    ``judge`` stands in for the subject's own verdicts.
    """
    by = judge or partial(_verdict, subject)
    rows = [row_of(assignment, suite=suite, versions=versions) for assignment in assignments]
    known = [remembered(subject, row) for row in rows]
    if None not in known:
        yield from (row for row in known if row is not None)
        return
    try:
        with subject.open(path) as tools:
            read_by = {**versions, "parser": tools.manuscript.parser}
            for assignment, row, before in zip(assignments, rows, known, strict=True):
                now = {"versions": read_by, **_outcome(assignment, tools, by)} if before is None else {}
                yield (before or row).model_copy(update=now)
    except PaperError as exc:
        yield from dropped(assignments, type(exc).__name__, suite=suite, versions=versions)


def dropped(
    assignments: Sequence[Assignment], why: str, *, suite: str, versions: dict[str, str]
) -> Iterator[VerdictRow]:
    """Rows of claims that are not judged."""
    for assignment in assignments:
        yield row_of(assignment, suite=suite, versions=versions).model_copy(update={"dropped": why})


def row_of(assignment: Assignment, *, suite: str, versions: dict[str, str]) -> VerdictRow:
    """The row of a claim before it is judged."""
    return VerdictRow(
        suite=suite,
        item=assignment.item,
        paper=assignment.paper,
        versions=versions,
        set=assignment.set_,
        arm=assignment.arm,
        claim=assignment.claim,
        gold=assignment.gold,
        document=assignment.document,
        family=assignment.family,
        half=assignment.half,
        twin=assignment.twin,
        accepted=assignment.accepted,
    )


def _outcome(assignment: Assignment, tools: PaperTools, judge: Judge) -> dict[str, object]:
    try:
        return judge(assignment, tools)
    except PeerlensError as exc:
        return {"error": f"{type(exc).__name__}: {exc}"}


def _verdict(subject: Subject, assignment: Assignment, tools: PaperTools) -> dict[str, object]:
    best = tools.best_sentences(assignment.claim, k=1)
    finding = subject.judge(ready_claim(assignment.item, assignment.claim), tools)
    first = next((one for one in finding.evidence if one.role is not EvidenceRole.CONTEXT), None)
    return {
        "predicted": finding.label,
        "reason": finding.reason,
        "confidence": finding.confidence,
        "similarity": best[0].similarity if best else None,
        "rationale": finding.rationale,
        "quote": first.quote if first else "",
        "section": first.section if first else "",
        "page": first.page if first else None,
        "shows_gold": _shows_gold(assignment, finding, tools),
    }


def _shows_gold(assignment: Assignment, finding: Finding, tools: PaperTools) -> bool | None:
    located = [span for quote in assignment.evidence if quote.strip() and (span := tools.locate(quote)) is not None]
    if not located:
        return None
    return any(one.start < end and start < one.end for one in finding.evidence for start, end in located)
