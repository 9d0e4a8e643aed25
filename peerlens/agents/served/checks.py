"""What the configured model server does, and what else answers on this machine without being used."""

from __future__ import annotations

import asyncio
import http.client
import json
from typing import Final

from peerlens.agents.served.endpoint import Endpoint
from peerlens.errors import PeerlensError
from peerlens.store.checks import Check, Status

_USUAL_PORTS: Final = {8000: "vLLM", 8080: "llama.cpp", 11434: "Ollama", 1234: "LM Studio", 30000: "SGLang"}
_PATIENCE_S: Final = 0.5
_SHOWN: Final = 6


def check_server(endpoint: Endpoint) -> Check:
    """Ask the configured server for its models and hold it to a schema once. No manuscript is sent."""
    from peerlens.agents.served.client import Meter, ModelClient, Patience
    from peerlens.agents.served.probe import probe

    client = ModelClient(endpoint, Patience(tries=2, request_s=60.0, total_s=90.0))
    try:
        facts = asyncio.run(probe(client, Meter()))
    except PeerlensError as exc:
        return Check("model server", Status.FAIL, f"{exc.message}; {exc.hint}" if exc.hint else exc.message)
    window = f"window {facts.window} tokens" if facts.window else "window not told"
    said = f"{endpoint.base_url}: {facts.model}, {window}"
    if not facts.binds:
        return Check(
            "model server",
            Status.WARN,
            f"{said}; replies are not held to the schema, more of them will be unusable: serve with structured outputs",
        )
    return Check("model server", Status.OK, f"{said}, replies held to the schema")


def found_servers(*, ports: dict[int, str] | None = None) -> tuple[Check, ...]:
    """Servers that answer on the usual ports of this machine: named, never used."""
    checks = []
    for port, usual in (_USUAL_PORTS if ports is None else ports).items():
        models = _models_at(port)
        if models is not None:
            shown = ", ".join(models[:_SHOWN]) or "no model loaded"
            checks.append(
                Check(
                    f"port {port}",
                    Status.OK,
                    f"something like {usual} answers ({shown}); not used: name it with --base-url "
                    f"http://127.0.0.1:{port}/v1",
                )
            )
    return tuple(checks)


def _models_at(port: int) -> list[str] | None:
    """The models a server on this port lists; ``None`` where none answers as a model server does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/v1/models")
        response = connection.getresponse()
        listed = json.loads(response.read(1_000_000)) if response.status == http.client.OK else None
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    rows = listed.get("data") if isinstance(listed, dict) else None
    return [str(row.get("id")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else None
