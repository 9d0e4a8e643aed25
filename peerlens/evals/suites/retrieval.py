"""Does search find the paragraph a claim was made from? Peerify B1, every retriever, with two orders as controls.

B3 quotes are ranked as well, apart: they were picked by a model that read only the beginning of each paper, so that
reading in order beats any retriever on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from peerlens.errors import PaperError
from peerlens.evals.datasets.peerify import Bench, Peerify, PeerifyClaim, load
from peerlens.evals.metrics import DEPTH, Ranked, ranking_figures, shows
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import RankingRow, Span
from peerlens.evals.subject import Subject
from peerlens.schema import Passage
from peerlens.taxonomy import PassageType

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

SUMMARY = "located spans of Peerify claims in whole papers: hit@k, recall@k, MRR, nDCG@10 by retriever"
ROW = RankingRow

READING_ORDER = "control: reading order"
RANDOM_ORDER = "control: random order"
_CONTROLS = (RANDOM_ORDER, READING_ORDER)
_SETS = {Bench.B1: "B1", Bench.B3: "B3 quotes (noisy)"}
_NOT_SEARCHED = frozenset({PassageType.REFERENCE, PassageType.CHECKLIST, PassageType.FRONT})


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[RankingRow]:
    """Rank every located B1 and B3 claim on its own paper, the papers one after the other."""
    peerify = load(data, split=split)
    versions = {**subject.versions, "data": f"peerify {peerify.version}"}
    by_paper: dict[str, list[PeerifyClaim]] = defaultdict(list)
    for claim in peerify.claims:
        if claim.bench in _SETS:
            by_paper[claim.paper_id].append(claim)
    for paper_id, claims in by_paper.items():
        yield from _paper_rows(paper_id, claims, peerify=peerify, subject=subject, versions=versions)


def figures(rows: Sequence[RankingRow]) -> dict[str, Figure]:
    """The configured retriever on B1 first and without prefix, then the others, the controls, and B3."""
    run = [row for row in rows if row.dropped is None]
    groups: dict[tuple[str, str], list[RankingRow]] = defaultdict(list)
    for row in run:
        groups[row.set_, row.retriever].append(row)
    result: dict[str, Figure] = {}
    for position, ((set_, retriever), group) in enumerate(sorted(groups.items(), key=lambda item: item[0][0])):
        prefix = "" if position == 0 else f"{set_} {retriever} "
        result |= {f"{prefix}{name}": figure for name, figure in ranking_figures([ranked(r) for r in group]).items()}
    if run:
        result["longest ranked passage, words"] = count(max(row.longest_words for row in run), n=len(run))
    for why, dropped in _dropped(rows):
        result[f"dropped: {why}"] = count(dropped, n=len({row.item for row in rows}))
    return result


def _paper_rows(
    paper_id: str, claims: Sequence[PeerifyClaim], *, peerify: Peerify, subject: Subject, versions: dict[str, str]
) -> Iterator[RankingRow]:
    why = peerify.unusable.get(paper_id)
    if why is None and peerify.papers[paper_id].suffix == ".pdf":
        why = "spans count another text"
    if why is not None:
        yield from (_dropped_row(claim, versions, why) for claim in claims)
        return
    try:
        with subject.open(peerify.papers[paper_id]) as tools:
            read_by = {**versions, "parser": tools.manuscript.parser}
            for claim in claims:
                yield from _claim_rows(claim, tools, subject=subject, versions=read_by)
    except PaperError as exc:
        yield from (_dropped_row(claim, versions, type(exc).__name__) for claim in claims)


def _claim_rows(
    claim: PeerifyClaim, tools: PaperTools, *, subject: Subject, versions: dict[str, str]
) -> Iterator[RankingRow]:
    if not claim.spans:
        yield _dropped_row(claim, versions, "gold not located")
        return
    searched = [passage for passage in tools.passages if passage.type not in _NOT_SEARCHED]
    total = sum(any(shows((p.start, p.end), span) for span in claim.spans) for p in searched)
    shuffled = Random(claim.item).sample(searched, len(searched))
    rankings: dict[str, Iterable[Passage]] = {
        name.value: (hit.passage for hit in tools.search(claim.claim, k=DEPTH, retriever=name))
        for name in subject.retrievers
    }
    rankings |= {RANDOM_ORDER: shuffled[:DEPTH], READING_ORDER: searched[:DEPTH]}
    for name, ranking in rankings.items():
        ranked = list(ranking)
        yield RankingRow(
            suite="retrieval",
            item=claim.item,
            paper=claim.paper_id,
            versions=versions,
            set=_SETS[claim.bench],
            retriever=name,
            query=claim.claim,
            spans=claim.spans,
            ranked=tuple((passage.start, passage.end) for passage in ranked),
            relevant_total=total,
            longest_words=max((len(tools.text_of(passage).split()) for passage in ranked), default=0),
        )


def _dropped_row(claim: PeerifyClaim, versions: dict[str, str], why: str) -> RankingRow:
    return RankingRow(
        suite="retrieval",
        item=claim.item,
        paper=claim.paper_id,
        versions=versions,
        dropped=why,
        set=_SETS[claim.bench],
        retriever="",
        query=claim.claim,
        spans=claim.spans,
    )


def ranked(row: RankingRow) -> Ranked:
    """A row as an item of the ranking measures."""
    return Ranked(
        paper=row.paper,
        spans=len(row.spans),
        relevant=tuple(_shown(passage, row.spans) for passage in row.ranked),
        relevant_total=row.relevant_total,
    )


def _shown(passage: Span, spans: Sequence[Span]) -> frozenset[int]:
    return frozenset(index for index, span in enumerate(spans) if shows(passage, span))


def _dropped(rows: Sequence[RankingRow]) -> list[tuple[str, int]]:
    reasons = [f"{row.set_}, {row.dropped}" for row in rows if row.dropped is not None]
    return [(why, reasons.count(why)) for why in sorted(set(reasons))]
