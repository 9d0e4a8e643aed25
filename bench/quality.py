"""The evaluation suites on the real data, their chief figures against what is to be reached."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from machine import ROOT, heading, shared, skip

from peerlens.evals import EvalResult, run_suite, table
from peerlens.settings import Settings

WANTED = {
    "retrieval": {"hit@10": 0.95, "mrr": 0.62},
    "verdicts": {"B1 test half: own paper, Supported": 0.80, "B1 test half: other paper, not Supported": 0.95},
    "probes": {
        "probes accuracy": 1.0,
        "variations accuracy": 0.85,
        "expected settled": 0.5,
        "expected right_when_settled": 0.85,
    },
}


def show(result: EvalResult) -> None:
    """The whole table, then the figures that have a target."""
    rows = table(result)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("   " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    for name, least in WANTED.get(result.suite, {}).items():
        figure = result.metrics.get(name)
        value = None if figure is None else figure.value
        verdict = "not measured" if value is None else "reached" if value >= least else "NOT REACHED"
        print(f"   target: {name} ≥ {least:g}: {verdict}")
    print("   " + ", ".join(f"{name} {value}" for name, value in result.versions.items()))


def probe_folder(folder: Path, real: Path | None) -> Path:
    """One folder with the probes of this project, and those of the shared cases where they are."""
    target = folder / "probes"
    target.mkdir()
    (target / "own").symlink_to(ROOT / "tests" / "data" / "probes")
    (target / "examples").symlink_to(ROOT / "examples")
    if real is not None:
        (target / "cases").symlink_to(real / "cases")
    return target


def main() -> None:
    real = shared()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(os.environ.get("PEERLENS_BENCH_HOME") or Path(folder) / "home")
        settings = Settings(home=home)
        heading("evaluation: probes")
        show(run_suite("probes", probe_folder(Path(folder), real), settings=settings))
        for suite in ("retrieval", "verdicts"):
            heading(f"evaluation: {suite}")
            data = real / "data" / "peerify_fulltext" if real else None
            if data is None or not data.is_dir():
                skip("../shared/data/peerify_fulltext is not here (set PEERLENS_SHARED)")
                continue
            show(run_suite(suite, data, settings=settings))


if __name__ == "__main__":
    main()
