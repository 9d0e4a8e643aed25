"""A batch killed again and again, driver and workers, at random moments: its outcome against one left in peace.

With ``--served`` its agents ask a scripted model, and what is asked beyond the undisturbed run is held against what was
in flight at the kills.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from asked import Model, Round, ports_of, scripted_model
from batch_set import command, differences, environment, outcome, run, write_manifest
from machine import heading, skip

_WORKER_SHARE = 0.6
"""Of the kills that hit a worker instead of the driver, where one is at work on a paper that has cost none yet."""


_EARLY_SHARE = 0.15
"""Of the runs on a model that may be killed before they ask it anything."""
_ASKING_SHARE = 0.8
"""Of the kills on a model that hit while a question is out: most of a run's time is its own work."""
Hook = Callable[[float, set[int] | None], None]
"""Told of a kill: when, and the ports of the one worker that it hit, ``None`` where it hit the driver and so all."""


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--papers", type=int, default=60)
    asked.add_argument("--workers", default="2")
    asked.add_argument("--retriever", default="bm25", help="hybrid takes ten times as long and keeps in the same way")
    asked.add_argument("--served", action="store_true", help="agents that ask a scripted model, requests counted")
    asked.add_argument("--characters", type=int, help="of each review, to have more papers in the time")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--limit", type=float, default=3600, help="seconds after which no further kill is begun")
    options = asked.parse_args()
    agents = "a scripted model" if options.served else "embedded agents"
    heading(f"batch: {options.kills} kills over {options.papers} papers, {agents}, --retriever {options.retriever}")
    place = Path(tempfile.mkdtemp(prefix="batch-kills-"))
    manifest = place / "set.jsonl"
    try:
        if write_manifest(manifest, papers=options.papers, characters=options.characters) is None:
            skip("../shared/data/neurips_rejected_reviewtime is not here")
            return 0
        if not options.served:
            return _Bench(manifest, options, None).run()
        with scripted_model(place) as model:
            return _Bench(manifest, options, model).run()
    finally:
        shutil.rmtree(place, ignore_errors=True)


class _Bench:
    """``model``: the scripted one that is asked, ``None`` with embedded agents."""

    def __init__(self, manifest: Path, options: argparse.Namespace, model: Model | None) -> None:
        self._manifest, self._place, self._options, self._model = manifest, manifest.parent, options, model
        agents = ["--engine", "embedded"] if model is None else ["--base-url", model.url, "--context", "rag"]
        self._more = ["--workers", options.workers, "--retriever", options.retriever, "--quiet", *agents]
        self._chance = random.Random(options.seed)
        self._undisturbed: Counter[str] = Counter()

    def run(self) -> int:
        started = time.monotonic()
        left_in_peace = run(self._manifest, self._place / "whole", self._place / "home-whole", *self._more)
        whole_s = time.monotonic() - started
        print(f"   undisturbed: exit {left_in_peace.returncode}, {whole_s:.0f} s", flush=True)
        if self._model is not None:
            requests = self._model.new()
            self._undisturbed = Counter(one.key for one in requests)
            kinds = ", ".join(f"{name} {n}" for name, n in Counter(one.draft for one in requests).most_common())
            print(f"   requests: {len(requests)} ({kinds})", flush=True)
        whole = self._outcome(self._place / "whole")
        options = self._options
        kills = rounds = wrong = 0
        longest = max(2.0, 2.2 * whole_s / options.kills)
        begun = time.monotonic()
        while kills < options.kills and time.monotonic() - begun < options.limit:
            rounds += 1
            out, home = self._place / f"out-{rounds}", self._place / f"home-{rounds}"
            asked = self._round(home)
            committed: dict[str, bytes] = {}
            finished = False
            while not finished and kills < options.kills and time.monotonic() - begun < options.limit:
                program = command(self._manifest, out, home, *self._more)
                told = asked.killed if asked else _unnoted
                finished, hit = _disturbed(program, home, self._chance, longest=longest, killed=told, model=self._model)
                kills += hit
                wrong += _changed(out / "ledger.sqlite", committed)
            if not finished:
                ended = run(self._manifest, out, home, *self._more)
                wrong += ended.returncode != left_in_peace.returncode
                wrong += _changed(out / "ledger.sqlite", committed)
            found = differences(whole, self._outcome(out))
            wrong += len(found) + (_count(asked) if asked else 0)
            said = f"{kills} kills so far, {len(committed)} units, differences: {found or 'none'}"
            print(f"   round {rounds}: {said}", flush=True)
            shutil.rmtree(home, ignore_errors=True)
        print(
            f"   n = {kills} kills in {rounds} rounds of {options.papers} papers; lost, done twice or changed: {wrong}"
        )
        return 1 if wrong else 0

    def _round(self, home: Path) -> Round | None:
        return None if self._model is None else Round(self._model, home, self._undisturbed)

    def _outcome(self, folder: Path) -> dict[str, object]:
        return outcome(folder, spent=self._model is None)


