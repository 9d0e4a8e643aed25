"""Pages a second from a PDF to passages, without layout models."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from machine import ROOT, against, heading, shared, skip

from peerlens.store.parsers import parse
from peerlens.store.passages import make_passages

RUNS = 3


def papers() -> list[Path]:
    """The example paper and the real PDFs."""
    folder = shared()
    real = sorted((folder / "data" / "pdf_parsing").rglob("*.pdf")) if folder else []
    return [*sorted((ROOT / "examples").glob("*.pdf")), *real]


def main() -> None:
    heading("PDF → passages")
    rates = []
    for path in papers():
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            manuscript = parse(path)
            passages = make_passages(manuscript)
            times.append(time.perf_counter() - start)
        pages = manuscript.pages or 0
        rates.append(pages / statistics.median(times))
        print(
            f"   {path.name:<48} {pages:3} pages {len(passages):4} passages {rates[-1]:7.1f} pages/s (median of {RUNS})"
        )
    if not rates:
        skip("no PDF here: neither an example paper nor ../shared/data/pdf_parsing")
        return
    against(f"slowest of {len(rates)} papers", min(rates), unit="pages/s", at_least=25)


if __name__ == "__main__":
    main()
