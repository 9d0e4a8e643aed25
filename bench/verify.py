"""`peerlens verify` as a whole process: a 12-page paper and a 10-claim review, cold and indexed."""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import pypdfium2
from machine import BIN, ROOT, against, heading, shared, skip

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


def run(target: Path, home: Path) -> tuple[float, dict[str, int]]:
    """Seconds of one whole process that judges everything anew, and what it ended with."""
    asked = ["verify", str(target), str(REVIEW), "--home", str(home)]
    command = [str(BIN / "peerlens"), *asked, "--json", "--no-cache", "--quiet"]
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    report = json.loads(done.stdout)
    return seconds, {name: len(report[name]) for name in ("findings", "requests", "failures")}


def main() -> None:
    heading("verify, whole process")
    source = paper()
    if source is None:
        skip("no PDF here: neither an example paper nor ../shared/data/pdf_parsing")
        return
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "paper.pdf"
        pages = first_pages(source, target)
        cold = [run(target, Path(folder) / f"home-{number}") for number in range(COLD_RUNS)]
        indexed = [run(target, Path(folder) / "home-0")[0] for _ in range(INDEXED_RUNS)]
    ended = ", ".join(f"{count} {name}" for name, count in cold[0][1].items())
    print(f"   first {pages} pages of {source.name}; {ended}; cold n = {COLD_RUNS}, indexed n = {INDEXED_RUNS}")
    against("cold, median", statistics.median(seconds for seconds, _ in cold), unit="s", at_most=15)
    against("indexed, median", statistics.median(indexed), unit="s", at_most=4)


if __name__ == "__main__":
    main()
