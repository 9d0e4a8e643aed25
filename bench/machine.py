"""What every bench prints beside its figures: where, with which versions, against which budget."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
_NAMED = ("peerlens", "pypdfium2", "chromadb", "onnxruntime", "langgraph")


def shared() -> Path | None:
    """The folder of real data, from ``PEERLENS_SHARED`` or beside this checkout; ``None`` where there is none."""
    folder = Path(os.environ.get("PEERLENS_SHARED") or ROOT.parent / "shared")
    return folder if folder.is_dir() else None


def skip(why: str) -> None:
    """Say loudly that a bench has nothing to measure."""
    print(f"SKIPPED: {why}")


def heading(title: str) -> None:
    """The title of a bench, with the machine and the versions under it."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _NAMED)
    print(f"\n== {title}")
    print(f"   Python {platform.python_version()}, {os.cpu_count()} cores, load {load}; {versions}")


def children_cpu_s() -> float:
    """Processor time of all finished child processes: what remains comparable on a machine that others use."""
    times = os.times()
    return times.children_user + times.children_system


def against(name: str, value: float, *, unit: str, at_most: float | None = None, at_least: float | None = None) -> None:
    """One figure and whether it keeps its budget."""
    if at_most is not None:
        kept, budget = value <= at_most, f"≤ {at_most:g} {unit}"
    else:
        kept, budget = value >= (at_least or 0.0), f"≥ {at_least:g} {unit}"
    print(f"   {name:<58} {value:9.3f} {unit:<10} budget {budget:<14} {'kept' if kept else 'NOT KEPT'}")
