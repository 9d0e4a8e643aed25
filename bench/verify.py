"""`peerlens verify` as a whole process: a 12-page paper and a 10-claim review, cold and indexed."""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import pypdfium2
from machine import BIN, ROOT, against, children_cpu_s, heading, shared, skip

PAGES = 12
COLD_RUNS, INDEXED_RUNS = 3, 5
REVIEW = Path(__file__).parent / "data" / "review.md"


def paper() -> Path | None:
    """A real paper of at least 12 pages, else the example paper."""
    folder = shared()
    real = sorted((folder / "data" / "pdf_parsing").rglob("*fair-domain-generalization.pdf")) if folder else []
    example = sorted((ROOT / "examples").glob("*.pdf"))
    return next(iter([*real, *example]), None)


def first_pages(path: Path, target: Path) -> int:
    """Write the first 12 pages of a PDF to ``target``; returns how many there are."""
    source, cut = pypdfium2.PdfDocument(path), pypdfium2.PdfDocument.new()
    pages = min(PAGES, len(source))
    cut.import_pages(source, list(range(pages)))
    cut.save(target)
    return pages


def run(target: Path, home: Path) -> tuple[float, float, dict[str, int]]:
    """Wall and processor seconds of one whole process that judges everything anew, and what it ended with."""
    asked = ["verify", str(target), str(REVIEW), "--home", str(home)]
    command = [str(BIN / "peerlens"), *asked, "--json", "--no-cache", "--quiet"]
    start, cpu = time.perf_counter(), children_cpu_s()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, cpu_s = time.perf_counter() - start, children_cpu_s() - cpu
    report = json.loads(done.stdout)
    return seconds, cpu_s, {name: len(report[name]) for name in ("findings", "requests", "failures")}


def main() -> None:
    heading("verify, whole process")
    source = paper()
    if source is None:
        skip("no PDF here: neither an example paper nor ../shared/data/pdf_parsing")
        return
    # An installed package has its bytecode; a working tree may not, and compiling it costs half a second a run.
    subprocess.run([BIN / "python", "-m", "compileall", "-q", ROOT / "peerlens"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "paper.pdf"
        pages = first_pages(source, target)
        cold = [run(target, Path(folder) / f"home-{number}") for number in range(COLD_RUNS)]
        indexed = [run(target, Path(folder) / "home-0") for _ in range(INDEXED_RUNS)]
    ended = ", ".join(f"{count} {name}" for name, count in cold[0][2].items())
    print(f"   first {pages} pages of {source.name}; {ended}; cold n = {COLD_RUNS}, indexed n = {INDEXED_RUNS}")
    for name, runs, budget_s in (("cold", cold, 15.0), ("indexed", indexed, 4.0)):
        print(f"   {name}: processor time {statistics.median(cpu_s for _, cpu_s, _ in runs):.2f} s (median)")
        against(
            f"{name}, wall time, median", statistics.median(wall for wall, _, _ in runs), unit="s", at_most=budget_s
        )


if __name__ == "__main__":
    main()
