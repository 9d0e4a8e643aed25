"""A server is run as long as it is wanted, and nothing of it is left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.errors import UnavailableError
from peerlens.serving.process import ServerEndedError, check_port, run_server

# A front that starts a worker and answers /health, as vLLM does. Its worker heeds no SIGTERM; a stubborn front neither.
FRONT = """
import http.server, os, signal, subprocess, sys
port, heeds, said = int(sys.argv[1]), sys.argv[2] == "heeds", sys.argv[3]
stay = "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); signal.pause()"
worker = subprocess.Popen([sys.executable, "-c", stay], stdout=subprocess.PIPE)
worker.stdout.readline()
if not heeds:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(said, "w") as out:
    print(os.getpid(), worker.pid, file=out)
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def log_message(self, *args):
        pass
http.server.HTTPServer(("127.0.0.1", port), Health).serve_forever()
"""

# Signals are heard as in a terminal, also where the tests run under nohup or as a background job, which ignore some.
# One that comes when the server has ended already changes nothing: the word that it ended is still said.
RUN = """
import signal, sys
for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    signal.signal(number, lambda number, frame: None)
from peerlens.serving.process import run_server
url, grace, *command = sys.argv[1:]
run_server(command, environment={}, base_url=url, on_ready=lambda: print("ready", flush=True), grace_s=float(grace))
print("ended", flush=True)
"""


@pytest.fixture
def port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


class Started:
    """``run_server`` on such a front, in a process of its own."""

    def __init__(self, folder: Path, port: int, *, heeds: bool, grace_s: float) -> None:
        self._said = folder / "pids"
        front = [sys.executable, "-c", FRONT, str(port), "heeds" if heeds else "stubborn", str(self._said)]
        url = f"http://127.0.0.1:{port}/v1"
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, url, str(grace_s), *front], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"
        self.pids = [int(word) for word in self._said.read_text().split()]

    def ends(self) -> str:
        out, _ = self.process.communicate(timeout=30)
        return out

    def left(self) -> list[int]:
        return [pid for pid in self.pids if _runs(pid)]


def _runs(pid: int) -> bool:
    """Whether a process still runs; one that nobody has asked for its status does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.fixture
def started(tmp_path: Path, port: int) -> Iterator[list[Started]]:
    made: list[Started] = []
    yield made
    for one in made:
        one.process.kill()
        for pid in one.left():
            os.kill(pid, signal.SIGKILL)
        one.process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_and_the_workers_that_do_not_heed_it(
    stop: signal.Signals, tmp_path: Path, port: int, started: list[Started]
) -> None:
    run = Started(tmp_path, port, heeds=True, grace_s=20)
    started.append(run)
    run.process.send_signal(stop)
    assert run.ends() == "ended\n"
    assert run.left() == []


def test_a_front_that_does_not_end_in_time_is_killed(tmp_path: Path, port: int, started: list[Started]) -> None:
    run = Started(tmp_path, port, heeds=False, grace_s=0.5)
    started.append(run)
    run.process.send_signal(signal.SIGTERM)
    assert run.ends() == "ended\n"
    assert run.left() == []


def test_a_second_signal_ends_it_at_once(tmp_path: Path, port: int, started: list[Started]) -> None:
    run = Started(tmp_path, port, heeds=False, grace_s=600)
    started.append(run)
    run.process.send_signal(signal.SIGINT)
    while run.process.poll() is None:
        run.process.send_signal(signal.SIGINT)
    assert run.ends() == "ended\n"
    assert run.left() == []


def test_workers_of_a_front_that_was_killed_are_ended_and_the_end_is_an_error(
    tmp_path: Path, port: int, started: list[Started]
) -> None:
    run = Started(tmp_path, port, heeds=True, grace_s=20)
    started.append(run)
    os.kill(run.pids[0], signal.SIGKILL)
    assert run.ends() == ""
    assert run.process.returncode == 1
    assert run.left() == []


def test_a_server_that_ends_unasked_is_an_error_with_its_status(port: int) -> None:
    with pytest.raises(ServerEndedError, match="with status 7"):
        run_server(
            [sys.executable, "-c", "raise SystemExit(7)"],
            environment={},
            base_url=f"http://127.0.0.1:{port}/v1",
            on_ready=lambda: pytest.fail("it was never well"),
        )


def test_a_command_that_is_not_there_is_an_error(tmp_path: Path, port: int) -> None:
    with pytest.raises(ServerEndedError, match="cannot be started"):
        run_server(
            [str(tmp_path / "none")], environment={}, base_url=f"http://127.0.0.1:{port}/v1", on_ready=lambda: None
        )


def test_a_port_in_use_is_found_before_anything_starts(port: int) -> None:
    check_port("127.0.0.1", port)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with pytest.raises(UnavailableError, match=f"127.0.0.1:{port} cannot be listened on") as caught:
            check_port("127.0.0.1", port)
    assert "--port" in (caught.value.hint or "")
