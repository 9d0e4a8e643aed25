"""A batch killed again and again, driver and workers, at random moments: its outcome against one left in peace."""

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
from pathlib import Path

from batch_set import command, differences, environment, outcome, run, write_manifest
from machine import heading, skip

_WORKER_SHARE = 0.3
"""Of the kills that hit a worker instead of the driver."""


def main() -> int:
    asked = argparse.ArgumentParser()
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--papers", type=int, default=60)
    asked.add_argument("--workers", default="2")
    asked.add_argument("--retriever", default="bm25", help="hybrid takes ten times as long and keeps in the same way")
    asked.add_argument("--characters", type=int, help="of each review, to have more papers in the time")
    asked.add_argument("--seed", type=int, default=7)
    asked.add_argument("--limit", type=float, default=3600, help="seconds after which no further kill is begun")
    options = asked.parse_args()
    heading(f"batch: {options.kills} kills over {options.papers} papers, --retriever {options.retriever}")
    place = Path(tempfile.mkdtemp(prefix="batch-kills-"))
    try:
        return _bench(place, options)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _bench(place: Path, options: argparse.Namespace) -> int:
    manifest = place / "set.jsonl"
    if write_manifest(manifest, papers=options.papers, characters=options.characters) is None:
        skip("../shared/data/neurips_rejected_reviewtime is not here")
        return 0
    more = ["--workers", options.workers, "--retriever", options.retriever, "--quiet"]
    started = time.monotonic()
    undisturbed = run(manifest, place / "whole", place / "home-whole", *more)
    whole_s = time.monotonic() - started
    print(f"   undisturbed: exit {undisturbed.returncode}, {whole_s:.0f} s", flush=True)
    whole = outcome(place / "whole")
    chance = random.Random(options.seed)
    kills = rounds = wrong = 0
    longest = max(2.0, 2.2 * whole_s / options.kills)
    begun = time.monotonic()
    while kills < options.kills and time.monotonic() - begun < options.limit:
        rounds += 1
        out, home = place / f"out-{rounds}", place / f"home-{rounds}"
        committed: dict[str, bytes] = {}
        finished = False
        while not finished and kills < options.kills and time.monotonic() - begun < options.limit:
            finished, hit = _disturbed(command(manifest, out, home, *more), chance, longest)
            kills += hit
            wrong += _changed(out / "ledger.sqlite", committed)
        if not finished:
            wrong += run(manifest, out, home, *more).returncode != undisturbed.returncode
            wrong += _changed(out / "ledger.sqlite", committed)
        found = differences(whole, outcome(out))
        wrong += len(found)
        said = f"{kills} kills so far, {len(committed)} units, differences: {found or 'none'}"
        print(f"   round {rounds}: {said}", flush=True)
        shutil.rmtree(home, ignore_errors=True)
    print(f"   n = {kills} kills in {rounds} rounds of {options.papers} papers; lost, done twice or changed: {wrong}")
    return 1 if wrong else 0


def _disturbed(asked: list[str], chance: random.Random, longest: float) -> tuple[bool, int]:
    """Start a run and kill it, or one of its workers, after a while; whether it finished, and how many were killed."""
    running = subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
    hit = 0
    while True:
        try:
            running.wait(timeout=chance.uniform(0.2, longest))
            return True, hit
        except subprocess.TimeoutExpired:
            hit += 1
            workers = _children(running.pid)
            if (
                workers and hit == 1 and chance.random() < _WORKER_SHARE
            ):  # twice could be the same unit, which is given up
                _kill(chance.choice(workers))
                continue
            running.kill()
            running.wait()
            return False, hit


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


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
