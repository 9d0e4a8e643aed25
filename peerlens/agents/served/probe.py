"""Find out what a server does before any manuscript is sent: its models, their window, whether schemas bind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.drafts import Draft
from peerlens.agents.served.measuring import tokens_told
from peerlens.errors import ConfigError, OutputInvalidError, PeerlensError, ServerRefusedError

_SHOWN: Final = 12
_WINDOW_KEYS = ("max_model_len", "n_ctx", "context_length", "context_window", "max_context_length")
_LLAMA: Final = "llamacpp"
_WITH_TOKENIZER: Final = frozenset({"vllm", _LLAMA})
"""What servers call themselves that answer ``/tokenize``; others are not asked."""
_SAME_WEIGHTS: Final = ("id", "root", "parent", "owned_by")


class _Word(StrEnum):
    ONLY = "kestrel-7"


class _Bound(Draft):
    """What no model says unasked: it comes back only where the schema binds."""

    word: _Word


_PROBE = Question(system="You are polite.", user="Good morning. Reply in JSON.", max_tokens=32, weighed=True)


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """``window``: tokens a prompt and its reply may have together, ``None`` where the server does not say.

    ``binds``: whether replies are held to the schema. ``slots``: requests it works on at a time, where it tells.
    ``weighs``: whether it gives the probabilities of tokens. ``tokenizes``: whether it counts tokens for us.
    ``identity``: what is known of the weights, for keys of stored replies.
    """

    model: str
    models: tuple[str, ...]
    window: int | None
    binds: bool
    slots: int | None = None
    weighs: bool = False
    tokenizes: bool = False
    identity: str = ""


async def probe(client: ModelClient, meter: Meter) -> ServerFacts:
    """Raises ``EngineError`` and its kin where the server cannot be used, ``ConfigError`` where no model is named."""
    async with client.connected():
        listed = await _listed(client, meter)
        names = tuple(str(one.get("id")) for one in listed if one.get("id"))
        model = _chosen(client.endpoint.model, names)
        entry = next((one for one in listed if one.get("id") == model), {})
        try:
            binds, weighs = await _binds(client, model, meter)
        except ServerRefusedError as exc:
            if not names or model in names:
                raise
            shown = ", ".join(names[:_SHOWN])
            raise ServerRefusedError(exc.message, hint=f"it serves {shown}: choose with --model") from exc
        owner = entry.get("owned_by")
        slots = await _slots(client, meter) if owner == _LLAMA else None
        if slots:
            client.line.narrow(slots)
        tokenizes = owner in _WITH_TOKENIZER and await tokens_told(client.line, "Two ducks.", model, meter) is not None
    return ServerFacts(
        model=model,
        models=names,
        window=_window(model, listed),
        binds=binds,
        slots=slots,
        weighs=weighs,
        tokenizes=tokenizes,
        identity=_identity(entry, model),
    )


async def _binds(client: ModelClient, model: str, meter: Meter) -> tuple[bool, bool]:
    """Whether the schema binds, and whether probabilities of tokens come; some servers refuse to be asked for them."""
    try:
        answered = await client.answered_once(_PROBE, _Bound, model=model, meter=meter)
        return True, bool(answered.said.tokens)
    except OutputInvalidError:
        return False, False
    except ServerRefusedError:
        plain = Question(_PROBE.system, _PROBE.user, _PROBE.max_tokens)
    try:
        await client.answered_once(plain, _Bound, model=model, meter=meter)
        return True, False
    except OutputInvalidError:
        return False, False


async def _slots(client: ModelClient, meter: Meter) -> int | None:
    """How many requests llama.cpp works on at a time."""
    try:
        told = await client.line.get("//props", meter)
    except PeerlensError:
        return None
    slots = told.get("total_slots") if isinstance(told, dict) else None
    return slots if isinstance(slots, int) and slots > 0 else None


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


def _identity(entry: Mapping[str, Any], model: str) -> str:
    """What the server says of the weights. Two servers that say the same count as the same model."""
    meta = entry.get("meta")
    told = {key: entry.get(key) for key in _SAME_WEIGHTS} | {"model": model}
    if isinstance(meta, Mapping):
        told |= {key: meta.get(key) for key in ("n_params", "size", "ftype")}
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]
