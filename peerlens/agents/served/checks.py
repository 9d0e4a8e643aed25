"""What the configured model server does, and what else answers on this machine without being used."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from peerlens.agents.served.endpoint import Endpoint
from peerlens.errors import EngineError, OutputInvalidError, PeerlensError
from peerlens.store.checks import Check, Status

if TYPE_CHECKING:
    from peerlens.agents.served.client import Meter, ModelClient
    from peerlens.agents.served.probe import ServerFacts

_USUAL_PORTS: Final = {8000: "vLLM", 8080: "llama.cpp", 11434: "Ollama", 1234: "LM Studio", 30000: "SGLang"}
_PATIENCE_S: Final = 0.5
_SHOWN: Final = 6
_SMALL_WINDOW: Final = 8192
_THINKING_OFF: Final = "--default-chat-template-kwargs '{\"enable_thinking\": false}'"

_Look = Callable[["ModelClient", "Meter", str], Awaitable[tuple[Status, str]]]


def check_server(endpoint: Endpoint) -> tuple[Check, ...]:
    """Ask the configured server what a run depends on. No manuscript is sent.

    A server that cannot be reached or asked ends the list with its one failure.
    """
    from peerlens.agents.served.client import ModelClient, Patience

    return asyncio.run(_examined(ModelClient(endpoint, Patience(tries=2, request_s=120.0, total_s=180.0))))


async def _examined(client: ModelClient) -> tuple[Check, ...]:
    from peerlens.agents.served.client import Meter
    from peerlens.agents.served.probe import probe

    meter = Meter()
    async with client.connected():
        try:
            facts = await probe(client, meter)
        except PeerlensError as exc:
            return (Check("model server", Status.FAIL, _said(exc)),)
        checks = [
            Check("model server", Status.OK, f"{client.endpoint.base_url} answers"),
            _model(facts),
            _window(facts),
            _schema(facts),
        ]
        for name, look in _LOOKS.items():
            try:
                status, message = await look(client, meter, facts.model)
            except (EngineError, OutputInvalidError) as exc:
                status, message = Status.FAIL, _said(exc)
            checks.append(Check(name, status, message))
    return tuple(checks)


def _said(exc: PeerlensError) -> str:
    return f"{exc.message}; {exc.hint}" if exc.hint else exc.message


def _model(facts: ServerFacts) -> Check:
    others = [name for name in facts.models if name != facts.model]
    if not others:
        return Check("model", Status.OK, facts.model)
    more = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
    return Check("model", Status.OK, f"{facts.model}; also served: {', '.join(others[:_SHOWN])}{more}")


def _window(facts: ServerFacts) -> Check:
    if facts.window is None:
        return Check(
            "context length",
            Status.WARN,
            f"not told: {_SMALL_WINDOW} tokens are assumed, so no whole paper is sent; take --context rag, or a server "
            "that lists it (vLLM, llama.cpp)",
        )
    if facts.window < _SMALL_WINDOW:
        return Check(
            "context length",
            Status.WARN,
            f"{facts.window} tokens: too few for passages and a reply; serve the model with {_SMALL_WINDOW} or more",
        )
    return Check("context length", Status.OK, f"{facts.window} tokens for prompt and reply")


def _schema(facts: ServerFacts) -> Check:
    if facts.binds:
        return Check("schema", Status.OK, "replies are held to it")
    return Check(
        "schema",
        Status.FAIL,
        "replies are not held to the schema, many will be unusable; take a server that enforces response_format "
        "json_schema (`peerlens serve` starts one; docs/serving.md)",
    )


async def _thinking(client: ModelClient, meter: Meter, model: str) -> tuple[Status, str]:
    from peerlens.agents.served.examine import thinking

    off = (await thinking(client, meter, model=model, wanted=False)).field
    if off == "content":
        return Status.WARN, (
            "the model thinks though asked not to, and its thoughts stand before the answer; "
            f"serve with --reasoning-parser, and {_THINKING_OFF}"
        )
    if off is not None:
        return Status.WARN, (
            f"the model thinks though asked not to (in the field {off}), which takes most of a reply's tokens; "
            f"serve with {_THINKING_OFF}"
        )
    on = (await thinking(client, meter, model=model, wanted=True)).field
    match on:
        case None:
            return Status.OK, "off; the model does not think when asked to either"
        case "content":
            return Status.OK, "off; when asked for, thoughts stand before the answer and are cut away"
        case field:
            return Status.OK, f"off; when asked for, thoughts come in the field {field}"


async def _logprobs(client: ModelClient, meter: Meter, model: str) -> tuple[Status, str]:
    from peerlens.agents.served.examine import gives_logprobs

    if await gives_logprobs(client, meter, model=model):
        return Status.OK, "given"
    return Status.WARN, "not given: a verdict's confidence is the model's own word; vLLM and llama.cpp give them"


async def _prefix_cache(client: ModelClient, meter: Meter, model: str) -> tuple[Status, str]:
    from peerlens.agents.served.examine import cached_prefix

    seen = await cached_prefix(client, meter, model=model)
    if seen.cached:
        return Status.OK, f"{seen.cached} of {seen.prompt} prompt tokens came from it"
    return Status.WARN, (
        "no cached tokens are told, so a whole paper may be read anew for every question: take --context rag, "
        "or serve with --enable-prefix-caching and --enable-prompt-tokens-details"
    )


async def _self_test(client: ModelClient, meter: Meter, model: str) -> tuple[Status, str]:
    from peerlens.agents.served.examine import self_test

    answers = await self_test(client, meter, model=model)
    wrong = [one for one in answers if one.found is not one.known]
    if not wrong:
        return Status.OK, f"{len(answers)} of {len(answers)} easy claims judged right"
    first = wrong[0]
    return Status.WARN, (
        f"{len(answers) - len(wrong)} of {len(answers)} easy claims judged right "
        f'("{first.statement}" is {first.known.value!r}, the model says {first.found.value!r}); '
        "its verdicts cannot be relied on: take a larger or fine-tuned model"
    )


_LOOKS: Final[dict[str, _Look]] = {
    "thinking": _thinking,
    "logprobs": _logprobs,
    "prefix cache": _prefix_cache,
    "self-test": _self_test,
}


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
