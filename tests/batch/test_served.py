"""A batch on a model server: what kills cost in requests. The bench does it with more kills, on real papers."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.agents.served.scripts import grade, grades, part, passage_of, script
from tests.agents.served.server import Received, Reply, ScriptedServer

ROOT = Path(__file__).resolve().parents[2]
REVIEW = (
    "W1. The counter has {n}.5 million parameters.\nW2. The camera takes {n} pictures a minute.\n"
    "W3. The lens of lake {n} is compared with another.\n"
)
WORDS = "two million parameters"
ONE_AT_A_TIME = ({"id": "m", "object": "model", "owned_by": "llamacpp"},)
"""Served by what tells under ``/props`` how many requests it works on at a time."""
WAIT_S = 300.0
"""A bound for what hangs, not for what is slow."""


def _items(request: Received) -> object:
    sentences = re.findall(r"^\[S(\d+)\](?: \([^)]*\))? (.+)$", request.user, re.M)
    common = {"use": "claim", "stance": "criticism", "kind": "factual"}
    return {"items": [{"sentence": int(n), "quote": text, "text": text, **common} for n, text in sentences]}


def _split(request: Received) -> object:
    claim = request.user.rpartition("\n<claim>\n")[2].partition("\n</claim>")[0]
    return {"parts": [part(claim, look_for=claim.split()[1:3])]}


def _judged(request: Received) -> object:
    finding = "shown" if "lens" in request.user.rpartition("<parts>")[2] else "otherwise"
    return grades(grade(finding, (passage_of(request, WORDS), WORDS)))


ANSWERS = {
    "ReviewItems": _items,
    "ClaimSplit": _split,
    "Grades": _judged,
    "LabelDraft": {"rationale": "It is about a lens.", "label": "none"},
}


@dataclass
class Batch:
    """A batch of one worker that is started again until it ends by itself, asking one question at a time.

    ``deaths``: the questions, by their number from 1, at which a process is killed, and which one. ``cut``: what was
    in flight then.
    """

    manifest: Path
    name: str
    deaths: dict[int, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    said: str = ""
    _driver: subprocess.Popen[bytes] | None = None

    @property
    def out(self) -> Path:
        return self.manifest.with_name(self.name)

    def run(self) -> None:
        server = ScriptedServer(self._answered, ONE_AT_A_TIME)
        server.slots = 1
        with server.running():
            while len(self.statuses) <= len(self.deaths) and self.statuses[-1:] in ([], [-signal.SIGKILL]):
                self._start(server.url)
        assert server.at_once == 1

    def _start(self, url: str) -> None:
        home = self.manifest.with_name(f"home-{self.name}")
        asked = ["batch", str(self.manifest), "--out", str(self.out), "--home", str(home), "--resume"]
        more = ["--workers", "1", "--retriever", "bm25", "--context", "rag", "--base-url", url]
        self._driver = subprocess.Popen(
            [sys.executable, "-m", "peerlens", *asked, *more],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        try:
            self.said = self._driver.communicate(timeout=WAIT_S)[1].decode()
        finally:
            self._driver.kill()
        self.statuses.append(self._driver.returncode)

    def _answered(self, request: Received) -> Reply:
        if request.draft != "_Bound":
            question = f"{request.draft} {request.user}"
            self.asked.append(question)
            if len(self.asked) in self.deaths:
                self.cut.append(question)
                self._kill(self.deaths[len(self.asked)])
        return script(ANSWERS)(request)

    def _kill(self, which: str) -> None:
        """A worker dies with its driver; the reply is held back until it has."""
        assert self._driver is not None
        worker = int(Path(f"/proc/{self._driver.pid}/task/{self._driver.pid}/children").read_text().split()[0])
        end = os.pidfd_open(worker)
        gone = select.poll()
        gone.register(end, select.POLLIN)
        os.kill(worker if which == "worker" else self._driver.pid, signal.SIGKILL)
        assert gone.poll(1000 * WAIT_S), "the worker has not ended"
        os.close(end)


@pytest.fixture
def manifest(folder: Path) -> Path:
    rows = [
        {"id": paper, "paper": f"{paper}.md", "reviews": [{"id": f"R{n}", "text": REVIEW.format(n=n)} for n in numbers]}
        for paper, numbers in (("a", (3, 4)), ("b", (5, 6)))
    ]
    path = folder / "m.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def _outcome(batch: Batch) -> list[object]:
    reports = []
    for path in sorted((batch.out / "reports").iterdir()):
        report = json.loads(path.read_text(encoding="utf-8"))
        reports.append([path.name, {name: part for name, part in report.items() if name not in ("run", "usage")}])
    summary = json.loads((batch.out / "summary.json").read_text(encoding="utf-8"))
    return [reports, summary["lines"], (batch.out / "claims.csv").read_text(encoding="utf-8")]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when another's process has ended")
def test_a_killed_batch_asks_again_exactly_what_was_in_flight(manifest: Path) -> None:
    whole = Batch(manifest, "whole")
    whole.run()
    assert whole.statuses == [0], whole.said
    killed = Batch(manifest, "killed", {4: "driver", 11: "worker", 20: "driver"})
    killed.run()
    assert killed.statuses == [-signal.SIGKILL, -signal.SIGKILL, 0], killed.said
    assert len(killed.cut) == 3
    assert Counter(killed.asked) == Counter(whole.asked) + Counter(killed.cut)
    assert _outcome(killed) == _outcome(whole)
