"""What does a claim cost? Tokens of its passages against the whole paper, requests, cached tokens, seconds.

Tokens of passages and papers are estimated from characters, as prompts are before they are sent; what a served model
took is what its server reports. Seconds are of this machine, in this run, with the paper already indexed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np

from peerlens.errors import PaperError, PeerlensError
from peerlens.evals.bootstrap import Counts, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.peerify import Bench, PeerifyClaim, load
from peerlens.evals.results import Figure
from peerlens.evals.rows import CostRow
from peerlens.evals.shares import dropped_counts
from peerlens.evals.subject import Subject, ready_claim

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

SUMMARY = "what a claim costs: tokens by retrieval against the full paper, requests, cached tokens, seconds"
ROW = CostRow

_SETS: Final = (Bench.B1, Bench.B3)
_K: Final = 10
_FIELDS: Final = (
    "passages_tokens", "paper_tokens", "requests", "prompt_tokens", "cached_tokens", "completion_tokens", "seconds",
)  # fmt: skip
_NAMES: Final = {
    "passages_tokens": f"tokens of the {_K} best passages",
    "paper_tokens": "tokens of the whole paper",
    "requests": "requests to the model",
    "prompt_tokens": "prompt tokens",
    "cached_tokens": "prompt tokens from the server's cache",
    "completion_tokens": "completion tokens",
    "seconds": "seconds",
}


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[CostRow]:
    """Judge every B1 and B3 claim on its paper and count, the papers one after the other."""
    peerify = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"peerify {peerify.version}"}
    by_paper: dict[str, list[PeerifyClaim]] = defaultdict(list)
    for claim in peerify.claims:
        if claim.bench in _SETS:
            by_paper[claim.paper_id].append(claim)
    for paper, claims in by_paper.items():
        rows = [CostRow(suite="cost", item=one.item, paper=paper, versions=versions) for one in claims]
        if paper not in peerify.papers:
            yield from (row.model_copy(update={"dropped": peerify.unusable[paper]}) for row in rows)
            continue
        try:
            with subject.open(peerify.papers[paper]) as tools:
                for row, claim in zip(rows, claims, strict=True):
                    yield row.model_copy(update=_cost(claim, tools, subject))
        except PaperError as exc:
            yield from (row.model_copy(update={"dropped": type(exc).__name__}) for row in rows)


def figures(rows: Sequence[CostRow]) -> dict[str, Figure]:
    """The mean a claim of everything counted; claims whose judging broke count with what they took."""
    run = [row for row in rows if row.dropped is None]
    measures = {_NAMES[name]: ratio(_column(i), _column(-1)) for i, name in enumerate(_FIELDS)}
    measures["the whole paper costs so many times its passages"] = ratio(_column(1), _column(0))
    counted = [(row.paper, np.array([*(float(getattr(row, name)) for name in _FIELDS), 1.0])) for row in run]
    return with_intervals(tally(counted), measures) | dropped_counts(rows)


def _cost(claim: PeerifyClaim, tools: PaperTools, subject: Subject) -> dict[str, object]:
    from peerlens.agents.served.measuring import token_estimate
    from peerlens.agents.served.passages import chosen_passages, whole_paper

    best = [hit.passage.id for hit in tools.search(claim.claim, k=_K)]
    whole = token_estimate(whole_paper(tools).text)
    cost: dict[str, object] = {
        "passages_tokens": token_estimate(chosen_passages(tools, best, room=whole).text),
        "paper_tokens": whole,
    }
    before, started = subject.spent, perf_counter()
    try:
        subject.judge(ready_claim(claim.item, claim.claim), tools)
    except PeerlensError as exc:
        cost["error"] = f"{type(exc).__name__}: {exc}"
    seconds, after = perf_counter() - started, subject.spent
    for name in ("requests", "prompt_tokens", "cached_tokens", "completion_tokens"):
        cost[name] = getattr(after, name) - getattr(before, name)
    return {**cost, "seconds": round(seconds, 4)}


def _column(index: int) -> Callable[[Counts], Counts]:
    def values(counts: Counts) -> Counts:
        column: Counts = counts[..., index]
        return column

    return values
