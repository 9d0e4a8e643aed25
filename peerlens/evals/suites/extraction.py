"""Claims taken from reviews against those that people found in them: precision, recall, F1, quality, latency and cost.

``--system`` says who takes them (ours, embedded, sentences, end-to-end), ``--predictions`` scores another system.
``--mode`` says how two claims are held to be the same: by a judge, by cosine or by shared words.
"""

from __future__ import annotations

from asyncio import gather
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from peerlens.agents.served.client import Meter
from peerlens.agents.served.plain import PlainModel
from peerlens.errors import PeerlensError
from peerlens.evals.bootstrap import Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.datasets.extraction import ReviewItem, load, read_extracted
from peerlens.evals.equivalences import Equivalence, Pair, equivalence_of, equivalent, matched
from peerlens.evals.extractors import END_TO_END, Extracted, Extractor, extract, extractor_of
from peerlens.evals.judges.asking import asker
from peerlens.evals.judges.extraction import PROMPT, QUALITIES, ask_quality
from peerlens.evals.results import Figure
from peerlens.evals.rows import Row
from peerlens.evals.shares import dropped_counts, shares
from peerlens.evals.subject import Subject
from peerlens.schema import Usage
from peerlens.taxonomy import Verdict

SUMMARY = "claims taken from reviews against reference claims: precision, recall, F1, quality, latency, cost"

NO_PREDICTION: Final = "no prediction given"


class ExtractionRow(Row):
    """A review: the claims there are and the claims that were taken from it, with labels where given.

    ``equivalent``: places of claims and of reference claims that say the same. ``qualities``: of each claim, in the
    order of ``QUALITIES``. ``judge_requests``: what judging took. ``error``: what broke, in taking or in judging.
    """

    reference: tuple[str, ...] = ()
    reference_labels: tuple[Verdict | None, ...] = ()
    claims: tuple[str, ...] = ()
    labels: tuple[Verdict | None, ...] = ()
    equivalent: tuple[Pair, ...] = ()
    qualities: tuple[tuple[bool, ...], ...] = ()
    usage: Usage = Usage()
    timed: bool = False
    seconds: Annotated[float, Field(ge=0)] = 0.0
    judging_seconds: Annotated[float, Field(ge=0)] = 0.0
    judge_requests: Annotated[int, Field(ge=0)] = 0
    error: str | None = None


ROW = ExtractionRow


def predict(
    data: Path,
    *,
    subject: Subject,
    split: str | None = None,
    mode: str | None = None,
    system: str | None = None,
    predictions: Path | None = None,
) -> Iterator[ExtractionRow]:
    """A row a review. Raises ``UsageError`` for an unknown mode or system, ``InputError`` for unusable data."""
    how, extractor = equivalence_of(mode, subject), extractor_of(system)
    found = load(data, split=split)
    given = read_extracted(predictions) if predictions is not None else None
    versions = {
        "data": f"extraction {found.version}",
        "equivalence": how.definition,
        "system": extractor.value if predictions is None else predictions.name,
    }
    if how is Equivalence.JUDGE:
        versions["judge"] = subject.ask(lambda model: model.identity("system", "judge_equivalence", PROMPT))
    if how is Equivalence.EMBEDDING:
        versions |= {name: value for name, value in subject.versions.items() if name == "embedding"}
    if given is None and extractor is Extractor.OURS:
        versions |= {"engine": subject.engine}
    if given is None and extractor is Extractor.END_TO_END:
        versions["engine"] = subject.ask(lambda model: model.identity("system", END_TO_END))
    for item in found.items:
        row = ExtractionRow(
            suite="extraction", item=item.item, paper=item.paper, versions=versions,
            reference=tuple(one.text for one in item.claims), reference_labels=tuple(one.label for one in item.claims),
        )  # fmt: skip
        if given is not None and item.item not in given:
            yield row.model_copy(update={"dropped": NO_PREDICTION})
            continue
        try:
            taken = extract(extractor, item, subject) if given is None else Extracted(given[item.item], Usage())
            yield _held(row, taken, item, how, subject, timed=given is None)
        except PeerlensError as exc:
            yield row.model_copy(update={"error": f"{type(exc).__name__}: {exc}"})


