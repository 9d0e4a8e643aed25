"""The real set that the batch benches run: papers with their official reviews, as a manifest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from machine import ROOT, shared

FOLDER = Path("data") / "neurips_rejected_reviewtime" / "dev"
PROGRAM = ("-m", "peerlens")


def write_manifest(target: Path, *, papers: int | None = None, characters: int | None = None) -> int | None:
    """Write the manifest; the number of its lines, ``None`` where the data is not here. Meta reviews are left out.

    ``characters``: of each review, the rest being cut off.
    """
    folder = shared()
    rows = folder / FOLDER / "reviews.jsonl" if folder is not None else None
    if rows is None or not rows.is_file():
        return None
    lines = []
    for text in rows.read_text(encoding="utf-8").split("\n")[:papers]:
        row = json.loads(text)
        paper = rows.parent / "papers" / f"{row['paper_id']}.md"
        reviews = [
            {"id": f"R{number}", "text": review["comments"][:characters]}
            for number, review in enumerate(row["reviews"], start=1)
            if not review.get("is_meta_review") and (review.get("comments") or "").strip()
        ]
        lines.append(json.dumps({"id": row["paper_id"], "paper": str(paper), "reviews": reviews}))
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def command(manifest: Path, out: Path, home: Path, *more: str, program: Sequence[str] = PROGRAM) -> list[str]:
    """A batch in a process of its own. ``program``: what Python runs instead of peerlens."""
    asked = ["batch", str(manifest), "--out", str(out), "--home", str(home), "--resume", *more]
    return [sys.executable, *program, *asked]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(
    manifest: Path, out: Path, home: Path, *more: str, program: Sequence[str] = PROGRAM, **env: str
) -> subprocess.CompletedProcess[str]:
    asked = command(manifest, out, home, *more, program=program)
    return subprocess.run(asked, capture_output=True, text=True, env=environment(**env), check=False)


def outcome(out: Path, *, spent: bool = True) -> dict[str, Any]:
    """All that a batch left, without what differs between any two runs: times and the ids of runs.

    ``spent``: with what a model was asked, which is more where a run was killed.
    """
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    timed = ("seconds", "work_seconds", "rates")
    totals = {name: value for name, value in summary["totals"].items() if name not in timed}
    totals["usage"] = _usage(totals, spent=spent)
    reports = {path.name: _report(path, spent=spent) for path in sorted((out / "reports").iterdir())}
    claims = (out / "claims.csv").read_text(encoding="utf-8")
    failures = (out / "failures.jsonl").read_text(encoding="utf-8")
    return {"lines": summary["lines"], "totals": totals, "reports": reports, "claims": claims, "failures": failures}


def _usage(document: Mapping[str, Any], *, spent: bool) -> dict[str, Any]:
    return {name: value for name, value in document["usage"].items() if spent and name != "seconds"}


def _report(path: Path, *, spent: bool) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    report["run"] = {name: value for name, value in report["run"].items() if name not in ("id", "started")}
    report["usage"] = _usage(report, spent=spent)
    return report


def differences(one: dict[str, Any], other: dict[str, Any]) -> Sequence[str]:
    """Names of the parts in which two outcomes differ."""
    parts = [name for name in ("lines", "totals", "claims", "failures") if one[name] != other[name]]
    names = sorted(set(one["reports"]) | set(other["reports"]))
    return parts + [name for name in names if one["reports"].get(name) != other["reports"].get(name)]
