"""Nothing of vLLM outlives the command, however it ends."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

from tests.vllm.server import VllmServer


def test_a_command_that_is_killed_while_vllm_starts_leaves_no_process(start: Callable[[], VllmServer]) -> None:
    server = start()
    server.waits_for("EngineCore")
    until = time.monotonic() + 30
    while len(server.started()) < 3 and time.monotonic() < until:
        time.sleep(0.1)
    assert server.end(signal.SIGKILL) == set()
