"""The measures held against scikit-learn and ir-measures."""

from __future__ import annotations

import random

import pytest

from peerlens.evals.calibration import Answer, Isotonic
from peerlens.evals.compare import mcnemar
from peerlens.evals.metrics import LABELS, ranking_figures, verdict_figures
from peerlens.taxonomy import Verdict
from tests.evals.test_metrics import items, ranked


def test_macro_f1_and_label_figures_agree_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed: make test-extras")
    draw = random.Random(7)
    pairs: list[tuple[Verdict, Verdict | None]] = [(draw.choice(LABELS), draw.choice(LABELS)) for _ in range(200)]
    gold, given = [str(g) for g, _ in pairs], [str(p) for _, p in pairs]
    figures = verdict_figures(items(pairs, papers=10))
    names = [str(label) for label in LABELS]
    expected = metrics.f1_score(gold, given, labels=names, average="macro", zero_division=0)
    assert figures["macro_f1"].value == pytest.approx(expected)
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(gold, given, labels=names, zero_division=0)
    for index, name in enumerate(names):
        assert figures[f"precision[{name}]"].value == pytest.approx(precision[index])
        assert figures[f"recall[{name}]"].value == pytest.approx(recall[index])
        assert figures[f"f1[{name}]"].value == pytest.approx(f1[index])


def test_ranking_figures_agree_with_ir_measures() -> None:
    ir = pytest.importorskip("ir_measures", reason="ir-measures is not installed: make test-extras")
    draw = random.Random(3)
    everything = []
    qrels, run = [], []
    for query in range(30):
        relevant = sorted(draw.sample(range(1, 25), k=draw.randint(1, 4)))
        everything.append(ranked(*relevant, total=len(relevant), paper=f"p{query % 5}"))
        qrels += [ir.Qrel(str(query), str(rank), 1) for rank in relevant]
        run += [ir.ScoredDoc(str(query), str(rank), 1.0 / rank) for rank in range(1, 11)]
    expected = ir.calc_aggregate([ir.nDCG @ 10, ir.RR @ 10, ir.Success @ 5], qrels, run)
    figures = ranking_figures(everything)
    assert figures["ndcg@10"].value == pytest.approx(expected[ir.nDCG @ 10])
    assert figures["mrr"].value == pytest.approx(expected[ir.RR @ 10])
    assert figures["hit@5"].value == pytest.approx(expected[ir.Success @ 5])


def test_isotonic_regression_agrees_with_scikit_learn() -> None:
    isotonic = pytest.importorskip("sklearn.isotonic", reason="scikit-learn is not installed: make test-extras")
    draw = random.Random(11)
    pairs = [(draw.randint(0, 40) / 40, draw.random() < 0.6) for _ in range(150)]
    reference = isotonic.IsotonicRegression(out_of_bounds="clip").fit(*map(list, zip(*pairs, strict=True)))
    fitted = Isotonic.fitted([Answer("p", confidence, right) for confidence, right in pairs])
    at = [value / 97 for value in range(98)]
    assert [fitted(value) for value in at] == pytest.approx(list(reference.predict(at)))


def test_mcnemar_agrees_with_the_binomial_test_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed: make test-extras")
    for only_a in range(8):
        for only_b in range(8):
            expected = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
            assert mcnemar(only_a, only_b) == pytest.approx(expected)
