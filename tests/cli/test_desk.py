"""``peerlens desk`` where there is no terminal: what the user named is found, and printed plainly."""

import json
from pathlib import Path

from tests.cli.conftest import Cli


def test_a_paper_with_reviews_is_judged_and_printed(peerlens: Cli) -> None:
    done = peerlens("desk", "ducks.md", "review.md")
    assert done.returncode == 0
    assert "no terminal here to work in: this is the plain report" in done.stderr
    assert "The paper answers these points" in done.stdout
    assert "the paper answers this, 2.1 Ablation" in done.stdout


def test_a_paper_alone_is_opened_on_its_newest_run_or_else_audited(peerlens: Cli) -> None:
    assert "labels examined" in peerlens("desk", "ducks.md").stdout
    peerlens("verify", "ducks.md", "review.md")
    assert "The paper answers these points" in peerlens("desk", "ducks.md").stdout


def test_a_stored_run_and_a_report_file_are_opened(peerlens: Cli, folder: Path) -> None:
    run = json.loads(peerlens("verify", "ducks.md", "review.md", "--json", "-o", "report.json").stdout)["run"]["id"]
    for named in (run, "report.json"):
        done = peerlens("desk", named)
        assert done.returncode == 0
        assert "The paper answers these points" in done.stdout


def test_a_batch_folder_is_a_board(peerlens: Cli, folder: Path) -> None:
    report = peerlens("verify", "ducks.md", "review.md", "--json").stdout
    (folder / "out" / "reports").mkdir(parents=True)
    (folder / "out" / "reports" / "1.json").write_text(report, encoding="utf-8")
    lines = [
        {"line": 1, "id": "ducks", "status": "done", "reason": None, "reports": ["reports/1.json"]},
        {"line": 2, "id": "geese", "status": "failed", "reason": "no text", "reports": []},
    ]
    document = {"schema": "peerlens.batch/1", "lines": lines, "totals": {}}
    (folder / "out" / "summary.json").write_text(json.dumps(document), encoding="utf-8")
    done = peerlens("desk", "out")
    assert done.returncode == 0
    assert "ducks" in done.stdout
    assert "2 claims: 2 decided" in done.stdout
    assert "failed: no text" in done.stdout


def test_what_cannot_be_opened_is_one_line_and_status_2(peerlens: Cli, folder: Path) -> None:
    (folder / "no.json").write_text("{}", encoding="utf-8")
    (folder / "out").mkdir()
    (folder / "out" / "summary.json").write_text("{}", encoding="utf-8")
    for arguments, said in (
        (("no.json",), "no report"),
        (("nothing.json",), "neither a stored run nor a report file"),
        (("20261130-101500-abcdef",), "no stored run"),
        (("out",), "cannot be read as a batch's summary"),
        (("no.json", "review.md"), "has its reviews in it"),
        (("missing.pdf",), "missing.pdf"),
        (("",), "the name is empty"),
        (("ducks.md", "--role", "editor"), "editor"),
    ):
        done = peerlens("desk", *arguments)
        assert done.returncode == 2, arguments
        assert said in done.stderr
        assert done.stdout == ""


def test_a_broken_line_of_a_batch_does_not_hide_the_others(peerlens: Cli, folder: Path) -> None:
    (folder / "out" / "reports").mkdir(parents=True)
    (folder / "out" / "reports" / "1.json").write_text("{", encoding="utf-8")
    lines = [
        {"line": 1, "id": "broken", "status": "done", "reports": ["reports/1.json"]},
        {"line": 2, "id": "geese", "status": "failed", "reason": "no text", "reports": []},
    ]
    document = {"schema": "peerlens.batch/1", "lines": lines}
    (folder / "out" / "summary.json").write_text(json.dumps(document), encoding="utf-8")
    done = peerlens("desk", "out")
    assert done.returncode == 0
    assert "cannot be read as a report" in done.stdout
    assert "failed: no text" in done.stdout
