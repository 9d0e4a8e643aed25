"""Finding suites, scoring stored predictions, and the shape of the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens import evals
from peerlens.errors import InputError, UsageError
from peerlens.evals import EvalResult, Figure, run_suite, score, suites, table
from peerlens.evals.rows import RankingRow, write_row
from peerlens.settings import Settings

FOLDER = Path(evals.__file__).parent / "suites"
SUITES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def ranking(item: str, *ranked: tuple[int, int], retriever: str = "hybrid", dropped: str | None = None) -> RankingRow:
    return RankingRow(
        suite="retrieval",
        item=item,
        paper=item[0],
        versions={"peerlens": "0.1.0", "data": "peerify 1"},
        dropped=dropped,
        set="B1",
        retriever=retriever,
        query="Coots dive.",
        spans=((0, 100),),
        ranked=ranked,
        relevant_total=1,
        longest_words=12,
    )


def written(path: Path, *rows: RankingRow) -> Path:
    path.write_text("".join(write_row(row) for row in rows), encoding="utf-8")
    return path


def test_suites_are_the_files_of_their_folder() -> None:
    assert list(suites()) == SUITES
    assert {"absence", "changed", "limitgen", "probes", "retrieval", "verdicts"} <= set(SUITES)


def test_an_unknown_suite_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        run_suite("audits", tmp_path, settings=Settings(home=tmp_path))
    assert caught.value.hint == f"known: {', '.join(SUITES)}"


def test_every_figure_comes_from_the_stored_rows(tmp_path: Path) -> None:
    path = written(
        tmp_path / "predictions.jsonl",
        ranking("a1", (0, 100)),
        ranking("a1", (500, 600), (0, 100), retriever="bm25"),
        ranking("b1", (500, 600)),
        ranking("b1", (0, 100), retriever="bm25"),
        ranking("b2", dropped="gold not located"),
    )
    result = score(path)
    assert (result.suite, result.n) == ("retrieval", 2)
    assert result.versions == {"peerlens": "0.1.0", "data": "peerify 1"}
    assert result.metrics["hit@1"] == Figure(value=0.5, low=0.0, high=1.0, n=2)
    assert result.metrics["B1 bm25 mrr"].value == 0.75
    assert result.metrics["longest ranked passage, words"].value == 12
    assert result.metrics["dropped: B1, gold not located"] == Figure(value=1.0, n=3)


def test_versions_that_differ_between_rows_are_all_named(tmp_path: Path) -> None:
    other = ranking("b1").model_copy(update={"versions": {"peerlens": "0.1.0", "data": "peerify 2"}})
    path = written(tmp_path / "predictions.jsonl", ranking("a1"), other, ranking("a2"))
    assert score(path).versions == {"peerlens": "0.1.0", "data": "peerify 1; peerify 2"}


def test_the_document_has_its_schema_and_no_number_that_json_lacks(tmp_path: Path) -> None:
    path = written(tmp_path / "predictions.jsonl", ranking("a1", (0, 100)))
    document = json.loads(score(path).to_json())
    assert document["schema"] == "peerlens.eval/1"
    assert document["metrics"]["hit@1"] == {"value": 1.0, "low": None, "high": None, "n": 1}
    assert EvalResult.model_validate(document).suite == "retrieval"


def test_the_table_has_a_heading_and_a_row_a_figure() -> None:
    metrics = {
        "hit@1": Figure(value=0.5, low=0.25, high=0.75, n=8),
        "flips": Figure(value=12.0, n=40),
        "x": Figure(value=None, n=0),
    }
    rows = table(EvalResult(suite="s", n=8, metrics=metrics, versions={}))
    assert rows == [
        ("measure", "value", "95 % interval", "n"),
        ("hit@1", "0.500", "0.250 – 0.750", "8"),
        ("flips", "12", "", "40"),
        ("x", "–", "", "0"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no predictions"),
        ("not json\n", "line 1: not a row"),
        ('{"suite": "retrieval"}\n', "line 1: not a row"),
    ],
)
def test_a_file_that_holds_no_predictions_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        score(path)


def test_predictions_of_an_unknown_suite_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text('{"suite": "audits"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="unknown suite 'audits'"):
        score(path)


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        score(tmp_path / "absent.jsonl")
