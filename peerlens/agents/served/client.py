"""Put one question to the server and get one draft back: every request counted, retries owned here and nowhere else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import instructor
import instructor.core
import openai
import tenacity
from openai.types import Model
from openai.types.chat import ChatCompletion

from peerlens.agents.served.drafts import Draft
from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.faults import LIBRARY_ERRORS, fault_of, is_transient
from peerlens.agents.served.replies import answer_of, only_choice, ran_in_circles
from peerlens.errors import OutputInvalidError, OutputTruncatedError, PeerlensError, ServerUnreachableError
from peerlens.schema import Usage

_log = logging.getLogger(__name__)
D = TypeVar("D", bound=Draft)

_SAY_AGAIN = "Your last reply could not be used ({why}). Reply with exactly one JSON object of the form above."
_SAY_SHORT = "Reply with compact JSON on one line, without line breaks or runs of spaces."
_THINKING_OFF = {"chat_template_kwargs": {"enable_thinking": False}}


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to go on with one question. ``sleep`` is handed in so that tests need not wait.

    ``request_s``: one request; ``total_s``: a question with all its tries; ``gone_after``: questions in a row without
    an answer from the server after which the rest are not sent.
    """

    tries: int = 5
    request_s: float = 600.0
    total_s: float = 900.0
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    gone_after: int = 3
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass
class Meter:
    """What has been spent. Tries that fail count as requests; tokens are what the server reports."""

    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0

    def reading(self) -> Usage:
        return Usage(
            requests=self.requests,
            prompt_tokens=self.prompt_tokens,
            cached_tokens=self.cached_tokens,
            completion_tokens=self.completion_tokens,
        )

    def add(self, completion: object) -> None:
        usage = getattr(completion, "usage", None)
        if usage is not None:
            self.prompt_tokens += usage.prompt_tokens or 0
            self.completion_tokens += usage.completion_tokens or 0
            details = getattr(usage, "prompt_tokens_details", None)
            self.cached_tokens += (details.cached_tokens or 0) if details is not None else 0


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt as sent. ``max_tokens`` bounds the reply; a reply cut off gets twice as many, once."""

    system: str
    user: str
    max_tokens: int

    def with_note(self, note: str) -> Question:
        """The same question with a last line; what stands before it, and may be cached, stays as it is."""
        return Question(self.system, f"{self.user}\n\n{note}", self.max_tokens)

    @property
    def messages(self) -> list[dict[str, str]]:
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.user}]


@dataclass
class ModelClient:
    """One server and model. Connections belong to ``connected``; one event loop at a time."""

    endpoint: Endpoint
    patience: Patience = field(default_factory=Patience)
    _sdk: openai.AsyncOpenAI | None = field(default=None, init=False, repr=False)
    _users: int = field(default=0, init=False)
    _unanswered: int = field(default=0, init=False)

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Keep connections open for the time of the block; nested blocks share them."""
        if self._users == 0:
            self._sdk = _sdk(self.endpoint, self.patience)
            self._unanswered = 0
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if self._users == 0 and self._sdk is not None:
                sdk, self._sdk = self._sdk, None
                await sdk.close()

    async def ask(self, question: Question, draft: type[D], *, model: str, meter: Meter) -> D:
        """The reply as a draft. One other try for a reply that was cut off or has not the form asked for.

        Raises ``OutputInvalidError`` for an unusable reply, ``EngineError`` and its kin where the server fails.
        """
        if self._unanswered >= self.patience.gone_after:
            raise ServerUnreachableError(
                f"{self.endpoint.base_url} has stopped answering; the rest is not sent",
                hint="run the same command again: what is finished is kept",
            )
        try:
            return await self.ask_once(question, draft, model=model, meter=meter)
        except OutputTruncatedError as fault:
            endless = isinstance(fault, _EndlessError)
            again = question.with_note(_SAY_SHORT) if endless else replace(question, max_tokens=2 * question.max_tokens)
        except _FormError as fault:
            again = question.with_note(_SAY_AGAIN.format(why=fault.message.partition(": ")[2] or fault.message))
        try:
            return await self.ask_once(again, draft, model=model, meter=meter)
        except _EndlessError as fault:
            raise OutputTruncatedError(fault.message, hint=fault.hint) from fault
        except _FormError as fault:
            raise OutputInvalidError(fault.message, hint=fault.hint) from fault

    async def models(self, meter: Meter) -> list[dict[str, Any]]:
        """What the server lists under ``/models``, as sent."""
        try:
            async with self.connected():
                page = await self._sent(lambda sdk: sdk.models.list(), meter)
        except LIBRARY_ERRORS as exc:
            raise fault_of(exc, self.endpoint) from exc
        listed = getattr(page, "data", None)
        return [one.model_dump() for one in listed if isinstance(one, Model)] if isinstance(listed, list) else []

    async def completion(self, request: Mapping[str, Any], *, model: str, meter: Meter) -> ChatCompletion:
        """What the server sends for ``request``, as sent: for a look at the server. Raises as ``ask`` does."""
        try:
            async with self.connected():
                sent = await self._sent(lambda sdk: sdk.chat.completions.create(model=model, **request), meter)
        except LIBRARY_ERRORS as exc:
            raise fault_of(exc, self.endpoint) from exc
        only_choice(sent)
        meter.add(sent)
        completion: ChatCompletion = sent
        return completion

    async def ask_once(self, question: Question, draft: type[D], *, model: str, meter: Meter) -> D:
        """Like ``ask``, without the other try for an unusable reply."""

        async def create(**request: Any) -> ChatCompletion:
            completion = await self._sent(lambda sdk: sdk.chat.completions.create(**request), meter)
            meter.add(completion)
            return _cleaned(completion)

        structured = instructor.patch(create=create, mode=instructor.Mode.JSON_SCHEMA)
        try:
            async with self.connected():
                filled: D = await structured(  # type: ignore[misc]  # instructor types its async form as sync
                    response_model=draft,
                    max_retries=0,
                    strict=False,
                    model=model,
                    messages=question.messages,
                    max_tokens=question.max_tokens,
                    temperature=0,
                    extra_body=_THINKING_OFF,
                )
            return draft.model_validate(filled.model_dump())
        except instructor.core.IncompleteOutputException as exc:
            cut = exc.last_completion.choices[0].message.content if exc.last_completion else None
            raise (_EndlessError if ran_in_circles(cut) else OutputTruncatedError)(
                f"the model's reply was cut off at {question.max_tokens} tokens",
                hint="a larger model keeps to the form better",
            ) from exc
        except LIBRARY_ERRORS as exc:
            fault = fault_of(exc, self.endpoint)
            if type(fault) is OutputInvalidError and not isinstance(exc.__cause__, PeerlensError):
                raise _FormError(fault.message, hint=fault.hint) from exc
            raise fault from exc

    async def _sent(self, call: Callable[[openai.AsyncOpenAI], Awaitable[Any]], meter: Meter) -> Any:
        """One request with its retries. Raises what the library raises, after the last try."""
        patience = self.patience
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(is_transient),
            stop=tenacity.stop_after_attempt(patience.tries) | tenacity.stop_before_delay(patience.total_s),
            wait=self._wait,
            sleep=patience.sleep,
            reraise=True,
        )
        assert self._sdk is not None
        try:
            async with asyncio.timeout(patience.total_s):
                async for attempt in retrying:
                    with attempt:
                        meter.requests += 1
                        answer = await call(self._sdk)
            self._unanswered = 0
        except TimeoutError as exc:
            self._unanswered += 1
            raise ServerUnreachableError(
                f"{self.endpoint.base_url} did not answer in {patience.total_s:g} s", hint="is the server overloaded?"
            ) from exc
        except openai.APIConnectionError:
            self._unanswered += 1
            raise
        except json.JSONDecodeError as exc:
            raise OutputInvalidError(
                f"{self.endpoint.base_url} sent a reply that is no JSON",
                hint="is the address the one of an OpenAI-compatible API?",
            ) from exc
        return answer

    def _wait(self, state: tenacity.RetryCallState) -> float:
        """Seconds to the next try: what the server asks for, else twice as long each time."""
        exc = state.outcome.exception() if state.outcome else None
        asked = _retry_after(exc) if isinstance(exc, openai.APIStatusError) else None
        doubled: float = self.patience.first_wait_s * 2.0 ** (state.attempt_number - 1)
        return asked if asked is not None else min(self.patience.longest_wait_s, doubled)


