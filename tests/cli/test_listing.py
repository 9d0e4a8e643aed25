"""The commands that show what is there."""

import json
from pathlib import Path

from tests.cli.conftest import Cli


def test_index_shows_headings_and_the_document_has_what_the_interface_names(peerlens: Cli) -> None:
    shown = peerlens("index", "ducks.md").stdout
    assert "2.1 Ablation" in shown
    document = json.loads(peerlens("index", "ducks.md", "--json").stdout)
    assert document["schema"] == "peerlens.paper/1"
    assert set(document["paper"]) >= {"id", "title", "parser", "pages", "text", "missing", "warnings"}
    assert all(set(s) >= {"id", "number", "title", "level", "page", "start", "end"} for s in document["sections"])
    assert all(set(p) >= {"id", "section", "page", "line", "start", "end", "type"} for p in document["passages"])
    assert [s["title"] for s in document["sections"] if s["number"]] == ["Method", "Results", "Ablation", "Limits"]


def test_search_prints_passages_that_are_cut_from_the_text(peerlens: Cli) -> None:
    text = json.loads(peerlens("index", "ducks.md", "--json").stdout)["paper"]["text"]
    document = json.loads(peerlens("search", "ducks.md", "how many parameters", "--json", "-k", "2").stdout)
    assert document["schema"] == "peerlens.search/1"
    assert [result["rank"] for result in document["results"]] == list(range(1, len(document["results"]) + 1))
    assert "two million parameters" in document["results"][0]["text"]
    assert all(text[result["start"] : result["end"]] == result["text"] for result in document["results"])


def test_a_query_that_matches_nothing_is_not_an_error(peerlens: Cli) -> None:
    assert peerlens("search", "ducks.md", "zzz").returncode == 0


def test_passages_and_warnings_can_be_listed(peerlens: Cli) -> None:
    assert "forty lakes" in peerlens("index", "ducks.md", "--show", "passages").stdout
    assert "nothing to warn about" in peerlens("index", "ducks.md", "--show", "warnings").stdout


def test_labels_lists_all_17(peerlens: Cli) -> None:
    document = json.loads(peerlens("labels", "--json").stdout)
    assert len(document["weaknesses"]) == 17
    assert len(document["verdicts"]) == 4
    assert "Theory–Practice Misalignment" in peerlens("labels").stdout


def test_doctor_finds_everything_in_a_whole_installation(peerlens: Cli) -> None:
    done = peerlens("doctor", "--json")
    checks = json.loads(done.stdout)["checks"]
    assert done.returncode == 0
    assert {check["name"] for check in checks} >= {"parser", "index", "embedding model", "home"}
    assert {check["status"] for check in checks} <= {"ok", "warn"}


def test_doctor_names_a_home_that_cannot_be_used(peerlens: Cli, folder: Path) -> None:
    (folder / "file").write_text("", encoding="utf-8")
    done = peerlens("doctor", "--json", "--home", folder / "file")
    assert done.returncode == 3
    assert [c["name"] for c in json.loads(done.stdout)["checks"] if c["status"] == "fail"] == ["home"]


def test_a_markup_title_is_shown_as_written(peerlens: Cli, folder: Path) -> None:
    (folder / "odd [name] :x:.md").write_text(
        "# The [/INST] and [red] :warning: paper\n\nText here.\n", encoding="utf-8"
    )
    shown = peerlens("index", "odd [name] :x:.md")
    assert shown.returncode == 0, shown.stderr
    assert "The [/INST] and [red] :warning: paper" in shown.stdout
    assert "odd [name] :x:.md" in shown.stdout
