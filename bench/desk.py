"""How long a key takes to reach the desk's screen with 200 claims, and how long a stored run takes to open."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from machine import ROOT, against, heading
from textual.pilot import Pilot

from peerlens.api import verify
from peerlens.desk.app import DeskApp
from peerlens.desk.dossier import Dossier, dossier_of
from peerlens.schema import Report
from peerlens.settings import EngineName, Settings
from peerlens.store.runs import Runs

CLAIMS = 200
PRESSES = 120
OPENINGS = 7
QUIET_S = 0.03
KEYS = ("j", "j", "]", "j", "x", "j", "v", "j", "u", "f", "F")


def stored(home: Path) -> tuple[Report, Settings]:
    """A run on the example paper with 200 claims, stored: those of its reviews over and over, each in other words."""
    settings = Settings(home=home, engine=EngineName.EMBEDDED, quiet=True)
    example = ROOT / "examples"
    report = verify(example / "paper.pdf", example / "review-1.md", example / "review-2.md", settings=settings)
    copies = -(-CLAIMS // len(report.findings))
    claims = [
        one.model_copy(update={"id": f"{one.id}.{n}", "claim": f"{one.claim} ({n})"})
        for n in range(copies)
        for one in report.findings
    ]
    made = report.model_copy(update={"findings": tuple(claims[:CLAIMS])})
    Runs(home / "papers" / report.paper.id / "runs").finish(report.run.id, made.to_json())
    return made, settings


async def presses(opened: Dossier, settings: Settings) -> list[float]:
    """Seconds of processor time from a key to the screen drawn anew, without a terminal, one for each key."""
    app, found = DeskApp(opened, settings), []
    async with app.run_test(size=(160, 50)) as pilot:
        await pilot.pause()
        for number in range(PRESSES):
            found.append(await _press(pilot, KEYS[number % len(KEYS)]))
    return found


async def _press(pilot: Pilot[None], key: str) -> float:
    start = time.process_time()
    await pilot.press({"]": "right_square_bracket"}.get(key, key))
    return time.process_time() - start


class Desk:
    """A desk in a terminal of 160×50 of its own."""

    def __init__(self, run: str, home: Path) -> None:
        self._end, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "peerlens", "desk", run, "--home", str(home), "--engine", "embedded"],
            stdin=inside, stdout=inside, stderr=inside, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        os.close(inside)

    def until(self, words: bytes) -> None:
        """Read until these words have been drawn."""
        seen = b""
        while words not in seen:
            seen += os.read(self._end, 65536)
        self._rest()

    def press(self, key: str) -> tuple[float, float]:
        """Seconds from a key to the last byte that it draws, and processor time of the desk for it."""
        start, cpu = time.perf_counter(), self.cpu_s()
        os.write(self._end, key.encode())
        return self._rest() - start, self.cpu_s() - cpu

    def cpu_s(self) -> float:
        """Processor time of the desk so far."""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def _rest(self) -> float:
        """Read what is still drawn; when its last byte came."""
        last, first = time.perf_counter(), True
        while select.select([self._end], [], [], 2.0 if first else QUIET_S)[0]:
            os.read(self._end, 65536)
            last, first = time.perf_counter(), False
        return last

    def leave(self) -> None:
        os.write(self._end, b"q")
        try:
            while os.read(self._end, 65536):
                pass
        except OSError:  # the other end is closed
            pass
        self.process.wait(timeout=20)
        os.close(self._end)


def _figures(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"   {name}: median {1000 * statistics.median(ordered):.0f} ms, p95 {1000 * p95:.0f} ms, n = {len(ordered)}")
    against(f"{name}, median", statistics.median(ordered), unit="s", at_most=0.05)


def main() -> None:
    heading("desk")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        report, settings = stored(home)
        print(f"   {len(report.findings)} claims, {len(report.requests)} questions, 160×50")
        _figures(
            "key press to screen, no terminal, processor time",
            asyncio.run(presses(dossier_of(report, settings), settings)),
        )
        opened: list[float] = []
        spent: list[float] = []
        pressed: list[tuple[float, float]] = []
        for number in range(OPENINGS):
            start = time.perf_counter()
            desk = Desk(report.run.id, home)
            desk.until(b" left")
            opened.append(time.perf_counter() - start)
            spent.append(desk.cpu_s())
            if number == 0:
                pressed = [desk.press(KEYS[n % len(KEYS)]) for n in range(PRESSES)]
            desk.leave()
        walls, cpus = zip(*pressed, strict=True)
        _figures("key press to the last byte drawn in a terminal, wall time", list(walls))
        print(f"   the same, processor time: mean {1000 * statistics.mean(cpus):.0f} ms")
        print(f"   opening: {', '.join(f'{one:.2f}' for one in opened)} s")
        against("stored run opens, processor time, median", statistics.median(spent), unit="s", at_most=1.5)
        against(f"stored run opens, median of {len(opened)}", statistics.median(opened), unit="s", at_most=1.5)


if __name__ == "__main__":
    main()
