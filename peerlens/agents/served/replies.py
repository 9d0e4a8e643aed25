"""Find the answer in what a server sent: past thoughts, fences and prose, or say what is wrong with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from peerlens.errors import OutputInvalidError

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion
    from openai.types.chat.chat_completion import Choice

_EXCERPT = 80
_ENDLESS = 48
"""White space at the end of a cut reply from which the decoder was running in circles."""


def answer_of(completion: ChatCompletion) -> str:
    """The JSON text of a reply: the first whole object after any thought. Text without one comes back as it is.

    Raises ``OutputInvalidError`` for a reply that holds no text at all, naming the likely cause.
    """
    choice = only_choice(completion)
    message = choice.message
    content = message.content or ""
    if not content.strip():
        _explain_emptiness(choice)
    text = after_thought(content)
    if not text.strip() and choice.finish_reason != "length":
        raise OutputInvalidError(
            "the model thought and gave no answer", hint="switch its thinking off, or raise the server's token limit"
        )
    return first_object(text) or text


def only_choice(completion: object) -> Choice:
    """Raises ``OutputInvalidError`` where there is none: not every server that answers 200 sends a completion."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices or choices[0].message is None:
        raise OutputInvalidError(
            "the server sent a reply without an answer", hint="is the address the one of an OpenAI-compatible API?"
        )
    first: Choice = choices[0]
    return first


def _explain_emptiness(choice: Choice) -> None:
    message = choice.message
    extra = message.model_extra or {}
    if message.tool_calls:
        raise OutputInvalidError(
            "the model called a tool instead of answering",
            hint="start the server without --enable-auto-tool-choice; no tools are needed",
        )
    if extra.get("reasoning_content") or extra.get("reasoning"):
        raise OutputInvalidError(
            "the model's words are all in the reply's reasoning field, its answer is empty",
            hint="switch thinking off on the server: --default-chat-template-kwargs '{\"enable_thinking\": false}'",
        )
    if message.refusal:
        raise OutputInvalidError(f"the model refused: {excerpt(message.refusal)}")
    if choice.finish_reason != "length":
        raise OutputInvalidError("the model sent an empty reply")


def after_thought(content: str) -> str:
    """The text after the last ``</think>``; of a thought that never ends, nothing."""
    head, closed, tail = content.rpartition("</think>")
    if closed:
        return tail
    return head + tail if "<think>" not in content else ""


def first_object(text: str) -> str | None:
    """The first whole JSON object in ``text``, trailing words and a second object left out."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(found, dict):
            return text[at:end]
        at = text.find("{", end)
    return None


def ran_in_circles(content: str | None) -> bool:
    """Whether a cut reply ended in white space that a grammar allows without end."""
    return bool(content) and len(content or "") >= _ENDLESS and not (content or "")[-_ENDLESS:].strip()


def excerpt(text: str) -> str:
    """A few words of a reply, on one line, for messages and logs."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _EXCERPT else f"{flat[:_EXCERPT]}…"
