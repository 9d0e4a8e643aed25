"""Named absence: a claim that the paper lacks a named thing, on the paper that has it and on its twin that does not.

Beside the figures stand a search for the name, a rule that never opens the paper, and the same verifier on the twins of
a wrong paper. None but the search can be right on both twins other than by luck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.evals.controls import wrong_papers
from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import AbsenceLine, find_set, half_of_paper, read_set
from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import by_half, dropped_counts
from peerlens.evals.subject import Subject
from peerlens.evals.twins import PERTURBED, PairClaim, judge_pairs, pair_figures
from peerlens.taxonomy import Verdict

SUMMARY = "claims that a named thing is absent: right on both twins, beside a search, a fixed rule and a wrong paper"
ROW = VerdictRow
SET: Final = "named_absence.jsonl"

OURS, SEARCH, FIXED, WRONG_PAPER = "ours", "search for the name", "never opens the paper", "wrong paper"
_SOUND, _OTHER = "sound rows", "other rows"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[VerdictRow]:
    """Judge every claim on both twins, and the sound ones by the controls. ``split``: ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    lines = read_set(path, AbsenceLine, half=split)
    claims = [_claim(line) for line in lines]
    sound = [claim for claim in claims if claim.family == _SOUND]
    names = {_item(line): line.name for line in lines}
    with TemporaryDirectory(prefix="peerlens-absence-") as folder:
        manuscripts = Manuscripts(data, Path(folder))
        named = f"named_absence {fingerprint([path])} on limitgen_syn {manuscripts.version}"
        run = _Run(manuscripts, subject, {**subject.versions, "engine": subject.engine, "data": named})
        for row in run.judge(claims, arm=OURS):
            yield row
            if row.dropped is None and row.family == _SOUND:
                yield row.model_copy(update={**_NOTHING, "arm": FIXED, "predicted": Verdict.SUPPORTED})
                yield row.model_copy(update={**_NOTHING, "arm": SEARCH, "predicted": run.search(row, names[row.item])})
        yield from run.judge(sound, arm=WRONG_PAPER)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """All sound rows with their controls, then each half, then the rows that are not sound."""
    run = [row for row in rows if row.dropped is None]
    result: dict[str, Figure] = {}
    sound = [row for row in run if row.family == _SOUND]
    for arm in (OURS, SEARCH, FIXED, WRONG_PAPER):
        group = [row for row in sound if row.arm == arm]
        result |= pair_figures(_SOUND if arm == OURS else f"{_SOUND}, control ({arm})", group)
    for half, group in by_half(sound).items():
        result |= pair_figures(f"{_SOUND}, {half}", [row for row in group if row.arm == OURS])
    other = [row for row in run if row.family == _OTHER]
    return result | (pair_figures(_OTHER, other) if other else {}) | dropped_counts(rows)


_NOTHING = {"reason": None, "confidence": None, "similarity": None, "error": None}


@dataclass(frozen=True, slots=True)
class _Run:
    manuscripts: Manuscripts
    subject: Subject
    versions: dict[str, str]

    def judge(self, claims: Sequence[PairClaim], *, arm: str) -> Iterator[VerdictRow]:
        elsewhere = _elsewhere(claims) if arm == WRONG_PAPER else None
        if arm == WRONG_PAPER and not elsewhere:
            return
        yield from judge_pairs(
            claims,
            self.manuscripts,
            suite="absence",
            arm=arm,
            subject=self.subject,
            versions=self.versions,
            elsewhere=elsewhere,
        )

    def search(self, row: VerdictRow, name: str) -> Verdict | None:
        """Not Supported where the name stands in the text, set off by something other than letters and digits."""
        perturbed = row.twin == PERTURBED
        path = self.manuscripts.perturbed(row.document) if perturbed else self.manuscripts.clean(row.document)
        if path is None:
            return None
        words = r"\s+".join(re.escape(word) for word in name.split())
        text = path.read_text(encoding="utf-8", errors="replace")
        found = re.search(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE)
        return Verdict.SUPPORTED if found is None else Verdict.NOT_SUPPORTED


def _elsewhere(claims: Sequence[PairClaim]) -> dict[str, tuple[str, str]]:
    """For each paper the next of its half and that one's first twin."""
    others = wrong_papers((claim.paper for claim in claims), half=half_of_paper)
    first: dict[str, str] = {}
    for claim in claims:
        first.setdefault(claim.paper, claim.twin_item)
    return {paper: (other, first[other]) for paper, other in others.items()}


def _item(line: AbsenceLine) -> str:
    """Two names of one pair of papers are two items."""
    return f"{line.item_id}:{line.name}"


def _claim(line: AbsenceLine) -> PairClaim:
    return PairClaim(
        item=_item(line),
        twin_item=line.item_id,
        paper=line.paper_id,
        half=half_of_paper(line.paper_id),
        family=_SOUND if line.sound else _OTHER,
        claim=line.claim,
        on_clean=line.label_on_clean,
        on_perturbed=line.label_on_perturbed,
    )
