"""Does the audit see what was taken away? LimitGen-Syn: the mapped label on the perturbed paper and on its clean twin.

A clean paper may truly have the weakness, so what counts is the difference between the twins; a kind of limitation
whose difference is not positive is not one that the audit can be said to assess.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from peerlens.errors import PeerlensError
from peerlens.evals.bootstrap import Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.limitgen import LimitGen, Twin, load
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import TwinRow
from peerlens.evals.subject import Subject
from peerlens.taxonomy import Weakness

SUMMARY = "LimitGen-Syn twins: the mapped label on the perturbed paper minus on the clean one, by kind of limitation"
ROW = TwinRow

_ITEMS, _PERTURBED, _CLEAN, _NEW, _GONE = range(5)


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[TwinRow]:
    """Audit every clean paper once, and every twin, for the mapped label; papers one after the other."""
    limitgen = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"limitgen_syn {limitgen.version}"}
    by_paper: dict[str, list[Twin]] = defaultdict(list)
    for twin in limitgen.twins:
        by_paper[twin.paper].append(twin)
    with TemporaryDirectory(prefix="peerlens-limitgen-") as folder:
        for paper, twins in by_paper.items():
            yield from _paper_rows(paper, twins, limitgen, folder=Path(folder), subject=subject, versions=versions)


def figures(rows: Sequence[TwinRow]) -> dict[str, Figure]:
    """For each kind and for all: how often the label fires on either twin, the difference, and how many are new."""
    run = [row for row in rows if row.dropped is None]
    groups: dict[str, list[TwinRow]] = defaultdict(list)
    for row in run:
        groups["all"].append(row)
        groups[row.kind].append(row)
    result: dict[str, Figure] = {}
    for kind in sorted(groups, key=lambda name: (name != "all", name)):
        counted = tally([(row.paper, _counts(row)) for row in groups[kind]])
        result |= {f"{kind} {name}": figure for name, figure in with_intervals(counted, _MEASURES).items()}
    dropped = [row.dropped for row in rows if row.dropped is not None]
    return result | {f"dropped: {why}": count(dropped.count(why), n=len(rows)) for why in sorted(set(dropped))}


_MEASURES = {
    "fires on perturbed": ratio(lambda c: c[..., _PERTURBED], lambda c: c[..., _ITEMS]),
    "fires on clean": ratio(lambda c: c[..., _CLEAN], lambda c: c[..., _ITEMS]),
    "difference": ratio(lambda c: c[..., _PERTURBED] - c[..., _CLEAN], lambda c: c[..., _ITEMS]),
    "new on perturbed": Measure(value=lambda c: c[..., _NEW], over=lambda c: c[..., _ITEMS]),
    "gone on perturbed": Measure(value=lambda c: c[..., _GONE], over=lambda c: c[..., _ITEMS]),
}


def _counts(row: TwinRow) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    perturbed, clean = row.label.value in row.perturbed, row.label.value in row.clean
    return np.array(
        [1, perturbed, clean, perturbed and not clean, clean and not perturbed], dtype=np.float64
    )  # fmt: skip


def _paper_rows(
    paper: str,
    twins: Sequence[Twin],
    limitgen: LimitGen,
    *,
    folder: Path,
    subject: Subject,
    versions: dict[str, str],
) -> Iterator[TwinRow]:
    wanted = tuple(sorted({twin.label for twin in twins}))
    try:
        clean = _fired(limitgen.clean[paper], wanted, folder=folder, subject=subject)
    except PeerlensError as exc:
        yield from (_row(twin, versions).model_copy(update={"dropped": type(exc).__name__}) for twin in twins)
        return
    for twin in twins:
        row = _row(twin, versions)
        try:
            fired = _fired(twin.perturbed, (twin.label,), folder=folder, subject=subject)
        except PeerlensError as exc:
            yield row.model_copy(update={"dropped": type(exc).__name__})
        else:
            yield row.model_copy(update={"clean": clean, "perturbed": fired})


def _fired(text: str, labels: tuple[Weakness, ...], *, folder: Path, subject: Subject) -> tuple[str, ...]:
    """The labels that end with a finding on a paper."""
    path = folder / "paper.md"
    path.write_text(text, encoding="utf-8")
    with subject.open(path) as tools:
        return tuple(row.label.value for row in subject.audit(tools, labels) if row.findings)


def _row(twin: Twin, versions: dict[str, str]) -> TwinRow:
    return TwinRow(
        suite="limitgen", item=twin.item, paper=twin.paper, versions=versions, kind=twin.kind, label=twin.label
    )
