"""Are verdicts right? Peerify B1 as claims on their own and on another paper; B3 and B6 with four labels.

B3 was labelled by a model from the beginning of each paper: good for trends. B6 was judged against the authors' answer,
which is its document here. Beside every figure stand a rule that never opens the paper and the same verifier on a
wrong one.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from peerlens.evals.controls import wrong_papers
from peerlens.evals.datasets.peerify import Bench, Peerify, load
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import VerdictRow
from peerlens.evals.subject import Subject
from peerlens.evals.verdict_figures import four_label_figures, own_or_other_figures

SUMMARY = "Peerify claims: B1 on their own and on another paper, B3 and B6 with four labels, each with its controls"
ROW = VerdictRow

OURS, WRONG_PAPER = "ours", "wrong paper"


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[VerdictRow]:
    """Judge B1 and B3 on their own and on a wrong paper, each paper being opened once; then B6 on the answers."""
    peerify = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"peerify {peerify.version}"}
    by_document: dict[str, list[Assignment]] = defaultdict(list)
    for assignment in _assignments(peerify):
        by_document[assignment.document].append(assignment)
    for document, assignments in by_document.items():
        if document in peerify.papers:
            path = peerify.papers[document]
            yield from judge_on(path, assignments, suite="verdicts", subject=subject, versions=versions)
        else:
            yield from dropped(assignments, peerify.unusable[document], suite="verdicts", versions=versions)
    yield from _answer_rows(peerify, subject=subject, versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """B1 first, then four labels for B3 and B6, then what was dropped."""
    run = [row for row in rows if row.dropped is None]
    result: dict[str, Figure] = own_or_other_figures([row for row in run if row.set_ == Bench.B1])
    for bench in (Bench.B3, Bench.B6):
        ours = [row for row in run if row.set_ == bench and row.arm == OURS]
        wrong = [row for row in run if row.set_ == bench and row.arm == WRONG_PAPER]
        result |= four_label_figures(bench, ours, wrong_paper=wrong)
    reasons = [row.dropped for row in rows if row.dropped is not None]
    result |= {f"dropped: {why}": count(reasons.count(why), n=len(rows)) for why in sorted(set(reasons))}
    return result


def _assignments(peerify: Peerify) -> Iterator[Assignment]:
    others = wrong_papers(peerify.papers)
    for claim in peerify.claims:
        if claim.bench not in (Bench.B1, Bench.B3):
            continue
        own = Assignment(
            item=claim.item,
            set_=claim.bench,
            arm=OURS,
            paper=claim.paper_id,
            document=claim.paper_id,
            claim=claim.claim,
            gold=claim.gold,
        )
        yield own
        if claim.paper_id in others:
            gold = None if claim.bench is Bench.B1 else claim.gold
            yield Assignment(
                item=claim.item,
                set_=claim.bench,
                arm=WRONG_PAPER,
                paper=claim.paper_id,
                document=others[claim.paper_id],
                claim=claim.claim,
                gold=gold,
            )


def _answer_rows(peerify: Peerify, *, subject: Subject, versions: dict[str, str]) -> Iterator[VerdictRow]:
    """B6, on the authors' answers, each written to a file that is gone afterwards."""
    by_answer: dict[str, list[Assignment]] = defaultdict(list)
    for claim in peerify.claims:
        if claim.bench is Bench.B6 and claim.answer is not None:
            assignment = Assignment(
                item=claim.item,
                set_=Bench.B6,
                arm=OURS,
                paper=claim.paper_id,
                document=f"answer for {claim.paper_id}",
                claim=claim.claim,
                gold=claim.gold,
            )
            by_answer[claim.answer].append(assignment)
    with tempfile.TemporaryDirectory() as folder:
        for number, (answer, assignments) in enumerate(by_answer.items()):
            path = Path(folder) / f"answer-{number}.md"
            path.write_text(answer, encoding="utf-8", errors="replace")
            yield from judge_on(path, assignments, suite="verdicts", subject=subject, versions=versions)
