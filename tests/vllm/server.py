"""A real vLLM, started by the program's own command and ended with all that it started."""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

_READY_S = 400.0
_ENDED_S = 60.0


class VllmServer:
    """``peerlens serve`` with a tiny model. ``log``: what both wrote, line by line."""

    def __init__(self, arguments: Sequence[str | Path], *, environment: dict[str, str], port: int) -> None:
        self.port = port
        self.log: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "peerlens", "serve", "--port", str(port), *map(str, arguments)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_heed_interrupts,
        )
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def waits_for(self, words: str) -> None:
        """Until a line of the log holds ``words``. Raises ``AssertionError`` where none comes."""
        until = time.monotonic() + _READY_S
        while True:
            try:
                line = self._lines.get(timeout=max(0.1, until - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"{words!r} did not come:\n" + "\n".join(self.log[-40:]))
            if words in line:
                return

    def started(self) -> set[int]:
        """Process numbers of all that came of the command, itself included."""
        children: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                pid, parent = int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(pid)
        found: set[int] = set()
        open_ = [self.process.pid]
        while open_:
            pid = open_.pop()
            found.add(pid)
            open_ += children.get(pid, [])
        return found

    def end(self, how: signal.Signals) -> set[int]:
        """Send the command a signal; the processes that are left of it after a minute."""
        pids = self.started()
        self.process.send_signal(how)
        until = time.monotonic() + _ENDED_S
        while (left := {pid for pid in pids if _runs(pid)}) and time.monotonic() < until:
            try:
                self.process.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                continue
            threading.Event().wait(0.1)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        return left

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.log.append(line.rstrip("\n"))
            self._lines.put(self.log[-1])
        self._lines.put(None)


def _heed_interrupts() -> None:
    """As in a terminal: a background job, and the tests may be one, ignores SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
