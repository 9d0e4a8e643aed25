"""Compare two stored runs on the items that both have: paired bootstrap over papers, and McNemar's test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import comb
from pathlib import Path
from typing import TypeVar, cast

import numpy as np

from peerlens.errors import InputError, UsageError
from peerlens.evals.bootstrap import Counts, Measure, figures, ratio, tally
from peerlens.evals.metrics import Judged, ranking_values, verdict_counts, verdict_measures
from peerlens.evals.results import EvalResult, Figure, count
from peerlens.evals.rows import RankingRow, Row, VerdictRow
from peerlens.evals.shares import is_right_on_its_document
from peerlens.evals.suites.retrieval import ranked

SAME = ("data", "metrics")
"""Versions that two runs must share to be compared."""

_VERDICTS = ("accuracy", "macro_f1", "coverage", "right_when_decided", "flip_rate")
_RANKINGS = ("hit@1", "hit@10", "recall@10", "mrr", "ndcg@10")
R = TypeVar("R", bound=Row)
Pair = tuple[R, R]


def compare_rows(a: Sequence[Row], b: Sequence[Row]) -> EvalResult:
    """Both runs' chief figures and the difference B − A with its interval, for each set and arm they share.

    The bootstrap draws papers, each with both runs' results (Efron and Tibshirani 1993, ch. 8). ``McNemar p`` is the
    exact two-sided test of the claims that only one of both has right (McNemar 1947). Failures of either run leave
    their pair out and are counted. Raises ``UsageError`` where suites, data or metric versions differ, where no item is
    in both, and for suites whose rows are neither verdicts nor rankings.
    """
    _check_versions(a, b)
    suite = a[0].suite
    if isinstance(a[0], VerdictRow):
        metrics = _verdicts(cast("Sequence[VerdictRow]", a), cast("Sequence[VerdictRow]", b))
    elif isinstance(a[0], RankingRow):
        metrics = _rankings(cast("Sequence[RankingRow]", a), cast("Sequence[RankingRow]", b))
    else:
        raise UsageError(f"runs of {suite!r} cannot be compared", hint="suites of verdicts and of rankings can")
    if not metrics:
        raise UsageError("no item is in both runs", hint="compare runs of one suite on one set of data")
    names = {**_versions(a, "A"), **_versions(b, "B")}
    return EvalResult(suite=f"compare {suite}", n=_shared(a, b), metrics=metrics, versions=names)


def mcnemar(only_a: int, only_b: int) -> float:
    """The exact two-sided p of McNemar's test: a fair coin over the items that only one run has right."""
    n = only_a + only_b
    if n == 0:
        return 1.0
    tail = sum(comb(n, k) for k in range(min(only_a, only_b) + 1))
    return min(1.0, float(2 * tail / 2**n))


def _check_versions(a: Sequence[Row], b: Sequence[Row]) -> None:
    if not a or not b:
        raise InputError("a run without rows cannot be compared", hint="run `peerlens eval SUITE --data DIR --out DIR`")
    if a[0].suite != b[0].suite:
        raise UsageError(f"suites differ: {a[0].suite} and {b[0].suite}", hint="compare runs of one suite")
    for name in SAME:
        mine, theirs = _values(a, name), _values(b, name)
        if mine != theirs:
            said = " and ".join("; ".join(sorted(values)) or "none" for values in (mine, theirs))
            raise UsageError(f"{name} versions differ: {said}", hint="run both on the same data with one version")


def _values(rows: Sequence[Row], name: str) -> set[str]:
    return {row.versions[name] for row in rows if name in row.versions}


def _versions(rows: Sequence[Row], run: str) -> dict[str, str]:
    names = dict.fromkeys(name for row in rows for name in row.versions)
    return {f"{run} {name}": "; ".join(sorted(_values(rows, name))) for name in names}


def _shared(a: Sequence[Row], b: Sequence[Row]) -> int:
    return len({row.item for row in a if row.dropped is None} & {row.item for row in b if row.dropped is None})


