"""Weaknesses and suggestions against references, as ActReview measures them: task 1, task 2, and both chained.

``task1`` asks for the claims of a label on a paper, ``task2`` for evidence and suggestions to each reference claim,
``chained`` for suggestions to claims of one's own. ``--predictions`` scores what another system wrote. Nothing here
judges meaning but cosine similarity: a claim in other words may be right and score low.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from peerlens.errors import PaperError, PeerlensError, UsageError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.diagnoses import Diagnosis, DiagnosisItem, load, read_replies
from peerlens.evals.generation import align, best_similarity, bleu, rouge_l, specificity
from peerlens.evals.grounding import sections_by_claim, sections_of
from peerlens.evals.results import Figure
from peerlens.evals.rows import DiagnosisRow
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject, ready_claim
from peerlens.evals.systems import NO_PAPER
from peerlens.schema import Suggestion
from peerlens.taxonomy import EvidenceRole, Stance

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

SUMMARY = "reference weaknesses and suggestions (JSONL): alignment, ROUGE-L, BLEU, Spec, Sugg.sim, abstention"
ROW = DiagnosisRow

NO_PREDICTION: Final = "no prediction given"


class Task(StrEnum):
    TASK1 = "task1"
    TASK2 = "task2"
    CHAINED = "chained"


def predict(
    data: Path,
    *,
    subject: Subject,
    split: str | None = None,
    mode: str | None = None,
    predictions: Path | None = None,
) -> Iterator[DiagnosisRow]:
    """A row an item; with ``predictions`` nothing is generated. ``mode``: the task, chained unless another is named."""
    task = _task_of(mode)
    diagnoses = load(data, split=split)
    versions = {**subject.versions, "data": f"diagnoses {diagnoses.version}", "task": task.value}
    if predictions is not None:
        replies = read_replies(predictions)
        for item in diagnoses.items:
            row = _row(item, task, {**versions, "system": predictions.name})
            reply = replies.get(item.item)
            if reply is None:
                yield row.model_copy(update={"dropped": NO_PREDICTION})
            elif reply.diagnosis is None:
                yield row.model_copy(update={"error": reply.fault})
            else:
                located = _located_in(item.path, reply.diagnosis.evidence, subject)
                yield _compared(row, reply.diagnosis, subject, located)
        return
    versions["engine"] = subject.engine
    by_paper: dict[str, list[DiagnosisItem]] = defaultdict(list)
    for item in diagnoses.items:
        by_paper[item.paper].append(item)
    for items in by_paper.values():
        yield from _generated(items, task, versions, subject)


def figures(rows: Sequence[DiagnosisRow]) -> dict[str, Figure]:
    """Abstention, then how many claims and how they align, then specificity and suggestions; failures last.

    Rates are over items; alignment over matched pairs of items with claims on both sides; specificity over generated
    texts. Both sides empty is a correct abstention. ``claim–suggestion alignment`` is the mean over suggestions of the
    best cosine to a claim of the same item; ``unsupported-claim rate`` the share of claims without evidence that stands
    in the paper word for word; ``cross-section rate`` the share, of the others, with evidence in two sections or more.
    In task 2 the claims are the reference's and are not measured.
    """
    run = [row for row in rows if row.dropped is None]
    told = [row for row in run if row.error is None]
    counted = tally([(row.paper, _counts(row)) for row in told])
    failed = shares(run, {"failure_share": lambda row: row.error is not None})
    given_claims = bool(told) and all(row.task == Task.TASK2 for row in told)
    measures = {name: one for name, one in _MEASURES.items() if not (given_claims and name in _OF_CLAIMS)}
    return with_intervals(counted, measures) | failed | dropped_counts(rows)


_COLUMNS: Final = (
    "items", "supported", "answered", "unsupported", "abstained", "generated", "reference", "pairs", "similarity",
    "rouge", "bleu", "over", "under", "claim_spec", "evidence", "evidence_spec", "suggestions", "suggestion_spec",
    "compared", "suggestion_similarity", "joined", "own_similarity", "aligned", "alignment", "held", "ungrounded",
    "grounded", "across",
)  # fmt: skip
_AT: Final = {name: position for position, name in enumerate(_COLUMNS)}


def _counts(row: DiagnosisRow) -> Counts:
    counts = np.zeros(len(_COLUMNS))

    def add(**values: float) -> None:
        for name, value in values.items():
            counts[_AT[name]] = value

    supported, answered = bool(row.reference_claims), bool(row.claims)
    add(items=1, supported=supported, answered=supported and answered)
    add(unsupported=not supported, abstained=not supported and not answered)
    add(generated=len(row.claims), reference=len(row.reference_claims))
    if supported and answered:
        aligned = align(row.claim_similarity, references=len(row.reference_claims))
        texts = [(row.claims[i], row.reference_claims[j]) for i, j in aligned.pairs]
        add(pairs=len(aligned.pairs), similarity=sum(row.claim_similarity[i][j] for i, j in aligned.pairs))
        add(rouge=sum(rouge_l(*pair) for pair in texts), bleu=sum(bleu(*pair) for pair in texts))
        add(over=aligned.over, under=aligned.under)
    else:
        add(over=len(row.claims), under=len(row.reference_claims))
    add(claim_spec=sum(map(specificity, row.claims)))
    add(evidence=len(row.evidence), evidence_spec=sum(map(specificity, row.evidence)))
    add(suggestions=len(row.suggestions), suggestion_spec=sum(map(specificity, row.suggestions)))
    best = best_similarity(row.suggestion_similarity)
    add(compared=len(best), suggestion_similarity=sum(best))
    own = [value for values in row.own_similarity for value in values]
    add(joined=len(own), own_similarity=sum(own))
    nearest = [max(values) for values in zip(*row.own_similarity, strict=True)]
    add(aligned=len(nearest), alignment=sum(nearest))
    if row.evidence_sections is not None:
        sections = sections_by_claim(len(row.claims), row.evidence_sections, row.evidence_of)
        add(held=len(sections), ungrounded=sum(not one for one in sections))
        add(grounded=sum(bool(one) for one in sections), across=sum(len(one) > 1 for one in sections))
    return counts


def _column(name: str) -> Callable[[Counts], Counts]:
    def values(counts: Counts) -> Counts:
        column: Counts = counts[..., _AT[name]]
        return column

    return values


def _mean(part: str, whole: str) -> Measure:
    return ratio(_column(part), _column(whole))


_ANSWERS, _ABSTAINS = _mean("answered", "supported"), _mean("abstained", "unsupported")
_MEASURES: Final[dict[str, Measure]] = {
    "answer rate on supported": _ANSWERS,
    "abstention rate on unsupported": _ABSTAINS,
    "balanced accuracy": Measure(lambda c: (_ANSWERS.value(c) + _ABSTAINS.value(c)) / 2, _column("items")),
    "claims generated": _mean("generated", "items"),
    "claims in the reference": _mean("reference", "items"),
    "aligned claims: similarity": _mean("similarity", "pairs"),
    "aligned claims: ROUGE-L": _mean("rouge", "pairs"),
    "aligned claims: BLEU": _mean("bleu", "pairs"),
    "over-generation": _mean("over", "generated"),
    "under-generation": _mean("under", "reference"),
    "Spec of claims": _mean("claim_spec", "generated"),
    "Evid.spec": _mean("evidence_spec", "evidence"),
    "Spec of suggestions": _mean("suggestion_spec", "suggestions"),
    "Sugg.sim": _mean("suggestion_similarity", "compared"),
    "claim–suggestion similarity": _mean("own_similarity", "joined"),
    "claim–suggestion alignment": _mean("alignment", "aligned"),
    "unsupported-claim rate": _mean("ungrounded", "held"),
    "cross-section rate": _mean("across", "grounded"),
}

_OF_CLAIMS: Final = frozenset(list(_MEASURES)[: list(_MEASURES).index("Evid.spec")])
"""Measures of the claims themselves."""


def _task_of(name: str | None) -> Task:
    try:
        return Task(name or Task.CHAINED)
    except ValueError as exc:
        raise UsageError(f"unknown mode {name!r}", hint=f"known: {', '.join(Task)}") from exc


def _row(item: DiagnosisItem, task: Task, versions: dict[str, str]) -> DiagnosisRow:
    return DiagnosisRow(
        suite="actreview", item=item.item, paper=item.paper, versions=versions, label=item.label, task=task.value,
        reference_claims=item.reference.claims, reference_suggestions=item.reference.suggestions,
    )  # fmt: skip


def _located_in(path: Path | None, evidence: Sequence[str], subject: Subject) -> tuple[str | None, ...] | None:
    """Where evidence stands in a paper; ``None`` where the paper is not at hand or cannot be read."""
    if path is None:
        return None
    try:
        with subject.open(path) as tools:
            return sections_of(evidence, tools)
    except PaperError:
        return None


def _compared(
    row: DiagnosisRow, given: Diagnosis, subject: Subject, located: tuple[str | None, ...] | None
) -> DiagnosisRow:
    return row.model_copy(
        update={
            "evidence_sections": None if row.task == Task.TASK1 else located,
            "evidence_of": given.evidence_of,
            "claims": given.claims,
            "evidence": given.evidence,
            "suggestions": given.suggestions,
            "claim_similarity": subject.similarity(given.claims, row.reference_claims),
            "suggestion_similarity": subject.similarity(given.suggestions, row.reference_suggestions),
            "own_similarity": subject.similarity(given.claims, given.suggestions),
        }
    )


def _generated(
    items: Sequence[DiagnosisItem], task: Task, versions: dict[str, str], subject: Subject
) -> Iterator[DiagnosisRow]:
    rows = [_row(item, task, versions) for item in items]
    path = items[0].path
    if path is None:
        yield from (row.model_copy(update={"dropped": NO_PAPER}) for row in rows)
        return
    try:
        with subject.open(path) as tools:
            for item, row in zip(items, rows, strict=True):
                try:
                    given = _diagnosis(item, task, tools, subject)
                except PeerlensError as exc:
                    yield row.model_copy(update={"error": f"{type(exc).__name__}: {exc}"})
                else:
                    yield _compared(row, given, subject, sections_of(given.evidence, tools))
    except PaperError as exc:
        yield from (row.model_copy(update={"dropped": type(exc).__name__}) for row in rows)


def _diagnosis(item: DiagnosisItem, task: Task, tools: PaperTools, subject: Subject) -> Diagnosis:
    """What ours says: the findings of the label's audit, or what a reference claim leads to as a criticism."""
    if task is Task.TASK2:
        criticisms = (
            ready_claim(f"{item.item}.{number}", text).model_copy(update={"stance": Stance.CRITICISM})
            for number, text in enumerate(item.reference.claims, start=1)
        )
        judged = [subject.judge(claim, tools) for claim in criticisms]
        quotes = [
            (one.quote, number)
            for number, finding in enumerate(judged)
            for one in finding.evidence
            if one.role is not EvidenceRole.CONTEXT
        ]
        return Diagnosis(
            item.reference.claims,
            tuple(quote for quote, _ in quotes),
            tuple(_said(one) for finding in judged for one in finding.suggestions),
            tuple(number for _, number in quotes),
        )
    (row,) = subject.audit(tools, [item.label])
    claims = tuple(f"{finding.claim} {finding.assessment}".strip() for finding in row.findings)
    if task is Task.TASK1:
        return Diagnosis(claims)
    return Diagnosis(
        claims,
        tuple(one.quote for finding in row.findings for one in finding.evidence),
        tuple(_said(one) for finding in row.findings for one in finding.suggestions),
        tuple(number for number, finding in enumerate(row.findings) for _ in finding.evidence),
    )


def _said(suggestion: Suggestion) -> str:
    return " ".join(part for part in (suggestion.what, suggestion.where, suggestion.how) if part)
