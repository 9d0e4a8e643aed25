"""How long `peerlens --help` takes over a bare interpreter, and what it loads."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from machine import BIN, against, children_cpu_s, heading

RUNS = 15
HEAVY = ("numpy", "chromadb", "onnxruntime", "langgraph", "pypdfium2", "tokenizers", "pydantic", "rich")


def seconds(command: list[str]) -> tuple[float, float]:
    """Wall and processor time of a whole process that must succeed."""
    start, cpu = time.perf_counter(), children_cpu_s()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, children_cpu_s() - cpu


def main() -> None:
    heading("start-up")
    bare, ours = [sys.executable, "-c", "pass"], [str(BIN / "peerlens"), "--help"]
    pairs = [(seconds(bare), seconds(ours)) for _ in range(RUNS + 1)][1:]  # the first pair fills the file cache
    for name, part in (("processor time", 1), ("wall time", 0)):
        bare_s, help_s = (statistics.median(run[part] for run in runs) for runs in zip(*pairs, strict=True))
        over = statistics.median(slow[part] - fast[part] for fast, slow in pairs)
        print(f"   {name}: bare interpreter {bare_s:.3f} s, --help {help_s:.3f} s (medians, n = {RUNS})")
        against(f"`peerlens --help` over a bare interpreter, {name}", over, unit="s", at_most=0.4)
    script = f"import sys, peerlens, peerlens.cli; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    print(f"   heavy modules loaded by the command line: {', '.join(loaded) or 'none'}")


if __name__ == "__main__":
    main()
