"""Servers that run for one test, and a client that does not wait between tries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from peerlens.agents.served.client import ModelClient, Patience
from peerlens.agents.served.endpoint import Endpoint
from tests.agents.served.server import Script, ScriptedServer

Serve = Callable[..., ScriptedServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def start(script: Script, **extra: object) -> ScriptedServer:
            return stack.enter_context(ScriptedServer(script, **extra).running())  # type: ignore[arg-type]

        yield start


@pytest.fixture
def waits() -> list[float]:
    """Seconds that were to be waited between tries, in order."""
    return []


@pytest.fixture
def client_of(waits: list[float]) -> Callable[..., ModelClient]:
    """A client of a scripted server whose waits are noted, not waited."""

    async def note(seconds: float) -> None:
        waits.append(seconds)

    def make(server: ScriptedServer, **patience: object) -> ModelClient:
        key, in_flight = patience.pop("api_key", None), patience.pop("in_flight", 64)
        return ModelClient(
            Endpoint(server.url, api_key=key),  # type: ignore[arg-type]
            Patience(**{"request_s": 10.0, "total_s": 20.0, "sleep": note, **patience}),  # type: ignore[arg-type]
            in_flight,  # type: ignore[arg-type]
        )

    return make
