"""What was asked of the scripted model by a run that is killed again and again, and what of it was in flight."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scripted_model import PROBE

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.kept import reply_key
from peerlens.agents.served.probe import probe

_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it arrived. ``key``: what its reply is kept under; ``port``: of the client that sent it."""

    number: int
    key: str
    draft: str
    port: int
    at: float


@dataclass
class Model:
    """The scripted model while it serves, and its log as far as it has been read."""

    url: str
    log: Path
    _identity: str
    _at: int = 0
    _keys: dict[str, str] = field(default_factory=dict)
    _answered: dict[int, float] = field(default_factory=dict)

    def new(self) -> list[Request]:
        """Requests that have arrived since the last look, those that only probe the server left out."""
        with self.log.open("rb") as file:
            file.seek(self._at)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._at += len(whole)
        found = []
        for row in map(json.loads, whole.splitlines()):
            if "answered" in row:
                self._answered[row["answered"]] = row["at"]
                continue
            if "body" in row:
                self._keys[row["content"]] = self._key(row["body"])
            if row["draft"] != PROBE:
                found.append(Request(row["asked"], self._keys[row["content"]], row["draft"], row["port"], row["at"]))
        return found

    def settle(self) -> None:
        """Return once all that had been sent before is in the log: its server's loop goes round a few times."""
        for _ in range(_ROUNDS):
            with urllib.request.urlopen(f"{self.url}/models", timeout=60) as reply:
                reply.read()

    def unanswered_at(self, request: Request, time: float) -> bool:
        """Whether the server was at work on it then."""
        return request.at <= time and self._answered.get(request.number, time + 1.0) > time

    def _key(self, body: dict[str, Any]) -> str:
        said = {one["role"]: one["content"] for one in body["messages"]}
        question = Question(said.get("system", ""), said["user"], body["max_tokens"], weighed="logprobs" in body)
        form = body["response_format"]["json_schema"]["schema"]
        return reply_key(question, form, model=body["model"], identity=self._identity)


@contextmanager
def scripted_model(place: Path) -> Iterator[Model]:
    """The scripted model in a process of its own."""
    log = place / "asked.jsonl"
    program = Path(__file__).with_name("scripted_model.py")
    running = subprocess.Popen([sys.executable, str(program), str(log)], stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        url = f"http://127.0.0.1:{int(running.stdout.readline())}/v1"
        facts = asyncio.run(probe(ModelClient(Endpoint(url)), Meter()))
        yield Model(url, log, facts.identity)
    finally:
        running.kill()
        running.communicate()


@dataclass
class Round:
    """One batch from its first start to its end. ``undisturbed``: how often each reply is asked for without kills.

    A request is in flight at a kill when it has arrived and its reply is not on disk yet. ``again``: requests for
    replies that were on disk at an earlier kill; ``other``: requests that the undisturbed run never makes.
    """

    model: Model
    home: Path
    undisturbed: Counter[str]
    asked: int = 0
    in_flight: int = 0
    unanswered: int = 0
    hits: int = 0
    again: int = 0
    other: int = 0
    _received: Counter[str] = field(default_factory=Counter)
    _lost: Counter[str] = field(default_factory=Counter)
    _kept: Counter[str] = field(default_factory=Counter)
    _segment: list[Request] = field(default_factory=list)

    def killed(self, time: float, ports: Set[int] | None = None) -> None:
        """Count what was in flight at a kill. ``ports``: of the one process that was killed; all were, where ``None``.

        To be called when what was killed is gone: it may have kept a reply to the last. The disk is read before the
        log: a worker that lives on asks and keeps meanwhile, and what it keeps then must have been read as asked.
        """
        self.model.settle()
        kept = stored(self.home)
        self.look()
        mine = [one for one in self._segment if ports is None or one.port in ports]
        self._kept = kept
        lost = 0
        for key in {one.key for one in mine}:
            out = self._received[key] - self._lost[key] - self._kept[key]
            if out > 0:
                self._lost[key] += out
                lost += out
        self.in_flight += lost
        self.hits += lost > 0
        self.unanswered += sum(self.model.unanswered_at(one, time) for one in mine)
        self._segment = [] if ports is None else [one for one in self._segment if one.port not in ports]

    def look(self) -> None:
        """Read what has been asked since the last look."""
        for one in self.model.new():
            self.asked += 1
            self._segment.append(one)
            if one.key not in self.undisturbed:
                self.other += 1
            elif self._kept[one.key] >= self.undisturbed[one.key]:
                self.again += 1
            else:
                self._received[one.key] += 1

    @property
    def over(self) -> int:
        """Requests beyond the undisturbed ones and those in flight at the kills."""
        return max(0, self.asked - self.undisturbed.total() - self.in_flight)


def stored(home: Path) -> Counter[str]:
    """Keys of the replies on disk, each as often as there are papers that keep it."""
    found: Counter[str] = Counter()
    for path in home.rglob("replies.sqlite"):
        # One that was killed before it made its table has none.
        with (
            contextlib.closing(sqlite3.connect(path, timeout=10)) as connection,
            contextlib.suppress(sqlite3.OperationalError),
        ):
            found.update(str(row[0]) for row in connection.execute("SELECT key FROM units"))
    return found


def ports_of(pid: int) -> set[int]:
    """Local ports of the connections that a process holds (Linux)."""
    held = set()
    with contextlib.suppress(OSError):
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                held.add(os.readlink(entry))
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    return {int(row[1].partition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in held}
