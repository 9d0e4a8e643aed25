"""A cross-encoder for natural language inference, on a tiny model made on the spot, and the labels made from it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from peerlens.errors import ModelMissingError, UsageError
from peerlens.evals import SuiteOptions, run_suite
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.systems import label_by_inference
from peerlens.settings import EngineName, RetrieverName, Settings
from peerlens.store.entailment import Entailment, Inference
from peerlens.taxonomy import Verdict
from tests.store.rerankers.test_cross_encoder import make_tiny

LABELS = {0: "CONTRADICTION", 1: "ENTAILMENT", 2: "NEUTRAL"}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny(tmp_path_factory.mktemp("tiny-nli"), labels=3)


@pytest.fixture
def nli(tiny: Path, tmp_path: Path) -> Path:
    return named(tiny, tmp_path / "nli", LABELS)


def named(tiny: Path, folder: Path, labels: dict[int, str]) -> Path:
    shutil.copytree(tiny, folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"id2label": labels, "label2id": {name: at for at, name in labels.items()}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def test_probabilities_go_by_the_models_own_names_of_its_labels(nli: Path, tiny: Path, tmp_path: Path) -> None:
    (one,) = Entailment(str(nli)).infer(["the duck counts"], "a lake")
    assert one.entailment + one.neutral + one.contradiction == pytest.approx(1.0, abs=1e-5)
    turned = named(tiny, tmp_path / "turned", {0: "entailment", 1: "contradiction", 2: "neutral"})
    (other,) = Entailment(str(turned)).infer(["the duck counts"], "a lake")
    assert (other.entailment, other.contradiction) == pytest.approx((one.contradiction, one.entailment))
    assert Entailment(str(nli)).infer([], "a lake") == ()


def test_a_model_with_other_labels_is_refused(tiny: Path) -> None:
    with pytest.raises(ModelMissingError, match="no model of natural language inference"):
        Entailment(str(tiny))


def test_the_suite_judges_on_the_best_passages_and_says_which_model(nli: Path, tmp_path: Path) -> None:
    (tmp_path / "ducks.md").write_text("# Ducks\n\n## 1 Part\n\nThe camera counts the duck.\n", encoding="utf-8")
    (tmp_path / "claims.csv").write_text("paper,claim,gold\nducks.md,a duck counts,Supported\n", encoding="utf-8")
    settings = Settings(home=tmp_path / "home", engine=EngineName.EMBEDDED, retriever=RetrieverName.BM25)
    result = run_suite(
        "own", tmp_path / "claims.csv", settings=settings, out=tmp_path / "out",
        options=SuiteOptions(system="nli", nli_model=str(nli)),
    )  # fmt: skip
    assert result.versions["engine"] == "nli:nli"
    (row,) = read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow)
    expected = label_by_inference(Entailment(str(nli)).infer(["The camera counts the duck."], "a duck counts"))
    assert (row.predicted, row.confidence) == (expected[0], pytest.approx(expected[1], abs=1e-5))


@pytest.mark.parametrize(
    ("found", "label", "confidence"),
    [
        ([(0.9, 0.1, 0.0), (0.2, 0.7, 0.1)], Verdict.SUPPORTED, 0.9),
        ([(0.1, 0.2, 0.7), (0.2, 0.7, 0.1)], Verdict.NOT_SUPPORTED, 0.7),
        ([(0.9, 0.1, 0.0), (0.1, 0.1, 0.8)], Verdict.PARTIALLY_SUPPORTED, 0.8),
        ([(0.4, 0.3, 0.3), (0.5, 0.3, 0.2)], Verdict.NOT_DETERMINED, 0.5),
        ([], Verdict.NOT_DETERMINED, 1.0),
    ],
)
def test_passages_that_entail_or_contradict_make_the_label(
    found: list[tuple[float, float, float]], label: Verdict, confidence: float
) -> None:
    assert label_by_inference([Inference(*one) for one in found]) == (label, pytest.approx(confidence))


def test_the_system_needs_a_model(tmp_path: Path) -> None:
    (tmp_path / "ducks.md").write_text("# Ducks\n\nDucks.\n", encoding="utf-8")
    (tmp_path / "claims.csv").write_text("paper,claim,gold\nducks.md,a duck,Supported\n", encoding="utf-8")
    settings = Settings(home=tmp_path / "home", engine=EngineName.EMBEDDED, retriever=RetrieverName.BM25)
    with pytest.raises(UsageError, match="--system nli needs a model"):
        run_suite("own", tmp_path / "claims.csv", settings=settings, options=SuiteOptions(system="nli"))
