"""A batch on a model server: what a kill costs in requests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agents.served.scripts import grade, grades, part, script
from tests.agents.served.server import Received, Reply, ScriptedServer

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = 4
ANSWERS = {
    "ClaimSplit": {"parts": [part("The counter has five million parameters.", about="number")]},
    "Grades": grades(grade("otherwise", ("P2", "two million parameters"), ("P3", "two million parameters"))),
}
REQUESTS_A_CLAIM = 2


class Mortal:
    """Answers as scripted; at the requests named, the process that drives the batch is killed instead."""

    def __init__(self, *deaths: int) -> None:
        self.deaths = set(deaths)
        self.count = 0
        self.driver: subprocess.Popen[bytes] | None = None
        self._reply = script(ANSWERS)

    def __call__(self, request: Received) -> Reply:
        if request.draft != "_Bound":
            self.count += 1
            if self.count in self.deaths:
                assert self.driver is not None
                self.driver.send_signal(signal.SIGKILL)
        return self._reply(request)


@pytest.fixture
def manifest(folder: Path) -> Path:
    rows = [
        {"id": f"{paper}{n}", "paper": f"{paper}.md", "claim": f"The counter has {n}.5 million parameters."}
        for paper in "ab"
        for n in range(CLAIMS // 2)
    ]
    path = folder / "m.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def _start(manifest: Path, name: str, url: str) -> subprocess.Popen[bytes]:
    place = manifest.parent
    asked = ["batch", str(manifest), "--out", str(place / name), "--home", str(place / f"home-{name}"), "--resume"]
    return subprocess.Popen(
        [sys.executable, "-m", "peerlens", *asked, "--workers", "1", "--retriever", "bm25", "--base-url", url],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def _ended(running: subprocess.Popen[bytes]) -> tuple[int, str]:
    _, said = running.communicate()
    return running.returncode, said.decode()


@pytest.fixture
def undisturbed(manifest: Path) -> Iterator[Counter[str]]:
    """What a batch left in peace asks, by kind of question."""
    with ScriptedServer(script(ANSWERS)).running() as server:
        status, said = _ended(_start(manifest, "whole", server.url))
        assert status == 0, said
        yield Counter(request.draft for request in server.received if request.draft != "_Bound")


def test_a_killed_batch_asks_again_only_what_was_in_flight(manifest: Path, undisturbed: Counter[str]) -> None:
    assert CLAIMS < undisturbed.total() <= CLAIMS * REQUESTS_A_CLAIM
    mortal = Mortal(2, 4, 6)
    with ScriptedServer(mortal).running() as server:
        statuses = []
        while not statuses or statuses[-1] == -signal.SIGKILL:
            mortal.driver = _start(manifest, "killed", server.url)
            statuses.append(_ended(mortal.driver)[0])
    assert statuses == [-signal.SIGKILL] * 3 + [0]
    assert mortal.count <= undisturbed.total() + 3 * REQUESTS_A_CLAIM
    lines = [json.loads((manifest.parent / name / "summary.json").read_text())["lines"] for name in ("whole", "killed")]
    assert lines[0] == lines[1]