def _verdicts(a: Sequence[VerdictRow], b: Sequence[VerdictRow]) -> dict[str, Figure]:
    one_arm = all(len({row.arm for row in rows}) == 1 for rows in (a, b))

    def key(row: VerdictRow) -> tuple[str, ...]:
        arm = "" if one_arm else row.arm
        return (row.set_, arm, row.item, row.twin or "", "" if row.gold is not None else "other paper")

    measures = {name: verdict_measures()[name] for name in _VERDICTS}
    result: dict[str, Figure] = {}
    for group, pairs in _grouped(a, b, key).items():
        judged = [pair for pair in pairs if pair[0].error is None and pair[1].error is None]
        labelled = [pair for pair in judged if pair[0].gold is not None]
        counted = [(first.paper, np.concatenate([_counts(first), _counts(second)])) for first, second in labelled]
        result |= {f"{group} {name}": figure for name, figure in _paired(counted, measures).items()}
        only_a = sum(
            is_right_on_its_document(first) and not is_right_on_its_document(second) for first, second in judged
        )
        only_b = sum(
            is_right_on_its_document(second) and not is_right_on_its_document(first) for first, second in judged
        )
        result |= {
            f"{group} right in A alone": count(only_a, n=len(judged)),
            f"{group} right in B alone": count(only_b, n=len(judged)),
            f"{group} McNemar p": Figure(value=mcnemar(only_a, only_b), n=only_a + only_b),
            f"{group} left out, a run failed": count(len(pairs) - len(judged), n=len(pairs)),
        }
    return result


def _counts(row: VerdictRow) -> Counts:
    assert row.gold is not None
    return verdict_counts(Judged(row.paper, row.gold, row.predicted, row.reason))


def _rankings(a: Sequence[RankingRow], b: Sequence[RankingRow]) -> dict[str, Figure]:
    names = list(_RANKINGS)
    measures = {name: ratio(_at(position), _at(len(names))) for position, name in enumerate(names)}
    result: dict[str, Figure] = {}
    for group, pairs in _grouped(a, b, lambda row: (row.set_, row.retriever, row.item)).items():
        counted = [(one.paper, np.concatenate([_ranking(one, names), _ranking(two, names)])) for one, two in pairs]
        result |= {f"{group} {name}": figure for name, figure in _paired(counted, measures).items()}
    return result


def _ranking(row: RankingRow, names: Sequence[str]) -> Counts:
    values = ranking_values(ranked(row))
    return np.array([*(values[name] for name in names), 1.0])


def _at(position: int) -> Callable[[Counts], Counts]:
    def column(counts: Counts) -> Counts:
        values: Counts = counts[..., position]
        return values

    return column


def _grouped(a: Sequence[R], b: Sequence[R], key: Callable[[R], tuple[str, ...]]) -> dict[str, list[Pair[R]]]:
    """Pairs of rows that are one item, by set and arm (the first two of the key)."""
    second = {key(row): row for row in b if row.dropped is None}
    groups: dict[str, list[Pair[R]]] = defaultdict(list)
    for row in a:
        if row.dropped is None and key(row) in second:
            groups[" ".join(part for part in key(row)[:2] if part)].append((row, second[key(row)]))
    return groups


def _paired(items: Sequence[tuple[str, Counts]], measures: Mapping[str, Measure]) -> dict[str, Figure]:
    """Each measure in A, in B, and the difference, on counts of A and B laid end to end."""
    paired: dict[str, Measure] = {}
    for name, measure in measures.items():
        paired[f"{name}, A"] = Measure(_of_a(measure.value), _of_a(measure.over))
        paired[f"{name}, B"] = Measure(_of_b(measure.value), _of_b(measure.over))
        paired[f"{name}, B − A"] = _difference(measure)
    return figures(tally(items), paired)


def _difference(measure: Measure) -> Measure:
    first, second = _of_a(measure.value), _of_b(measure.value)
    return Measure(lambda counts: second(counts) - first(counts), _of_a(measure.over))


def _of_a(value: Callable[[Counts], Counts]) -> Callable[[Counts], Counts]:
    return lambda counts: value(counts[..., : counts.shape[-1] // 2])


def _of_b(value: Callable[[Counts], Counts]) -> Callable[[Counts], Counts]:
    return lambda counts: value(counts[..., counts.shape[-1] // 2 :])


def named(path: Path) -> Path:
    """The predictions that a path means: the file, or that of the folder it names."""
    return path / "predictions.jsonl" if path.is_dir() else path
