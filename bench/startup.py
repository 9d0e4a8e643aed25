"""How long `peerlens --help` takes over a bare interpreter, and what it loads."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from machine import BIN, against, heading

RUNS = 15
HEAVY = ("numpy", "chromadb", "onnxruntime", "langgraph", "pypdfium2", "bm25s", "tokenizers", "pydantic", "rich")


def seconds(command: list[str]) -> float:
    """Wall time of a whole process that must succeed."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    heading("start-up")
    bare, ours = [sys.executable, "-c", "pass"], [str(BIN / "peerlens"), "--help"]
    pairs = [(seconds(bare), seconds(ours)) for _ in range(RUNS + 1)][1:]  # the first pair fills the file cache
    over = statistics.median(slow - fast for fast, slow in pairs)
    bare_s, help_s = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"   bare interpreter {bare_s:.3f} s, --help {help_s:.3f} s (medians, n = {RUNS})")
    against("`peerlens --help` over a bare interpreter, median", over, unit="s", at_most=0.4)
    script = f"import sys, peerlens, peerlens.cli; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    print(f"   heavy modules loaded by the command line: {', '.join(loaded) or 'none'}")


if __name__ == "__main__":
    main()
