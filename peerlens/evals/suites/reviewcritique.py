"""Does the program find what reviews say wrongly? ReviewCritique: factual errors among reliable segments.

A segment is the more suspect the surer the program is that the paper contradicts it. Beside the figure stands the
similarity of the paper's best sentence alone: what looks at nothing but the topic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.evals.datasets.reviewcritique import Segment, SegmentKind, load
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject
from peerlens.evals.verdict_figures import area_under_curve
from peerlens.taxonomy import Verdict

SUMMARY = "ReviewCritique segments: recall of factual errors at 10 % false alarms among reliable ones"
ROW = VerdictRow

FALSE_ALARMS: Final = 0.10
_HOLDS: Final[Mapping[Verdict, float]] = {
    Verdict.SUPPORTED: 1.0,
    Verdict.PARTIALLY_SUPPORTED: -0.25,
    Verdict.NOT_DETERMINED: 0.0,
    Verdict.NOT_SUPPORTED: -1.0,
}
NO_TEXT: Final = "no text of the paper"


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[VerdictRow]:
    """Judge every segment as it stands on its paper, the papers one after the other."""
    critique = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"reviewcritique {critique.version}"}
    by_paper: dict[str, list[Segment]] = defaultdict(list)
    for segment in critique.segments:
        by_paper[segment.paper].append(segment)
    with TemporaryDirectory(prefix="peerlens-critique-") as folder:
        for number, (paper, segments) in enumerate(by_paper.items()):
            assignments = [_assignment(segment) for segment in segments]
            if paper not in critique.texts:
                yield from dropped(assignments, NO_TEXT, suite="reviewcritique", versions=versions)
                continue
            path = Path(folder) / f"paper-{number}.md"
            path.write_text(critique.texts[paper], encoding="utf-8", errors="replace")
            yield from judge_on(path, assignments, suite="reviewcritique", subject=subject, versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """Recall at the false alarms allowed and AUC, ours and the control's; then what became of each kind of segment."""
    run = [row for row in rows if row.dropped is None and row.error is None]
    result = _separation("", run, {row.item: _suspicion(row) for row in run})
    result |= _separation("control (best sentence alone) ", run, {row.item: -(row.similarity or 0.0) for row in run})
    for kind in SegmentKind:
        group = [row for row in run if row.family == kind]
        if group:
            measured = shares(group, {verdict.value: _is(verdict) for verdict in Verdict})
            result |= {f"{kind} called {name}": figure for name, figure in measured.items()}
    failed = {"failure_share": lambda row: row.error is not None}
    return result | shares([row for row in rows if row.dropped is None], failed) | dropped_counts(rows)


def recall_at(errors: Sequence[float], reliable: Sequence[float], *, false_alarms: float) -> tuple[float, float] | None:
    """Recall of errors and share of false alarms at the lowest threshold that keeps to ``false_alarms``.

    Scores at or above a threshold are flagged, so ties are flagged together; a threshold above all flags nothing.
    """
    if not errors or not reliable:
        return None
    best = (0.0, 0.0)
    for threshold in sorted({*errors, *reliable}, reverse=True):
        alarms = sum(score >= threshold for score in reliable) / len(reliable)
        if alarms > false_alarms:
            break
        best = (sum(score >= threshold for score in errors) / len(errors), alarms)
    return best


def _separation(prefix: str, rows: Sequence[VerdictRow], scores: Mapping[str, float]) -> dict[str, Figure]:
    errors = [scores[row.item] for row in rows if row.family == SegmentKind.FACTUAL_ERROR]
    reliable = [scores[row.item] for row in rows if row.family == SegmentKind.RELIABLE]
    found = recall_at(errors, reliable, false_alarms=FALSE_ALARMS)
    if found is None:
        return {}
    return {
        f"{prefix}recall of factual errors at {FALSE_ALARMS:.0%} false alarms": Figure(value=found[0], n=len(errors)),
        f"{prefix}false alarms at that threshold": Figure(value=found[1], n=len(reliable)),
        f"{prefix}AUC of factual errors over reliable": Figure(
            value=area_under_curve(errors, reliable), n=len(errors) + len(reliable)
        ),
    }


def _suspicion(row: VerdictRow) -> float:
    """From −1, surely borne out, to 1, surely contradicted."""
    return 0.0 if row.predicted is None else -_HOLDS[row.predicted] * (row.confidence or 0.0)


def _is(verdict: Verdict) -> Callable[[VerdictRow], bool]:
    return lambda row: row.predicted is verdict


def _assignment(segment: Segment) -> Assignment:
    return Assignment(
        item=segment.item, set_="reviewcritique", arm="judged", paper=segment.paper, document=segment.paper,
        claim=segment.text, gold=None, family=segment.kind,
    )  # fmt: skip