class _FormError(OutputInvalidError):
    """The reply is text, but not of the form asked for: saying so may help."""


class _EndlessError(OutputTruncatedError):
    """The reply ended in white space without end."""


def _sdk(endpoint: Endpoint, patience: Patience) -> openai.AsyncOpenAI:
    """The client library without its own retries, proxies, redirects, and account settings from the environment."""
    logging.getLogger("instructor").addHandler(logging.NullHandler())  # errors are ours to report
    sdk = openai.AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.api_key or "none",
        max_retries=0,
        timeout=patience.request_s,
        http_client=openai.DefaultAsyncHttpxClient(trust_env=False, follow_redirects=False, timeout=patience.request_s),
    )
    sdk.organization = sdk.project = None
    sdk._custom_headers = {}  # OPENAI_CUSTOM_HEADERS
    return sdk


def _cleaned(completion: Any) -> ChatCompletion:
    """The completion with nothing in its message but the answer."""
    choice = only_choice(completion)
    if choice.finish_reason == "length":
        return completion  # type: ignore[no-any-return]  # instructor sees that it was cut off
    message = choice.message.model_copy(update={"content": answer_of(completion)})
    cleaned: ChatCompletion = completion.model_copy(
        update={"choices": [choice.model_copy(update={"message": message})]}
    )
    return cleaned


def _retry_after(exc: openai.APIStatusError) -> float | None:
    """Seconds from a ``Retry-After`` header, which holds seconds or a date; ``None`` where there is none."""
    value = exc.response.headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    sent = exc.response.headers.get("date", "")
    try:
        return max(0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(sent)).total_seconds())
    except (ValueError, TypeError):
        return None
