"""Does a review taken apart tell facts, judgements and wishes from each other? DISAPERE sentences by what they do.

Facts and judgements of the annotators are taken for factual and subjective claims, their requests for requests,
headings, quotations and greetings for unused; summaries are left out. An evaluation may still be checkable: the labels
are a rough guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from peerlens.evals.label_figures import label_figures
from peerlens.evals.results import Figure
from peerlens.evals.rows import SentenceRow
from peerlens.evals.shares import dropped_counts
from peerlens.evals.subject import Subject
from peerlens.evals.suites.stance import REQUEST, UNUSED, sentence_rows
from peerlens.taxonomy import ClaimKind

SUMMARY = "DISAPERE review sentences: factual claim, subjective claim, request, or unused"
ROW = SentenceRow


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[SentenceRow]:
    """Every sentence of every review, one review at a time."""
    yield from sentence_rows("kinds", data, subject=subject, split=split)


def figures(rows: Sequence[SentenceRow]) -> dict[str, Figure]:
    """Four kinds over all sentences whose annotation names one."""
    run = [row for row in rows if row.dropped is None and row.gold_kind is not None]
    items = [(row.paper, row.gold_kind or "", row.kind or "") for row in run]
    return label_figures(items, [*(kind.value for kind in ClaimKind), REQUEST, UNUSED]) | dropped_counts(rows)
