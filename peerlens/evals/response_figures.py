"""The figures of the response suite: answers found, places read and borne out, conceded ranked above disputed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from peerlens.evals.bootstrap import DRAWS, SEED, Counts, Measure, ratio, tally
from peerlens.evals.bootstrap import figures as with_intervals
from peerlens.evals.results import Figure
from peerlens.evals.rows import Row
from peerlens.evals.verdict_figures import area_under_curve
from peerlens.schema import NamedPlace
from peerlens.taxonomy import ResponseStatus, Verdict

TUNED, HELD = "tuned", "held"


class ResponseRow(Row):
    """A sentence of a review, what the program found for it, and what there was to find.

    ``answered``: the authors answered it. ``blind``: share of the response's parts that belong to the answer.
    ``hit``: the quoted words are of the answer. ``elsewhere``: something was found in the response to another review
    (``None``: there is none). ``named``: places of the answer by the simpler reading; ``places`` those of the quoted
    words; ``parsed`` those of ``named`` that the program reads in the answer itself. ``swapped``: the places again with
    another of the paper in each one's stead. ``score``: high where the claim holds.
    """

    half: str
    answered: bool
    argues: bool
    blind: float = 0.0
    status: ResponseStatus | None = None
    hit: bool = False
    elsewhere: bool | None = None
    named: tuple[str, ...] = ()
    parsed: tuple[str, ...] = ()
    places: tuple[NamedPlace, ...] = ()
    swapped: tuple[NamedPlace, ...] = ()
    stance: str | None = None
    label: Verdict | None = None
    score: float | None = None


def response_figures(rows: Sequence[ResponseRow]) -> dict[str, Figure]:
    """The held half first, then the half that settings were made on."""
    result: dict[str, Figure] = {}
    for half in (HELD, TUNED):
        run = [row for row in rows if row.dropped is None and row.half == half]
        counted = tally([(row.paper, _counts(row)) for row in run])
        result |= {f"{half}: {name}": figure for name, figure in with_intervals(counted, _MEASURES).items()}
        result[f"{half}: conceded above disputed, AUC"] = _auc(run)
    return result


_COLUMNS: Final = (
    "answered", "found", "hit", "blind", "unanswered", "unanswered found", "elsewhere", "elsewhere found",
    "status answered", "status partly", "naming", "parsed", "parsed end to end", "places", "places found",
    "places borne out", "swapped", "swapped borne out",
)  # fmt: skip


def _counts(row: ResponseRow) -> Counts:
    found = row.status is not None and (row.status is not ResponseStatus.NOT_ANSWERED or row.hit)
    named = {one.named for one in row.places}
    existing = [one for one in row.places if one.found]
    values = {
        "answered": row.answered,
        "found": row.answered and found,
        "hit": row.answered and row.hit,
        "blind": row.blind if row.answered else 0.0,
        "unanswered": not row.answered,
        "unanswered found": not row.answered and found,
        "elsewhere": row.elsewhere is not None,
        "elsewhere found": bool(row.elsewhere),
        "status answered": row.answered and row.hit and row.status is ResponseStatus.ANSWERED,
        "status partly": row.answered and row.hit and row.status is ResponseStatus.PARTLY_ANSWERED,
        "naming": bool(row.named),
        "parsed": bool(row.named) and set(row.named) == set(row.parsed),
        "parsed end to end": bool(named & set(row.named)),
        "places": len(row.places),
        "places found": len(existing),
        "places borne out": sum(one.bears_out for one in existing),
        "swapped": len(row.swapped),
        "swapped borne out": sum(one.bears_out for one in row.swapped),
    }
    return np.array([values[name] for name in _COLUMNS], dtype=np.float64)


def _share(part: str, whole: str) -> Measure:
    top, bottom = _COLUMNS.index(part), _COLUMNS.index(whole)
    return ratio(lambda c: c[..., top], lambda c: c[..., bottom])


_MEASURES: Final = {
    "answered sentences: the answer found": _share("hit", "answered"),
    "answered sentences: anything found": _share("found", "answered"),
    "what is found is the answer": _share("hit", "found"),
    "a blind choice of a part": _share("blind", "answered"),
    "not aligned to any answer: something found": _share("unanswered found", "unanswered"),
    "response to another review: something found": _share("elsewhere found", "elsewhere"),
    "answer found: status answered": _share("status answered", "hit"),
    "answer found: status partly answered": _share("status partly", "hit"),
    "answers that name a place: all of them read": _share("parsed", "naming"),
    "answers that name a place: one among the places": _share("parsed end to end", "naming"),
    "places named: in the manuscript": _share("places found", "places"),
    "places in the manuscript: borne out": _share("places borne out", "places found"),
    "another place of the kind: borne out": _share("swapped borne out", "swapped"),
}


def _auc(rows: Sequence[ResponseRow]) -> Figure:
    """With an interval over draws of papers; draws that lack one of the two stances are left out."""
    by_paper: dict[str, list[ResponseRow]] = defaultdict(list)
    for row in rows:
        if row.stance is not None and row.score is not None:
            by_paper[row.paper].append(row)
    everything = [row for group in by_paper.values() for row in group]
    names = sorted(by_paper)
    generator = np.random.default_rng(SEED)
    drawn = [
        value
        for _ in range(DRAWS // 4 if len(names) > 1 else 0)
        if (
            value := _area(
                [row for at in generator.integers(len(names), size=len(names)) for row in by_paper[names[at]]]
            )
        )
        is not None
    ]
    low, high = (float(bound) for bound in np.quantile(drawn, [0.025, 0.975])) if drawn else (None, None)
    return Figure(value=_area(everything), low=low, high=high, n=len(everything))


def _area(rows: Sequence[ResponseRow]) -> float | None:
    scores = {
        stance: [row.score for row in rows if row.stance == stance and row.score is not None]
        for stance in ("conceded", "disputed")
    }
    return area_under_curve(scores["conceded"], scores["disputed"])
