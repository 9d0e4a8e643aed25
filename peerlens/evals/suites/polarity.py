"""A model under our rules against the same model under one plain prompt with four labels, on twins of one paper.

The claims say that a named thing is absent: a pair is right with Not Supported on the paper that has the thing and with
Supported on the one that has not. Small models call nearly all such claims the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.evals.compare import mcnemar
from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import AbsenceLine, find_set, half_of_paper, read_set
from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.judging import Assignment, dropped, judge_on
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import has_failed, is_right
from peerlens.evals.subject import Subject
from peerlens.evals.suites.absence import SET
from peerlens.evals.twins import CLEAN, NO_PAPER, PERTURBED, pair_figures
from peerlens.taxonomy import Verdict

SUMMARY = "needs a model: ours against a plain four-label prompt to the same model, on twins of a paper"
ROW = VerdictRow
MOST_PAIRS: Final = 30
OURS, PLAIN = "ours", "plain prompt"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[VerdictRow]:
    """Pair by pair, so that a run that is cut short has whole pairs. ``split``: ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    lines = [line for line in read_set(path, AbsenceLine, half=split) if line.sound][:MOST_PAIRS]
    with TemporaryDirectory(prefix="peerlens-polarity-") as folder:
        manuscripts = Manuscripts(data, Path(folder))
        named = f"named_absence {fingerprint([path])} on limitgen_syn {manuscripts.version}"
        versions = {**subject.versions, "engine": subject.engine, "plain": subject.plain, "data": named}
        for line in lines:
            for twin in (CLEAN, PERTURBED):
                yield from _judged(line, twin, manuscripts, subject, versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """Each way's pairs, how often the plain prompt says Not Supported, and McNemar's exact test over the pairs.

    Pairs in which either way broke off on a twin are in its own shares (as wrong) and not in the test.
    """
    judged = [row for row in rows if row.dropped is None]
    made: dict[str, Figure] = {}
    for arm in (OURS, PLAIN):
        made |= pair_figures(arm, [row for row in judged if row.arm == arm])
    plain = [row for row in judged if row.arm == PLAIN and not has_failed(row)]
    said = sum(row.predicted is Verdict.NOT_SUPPORTED for row in plain)
    made[f"{PLAIN}: says Not Supported"] = Figure(value=said / len(plain) if plain else None, n=len(plain))
    ours, theirs = _right_pairs(judged, OURS), _right_pairs(judged, PLAIN)
    both = sorted(ours.keys() & theirs.keys())
    only_ours = sum(ours[item] and not theirs[item] for item in both)
    only_theirs = sum(theirs[item] and not ours[item] for item in both)
    made["right by ours alone"] = Figure(value=float(only_ours), n=len(both))
    made["right by the plain prompt alone"] = Figure(value=float(only_theirs), n=len(both))
    made["McNemar p"] = Figure(value=mcnemar(only_ours, only_theirs) if both else None, n=only_ours + only_theirs)
    return made


def _judged(
    line: AbsenceLine, twin: str, manuscripts: Manuscripts, subject: Subject, versions: dict[str, str]
) -> Iterator[VerdictRow]:
    clean = twin == CLEAN
    path = manuscripts.clean(line.paper_id) if clean else manuscripts.perturbed(line.item_id)
    for arm in (OURS, PLAIN):
        assignment = Assignment(
            item=f"{line.item_id}:{line.name}",
            set_="polarity",
            arm=arm,
            paper=line.paper_id,
            document=line.paper_id if clean else line.item_id,
            claim=line.claim,
            gold=line.label_on_clean if clean else line.label_on_perturbed,
            half=half_of_paper(line.paper_id),
            twin=twin,
        )
        if path is None:
            yield from dropped([assignment], NO_PAPER, suite="polarity", versions=versions)
            continue

        def plainly(one: Assignment, tools: object) -> dict[str, object]:
            said = subject.label(one.claim, tools, retrieved=True)  # type: ignore[arg-type]  # PaperTools load late
            return {"predicted": said.label, "confidence": said.confidence, "rationale": said.rationale}

        judge = plainly if arm == PLAIN else None
        yield from judge_on(path, [assignment], suite="polarity", subject=subject, versions=versions, judge=judge)


def _right_pairs(rows: Sequence[VerdictRow], arm: str) -> dict[str, bool]:
    """For each item with both twins judged, whether both are right."""
    by_item: dict[str, list[VerdictRow]] = defaultdict(list)
    for row in rows:
        if row.arm == arm and not has_failed(row):
            by_item[row.item].append(row)
    return {item: all(map(is_right, pair)) for item, pair in by_item.items() if len(pair) == 2}
