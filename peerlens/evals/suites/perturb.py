"""Does the audit see a wrong statement put into a paper? The same checks on the corrupted paper and on its clean twin.

Most errors of the benchmark are beyond explicit checks; what they could see (``datasets/perturb.py``) has figures of
its own. An error counts as found when a finding or a minor note, absent from the clean twin, quotes the changed words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from peerlens.errors import PeerlensError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.perturb import Pair, Seeded, load
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import PerturbedRow, SeededError
from peerlens.evals.subject import Subject
from peerlens.schema import LabelRow
from peerlens.taxonomy import Weakness

SUMMARY = "errors put into papers: found on the corrupted paper, by kind, and what is found on the clean twin"
ROW = PerturbedRow

_LABELS: Final = (Weakness.L2_5_2,)
_MOSTLY: Final = 0.6
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\*?|[{}$~\\&]")
_PAPERS, _CLEAN, _NEW, _STRAY, _ERRORS, _FOUND = range(6)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a finding or a minor note says, and the passages it quotes."""

    says: str
    quotes: tuple[str, ...]


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[PerturbedRow]:
    """Audit every clean paper once and every corrupted one, for its claims; papers one after the other."""
    perturbed = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"oair_perturb {perturbed.version}"}
    clean: dict[str, tuple[_Found, ...]] = {}
    with TemporaryDirectory(prefix="peerlens-perturb-") as folder:
        for pair in perturbed.pairs:
            row = PerturbedRow(
                suite="perturb",
                item=f"{pair.paper}:{pair.category}",
                paper=pair.paper,
                versions=versions,
                category=pair.category,
            )
            try:
                if pair.paper not in clean:
                    clean[pair.paper] = _audited(pair.clean, folder=Path(folder), subject=subject)
                corrupted = _audited(pair.corrupted, folder=Path(folder), subject=subject)
            except PeerlensError as exc:
                yield row.model_copy(update={"dropped": type(exc).__name__})
            else:
                yield _compared(row, pair, clean[pair.paper], corrupted)


def figures(rows: Sequence[PerturbedRow]) -> dict[str, Figure]:
    """For each kind of error the share found; and how much is found on clean papers, and beside the errors."""
    run = [row for row in rows if row.dropped is None]
    result: dict[str, Figure] = {}
    kinds = sorted({error.kind for row in run for error in row.errors})
    for kind in (*kinds, "all"):
        counted = tally([(row.paper, _counts(row, kind)) for row in run])
        named = with_intervals(counted, {"found": ratio(lambda c: c[..., _FOUND], lambda c: c[..., _ERRORS])})
        result |= {f"{kind} {name}": figure for name, figure in named.items()}
    papers: dict[str, PerturbedRow] = {}
    for row in run:
        papers.setdefault(row.paper, row)
    counted = tally([(paper, _counts(row, "all")) for paper, row in papers.items()])
    result |= with_intervals(
        counted, {"findings on a clean paper": ratio(lambda c: c[..., _CLEAN], lambda c: c[..., _PAPERS])}
    )
    counted = tally([(row.paper, _counts(row, "all")) for row in run])
    result |= with_intervals(counted, _COUNTS)
    dropped = [row.dropped for row in rows if row.dropped is not None]
    return result | {f"dropped: {why}": count(dropped.count(why), n=len(rows)) for why in sorted(set(dropped))}


_COUNTS: Final = {
    "new on corrupted": Measure(value=lambda c: c[..., _NEW], over=lambda c: c[..., _PAPERS]),
    "new on corrupted, no error quoted": Measure(value=lambda c: c[..., _STRAY], over=lambda c: c[..., _PAPERS]),
}


def _counts(row: PerturbedRow, kind: str) -> Counts:
    errors = [error for error in row.errors if kind in ("all", error.kind)]
    found = sum(error.found for error in errors)
    new = len(set(row.corrupted) - set(row.clean))
    stray = max(0, new - sum(error.found for error in row.errors))
    return np.array([1, len(row.clean), new, stray, len(errors), found], dtype=np.float64)


def _compared(row: PerturbedRow, pair: Pair, clean: Sequence[_Found], corrupted: Sequence[_Found]) -> PerturbedRow:
    known = {one.says for one in clean}
    new = [one for one in corrupted if one.says not in known]
    errors = tuple(
        SeededError(
            item=error.item, error=error.error, kind=error.kind, found=any(_quotes(one, error) for one in new)
        )
        for error in pair.errors
    )  # fmt: skip
    return row.model_copy(
        update={
            "clean": tuple(one.says for one in clean),
            "corrupted": tuple(one.says for one in corrupted),
            "errors": errors,
        }
    )


def _quotes(found: _Found, error: Seeded) -> bool:
    """Whether one of its passages lies within the words put in and holds some of those that were changed."""
    around, changed = set(_words(error.perturbed)), {word for one in error.changed for word in _words(one)}
    for quote in found.quotes:
        words = set(_words(quote))
        if words and len(words & around) >= _MOSTLY * len(words) and words & changed:
            return True
    return False


def _words(text: str) -> list[str]:
    """The words of a text, LaTeX commands and signs left out."""
    return re.findall(r"[\w.,%-]*\w", _COMMAND.sub(" ", text).casefold())


def _audited(text: str, *, folder: Path, subject: Subject) -> tuple[_Found, ...]:
    """What the audit says of its claims, findings and minor notes."""
    path = folder / ("paper.tex" if "\\documentclass" in text else "paper.md")
    path.write_text(text, encoding="utf-8")
    with subject.open(path) as tools:
        return tuple(found for row in subject.audit(tools, _LABELS) for found in _found(row))


def _found(row: LabelRow) -> Iterator[_Found]:
    for finding in row.findings:
        yield _Found(finding.claim, tuple(one.quote for one in finding.evidence))
    for note in row.notes:
        if note.text.startswith("minor: "):
            yield _Found(note.text.removeprefix("minor: "), tuple(one.quote for one in note.evidence))
