"""Do voters agree? Cohen's and Fleiss' kappa and Spearman's rank correlation, with intervals by paper.

The kappas are written on additive counts, so that the bootstrap of all other figures serves them; the tests hold all
three against scikit-learn and SciPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from peerlens.evals.bootstrap import DRAWS, SEED, Counts, Measure, figures, tally
from peerlens.evals.results import Figure

Vote = str | int | float
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ballot:
    """What voters said of one thing, by voter. ``paper``: the paper that intervals are drawn by."""

    paper: str
    votes: Mapping[str, Vote]


def agreement(ballots: Sequence[Ballot]) -> dict[str, Figure]:
    """Each two voters on what both voted on; with three or more, Fleiss' kappa on what all of them did.

    Words have kappas, whole numbers kappas and Spearman's correlation, other numbers the correlation alone.
    """
    voters = sorted({voter for ballot in ballots for voter in ballot.votes})
    every = [vote for ballot in ballots for vote in ballot.votes.values()]
    nominal, ordered = all(not isinstance(v, float) for v in every), all(not isinstance(v, str) for v in every)
    result: dict[str, Figure] = {}
    for one, other in combinations(voters, 2):
        shared = [ballot for ballot in ballots if {one, other} <= ballot.votes.keys()]
        pairs = [(ballot.paper, ballot.votes[one], ballot.votes[other]) for ballot in shared]
        if pairs and nominal:
            result[f"{one} and {other}, Cohen's kappa"] = cohen(pairs)
        if pairs and ordered:
            result[f"{one} and {other}, Spearman"] = spearman([(paper, float(a), float(b)) for paper, a, b in pairs])
    full = [ballot for ballot in ballots if len(ballot.votes) == len(voters)]
    if len(voters) > 2 and full and nominal:
        result["all voters, Fleiss' kappa"] = fleiss([(one.paper, list(one.votes.values())) for one in full])
    return result


def cohen(pairs: Sequence[tuple[str, Vote, Vote]]) -> Figure:
    """Cohen's kappa (Cohen 1960) of ``(paper, vote, other vote)``; undefined where chance alone would agree fully."""
    labels = {label: at for at, label in enumerate(dict.fromkeys(vote for _, *votes in pairs for vote in votes))}
    size = len(labels)

    def counts(a: Vote, b: Vote) -> Counts:
        table = np.zeros((size, size))
        table[labels[a], labels[b]] = 1
        return table.reshape(-1)

    def kappa(total: Counts) -> Counts:
        table = total.reshape(*total.shape[:-1], size, size)
        n = table.sum(axis=(-2, -1))
        seen = np.trace(table, axis1=-2, axis2=-1) / n
        chance = (table.sum(axis=-1) * table.sum(axis=-2)).sum(axis=-1) / n**2
        return _beyond_chance(seen, chance)

    measure = Measure(kappa, lambda total: total.sum(axis=-1))
    return figures(tally([(paper, counts(a, b)) for paper, a, b in pairs]), {"kappa": measure})["kappa"]


def fleiss(items: Sequence[tuple[str, Sequence[Vote]]]) -> Figure:
    """Fleiss' kappa (Fleiss 1971) of ``(paper, votes)``, as many votes on each item; ``n`` counts items."""
    labels = {label: at for at, label in enumerate(dict.fromkeys(vote for _, votes in items for vote in votes))}
    voters = len(items[0][1])

    def counts(votes: Sequence[Vote]) -> Counts:
        given = np.bincount([labels[vote] for vote in votes], minlength=len(labels)).astype(float)
        alike = (given @ given - voters) / (voters * (voters - 1))
        return np.array([1.0, alike, *given])

    def kappa(total: Counts) -> Counts:
        n = total[..., 0]
        shares = total[..., 2:] / (n * voters)[..., None]
        return _beyond_chance(total[..., 1] / n, (shares**2).sum(axis=-1))

    measure = Measure(kappa, lambda total: total[..., 0])
    return figures(tally([(paper, counts(votes)) for paper, votes in items]), {"kappa": measure})["kappa"]


def spearman(pairs: Sequence[tuple[str, float, float]]) -> Figure:
    """Spearman's rank correlation (Spearman 1904), ties sharing their mean rank; undefined where a side is constant."""
    values = np.array([(a, b) for _, a, b in pairs])
    papers: dict[str, list[int]] = {}
    for at, (paper, _, _) in enumerate(pairs):
        papers.setdefault(paper, []).append(at)
    value = _correlation(values)
    if value is None or len(papers) < 2:
        return Figure(value=value, n=len(pairs))
    generator, groups = np.random.default_rng(SEED), [papers[name] for name in sorted(papers)]
    drawn = [
        found
        for _ in range(DRAWS // 4)
        if (
            found := _correlation(
                values[[at for paper in generator.integers(len(groups), size=len(groups)) for at in groups[paper]]]
            )
        )
        is not None
    ]
    low, high = (float(bound) for bound in np.quantile(drawn, [0.025, 0.975])) if drawn else (None, None)
    return Figure(value=value, low=low, high=high, n=len(pairs))


def _beyond_chance(seen: Counts, chance: Counts) -> Counts:
    undefined = np.full(np.broadcast(seen, chance).shape, np.nan)
    kappa: Counts = np.divide(seen - chance, 1 - chance, out=undefined, where=~np.isclose(chance, 1))
    return kappa


def _correlation(values: Values) -> float | None:
    ranks = np.stack([_ranks(column) for column in values.T])
    if (ranks.std(axis=1) == 0).any():
        return None
    return float(np.atleast_2d(np.corrcoef(ranks))[0, 1])


def _ranks(values: Values) -> Values:
    """Ranks from 1, those of ties being their mean."""
    _, place, sizes = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Values = np.take(np.cumsum(sizes) - (sizes - 1) / 2, place)
    return ranks
