"""A tiny model made on the spot, and one real vLLM server for all tests of this folder (`make test-vllm`)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.vllm.server import VllmServer, free_port

KEY = "a-key-that-is-nowhere-shown"
MODEL, ADAPTER = "qwen3-tiny", "tuned"


TABLE = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Keep a line of figures for the end of the run."""
    return request.config.stash.setdefault(TABLE, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(TABLE, []):
        terminalreporter.write_line(line)


@dataclass(frozen=True)
class Models:
    base: Path
    adapter: Path


@pytest.fixture(scope="session")
def vllm_folder() -> Path:
    named = os.environ.get("PEERLENS_VLLM")
    if not named:
        pytest.fail("PEERLENS_VLLM names no environment with vLLM: run `make test-vllm`")
    return Path(named).absolute()


@pytest.fixture(scope="session")
def models(vllm_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Models:
    made = tmp_path_factory.mktemp("models")
    script = Path(__file__).with_name("tiny_qwen3.py")
    subprocess.run([vllm_folder / "bin" / "python", "-I", script, made / MODEL, made / "adapter"], check=True)
    return Models(made / MODEL, made / "adapter")


@pytest.fixture(scope="session")
def environment(vllm_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a user's shell would have, with a home of its own and a key that the tests look for."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PEERLENS_", "OPENAI_"))}
    return {
        **kept,
        "PEERLENS_VLLM": str(vllm_folder),
        "PEERLENS_HOME": str(tmp_path_factory.mktemp("home")),
        "PEERLENS_API_KEY": KEY,
        "PEERLENS_RETRIEVER": "bm25",
        "VLLM_CPU_KVCACHE_SPACE": "1",
    }


@pytest.fixture(scope="session")
def start(models: Models, environment: dict[str, str]) -> Callable[[], VllmServer]:
    def started() -> VllmServer:
        return VllmServer(
            ["--offline", "--model", models.base, "--lora", f"{ADAPTER}={models.adapter}", "--", "--enforce-eager"],
            environment=environment,
            port=free_port(),
        )

    return started


@pytest.fixture(scope="session")
def server(start: Callable[[], VllmServer]) -> Iterator[VllmServer]:
    """One server for all; afterwards Ctrl-C leaves nothing of it."""
    running = start()
    try:
        running.waits_for("ready; from another terminal")
        yield running
    finally:
        left = running.end(signal.SIGINT)
    assert left == set()
    assert running.process.returncode == 130


@pytest.fixture(scope="session")
def peerlens(environment: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Call the command."""

    def call(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "peerlens", *map(str, arguments)],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )

    return call


@pytest.fixture(scope="session")
def report_of(peerlens: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., dict[str, object]]:
    """Call the command with ``--json``; its report. Failures are part of one."""

    def call(*arguments: str | Path) -> dict[str, object]:
        done = peerlens(*arguments, "--json", "--no-cache")
        assert done.returncode in (0, 4), done.stderr
        read: dict[str, object] = json.loads(done.stdout)
        return read

    return call
