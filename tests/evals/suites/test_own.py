"""One's own labelled claims: judged, or another system's verdicts scored; every disagreement in a file for reading."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals import SuiteOptions, run_suite, score
from peerlens.evals.datasets.labelled import load
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.suites.own import COLUMNS
from peerlens.settings import Settings
from peerlens.taxonomy import Verdict
from tests.evals.suites.test_predict import JUDGEMENTS, KETTLES, PONDS, Scripted

ROWS = """paper,claim,gold,evidence
coots.md,No ablation is given.,not determined,
coots.md,Drones fly early.,Refuted,The data set has 412 images of three ponds
kettles.md,It breaks.,supports,
gone.md,The authors agree.,Supported,
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "coots.md").write_text(PONDS, encoding="utf-8")
    (folder / "kettles.md").write_text(KETTLES, encoding="utf-8")
    (folder / "claims.csv").write_text(ROWS, encoding="utf-8")
    return folder


def run(
    data: Path, tmp_path: Path, options: SuiteOptions | None = None
) -> tuple[dict[str, float | None], list[VerdictRow]]:
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    out = tmp_path / "out"
    result = run_suite("own", data, settings=subject.settings, out=out, subject=subject, options=options)
    assert score(out / "predictions.jsonl") == result
    rows = read_rows(out / "predictions.jsonl", VerdictRow)
    return {name: figure.value for name, figure in result.metrics.items()}, list(rows)


def disputed(tmp_path: Path) -> list[dict[str, str]]:
    text = (tmp_path / "out" / "disputed.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def test_each_claim_is_judged_on_the_paper_it_names_and_a_missing_paper_is_dropped(data: Path, tmp_path: Path) -> None:
    metrics, rows = run(data, tmp_path)
    assert [row.predicted for row in rows] == [Verdict.NOT_DETERMINED, Verdict.NOT_DETERMINED, None, None]
    assert (metrics["accuracy"], metrics["failure_share"]) == (0.5, pytest.approx(1 / 3))
    assert metrics["dropped: no paper file"] == 1
    assert [row.shows_gold for row in rows] == [None, False, None, None]


def test_disputed_holds_every_claim_judged_otherwise_than_gold_and_every_failure(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path)
    found = disputed(tmp_path)
    assert tuple(found[0]) == COLUMNS
    assert [(row["claim"], row["gold"], row["predicted"]) for row in found] == [
        ("Drones fly early.", "Not Supported", "Not Determined"),
        ("It breaks.", "Supported", ""),
    ]
    assert found[1]["error"].endswith("the reply is no record")


def test_a_claim_that_a_spreadsheet_would_run_stays_text_in_the_disputed_file(data: Path, tmp_path: Path) -> None:
    (data / "claims.csv").write_text('paper,claim,gold\ncoots.md,"=1+1",Supported\n', encoding="utf-8")
    run(data, tmp_path)
    assert disputed(tmp_path)[0]["claim"] == "'=1+1"


def test_verdicts_of_another_system_are_scored_without_judging_anything(data: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.jsonl"
    lines = [
        {"id": "1", "label": "NEI", "confidence": 0.5},
        {"paper": "coots.md", "claim": "Drones  fly early.", "label": "contradiction"},
        {"id": "3", "label": "Supported"},
    ]
    theirs.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    metrics, rows = run(data, tmp_path, SuiteOptions(predictions=theirs))
    assert metrics["accuracy"] == 1.0
    assert metrics["dropped: no prediction given"] == 1
    assert rows[0].confidence == 0.5
    assert rows[0].versions["system"] == "theirs.jsonl"


def test_a_label_map_names_labels_that_no_alias_knows(data: Path, tmp_path: Path) -> None:
    (data / "claims.csv").write_text("paper;claim;gold\ncoots.md;No ablation is given.;open\n", encoding="utf-8")
    with pytest.raises(InputError, match="row 1: unknown label 'open'"):
        run(data, tmp_path)
    mapped = tmp_path / "map.json"
    mapped.write_text('{"Open": "Not Determined"}', encoding="utf-8")
    assert run(data, tmp_path, SuiteOptions(label_map=mapped))[0]["accuracy"] == 1.0


@pytest.mark.parametrize("text", ["[]", '{"open": 3}', '{"open": "maybe"}', "not json"])
def test_a_file_that_maps_no_labels_is_refused(text: str, data: Path, tmp_path: Path) -> None:
    mapped = tmp_path / "map.json"
    mapped.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"map\.json"):
        run(data, tmp_path, SuiteOptions(label_map=mapped))


def test_rules_that_never_open_a_paper_run_as_systems_of_their_own(data: Path, tmp_path: Path) -> None:
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    names = [str(number) for number in range(40)]
    lines = "".join(f"paper {name}.md,Claim {name}.,{'Supported' if int(name) % 4 else 'Refuted'}\n" for name in names)
    (data / "claims.csv").write_text("paper,claim,gold\n" + lines, encoding="utf-8")
    result = run_suite("own", data, settings=subject.settings, subject=subject, options=SuiteOptions(system="majority"))
    assert result.metrics["accuracy"].value == 0.75
    assert result.versions["system"] == "majority"
    assert subject.opened == []


def test_the_wrong_paper_is_another_one_than_the_claims_own(data: Path, tmp_path: Path) -> None:
    _, rows = run(data, tmp_path, SuiteOptions(system="wrong-paper"))
    assert {(row.paper, row.document) for row in rows if row.dropped is None} == {
        ("coots.md", "kettles.md"),
        ("kettles.md", "coots.md"),
    }
    assert [row.dropped for row in rows if row.paper == "gone.md"] == ["no paper file"]


def test_a_single_paper_has_no_wrong_one_and_its_claims_are_counted(data: Path, tmp_path: Path) -> None:
    (data / "claims.csv").write_text("paper,claim,gold\ncoots.md,Drones fly early.,Refuted\n", encoding="utf-8")
    metrics, _ = run(data, tmp_path, SuiteOptions(system="wrong-paper"))
    assert metrics == {"dropped: no other paper to judge on": 1}


def test_an_unknown_system_names_the_known_ones(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        run(data, tmp_path, SuiteOptions(system="dice"))
    assert caught.value.hint is not None
    assert "majority" in caught.value.hint


def test_a_folder_without_labelled_claims_says_what_the_head_is(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        run_suite("own", tmp_path, settings=Settings(home=tmp_path))
    assert "paper,claim,gold" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("row", "message"),
    [('{"id": "1"}', "row 1: no label"), ('{"label": "NEI"}', "row 1: neither id"), ("[1]", "row 1: no JSON object"),
     ('{"id": "1", "label": "NEI", "confidence": 7}', "row 1: confidence '7'")],
)  # fmt: skip
def test_a_prediction_that_cannot_be_read_names_its_row(row: str, message: str, data: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_text(row + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        run(data, tmp_path, SuiteOptions(predictions=theirs))


@pytest.mark.parametrize("name", ["claims.csv", "folder"])
def test_data_that_are_not_there_are_said_to_be_missing_and_what_to_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"{name}: no such file or folder") as raised:
        load(tmp_path / name)
    assert "name your CSV with --data" in str(raised.value.hint)
