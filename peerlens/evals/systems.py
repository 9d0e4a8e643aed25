"""Who judges: ours, or a baseline that anything better has to beat, on the same claims and documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peerlens.errors import UsageError
from peerlens.evals.controls import commonest_labels, labels_by_wording, wrong_papers
from peerlens.evals.judging import Assignment, Judge, dropped, judge_on, row_of
from peerlens.evals.rows import VerdictRow
from peerlens.evals.subject import Subject
from peerlens.taxonomy import Verdict

if TYPE_CHECKING:
    from peerlens.store.entailment import Entailment, Inference
    from peerlens.tools import PaperTools

NO_PAPER = "no paper file"
NO_OTHER_PAPER = "no other paper to judge on"
NO_OTHER_HALF = "no claim of the other half to learn from"
_PREMISES: Final = 3
_EVEN: Final = 0.5


class System(StrEnum):
    """``majority``: the commonest gold label of the other half of the papers. ``claim-only``: that of claims of the
    same kind of wording; neither opens a paper. ``wrong-paper``: ours, on another paper. ``plain``: the configured
    model under one prompt with four labels, on retrieved passages (with ``--mode full`` on the whole paper).
    ``no-retrieval``: the same prompt without any of the paper. ``nli``: a cross-encoder for natural language inference
    on the three best passages (see ``label_by_inference``).
    """

    OURS = "ours"
    MAJORITY = "majority"
    CLAIM_ONLY = "claim-only"
    WRONG_PAPER = "wrong-paper"
    PLAIN = "plain"
    NO_RETRIEVAL = "no-retrieval"
    NLI = "nli"


def system_of(name: str | None) -> System:
    """The system of that name, ours where none is given. Raises ``UsageError`` for an unknown one."""
    try:
        return System(name or System.OURS)
    except ValueError as exc:
        raise UsageError(f"unknown system {name!r}", hint=f"known: {', '.join(System)}") from exc


def judge_by(
    system: System,
    assignments: Sequence[Assignment],
    documents: Mapping[str, Path],
    *,
    suite: str,
    subject: Subject,
    versions: dict[str, str],
    nli_model: str | None = None,
) -> Iterator[VerdictRow]:
    """The rows of all assignments, each document being opened once. ``documents``: the files by name.

    What has no file is dropped as "no paper file".
    """
    versions = {**versions, "system": system.value}
    match system:
        case System.MAJORITY | System.CLAIM_ONLY:
            yield from _by_rule(system, assignments, suite=suite, versions=versions)
            return
        case System.WRONG_PAPER:
            at_hand = [one for one in assignments if one.document in documents]
            moved = _elsewhere(at_hand)
            alone = {one.item for one in at_hand} - {one.item for one in moved}
            stays = [one for one in at_hand if one.item in alone]
            yield from dropped(stays, NO_OTHER_PAPER, suite=suite, versions=versions)
            assignments = [*moved, *(one for one in assignments if one.document not in documents)]
        case System.OURS | System.PLAIN | System.NO_RETRIEVAL | System.NLI:
            pass
    judge, versions["engine"] = _judge_of(system, subject, nli_model)
    by_document: dict[str, list[Assignment]] = defaultdict(list)
    for assignment in assignments:
        by_document[assignment.document].append(assignment)
    for document, group in by_document.items():
        if document in documents:
            path = documents[document]
            yield from judge_on(path, group, suite=suite, subject=subject, versions=versions, judge=judge)
        else:
            yield from dropped(group, NO_PAPER, suite=suite, versions=versions)


def label_by_inference(found: Sequence[Inference]) -> tuple[Verdict, float]:
    """Four labels from what passages say, and the probability they rest on.

    The highest entailment and the highest contradiction of any passage count where they are above one half: one of
    them gives Supported or Not Supported, both Partially Supported, neither Not Determined.
    """
    entailed = max((one.entailment for one in found), default=0.0)
    denied = max((one.contradiction for one in found), default=0.0)
    match (entailed > _EVEN, denied > _EVEN):
        case (True, True):
            return Verdict.PARTIALLY_SUPPORTED, min(entailed, denied)
        case (True, False):
            return Verdict.SUPPORTED, entailed
        case (False, True):
            return Verdict.NOT_SUPPORTED, denied
        case _:
            return Verdict.NOT_DETERMINED, 1 - max(entailed, denied)


def _judge_of(system: System, subject: Subject, nli_model: str | None) -> tuple[Judge | None, str]:
    """Who judges in the place of ours, and what the verdicts depend on."""
    match system:
        case System.PLAIN | System.NO_RETRIEVAL:
            return partial(_plainly, subject, system), subject.plain
        case System.NLI:
            if nli_model is None:
                raise UsageError("--system nli needs a model", hint="--nli-model NAME|DIR, on this machine")
            from peerlens.store.entailment import Entailment

            model = Entailment(nli_model)
            return partial(_by_inference, model), model.identity
        case _:
            return None, subject.engine


def _by_inference(model: Entailment, assignment: Assignment, tools: PaperTools) -> dict[str, object]:
    passages = [hit.passage for hit in tools.search(assignment.claim, k=_PREMISES)]
    label, confidence = label_by_inference(
        model.infer([tools.text_of(passage) for passage in passages], assignment.claim)
    )
    return {"predicted": label, "confidence": confidence}


def _plainly(subject: Subject, system: System, assignment: Assignment, tools: PaperTools) -> dict[str, object]:
    said = subject.label(assignment.claim, tools, retrieved=system is System.PLAIN)
    return {"predicted": said.label, "confidence": said.confidence, "rationale": said.rationale}


def _elsewhere(assignments: Sequence[Assignment]) -> list[Assignment]:
    """Each claim with the first document of another paper of its set: a paper for a paper, an answer for an answer."""
    first: dict[tuple[str, str], str] = {}
    for one in assignments:
        first.setdefault((one.set_, one.paper), one.document)
    moved: list[Assignment] = []
    for set_ in dict.fromkeys(one.set_ for one in assignments):
        group = [one for one in assignments if one.set_ == set_]
        others = wrong_papers({one.paper for one in group})
        moved += [replace(one, document=first[set_, others[one.paper]]) for one in group if one.paper in others]
    return moved


def _by_rule(
    system: System, assignments: Sequence[Assignment], *, suite: str, versions: dict[str, str]
) -> Iterator[VerdictRow]:
    by_set: dict[str, list[tuple[Assignment, Verdict]]] = defaultdict(list)
    for assignment in assignments:
        if assignment.gold is not None:
            by_set[assignment.set_].append((assignment, assignment.gold))
    rule = commonest_labels if system is System.MAJORITY else labels_by_wording
    for group in by_set.values():
        labels = rule([(one.paper, one.claim, gold) for one, gold in group])
        for (assignment, _), label in zip(group, labels, strict=True):
            row = row_of(assignment, suite=suite, versions=versions)
            yield row.model_copy(update={"predicted": label, "dropped": None if label else NO_OTHER_HALF})
