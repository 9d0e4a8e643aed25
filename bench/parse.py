"""Pages a second from a PDF to passages, without layout models."""

from __future__ import annotations

import importlib
import os
import statistics
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # with numpy's threads a process cannot fork parsers

from machine import ROOT, against, heading, shared, skip

from peerlens.store.parsers import parse
from peerlens.store.passages import make_passages

RUNS = 3


def papers() -> list[Path]:
    """The example paper and the real PDFs."""
    folder = shared()
    real = sorted((folder / "data" / "pdf_parsing").rglob("*.pdf")) if folder else []
    return [*sorted((ROOT / "examples").glob("*.pdf")), *real]


def processor_s() -> float:
    """Processor time of this process and of the parsers it started and awaited."""
    return sum(os.times()[:4])


def main() -> None:
    heading("PDF → passages, every paper in a process of its own")
    before = time.perf_counter()
    parse(ROOT / "examples" / "paper.pdf")
    cold_s = time.perf_counter() - before
    importlib.import_module("peerlens.store.parsers.pdf")
    before = time.perf_counter()
    parse(ROOT / "examples" / "paper.pdf")
    warm_s = time.perf_counter() - before
    print(f"   loading the parser in the child: {cold_s - warm_s:.2f} s; below it is loaded before")
    wall_rates, cpu_rates = [], []
    pages_read, seconds = 0, 0.0
    for path in papers():
        runs = []
        for _ in range(RUNS):
            wall, cpu = time.perf_counter(), processor_s()
            manuscript = parse(path)
            passages = make_passages(manuscript)
            runs.append((time.perf_counter() - wall, processor_s() - cpu))
        pages = manuscript.pages or 0
        wall_s, cpu_s = (statistics.median(values) for values in zip(*runs, strict=True))
        wall_rates.append(pages / wall_s)
        cpu_rates.append(pages / cpu_s)
        pages_read += pages
        seconds += wall_s
        print(
            f"   {path.name:<44} {pages:3} pages {len(passages):4} passages {pages / wall_s:6.1f} pages/s "
            f"({pages / cpu_s:.1f} a second of processor time; medians of {RUNS})"
        )
    if not wall_rates:
        skip("no PDF here: neither an example paper nor ../shared/data/pdf_parsing")
        return
    against(f"slowest of {len(cpu_rates)} papers, processor time", min(cpu_rates), unit="pages/s", at_least=25)
    against(f"all {pages_read} pages, wall time", pages_read / seconds, unit="pages/s", at_least=25)
    against(f"slowest of {len(wall_rates)} papers, wall time", min(wall_rates), unit="pages/s", at_least=25)


if __name__ == "__main__":
    main()
