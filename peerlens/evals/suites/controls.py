"""Is a mention taken for a use? Frozen claims about names that a paper only mentions, by the place of the mention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import ControlLine, find_set, read_set
from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.judging import Assignment
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import by_half, dropped_counts, has_failed, is_decided, is_flip, is_right, shares
from peerlens.evals.subject import Subject
from peerlens.evals.twins import judge_or_drop

SUMMARY = "frozen claims about names a paper only mentions: right, by the place of the mention and half of the papers"
ROW = VerdictRow
SET: Final = "controls.jsonl"

_OUTSIDE: Final = frozenset({"related", "future"})
_MENTION_ONLY: Final = "mention_only"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[VerdictRow]:
    """Judge every claim on its paper, each opened once. ``split``: one half, ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    by_paper: dict[tuple[str, str | None], list[Assignment]] = defaultdict(list)
    for line in read_set(path, ControlLine, half=split):
        by_paper[line.paper_id, line.source].append(_assignment(line))
    with TemporaryDirectory(prefix="peerlens-controls-") as folder:
        manuscripts = Manuscripts(data, Path(folder))
        versions = {**subject.versions, "engine": subject.engine, "data": f"controls {fingerprint([path])}"}
        for (paper, source), assignments in by_paper.items():
            found = manuscripts.find(paper, source=source)
            yield from judge_or_drop(found, assignments, suite="controls", subject=subject, versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For each half and for all: the places of the mention, and the claims that a name is not cited."""
    result: dict[str, Figure] = {}
    for half, group in by_half(rows, both=True).items():
        for family in sorted({row.family or "" for row in group}):
            of_family = [row for row in group if row.family == family]
            measured = shares(
                of_family, {"right": is_right, "decided": is_decided, "flips": is_flip, "failures": has_failed}
            )
            result |= {f"{half}, {family}: {key}": figure for key, figure in measured.items()}
    return result | dropped_counts(rows)


def _assignment(line: ControlLine) -> Assignment:
    group = "related or future work" if line.where in _OUTSIDE else "introduction, background or method"
    return Assignment(
        item=f"{line.kind}:{line.paper_id}:{line.name}",
        set_=line.where,
        arm="ours",
        paper=line.paper_id,
        document=line.paper_id,
        claim=line.claim,
        gold=line.expected,
        family=group if line.kind == _MENTION_ONLY else "not cited",
        half=line.half,
    )
