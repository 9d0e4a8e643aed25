"""The batch command: its folder, its exit statuses, going on after an end."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.cli.conftest import Cli

ROWS = [
    {"id": "one", "paper": "ducks.md", "reviews": ["review.md"]},
    {"id": "two", "paper": "ducks.md", "reviews": [{"id": "R2", "text": "=2.7 is the error. No code is given."}]},
]


def _manifest(folder: Path, *rows: object) -> Path:
    path = folder / "set.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def _summary(folder: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8"))
    return read


def test_a_batch_leaves_reports_a_summary_and_the_claims(peerlens: Cli, folder: Path) -> None:
    done = peerlens("batch", _manifest(folder, *ROWS), "--out", "out", "--workers", "1", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    summary = _summary(folder)
    assert summary["schema"] == "peerlens.batch/1"
    assert [(line["line"], line["id"], line["status"], line["reports"]) for line in summary["lines"]] == [
        (1, "one", "done", ["reports/00001-one.verify.json"]),
        (2, "two", "done", ["reports/00002-two.verify.json"]),
    ]
    report = json.loads((folder / "out" / "reports" / "00001-one.verify.json").read_text(encoding="utf-8"))
    assert (report["schema"], report["kind"]) == ("peerlens.report/1", "verify")
    with (folder / "out" / "claims.csv").open(encoding="utf-8", newline="") as file:
        claims = list(csv.DictReader(file))
    assert [row["id"] for row in claims] == ["one"] * 2 + ["two"] * (len(claims) - 2)
    assert not [value for row in claims for value in row.values() if value.startswith(("=", "+", "-", "@"))]
    assert summary["totals"]["claims"] == len(claims)
    assert "The paper answers or contradicts a criticism (1 paper)" in done.stdout


def test_json_prints_the_summary_and_nothing_else(peerlens: Cli, folder: Path) -> None:
    done = peerlens("batch", _manifest(folder, ROWS[0]), "--out", "out", "--json")
    assert json.loads(done.stdout) == _summary(folder)
    assert "batch: 1 of 1 done" in done.stderr


def test_broken_lines_cost_themselves_and_the_status_is_4(peerlens: Cli, folder: Path) -> None:
    done = peerlens("batch", _manifest(folder, ROWS[0], [1], {"id": "x", "paper": "gone.pdf", "review": "No."}),
                    "--out", "out", "--quiet")  # fmt: skip
    assert done.returncode == 4
    assert [line["status"] for line in _summary(folder)["lines"]] == ["done", "failed", "failed"]
    rows = [json.loads(line) for line in (folder / "out" / "failures.jsonl").read_text().splitlines()]
    assert [(row["line"], row["stage"]) for row in rows] == [(2, "read"), (3, "read")]
    assert "Not judged (2 lines)" in done.stdout


def test_a_folder_that_holds_something_needs_resume_and_resume_may_start(peerlens: Cli, folder: Path) -> None:
    path = _manifest(folder, ROWS[0])
    started = peerlens("batch", path, "--out", "out", "--resume", "--quiet")
    refused = peerlens("batch", path, "--out", "out")
    again = peerlens("batch", path, "--out", "out", "--resume")
    assert (started.returncode, refused.returncode, again.returncode) == (0, 2, 0)
    assert "is not empty" in refused.stderr
    assert "batch:" not in again.stderr


def test_resume_does_not_write_into_a_folder_that_is_no_batch(peerlens: Cli, folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "letter.txt").write_text("mine")
    done = peerlens("batch", _manifest(folder, ROWS[0]), "--out", "out", "--resume")
    assert (done.returncode, [path.name for path in (folder / "out").iterdir()]) == (2, ["letter.txt"])
    assert "holds something that is no batch" in done.stderr


def test_a_batch_goes_on_with_a_longer_manifest_and_does_only_what_is_new(peerlens: Cli, folder: Path) -> None:
    peerlens("batch", _manifest(folder, ROWS[0]), "--out", "out", "--quiet")
    first = json.loads((folder / "out" / "reports" / "00001-one.verify.json").read_text())["run"]["id"]
    done = peerlens("batch", _manifest(folder, ROWS[1], ROWS[0]), "--out", "out", "--resume")
    assert "batch: 2 of 2 done" in done.stderr
    second = json.loads((folder / "out" / "reports" / "00002-one.verify.json").read_text())["run"]["id"]
    assert second == first


def test_going_on_with_other_settings_says_that_what_is_there_does_not_count(peerlens: Cli, folder: Path) -> None:
    path = _manifest(folder, ROWS[0])
    call = ("batch", path, "--out", "out", "--workers", "1", "--quiet")
    first = peerlens(*call)
    same = peerlens(*call, "--resume")
    other = peerlens(*call, "--resume", "-k", "3")
    words = "1 result in out of other lines, other settings or another version: kept in its ledger, not counted"
    assert (words in first.stderr, words in same.stderr, words in other.stderr) == (False, False, True)


def test_two_runs_on_one_folder_do_not_meet(peerlens: Cli, folder: Path) -> None:
    (folder / "out").mkdir()
    with FileLock(folder / "out" / "ledger.lock"):
        done = peerlens("batch", _manifest(folder, ROWS[0]), "--out", "out", "--resume")
    assert (done.returncode, done.stdout) == (3, "")
    assert "at work on it" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("set.jsonl",), "--out DIR"),
        (("gone.jsonl", "--out", "out"), "no such file"),
        (("set.jsonl", "--out", "out", "--retry-failed"), "add --resume"),
        (("set.jsonl", "--out", "ducks.md"), "is a file"),
        (("set.jsonl", "--out", "out", "--workers", "0"), "workers"),
        (("set.jsonl", "--out", "out", "--ray", "192.0.2.7:6379", "--offline"), "over the network"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(peerlens: Cli, folder: Path, arguments: tuple[str, ...], said: str) -> None:
    _manifest(folder, ROWS[0])
    done = peerlens("batch", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (folder / "out").exists()


def _heard(folder: Path, times: int) -> tuple[subprocess.Popen[str], str]:
    """A batch of many units, interrupted so often after its first line of progress; and what else it said."""
    rows = [{"id": f"c{n}", "paper": "ducks.md", "claim": f"The counter misses {n} ducks."} for n in range(40)]
    env = {"PATH": os.environ["PATH"], "PEERLENS_HOME": str(folder / "home"), "PEERLENS_RETRIEVER": "bm25"}
    path = _manifest(folder, *rows)
    running = subprocess.Popen(
        [sys.executable, "-m", "peerlens", "batch", path, "--out", "out", "--workers", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=env,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert running.stderr is not None
    for line in running.stderr:
        if line.startswith("batch: "):
            break
    running.send_signal(signal.SIGINT)
    said = running.stderr.readline()
    for _ in range(times - 1):
        running.send_signal(signal.SIGINT)
    _, rest = running.communicate()
    return running, said + rest


@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupted_batch_ends_with_130_and_resume_does_the_rest(folder: Path, peerlens: Cli, times: int) -> None:
    running, said = _heard(folder, times)
    assert running.returncode == 130, said
    assert "finishing what is in flight" in said
    lines = _summary(folder)["lines"]
    done = [line for line in lines if line["status"] == "done"]
    assert 0 < len(done) < 40
    assert {line["reason"] for line in lines if line["status"] == "skipped"} == {"interrupted"}
    kept = {line["id"]: (folder / "out" / line["reports"][0]).read_text() for line in done}
    again = peerlens("batch", "set.jsonl", "--out", "out", "--workers", "1", "--resume", "--json", "--quiet")
    assert again.returncode == 0
    assert {line["status"] for line in _summary(folder)["lines"]} == {"done"}
    for line in _summary(folder)["lines"]:
        if line["id"] in kept:
            assert (folder / "out" / line["reports"][0]).read_text() == kept[line["id"]]


def test_a_dry_run_says_what_it_would_take_names_what_cannot_be_used_and_does_nothing(
    peerlens: Cli, folder: Path
) -> None:
    path = _manifest(folder, *ROWS, {"id": "x", "paper": "gone.pdf", "review": "No."})
    shown = peerlens("batch", path, "--out", "out", "--dry-run", "--workers", "2")
    assert shown.returncode == 0
    assert "Lines: 3 (1 of them with nothing to do)" in shown.stdout
    assert "with 2 workers" in shown.stdout
    assert "line 3 (x): gone.pdf: no such file" in shown.stderr
    document = json.loads(peerlens("batch", path, "--dry-run", "--json", "--quiet").stdout)
    assert (document["schema"], document["papers"], document["reviews"]) == ("peerlens.batch-estimate/1", 1, 2)
    assert not (folder / "out").exists()


def test_a_dry_run_of_a_manifest_without_a_usable_line_says_so_and_names_each_line(peerlens: Cli, folder: Path) -> None:
    path = _manifest(folder, {"id": "x", "paper": "gone.pdf", "review": "No."}, {"paper": "ducks.md", "claim": ""})
    shown = peerlens("batch", path, "--dry-run", "--json", "--quiet")
    assert (shown.returncode, json.loads(shown.stdout)["usable"]) == (2, 0)
    assert "line 1 (x): gone.pdf: no such file" in shown.stderr
    assert "line 2 (line-2): its claim is empty" in shown.stderr
    assert "nothing can be done on any of its lines" in shown.stderr
