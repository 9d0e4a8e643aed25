"""Put one question to the server and get one draft back, with one other try for a reply that cannot be used."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

import pydantic

from peerlens.agents.served.drafts import Draft, form_of
from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.faults import form_fault
from peerlens.agents.served.replies import Said, after_thought, answer_of, ran_in_circles, said_by
from peerlens.agents.served.sending import IN_FLIGHT, Line, Meter, Patience
from peerlens.errors import OutputInvalidError, OutputTruncatedError

__all__ = ["Answered", "Meter", "ModelClient", "Patience", "Question"]

D = TypeVar("D", bound=Draft)

_SAY_AGAIN: Final = "Your last reply could not be used ({why}). Reply with exactly one JSON object of the form above."
_SAY_SHORT: Final = "Reply with compact JSON on one line, without line breaks or runs of spaces."
_WEIGHED: Final = {"logprobs": True, "top_logprobs": 20}


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt as sent. ``max_tokens`` bounds the reply; a reply cut off gets twice as many, once.

    ``weighed``: ask for the probabilities of the reply's tokens as well.
    """

    system: str
    user: str
    max_tokens: int
    weighed: bool = False

    def with_note(self, note: str) -> Question:
        """The same question with a last line; what stands before it, and may be cached, stays as it is."""
        return replace(self, user=f"{self.user}\n\n{note}")

    @property
    def messages(self) -> list[dict[str, str]]:
        """A system turn, where there is one, and a user turn."""
        system = [{"role": "system", "content": self.system}] if self.system else []
        return [*system, {"role": "user", "content": self.user}]

    def body(self, model: str) -> dict[str, Any]:
        """The request without what its answer has to look like."""
        return {
            "model": model,
            "messages": self.messages,
            "max_tokens": self.max_tokens,
            "temperature": 0,
            "chat_template_kwargs": {"enable_thinking": False},
            **(_WEIGHED if self.weighed else {}),
        }


@dataclass(frozen=True, slots=True)
class Answered(Generic[D]):
    """A draft and the reply that it was read from."""

    draft: D
    said: Said


@dataclass
class ModelClient:
    """One server and model, ``in_flight`` requests at a time."""

    endpoint: Endpoint
    patience: Patience = field(default_factory=Patience)
    in_flight: int = IN_FLIGHT
    line: Line = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.line = Line(self.endpoint, self.patience, self.in_flight)

    def connected(self) -> AbstractAsyncContextManager[None]:
        """Keep connections open for the time of the block; nested blocks share them."""
        return self.line.connected()

    async def ask(self, question: Question, draft: type[D], *, model: str, meter: Meter) -> D:
        """The reply as a draft. Raises as ``answered`` does."""
        return (await self.answered(question, draft, model=model, meter=meter)).draft

    async def answered(self, question: Question, draft: type[D], *, model: str, meter: Meter) -> Answered[D]:
        """The reply as a draft. One other try for a reply that was cut off or has not the form asked for.

        Raises ``OutputInvalidError`` for an unusable reply, ``EngineError`` and its kin where the server fails.
        """
        try:
            return await self.answered_once(question, draft, model=model, meter=meter)
        except OutputTruncatedError as fault:
            endless = isinstance(fault, _EndlessError)
            again = question.with_note(_SAY_SHORT) if endless else replace(question, max_tokens=2 * question.max_tokens)
        except _FormError as fault:
            again = question.with_note(_SAY_AGAIN.format(why=fault.message.partition(": ")[2] or fault.message))
        try:
            return await self.answered_once(again, draft, model=model, meter=meter)
        except _EndlessError as fault:
            raise OutputTruncatedError(fault.message, hint=fault.hint) from fault
        except _FormError as fault:
            raise OutputInvalidError(fault.message, hint=fault.hint) from fault

    async def answered_once(self, question: Question, draft: type[D], *, model: str, meter: Meter) -> Answered[D]:
        """Like ``answered``, without the other try for an unusable reply."""
        form = {"name": draft.__name__, "schema": form_of(draft), "strict": False}
        body = question.body(model) | {"response_format": {"type": "json_schema", "json_schema": form}}
        said = await self._said(body, meter)
        if said.cut:
            raise (_EndlessError if ran_in_circles(said.text) else OutputTruncatedError)(
                f"the model's reply was cut off at {question.max_tokens} tokens",
                hint="a larger model keeps to the form better",
            )
        try:
            return Answered(draft.model_validate_json(answer_of(said)), said)
        except pydantic.ValidationError as exc:
            fault = form_fault(exc)
            raise _FormError(fault.message, hint=fault.hint) from exc

    async def completion(self, request: Mapping[str, Any], *, model: str, meter: Meter) -> Mapping[str, Any]:
        """What the server sends for ``request``, as sent: for a look at the server. Raises as ``ask`` does."""
        sent = await self.line.post("/chat/completions", {"model": model, **request}, meter)
        said_by(sent)
        meter.add(sent.get("usage"))
        completion: Mapping[str, Any] = sent
        return completion

    async def words(self, question: Question, *, model: str, meter: Meter, stop: tuple[str, ...] = ()) -> str:
        """The reply as plain text, thoughts cut away; an empty one is a reply too.

        Raises ``OutputTruncatedError`` where it is cut off, also with twice the tokens, and where the server fails.
        """
        for tokens in (question.max_tokens, 2 * question.max_tokens):
            body = replace(question, max_tokens=tokens).body(model) | {"stop": list(stop)}
            said = await self._said(body, meter)
            if not said.cut:
                return after_thought(said.text)
        raise OutputTruncatedError(f"the model's reply was cut off at {tokens} tokens", hint="use another model")

    async def models(self, meter: Meter) -> list[dict[str, Any]]:
        """What the server lists under ``/models``, as sent."""
        page = await self.line.get("/models", meter)
        listed = page.get("data") if isinstance(page, dict) else None
        return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []

    async def _said(self, body: dict[str, Any], meter: Meter) -> Said:
        completion = await self.line.post("/chat/completions", body, meter)
        with contextlib.suppress(AttributeError):
            meter.add(completion.get("usage"))
        return said_by(completion)


class _FormError(OutputInvalidError):
    """The reply is text, but not of the form asked for: saying so may help."""


class _EndlessError(OutputTruncatedError):
    """The reply ended in white space without end."""
