"""Does a verdict survive another wording? Claims about one name in five wordings, on twins with and without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from peerlens.evals.datasets.files import fingerprint
from peerlens.evals.datasets.frozen import WordingLine, find_set, read_set
from peerlens.evals.datasets.manuscripts import Manuscripts
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import by_half, dropped_counts
from peerlens.evals.subject import Subject
from peerlens.evals.twins import PairClaim, judge_pairs, pair_figures

SUMMARY = "frozen claims about a name in five wordings: right on both twins, by wording and half of the papers"
ROW = VerdictRow
SET: Final = "wordings.jsonl"

_PARAPHRASE: Final = "paraphrase"
_GRADED: Final = "graded"


def predict(
    data: Path, *, subject: Subject, split: str | None = None, set_file: Path | None = None
) -> Iterator[VerdictRow]:
    """Judge every claim on the clean and on the perturbed paper. ``split``: one half, ``tune`` or ``report``."""
    path = find_set(SET, data, set_file=set_file)
    claims = [_claim(line) for line in read_set(path, WordingLine, half=split)]
    with TemporaryDirectory(prefix="peerlens-wordings-") as folder:
        manuscripts = Manuscripts(data, Path(folder))
        named = f"wordings {fingerprint([path])} on limitgen_syn {manuscripts.version}"
        versions = {**subject.versions, "engine": subject.engine, "data": named}
        yield from judge_pairs(claims, manuscripts, suite="wordings", arm="ours", subject=subject, versions=versions)


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """For each half: the wordings of known kinds together, then every wording."""
    result: dict[str, Figure] = {}
    for half, group in by_half(rows).items():
        known = [row for row in group if row.family != _PARAPHRASE]
        result |= pair_figures(f"{half}, known wordings", known, strict=True)
        for wording in dict.fromkeys(row.family for row in group):
            of_wording = [row for row in group if row.family == wording]
            result |= pair_figures(f"{half}, {wording}", of_wording, strict=wording == _GRADED)
    return result | dropped_counts(rows)


def _claim(line: WordingLine) -> PairClaim:
    counted = line.label_on_clean if isinstance(line.label_on_clean, tuple) else (line.label_on_clean,)
    return PairClaim(
        item=f"{line.item_id}:{line.name}:{line.wording}",
        twin_item=line.item_id,
        paper=line.paper_id,
        half=line.half,
        family=line.wording,
        claim=line.claim,
        on_clean=line.strict_on_clean or counted[0],
        on_perturbed=line.label_on_perturbed,
        accepted=counted,
    )
