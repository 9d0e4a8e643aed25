"""Hand-written claims about one manuscript, each with the label it should get: right, decided, flips.

A control that never opens the paper stands beside: the commonest label of the set. A flip is Supported where Not
Supported is expected, or the reverse.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from peerlens.evals.datasets.probes import ProbeSet, load
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.metrics import Judged, verdict_figures
from peerlens.evals.results import Figure, count
from peerlens.evals.rows import VerdictRow
from peerlens.evals.subject import Subject
from peerlens.evals.verdict_figures import judged
from peerlens.taxonomy import Verdict

SUMMARY = "claims of JSON files with the verdicts expected: right, right among decided, flips"
ROW = VerdictRow
_SHOWN = (
    "accuracy",
    "settled",
    "right_when_settled",
    "coverage",
    "right_when_decided",
    "engine_limit_share",
    "macro_f1",
    "failure_share",
)


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[VerdictRow]:
    """Judge the claims of every probe file on its manuscript."""
    for probes in load(data, split=split):
        versions = {**subject.versions, "engine": subject.engine, "data": f"{probes.name} {probes.version}"}
        assignments = list(_assignments(probes))
        if probes.paper is None:
            yield from dropped(assignments, "no paper file", suite="probes", versions=versions)
        else:
            yield from judge_on(probes.paper, assignments, suite="probes", subject=subject, versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For each set, and for all together when there are several: chief figures, flips, each family's share."""
    sets: dict[str, list[VerdictRow]] = defaultdict(list)
    for row in rows:
        if row.dropped is None:
            sets[row.set_].append(row)
    result: dict[str, Figure] = {}
    if len(sets) > 1:
        result |= _set_figures("all", [row for group in sets.values() for row in group])
    for name, group in sets.items():
        result |= _set_figures(name, group)
    reasons = [f"{row.set_}, {row.dropped}" for row in rows if row.dropped is not None]
    return result | {f"dropped: {why}": count(reasons.count(why), n=len(rows)) for why in sorted(set(reasons))}


def _assignments(probes: ProbeSet) -> Iterator[Assignment]:
    for probe in probes.probes:
        yield Assignment(
            item=f"{probes.name}:{probe.item}",
            set_=probes.name,
            arm="ours",
            paper=probes.paper.name if probes.paper else probes.name,
            document=probes.paper.name if probes.paper else "",
            claim=probe.claim,
            gold=probe.gold,
            family=probe.family,
        )


def _set_figures(name: str, rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    items = judged(rows)
    measured = verdict_figures(items)
    commonest = Counter(item.gold for item in items).most_common(1)[0][0]
    always = verdict_figures([Judged(paper=item.paper, gold=item.gold, predicted=commonest) for item in items])
    by_family: dict[str, list[VerdictRow]] = defaultdict(list)
    for row in rows:
        if row.family is not None:
            by_family[row.family].append(row)
    flips = sum({item.gold, item.predicted} == {Verdict.SUPPORTED, Verdict.NOT_SUPPORTED} for item in items)
    return {
        **{f"{name} {key}": measured[key] for key in _SHOWN},
        f"{name} flips": count(flips, n=len(items)),
        f"{name} control (commonest label) accuracy": always["accuracy"],
        **{
            f"{name} right[{family}]": verdict_figures(judged(group))["accuracy"] for family, group in by_family.items()
        },
    }
