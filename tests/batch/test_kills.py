"""A batch killed outright ten times ends as one left in peace; the bench does it two hundred times on real papers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
KILLED_AT = ["engine: ", "batch: "] * 5
"""The line of progress at which each run is killed: before anything is kept, and right after something was."""


def _command(folder: Path, name: str) -> list[str]:
    asked = ["batch", str(folder / "m.jsonl"), "--out", str(folder / name), "--home", str(folder / f"home-{name}")]
    return [sys.executable, "-m", "peerlens", *asked, "--workers", "1", "--retriever", "bm25", "--resume"]


def _environment() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}


def _killed(folder: Path, name: str, line: str) -> None:
    running = subprocess.Popen(
        _command(folder, name), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=_environment()
    )
    assert running.stderr is not None
    for said in running.stderr:
        if said.startswith(line):
            break
    running.kill()
    running.communicate()


def _whole(folder: Path, name: str) -> None:
    done = subprocess.run(_command(folder, name), capture_output=True, text=True, env=_environment(), check=False)
    assert done.returncode == 4, done.stderr


def _ids(folder: Path, name: str) -> dict[str, str]:
    """The run behind each report that is there: another one would mean that the unit was done again."""
    reports = folder / name / "reports"
    files = sorted(reports.iterdir()) if reports.is_dir() else []
    return {
        path.name: json.loads(path.read_text(encoding="utf-8"))["run"]["id"] for path in files if path.suffix == ".json"
    }


def _outcome(folder: Path, name: str) -> list[Any]:
    reports = []
    for path in sorted((folder / name / "reports").iterdir()):
        report = json.loads(path.read_text(encoding="utf-8"))
        reports.append([path.name, {key: value for key, value in report.items() if key not in ("run", "usage")}])
    summary = json.loads((folder / name / "summary.json").read_text(encoding="utf-8"))
    tables = [(folder / name / file).read_text(encoding="utf-8") for file in ("claims.csv", "failures.jsonl")]
    return [reports, summary["lines"], tables]


def test_ten_kills_change_nothing_and_no_unit_that_was_kept_is_done_again(folder: Path) -> None:
    (folder / "cut.pdf").write_bytes(b"%PDF-1.4\nno more")
    rows = [
        {"id": f"c{n}", "paper": f"{paper}.md", "claim": f"The counter misses {n} ducks."}
        for paper in "ab"
        for n in range(6)
    ]
    rows.insert(4, {"id": "cut", "paper": "cut.pdf", "claim": "It counts ducks."})
    (folder / "m.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    _whole(folder, "whole")
    kept: dict[str, str] = {}
    for line in KILLED_AT:
        _killed(folder, "killed", line)
        now = _ids(folder, "killed")
        assert kept.items() <= now.items()
        kept = now
    assert 5 <= len(kept) < 12
    _whole(folder, "killed")
    assert kept.items() <= _ids(folder, "killed").items()
    assert _outcome(folder, "killed") == _outcome(folder, "whole")
