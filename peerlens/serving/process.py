"""Run a server as long as it is wanted, and leave nothing of it behind."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

from peerlens.errors import UnavailableError

_STOPS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BEAT_S: Final = 0.2
_HEALTH_S: Final = 1.0


class ServerEndedError(UnavailableError):
    """The server ended though nobody stopped it."""


@dataclass
class _Stops:
    """Signals that asked for the end, in order."""

    received: list[int] = field(default_factory=list)


def check_port(host: str, port: int) -> None:
    """Raises ``UnavailableError`` where nothing can listen there: vLLM itself finds out only after a minute."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as exc:
        raise UnavailableError(
            f"{host}:{port} cannot be listened on: {exc.strerror}", hint="choose with --port"
        ) from exc


def run_server(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    base_url: str,
    on_ready: Callable[[], None],
    grace_s: float = 20.0,
) -> None:
    """Run ``command`` until SIGINT, SIGTERM or SIGHUP; then end it and every process it started.

    ``on_ready`` is called once, when the server at ``base_url`` says that it is well. ``grace_s``: time it has to end
    by itself; another signal ends it at once. Raises ``ServerEndedError`` where it ends unasked.
    """
    with _noted_stops() as stops:
        try:
            process = subprocess.Popen(command, env=dict(environment), start_new_session=True)
        except OSError as exc:
            raise ServerEndedError(f"{command[0]} cannot be started: {exc.strerror}") from exc
        try:
            ready = False
            while not stops.received and not _has_ended(process.pid):
                if not ready and _is_well(base_url):
                    ready = True
                    on_ready()
                time.sleep(_BEAT_S)
            asked = bool(stops.received)
        finally:
            _end(process, stops, grace_s)
    if not asked:
        raise ServerEndedError(
            f"vLLM ended {_how(process.returncode)}", hint="its last lines above say why; docs/serving.md has the usual"
        )


@contextlib.contextmanager
def _noted_stops() -> Iterator[_Stops]:
    stops = _Stops()

    def note(number: int, frame: FrameType | None) -> None:
        stops.received.append(number)

    # One that is ignored stays so: `nohup` and background jobs of scripts rely on it.
    heard = [number for number in _STOPS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, note) for number in heard}
    try:
        yield stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _has_ended(pid: int) -> bool:
    """Without taking its status: until then its number, and its group's, belongs to nobody else."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(process: subprocess.Popen[bytes], stops: _Stops, grace_s: float) -> None:
    """Ask the front to end, which ends its workers; then kill what is left of the group."""
    if not _has_ended(process.pid):
        process.send_signal(signal.SIGTERM)
        until, asked = time.monotonic() + grace_s, len(stops.received)
        while time.monotonic() < until and len(stops.received) == asked and not _has_ended(process.pid):
            time.sleep(_BEAT_S)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _is_well(base_url: str) -> bool:
    """One look at ``/health``, past every proxy."""
    parts = urlsplit(base_url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=_HEALTH_S)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _how(status: int) -> str:
    """A signal is told as shells tell it by the script that watches vLLM, or as Python does."""
    number = status - 128 if status > 128 else -status
    return f"by signal {number}" if number > 0 else f"with status {status}"
