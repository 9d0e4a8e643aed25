"""Is a claim that is false in one detail found out? B1 claims of Peerify with one string replaced.

Beside them, at the same settings on the same papers: the claims as they were, on their own and on a wrong paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from peerlens.evals.controls import wrong_papers
from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import ChangedLine, find_set, half_of_paper, read_set
from peerlens.evals.datasets.peerify import Bench, Peerify, load
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import by_half, dropped_counts, has_failed, is_decided, shares
from peerlens.evals.subject import Subject
from peerlens.taxonomy import Verdict

SUMMARY = "B1 claims with one detail made false: how many are not Supported, beside the claims as they were"
ROW = VerdictRow
SET: Final = "changed.jsonl"

CHANGED, OWN, WRONG_PAPER = "changed", "own paper", "wrong paper"
NOT_CHANGED: Final = "the string to replace is not in the claim once"
NO_CLAIM: Final = "no such claim in the data"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[VerdictRow]:
    """Judge changed claims, then all B1 claims of the same papers. ``split``: one half, ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    lines = read_set(path, ChangedLine, half=split)
    peerify = load(data)
    named = f"changed {fingerprint([path])} on peerify {peerify.version}"
    versions = {**subject.versions, "engine": subject.engine, "data": named}
    by_document: dict[str, list[Assignment]] = defaultdict(list)
    claims = {claim.item: claim.claim for claim in peerify.claims}
    for line in lines:
        assignment, why = _changed(line, claims.get(f"{Bench.B1}:{line.row}"))
        if why is None:
            by_document[assignment.document].append(assignment)
        else:
            yield from dropped([assignment], why, suite="changed", versions=versions)
    for assignment in _unchanged(peerify, {line.paper_id for line in lines}):
        by_document[assignment.document].append(assignment)
    for document, assignments in by_document.items():
        if document in peerify.papers:
            found = peerify.papers[document]
            yield from judge_on(found, assignments, suite="changed", subject=subject, versions=versions)
        else:
            why = peerify.unusable.get(document, NO_CLAIM)
            yield from dropped(assignments, why, suite="changed", versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For each half and for both: every kind of change, then the claims as they were."""
    result: dict[str, Figure] = {}
    for name, group in by_half(rows, both=True).items():
        changed = [row for row in group if row.arm == CHANGED]
        for kind in dict.fromkeys(row.family for row in changed):
            measured = shares([row for row in changed if row.family == kind], _TESTS)
            result |= {f"{name}, {kind}: {key}": figure for key, figure in measured.items()}
        result |= {f"{name}, all changed: {key}": figure for key, figure in shares(changed, _TESTS).items()}
        own = shares([row for row in group if row.arm == OWN], {"Supported": _supported, "Not Supported": _refuted})
        result |= {f"{name}, unchanged on the own paper: {key}": figure for key, figure in own.items()}
        others = [row for row in group if row.arm == WRONG_PAPER]
        other = shares(others, {"not Supported": lambda row: not _supported(row), "Supported": _supported})
        result |= {f"{name}, unchanged on another paper: {key}": figure for key, figure in other.items()}
    return result | dropped_counts(rows)


def _supported(row: VerdictRow) -> bool:
    return row.predicted is Verdict.SUPPORTED


def _refuted(row: VerdictRow) -> bool:
    return row.predicted is Verdict.NOT_SUPPORTED


_TESTS = {
    "not Supported": lambda row: not _supported(row),
    "Not Supported": _refuted,
    "Supported (flip)": _supported,
    "decided": is_decided,
    "failures": has_failed,
}


def _changed(line: ChangedLine, claim: str | None) -> tuple[Assignment, str | None]:
    """The changed claim, and why it cannot be judged, if so."""
    assignment = Assignment(
        item=f"{Bench.B1}:{line.row}:{line.kind}:{line.find} → {line.replace}",
        set_=Bench.B1,
        arm=CHANGED,
        paper=line.paper_id,
        document=line.paper_id,
        claim="" if claim is None else claim.replace(line.find, line.replace, 1),
        gold=line.expected,
        family=line.kind,
        half=line.half,
    )
    if claim is None:
        return assignment, NO_CLAIM
    return assignment, None if claim.count(line.find) == 1 else NOT_CHANGED


def _unchanged(peerify: Peerify, papers: set[str]) -> Iterator[Assignment]:
    others = wrong_papers((paper for paper in papers if paper in peerify.papers), half=half_of_paper)
    for claim in peerify.claims:
        if claim.bench is not Bench.B1 or claim.paper_id not in papers:
            continue
        own = Assignment(
            item=claim.item,
            set_=Bench.B1,
            arm=OWN,
            paper=claim.paper_id,
            document=claim.paper_id,
            claim=claim.claim,
            gold=claim.gold,
            half=half_of_paper(claim.paper_id),
        )
        yield own
        if claim.paper_id in others:
            yield replace(own, arm=WRONG_PAPER, document=others[claim.paper_id], gold=None)