def figures(rows: Sequence[ExtractionRow]) -> dict[str, Figure]:
    """Precision, recall and F1 over all claims, matched one to one; labels of matched claims; qualities; cost.

    ``label right, of the matched``: of matched claims whose reference has a label and that were given one; ``found and
    labelled right``: of all reference claims with a label. Failures are left out of all but ``failure_share``.
    """
    run = [row for row in rows if row.dropped is None]
    told = [row for row in run if row.error is None]
    measured = with_intervals(tally([(row.paper, _counts(row)) for row in told]), _MEASURES)
    shown = {name: figure for name, figure in measured.items() if figure.n or name in _ALWAYS}
    return shown | shares(run, {"failure_share": lambda row: row.error is not None}) | dropped_counts(rows)


def _held(
    row: ExtractionRow, taken: Extracted, item: ReviewItem, how: Equivalence, subject: Subject, *, timed: bool
) -> ExtractionRow:
    """The row with what was taken, held against the reference. Raises ``PeerlensError`` where a judge breaks."""
    claims = tuple(one.text for one in taken.claims)
    meter = Meter()
    pairs = equivalent(how, claims, row.reference, subject=subject, meter=meter)
    qualities: tuple[tuple[bool, ...], ...] = ()
    if how is Equivalence.JUDGE:

        async def all_of(model: PlainModel) -> list[tuple[bool, ...]]:
            ask = asker(model, meter)
            return await gather(*(ask_quality(claim, item.review.text, ask=ask) for claim in claims))

        qualities = tuple(subject.ask(all_of))
    return row.model_copy(
        update={
            "claims": claims,
            "labels": tuple(one.label for one in taken.claims),
            "equivalent": pairs,
            "qualities": qualities,
            "usage": taken.usage,
            "timed": timed,
            "seconds": taken.seconds,
            "judging_seconds": taken.judging_seconds,
            "judge_requests": meter.requests,
        }
    )


_COLUMNS: Final = (
    "reviews", "claims", "reference", "matched", "labelled", "right", "wanted", "told", *QUALITIES, "timed", "seconds",
    "judging_seconds", "requests", "prompt_tokens", "completion_tokens", "judge_requests",
)  # fmt: skip
_AT: Final = {name: position for position, name in enumerate(_COLUMNS)}


def _counts(row: ExtractionRow) -> Counts:
    pairs = [(i, j) for j, i in matched(row.equivalent).items()]
    both = [(row.labels[i], row.reference_labels[j]) for i, j in pairs]
    labelled = [(mine, theirs) for mine, theirs in both if mine is not None and theirs is not None]
    wanted = any(label is not None for label in row.labels) * sum(one is not None for one in row.reference_labels)
    values = {
        "reviews": 1,
        "claims": len(row.claims),
        "reference": len(row.reference),
        "matched": len(pairs),
        "labelled": len(labelled),
        "right": sum(mine is theirs for mine, theirs in labelled),
        "wanted": wanted,
        "told": len(row.qualities),
        **{name: sum(one[at] for one in row.qualities) for at, name in enumerate(QUALITIES)},
        "timed": row.timed,
        "seconds": row.seconds,
        "judging_seconds": row.judging_seconds,
        "requests": row.usage.requests,
        "prompt_tokens": row.usage.prompt_tokens,
        "completion_tokens": row.usage.completion_tokens,
        "judge_requests": row.judge_requests,
    }
    return np.array([values[name] for name in _COLUMNS], dtype=np.float64)


def _column(name: str) -> Callable[[Counts], Counts]:
    def values(counts: Counts) -> Counts:
        column: Counts = counts[..., _AT[name]]
        return column

    return values


def _mean(part: str, whole: str) -> Measure:
    return ratio(_column(part), _column(whole))


def _both(counts: Counts) -> Counts:
    return _column("claims")(counts) + _column("reference")(counts)


_ALWAYS: Final = ("precision", "recall", "F1")
_MEASURES: Final[dict[str, Measure]] = {
    "precision": _mean("matched", "claims"),
    "recall": _mean("matched", "reference"),
    "F1": ratio(lambda counts: 2 * _column("matched")(counts), _both),
    "claims a review": _mean("claims", "reviews"),
    "reference claims a review": _mean("reference", "reviews"),
    "label right, of the matched": _mean("right", "labelled"),
    "found and labelled right": _mean("right", "wanted"),
    **{name: _mean(name, "told") for name in QUALITIES},
    "seconds a review": _mean("seconds", "timed"),
    "seconds a review to label": _mean("judging_seconds", "timed"),
    "requests a review": _mean("requests", "timed"),
    "prompt tokens a review": _mean("prompt_tokens", "timed"),
    "completion tokens a review": _mean("completion_tokens", "timed"),
    "requests of the judge a review": _mean("judge_requests", "reviews"),
}
