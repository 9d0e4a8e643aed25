"""``peerlens recheck``: the same claims on a later version, and which verdicts moved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import PAPER, Cli


@pytest.fixture
def run_id(peerlens: Cli) -> str:
    return str(json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)["run"]["id"])


def test_what_the_new_version_mends_moves_and_the_rest_stays(peerlens: Cli, folder: Path, run_id: str) -> None:
    changed = PAPER.replace("two million", "five million")
    (folder / "new.md").write_text(changed, encoding="utf-8")
    done = peerlens("recheck", run_id, "new.md", "--json", "-o", "new.json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["schema"] == "peerlens.recheck/1"
    assert (document["before"], document["same_file"]) == (run_id, False)
    (moved,) = document["moved"]
    assert (moved["ref"], moved["before"]["label"], moved["after"]["label"]) == ("W2", "Not Supported", "Supported")
    assert moved["before"]["says"] == "the paper says otherwise (another value is given), 1 Method"
    assert (document["same"], document["lost"]) == (2, [])
    old = json.loads(peerlens("export", run_id, "--to", "json").stdout)["findings"]
    new = json.loads((folder / "new.json").read_text("utf-8"))["findings"]
    kept = ("id", "claim", "quote", "start", "end", "source", "kind", "stance")
    assert [[one[key] for key in kept] for one in new] == [[one[key] for key in kept] for one in old]
    assert document["after"] == json.loads((folder / "new.json").read_text("utf-8"))["run"]["id"]


def test_on_the_terminal_both_versions_stand_under_the_claim(peerlens: Cli, folder: Path, run_id: str) -> None:
    (folder / "new.md").write_text(PAPER.replace("two million", "five million"), encoding="utf-8")
    shown = peerlens("recheck", run_id, "new.md").stdout
    assert "before: the paper says otherwise (another value is given), 1 Method" in shown
    assert "now: the paper says so, 1 Method" in shown
    assert "2 points as before" in shown


def test_the_same_file_moves_nothing_and_is_said_to_be_the_same(peerlens: Cli, run_id: str) -> None:
    shown = peerlens("recheck", run_id, "ducks.md", "--no-cache").stdout
    assert "both are the same file" in shown
    assert "Moved (0)" in shown
    assert "3 points as before" in shown


def test_a_ruling_is_shown_beside_the_verdicts_it_stands_against_whether_they_moved_or_not(
    peerlens: Cli, folder: Path, run_id: str
) -> None:
    report = json.loads(peerlens("export", run_id, "--to", "json").stdout)
    for finding in report["findings"]:
        label = "Not Determined" if finding["label"] != "Not Determined" else "Supported"
        finding["override"] = {"label": label, "reason": "read it", "at": "2026-11-30T12:00:00+00:00"}
    (folder / "ruled.json").write_text(json.dumps(report), encoding="utf-8")
    (folder / "new.md").write_text(PAPER.replace("two million", "five million"), encoding="utf-8")
    document = json.loads(peerlens("recheck", "ruled.json", "new.md", "--json").stdout)
    both = [*document["moved"], *document["ruled"]]
    assert len(both) == len(report["findings"])
    assert all(", against what the agents found" in one["before"]["says"] for one in both)
    shown = peerlens("recheck", "ruled.json", "new.md").stdout
    assert f"As before, ruled otherwise by a person ({len(document['ruled'])})" in shown


def test_an_audit_cannot_be_rechecked(peerlens: Cli) -> None:
    run = json.loads(peerlens("audit", "ducks.md", "--json", "--label", "L2.1.2").stdout)["run"]["id"]
    done = peerlens("recheck", run, "ducks.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert "an audit has no claims" in done.stderr
