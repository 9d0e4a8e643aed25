"""Claims that you have labelled yourself (CSV ``paper,claim,gold,evidence?,id?``): our verdicts, or another system's.

Beside the figures stand rules that never open a paper. ``disputed.csv`` lists every claim whose verdict is not the gold
label, with what was shown for it: read it first, gold labels are wrong now and then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from peerlens.evals.datasets.labelled import Given, LabelledClaim, key_of, load, read_given
from peerlens.evals.datasets.labels import read_label_map
from peerlens.evals.judging import Assignment, row_of
from peerlens.evals.results import Figure
from peerlens.evals.rows import VerdictRow
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject
from peerlens.evals.systems import judge_by, system_of
from peerlens.evals.verdict_figures import labelled_figures
from peerlens.report.csv_table import Cell, write_rows

SUMMARY = "your own labelled claims (CSV paper,claim,gold): our verdicts, or those of --predictions"
ROW = VerdictRow

DISPUTED: Final = "disputed.csv"
COLUMNS: Final = (
    "id", "paper", "claim", "gold", "predicted", "reason", "confidence", "rationale", "quote", "section", "page",
    "error",
)  # fmt: skip
NO_PREDICTION: Final = "no prediction given"


def predict(
    data: Path,
    *,
    subject: Subject,
    split: str | None = None,
    label_map: Path | None = None,
    predictions: Path | None = None,
    system: str | None = None,
    nli_model: str | None = None,
) -> Iterator[VerdictRow]:
    """Judge every claim on its paper; with ``predictions`` nothing is judged, their verdicts are put into the rows.

    ``data``: a CSV file or a folder; ``split``: the file of that stem. ``label_map``: what labels are called in either.
    """
    mapping = read_label_map(label_map) if label_map else {}
    labelled = load(data, split=split, mapping=mapping)
    assignments = [_assignment(claim) for claim in labelled.claims]
    versions = {"data": f"own {labelled.version}"}
    if predictions is not None:
        given = read_given(predictions, mapping)
        yield from _given_rows(labelled.claims, assignments, given, {**versions, "system": predictions.name})
        return
    documents = {claim.paper: claim.path for claim in labelled.claims if claim.path is not None}
    yield from judge_by(
        system_of(system), assignments, documents, suite="own", subject=subject,
        versions={**subject.versions, **versions}, nli_model=nli_model,
    )  # fmt: skip


def figures(rows: Sequence[VerdictRow]) -> dict[str, Figure]:
    """Four-label measures beside two rules, the share whose gold evidence is shown, confusion, what was dropped."""
    run = [row for row in rows if row.dropped is None]
    result = labelled_figures("", run) if run else {}
    with_evidence = [row for row in run if row.shows_gold is not None]
    if with_evidence:
        result |= shares(with_evidence, {"gold evidence among the quotes shown": lambda row: bool(row.shows_gold)})
    return result | dropped_counts(rows)


def side_files(rows: Sequence[VerdictRow]) -> dict[str, str]:
    """``disputed.csv``: the claims judged otherwise than gold, and those whose judging broke."""
    disputed = [row for row in rows if row.dropped is None and row.predicted is not row.gold]
    return {DISPUTED: write_rows(COLUMNS, map(_disputed, disputed))}


def _disputed(row: VerdictRow) -> Mapping[str, Cell]:
    return {
        "id": row.item, "paper": row.document, "claim": row.claim, "gold": row.gold, "predicted": row.predicted,
        "reason": row.reason, "confidence": row.confidence, "rationale": row.rationale, "quote": row.quote,
        "section": row.section, "page": row.page, "error": row.error,
    }  # fmt: skip


def _assignment(claim: LabelledClaim) -> Assignment:
    return Assignment(
        item=claim.item, set_="own", arm="judged", paper=claim.paper, document=claim.paper, claim=claim.claim,
        gold=claim.gold, evidence=(claim.evidence,) if claim.evidence else (),
    )  # fmt: skip


def _given_rows(
    claims: Sequence[LabelledClaim],
    assignments: Sequence[Assignment],
    given: Mapping[str, Given],
    versions: dict[str, str],
) -> Iterator[VerdictRow]:
    for claim, assignment in zip(claims, assignments, strict=True):
        row = row_of(assignment, suite="own", versions=versions)
        verdict = given.get(claim.item) or given.get(key_of(claim.paper, claim.claim))
        if verdict is None:
            yield row.model_copy(update={"dropped": NO_PREDICTION})
        else:
            yield row.model_copy(update={"predicted": verdict.label, "confidence": verdict.confidence})
