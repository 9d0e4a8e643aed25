"""Ctrl-C: a real signal to a real process at work."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

LINE = "interrupted: what is finished is kept, the same command goes on from there"


def _start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    env = {"PATH": os.environ["PATH"], "PEERLENS_HOME": str(folder / "home"), "PEERLENS_RETRIEVER": "bm25"}
    return subprocess.Popen(
        [sys.executable, "-m", "peerlens", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=env, preexec_fn=_hears_interrupts,
    )  # fmt: skip


def _hears_interrupts() -> None:
    """What a background job inherits (interrupts ignored) is not what a person's terminal starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    ("arguments", "seen"),
    [(("verify", "ducks.md", "claims.jsonl"), "r1: 10/400"), (("audit", "ducks.md"), "engine: embedded")],
)
def test_ctrl_c_ends_a_run_with_130_and_one_line(folder: Path, arguments: tuple[str, ...], seen: str) -> None:
    rows = [{"id": f"c{n}", "text": f"The counter misses {n} ducks.", "atomic": True} for n in range(400)]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    running = _start(folder, *arguments)
    assert running.stderr is not None
    for line in running.stderr:
        if line.startswith(seen):
            break
    running.send_signal(signal.SIGINT)
    shown, said = running.communicate()
    assert (running.returncode, shown) == (130, "")
    assert [line for line in said.splitlines() if not line.startswith(("r1: ", "engine: "))] == [LINE]
