"""Claims judged on two versions of a paper, of which only one makes them true: rows, and figures by pair."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import has_failed, is_decided, is_flip, is_right, is_right_strictly, shares
from peerlens.evals.subject import Subject
from peerlens.taxonomy import Verdict

CLEAN, PERTURBED = "clean", "perturbed"
NO_PAPER = "no paper file"


@dataclass(frozen=True, slots=True)
class PairClaim:
    """One claim for both twins. ``twin_item``: the perturbed paper; ``accepted``: what counts on the clean one."""

    item: str
    twin_item: str
    paper: str
    half: str
    family: str
    claim: str
    on_clean: Verdict
    on_perturbed: Verdict
    accepted: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """What a claim was called on both twins."""

    paper: str
    rows: tuple[VerdictRow, ...]


def judge_pairs(
    claims: Sequence[PairClaim],
    manuscripts: Manuscripts,
    *,
    suite: str,
    arm: str,
    subject: Subject,
    versions: dict[str, str],
    elsewhere: Mapping[str, tuple[str, str]] | None = None,
) -> Iterator[VerdictRow]:
    """Two rows a claim, each document being opened once.

    ``elsewhere`` gives, by paper, the paper and perturbed item to judge on instead: the control on a wrong paper.
    """
    by_document: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
    for claim in claims:
        paper, twin_item = (elsewhere or {}).get(claim.paper, (claim.paper, claim.twin_item))
        one = _assignment(claim, suite=suite, arm=arm, document=paper)
        by_document[CLEAN, paper].append(one)
        other = replace(one, twin=PERTURBED, document=twin_item, gold=claim.on_perturbed, accepted=())
        by_document[PERTURBED, twin_item].append(other)
    for (twin, name), assignments in by_document.items():
        path = manuscripts.clean(name) if twin == CLEAN else manuscripts.perturbed(name)
        yield from judge_or_drop(path, assignments, suite=suite, subject=subject, versions=versions)


def judge_or_drop(
    path: Path | None, assignments: Sequence[Assignment], *, suite: str, subject: Subject, versions: dict[str, str]
) -> Iterator[VerdictRow]:
    """Judge claims on a manuscript, or say of each that its file is not there."""
    if path is None:
        yield from dropped(assignments, NO_PAPER, suite=suite, versions=versions)
    else:
        yield from judge_on(path, assignments, suite=suite, subject=subject, versions=versions)


def pair_figures(name: str, rows: Sequence[VerdictRow], *, strict: bool = False) -> dict[str, Figure]:
    """Shares of pairs with both twins right; of single twins decided, right of the decided, flips and failures.

    A twin whose judging broke makes its pair wrong. ``strict`` adds the strict reading. A flip is Supported where Not
    Supported is right, or the reverse, over all twins.
    """
    tests: dict[str, Callable[[Pair], bool]] = {"both twins right": lambda pair: all(map(is_right, pair.rows))}
    if strict:
        tests["both twins right, strictly"] = lambda pair: all(map(is_right_strictly, pair.rows))
    measured = shares(_pairs(rows), tests)
    measured |= shares(rows, {"decided": is_decided, "flips": is_flip, "failures": has_failed})
    measured |= shares([row for row in rows if is_decided(row)], {"right of the decided": is_right})
    shown = (*tests, "decided", "right of the decided", "flips", "failures")
    return {f"{name}: {key}": measured[key] for key in shown}


def _pairs(rows: Sequence[VerdictRow]) -> list[Pair]:
    by_item: dict[str, list[VerdictRow]] = defaultdict(list)
    for row in rows:
        by_item[row.item].append(row)
    return [Pair(paper=group[0].paper, rows=tuple(group)) for group in by_item.values() if len(group) > 1]


def _assignment(claim: PairClaim, *, suite: str, arm: str, document: str) -> Assignment:
    return Assignment(
        item=claim.item,
        set_=suite,
        arm=arm,
        paper=claim.paper,
        document=document,
        claim=claim.claim,
        gold=claim.on_clean,
        family=claim.family,
        half=claim.half,
        twin=CLEAN,
        accepted=claim.accepted,
    )
