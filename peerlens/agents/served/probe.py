"""Find out what a server does before any manuscript is sent: its models, their window, whether schemas bind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.drafts import Draft
from peerlens.errors import ConfigError, OutputInvalidError, ServerRefusedError

_SHOWN = 12
_WINDOW_KEYS = ("max_model_len", "n_ctx", "context_length", "context_window", "max_context_length")


class _Word(StrEnum):
    ONLY = "kestrel-7"


class _Bound(Draft):
    """What no model says unasked: it comes back only where the schema binds."""

    word: _Word


_PROBE = Question(system="You are polite.", user="Good morning. Reply in JSON.", max_tokens=32)


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """``window``: tokens a prompt and its reply may have together, ``None`` where the server does not say.

    ``binds``: whether replies are held to the schema.
    """

    model: str
    models: tuple[str, ...]
    window: int | None
    binds: bool


async def probe(client: ModelClient, meter: Meter) -> ServerFacts:
    """Raises ``EngineError`` and its kin where the server cannot be used, ``ConfigError`` where no model is named."""
    async with client.connected():
        listed = await _listed(client, meter)
        names = tuple(str(one.get("id")) for one in listed if one.get("id"))
        model = _chosen(client.endpoint.model, names)
        try:
            await client.ask_once(_PROBE, _Bound, model=model, meter=meter)
            binds = True
        except OutputInvalidError:
            binds = False
        except ServerRefusedError as exc:
            if not names or model in names:
                raise
            shown = ", ".join(names[:_SHOWN])
            raise ServerRefusedError(exc.message, hint=f"it serves {shown}: choose with --model") from exc
    return ServerFacts(model=model, models=names, window=_window(model, listed), binds=binds)


async def _listed(client: ModelClient, meter: Meter) -> list[dict[str, Any]]:
    """The models listed; nothing where the server has no such list but a model was named."""
    try:
        return await client.models(meter)
    except ServerRefusedError:
        if client.endpoint.model is None:
            raise
        return []


def _chosen(wanted: str | None, names: tuple[str, ...]) -> str:
    if wanted:
        return wanted
    if len(names) == 1:
        return names[0]
    raise ConfigError(
        "the model server has no single model to take",
        hint=f"choose with --model: {', '.join(names[:_SHOWN])}" if names else "name one with --model",
    )


def _window(model: str, listed: Sequence[Mapping[str, Any]]) -> int | None:
    """The window in tokens, where the list of models tells it (vLLM, llama.cpp, several hosted services).

    vLLM tells an adapter's only with the model that it adapts, its ``parent``.
    """
    entry = next((one for one in listed if one.get("id") == model), {})
    parent = next((one for one in listed if one.get("id") == entry.get("parent")), {})
    for source in (entry, entry.get("meta") or {}, parent):
        for key in _WINDOW_KEYS:
            value = source.get(key) if isinstance(source, Mapping) else None
            if isinstance(value, int) and value > 0:
                return value
    return None
