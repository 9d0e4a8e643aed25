"""Find the answer in what a server sent: past thoughts, fences and prose, or say what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from peerlens.errors import OutputInvalidError

_EXCERPT = 80
_ENDLESS = 48
"""White space at the end of a cut reply from which the decoder was running in circles."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a completion says. ``text``: the message's content, "" where it has none; ``cut``: ended by the limit.

    ``tokens``: probabilities of the tokens as sent, where they were asked for; ``message``: all of it.
    """

    text: str
    cut: bool
    message: Mapping[str, Any] = field(default_factory=dict, repr=False)
    tokens: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)


def said_by(completion: object) -> Said:
    """Raises ``OutputInvalidError`` where there is no choice: not every server that answers 200 sends a completion."""
    try:
        choice = completion["choices"][0]  # type: ignore[index]
        message = choice["message"]
        content = message.get("content")
        cut = choice.get("finish_reason") == "length"
    except (TypeError, KeyError, IndexError, AttributeError) as exc:
        raise OutputInvalidError(
            "the server sent a reply without an answer", hint="is the address the one of an OpenAI-compatible API?"
        ) from exc
    listed = (choice.get("logprobs") or {}).get("content") if isinstance(choice.get("logprobs"), dict) else None
    tokens = tuple(one for one in listed if isinstance(one, dict)) if isinstance(listed, list) else ()
    return Said(text=content if isinstance(content, str) else "", cut=cut, message=message, tokens=tokens)


def answer_of(said: Said) -> str:
    """The JSON text of a reply: the first whole object after any thought. Text without one comes back as it is.

    Raises ``OutputInvalidError`` for a reply that holds no text at all, naming the likely cause.
    """
    if not said.text.strip():
        _explain_emptiness(said.message)
    text = after_thought(said.text)
    if not text.strip():
        raise OutputInvalidError(
            "the model thought and gave no answer", hint="switch its thinking off, or raise the server's token limit"
        )
    return first_object(text) or text


def _explain_emptiness(message: Mapping[str, Any]) -> None:
    if message.get("tool_calls"):
        raise OutputInvalidError(
            "the model called a tool instead of answering",
            hint="start the server without --enable-auto-tool-choice; no tools are needed",
        )
    if message.get("reasoning_content") or message.get("reasoning"):
        raise OutputInvalidError(
            "the model's words are all in the reply's reasoning field, its answer is empty",
            hint="switch thinking off on the server: --default-chat-template-kwargs '{\"enable_thinking\": false}'",
        )
    if message.get("refusal"):
        raise OutputInvalidError(f"the model refused: {excerpt(str(message['refusal']))}")
    raise OutputInvalidError("the model sent an empty reply")


def after_thought(content: str) -> str:
    """The text after the last ``</think>``; of a thought that never ends, nothing."""
    head, closed, tail = content.rpartition("</think>")
    if closed:
        return tail
    return head + tail if "<think>" not in content else ""


def first_object(text: str) -> str | None:
    """The first whole JSON object in ``text``, trailing words and a second object left out.

    Control characters inside strings, which some constrained decoders let through, are read and escaped.
    """
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(found, dict):
            return json.dumps(found, ensure_ascii=False)
        at = text.find("{", end)
    return None


def ran_in_circles(content: str) -> bool:
    """Whether a cut reply ended in white space that a grammar allows without end."""
    return len(content) >= _ENDLESS and not content[-_ENDLESS:].strip()


def excerpt(text: str) -> str:
    """A few words of a reply, on one line, for messages and logs."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _EXCERPT else f"{flat[:_EXCERPT]}…"
