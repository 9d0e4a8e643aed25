"""Send requests to one server: so many at a time, tried again where that may help, every one counted."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urlsplit

import openai
import tenacity

from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.faults import LIBRARY_ERRORS, fault_of, is_away, is_transient
from peerlens.errors import OutputInvalidError, ServerUnreachableError
from peerlens.schema import Usage

IN_FLIGHT: Final = 64
"""Requests at a time to a server that does not tell how many it works on: vLLM gathers them into one batch."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to go on with one request. ``sleep`` is handed in so that tests need not wait.

    ``request_s``: one try; ``away_s``: waiting for a server that had answered before and now is gone or starting;
    ``total_s``: all waiting between the tries of a request; ``gone_after``: requests in a row without an answer after
    which the rest are not sent.
    """

    tries: int = 5
    request_s: float = 900.0
    away_s: float = 180.0
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

    def add(self, usage: object) -> None:
        """Add the ``usage`` of a completion, as sent; what is no count is left out."""
        if not isinstance(usage, dict):
            return
        details = usage.get("prompt_tokens_details")
        self.prompt_tokens += _count(usage.get("prompt_tokens"))
        self.completion_tokens += _count(usage.get("completion_tokens"))
        self.cached_tokens += _count(details.get("cached_tokens")) if isinstance(details, dict) else 0


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0


@dataclass
class Line:
    """The line to one server. Connections belong to ``connected``; one event loop at a time."""

    endpoint: Endpoint
    patience: Patience = field(default_factory=Patience)
    in_flight: int = IN_FLIGHT
    _sdk: openai.AsyncOpenAI | None = field(default=None, init=False, repr=False)
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1), init=False, repr=False)
    _users: int = field(default=0, init=False)
    _unanswered: int = field(default=0, init=False)
    _reached: bool = field(default=False, init=False)

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Keep connections open for the time of the block; nested blocks share them."""
        if self._users == 0:
            self._sdk = _sdk(self.endpoint, self.patience)
            self._slots = asyncio.Semaphore(self.in_flight)
            self._unanswered = 0
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if self._users == 0 and self._sdk is not None:
                sdk, self._sdk = self._sdk, None
                await sdk.close()

    def narrow(self, slots: int) -> None:
        """Send no more at a time than the server works on: what waits there runs into the time limit."""
        if 0 < slots < self.in_flight:
            self.in_flight = slots
            self._slots = asyncio.Semaphore(slots)

    async def post(self, path: str, body: Mapping[str, Any], meter: Meter) -> Any:
        """The parsed reply. ``path`` hangs on the base URL, or on the server's root where it starts with ``//``.

        Raises ``EngineError`` and its kin where the server fails, ``OutputInvalidError`` for what is no JSON.
        """
        where = self._where(path)
        return await self._sent(lambda sdk: sdk.post(where, cast_to=object, body=dict(body)), meter)

    async def get(self, path: str, meter: Meter) -> Any:
        """Like ``post``, without a body."""
        where = self._where(path)
        return await self._sent(lambda sdk: sdk.get(where, cast_to=object), meter)

    def _where(self, path: str) -> str:
        if not path.startswith("//"):
            return path
        parts = urlsplit(self.endpoint.base_url)
        return f"{parts.scheme}://{parts.netloc}{parts.path.removesuffix('/v1')}{path[1:]}"

    async def _sent(self, call: Callable[[openai.AsyncOpenAI], Awaitable[Any]], meter: Meter) -> Any:
        if self._unanswered >= self.patience.gone_after:
            raise ServerUnreachableError(
                f"{self.endpoint.base_url} has stopped answering; the rest is not sent",
                hint="run the same command again: what is finished is kept",
            )
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(is_transient),
            stop=self._enough,
            wait=self._wait,
            sleep=self.patience.sleep,
            reraise=True,
        )
        try:
            async with self.connected():
                answer: Any = await retrying(self._once, call, meter)
        except TimeoutError as exc:
            self._unanswered += 1
            raise ServerUnreachableError(
                f"{self.endpoint.base_url} did not answer in {self.patience.request_s:g} s",
                hint="is the server overloaded?",
            ) from exc
        except openai.APIConnectionError as exc:
            self._unanswered += 1
            raise fault_of(exc, self.endpoint) from exc
        except json.JSONDecodeError as exc:
            raise OutputInvalidError(
                f"{self.endpoint.base_url} sent a reply that is no JSON",
                hint="is the address the one of an OpenAI-compatible API?",
            ) from exc
        except LIBRARY_ERRORS as exc:
            raise fault_of(exc, self.endpoint) from exc
        self._unanswered = 0
        self._reached = True
        return answer

    async def _once(self, call: Callable[[openai.AsyncOpenAI], Awaitable[Any]], meter: Meter) -> Any:
        """One try, in its turn: waiting for a turn costs no patience."""
        assert self._sdk is not None
        async with self._slots, asyncio.timeout(self.patience.request_s):
            meter.requests += 1
            return await call(self._sdk)

    def _enough(self, state: tenacity.RetryCallState) -> bool:
        """Whether to give up: a server that was there and is gone gets time to come back, others so many tries."""
        exc = state.outcome.exception() if state.outcome else None
        waited = state.idle_for + state.upcoming_sleep
        if waited >= self.patience.total_s:
            return True
        if self._reached and exc is not None and is_away(exc):
            return waited >= self.patience.away_s
        return state.attempt_number >= self.patience.tries

    def _wait(self, state: tenacity.RetryCallState) -> float:
        """Seconds to the next try: what the server asks for, else twice as long each time."""
        exc = state.outcome.exception() if state.outcome else None
        asked = _retry_after(exc) if isinstance(exc, openai.APIStatusError) else None
        doubled: float = self.patience.first_wait_s * 2.0 ** min(state.attempt_number - 1, 16)
        return asked if asked is not None else min(self.patience.longest_wait_s, doubled)


def _sdk(endpoint: Endpoint, patience: Patience) -> openai.AsyncOpenAI:
    """The client library without its own retries, proxies, redirects, and account settings from the environment."""
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
