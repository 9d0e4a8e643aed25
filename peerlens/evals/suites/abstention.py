"""Does the audit speak where a reader found a weakness, and keep silent where not? Frozen pairs of paper and label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from peerlens.errors import PeerlensError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import AbstentionLine, find_set, read_set
from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.results import Figure
from peerlens.evals.rows import AbstentionRow
from peerlens.evals.shares import by_half, dropped_counts
from peerlens.evals.subject import Subject
from peerlens.evals.twins import NO_PAPER
from peerlens.taxonomy import Outcome, Weakness

SUMMARY = "frozen pairs of paper and weakness label: answer rate, abstention rate, balanced accuracy"
ROW = AbstentionRow
SET: Final = "abstention.jsonl"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[AbstentionRow]:
    """Audit each paper once for all labels, as ``peerlens audit`` does. ``split``: one half, ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    by_paper: dict[tuple[str, str | None], list[AbstentionLine]] = defaultdict(list)
    for line in read_set(path, AbstentionLine, half=split):
        by_paper[line.paper_id, line.source].append(line)
    with TemporaryDirectory(prefix="peerlens-abstention-") as folder:
        manuscripts = Manuscripts(data, Path(folder))
        versions = {**subject.versions, "engine": subject.engine, "data": f"abstention {fingerprint([path])}"}
        for (paper, source), lines in by_paper.items():
            rows = [_row(line, versions) for line in lines]
            yield from _audited(rows, manuscripts.find(paper, source=source), subject)


def figures(rows: Sequence[AbstentionRow]) -> dict[str, Figure]:
    """For each half and for both: the rates over all pairs, the same over the labels assessed, and the cells.

    ``not_assessable`` is no answer: over all pairs it misses a supported label and abstains on an unsupported one. The
    rates over assessable labels leave those pairs out.
    """
    result: dict[str, Figure] = {}
    for name, group in by_half(rows, both=True).items():
        counted = tally([(row.paper, _counts(row)) for row in group])
        result |= {f"{name}: {key}": figure for key, figure in with_intervals(counted, _MEASURES).items()}
    return result | dropped_counts(rows)


_OUTCOMES = (Outcome.FINDING, Outcome.NONE, Outcome.NOT_ASSESSABLE)
_FOUND, _NONE, _NOT_ASSESSABLE = range(3)
_UNSUPPORTED = 3
"""Counts: how supported pairs end, in the order of ``_OUTCOMES``, then how unsupported ones do."""


def _counts(row: AbstentionRow) -> Counts:
    counts = np.zeros(2 * _UNSUPPORTED)
    if row.outcome is not None:
        counts[_OUTCOMES.index(row.outcome) + (0 if row.supported else _UNSUPPORTED)] = 1
    return counts


def _supported(counts: Counts) -> Counts:
    total: Counts = counts[..., :_UNSUPPORTED].sum(axis=-1)
    return total


def _unsupported(counts: Counts) -> Counts:
    total: Counts = counts[..., _UNSUPPORTED:].sum(axis=-1)
    return total


def _assessed(counts: Counts, start: int) -> Counts:
    total: Counts = counts[..., start + _FOUND] + counts[..., start + _NONE]
    return total


def _balanced(answers: Measure, abstains: Measure) -> Measure:
    """The mean of both rates, over all their items."""
    return Measure(
        value=lambda c: (answers.value(c) + abstains.value(c)) / 2, over=lambda c: answers.over(c) + abstains.over(c)
    )


_ANSWERS = ratio(lambda c: c[..., _FOUND], _supported)
_ABSTAINS = ratio(lambda c: _unsupported(c) - c[..., _UNSUPPORTED + _FOUND], _unsupported)
_ANSWERS_ASSESSED = ratio(lambda c: c[..., _FOUND], lambda c: _assessed(c, 0))
_ABSTAINS_ASSESSED = ratio(lambda c: c[..., _UNSUPPORTED + _NONE], lambda c: _assessed(c, _UNSUPPORTED))
_MEASURES = {
    "answer rate on supported": _ANSWERS,
    "abstention rate on unsupported": _ABSTAINS,
    "balanced accuracy": _balanced(_ANSWERS, _ABSTAINS),
    "assessable labels, answer rate on supported": _ANSWERS_ASSESSED,
    "assessable labels, abstention rate on unsupported": _ABSTAINS_ASSESSED,
    "assessable labels, balanced accuracy": _balanced(_ANSWERS_ASSESSED, _ABSTAINS_ASSESSED),
    "not assessable, supported": ratio(lambda c: c[..., _NOT_ASSESSABLE], _supported),
    "not assessable, unsupported": ratio(lambda c: c[..., _UNSUPPORTED + _NOT_ASSESSABLE], _unsupported),
}


def _audited(rows: Sequence[AbstentionRow], path: Path | None, subject: Subject) -> Iterator[AbstentionRow]:
    if path is None:
        yield from (row.model_copy(update={"dropped": NO_PAPER}) for row in rows)
        return
    try:
        with subject.open(path) as tools:
            versions = {"parser": tools.manuscript.parser}
            ended = {row.label: row for row in subject.audit(tools, tuple(Weakness))}
    except PeerlensError as exc:
        yield from (row.model_copy(update={"dropped": type(exc).__name__}) for row in rows)
        return
    for row in rows:
        one = ended[row.label]
        yield row.model_copy(
            update={
                "versions": {**row.versions, **versions},
                "outcome": one.outcome,
                "ground": one.reason,
                "findings": len(one.findings),
                "notes": len(one.notes),
            }
        )


def _row(line: AbstentionLine, versions: dict[str, str]) -> AbstentionRow:
    return AbstentionRow(
        suite="abstention",
        item=f"{line.paper_id}:{line.label}",
        paper=line.paper_id,
        versions=versions,
        half=line.half,
        label=line.label,
        supported=line.supported,
    )