def _count(asked: Round) -> int:
    """Print what a round asked for, and how much of that it should not have."""
    asked.look()
    usual, most = asked.undisturbed.total(), asked.undisturbed.total() + asked.in_flight
    print(f"   requests: {asked.asked}, undisturbed {usual}, at most {most} with the {asked.in_flight} in flight at")
    print(f"   {asked.hits} of the kills ({asked.unanswered} being answered, the rest answered and not yet on disk);")
    print(
        f"   {asked.over} beyond that, {asked.again} for replies on disk, {asked.other} of another content", flush=True
    )
    return asked.over + asked.again + asked.other


def _unnoted(at: float, ports: set[int] | None) -> None:
    """Nothing is counted with embedded agents."""


def _disturbed(
    asked: list[str], home: Path, chance: random.Random, *, longest: float, killed: Hook, model: Model | None
) -> tuple[bool, int]:
    """Start a run, kill workers of it now and then, and in the end itself; whether it finished, and the kills.

    ``longest``: seconds to a kill, from the one before, or from the start or, with a ``model``, its first question.
    """
    running = subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
    hit: set[Path] = set()
    kills = 0
    if model is not None and chance.random() > _EARLY_SHARE:
        _wait_for_question(model, running)
    wait = chance.uniform(0.0 if model is not None else 0.2, longest)
    while True:
        try:
            running.wait(timeout=wait)
            return True, kills
        except subprocess.TimeoutExpired:
            if model is not None and chance.random() < _ASKING_SHARE and not _wait_for_question(model, running):
                return True, kills
            kills += 1
        wait = chance.uniform(0.2, longest)
        workers = _children(running.pid)
        if chance.random() < _WORKER_SHARE:
            # A second worker that dies on a paper gives its unit up, so each paper costs one at most.
            fresh = [
                (pid, paper) for pid in workers if (paper := _paper_of(pid, home)) is not None and paper not in hit
            ]
            if fresh:
                victim, paper = chance.choice(fresh)
                hit.add(paper)
                _send(victim, signal.SIGSTOP)
                ports, at = ports_of(victim), time.monotonic()
                _send(victim, signal.SIGKILL)
                _wait_for_end_of(victim)
                killed(at, ports)
                continue
        at = time.monotonic()
        running.kill()
        running.wait()
        for worker in workers:
            _wait_for_end_of(worker)
        killed(at, None)
        return False, kills


def _wait_for_question(model: Model, running: subprocess.Popen[bytes]) -> bool:
    """Until the model is asked something; ``False`` where the run ends before."""
    with model.log.open("rb") as log:
        log.seek(0, os.SEEK_END)
        while b'{"asked"' not in log.read():
            if running.poll() is not None:
                return False
            time.sleep(0.001)
    return True


def _paper_of(pid: int, home: Path) -> Path | None:
    """The folder of the paper that a worker has open."""
    with contextlib.suppress(OSError):
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                path = Path(os.readlink(entry))
                if path.is_relative_to(home):
                    return path.parent
    return None


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _send(pid: int, blow: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, blow)


def _wait_for_end_of(pid: int) -> None:
    """Until the process is gone or does nothing any more; half a minute at most."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state in "ZX":
            return
        time.sleep(0.002)
    raise RuntimeError(f"process {pid} does not end")


def _changed(ledger: Path, committed: dict[str, bytes]) -> int:
    """How many units that were committed before are gone or hold another report now; what is new is remembered."""
    if not ledger.is_file():
        return len(committed)
    with sqlite3.connect(ledger) as connection:
        rows = connection.execute("SELECT key, report FROM units WHERE trouble IS NULL AND broken = 0").fetchall()
    now = {key: zlib.decompress(report) for key, report in rows}
    wrong = sum(now.get(key) != report for key, report in committed.items())
    committed.update(now)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
