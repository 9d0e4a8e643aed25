"""Turn every error of the client library into one of ours, with what to do about it."""

from __future__ import annotations

import json
import re
from typing import Final

import openai
import pydantic

from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.replies import excerpt
from peerlens.errors import (
    ContextOverflowError,
    EngineError,
    OutputInvalidError,
    OutputTruncatedError,
    PeerlensError,
    RateLimitedError,
    ServerRefusedError,
    ServerUnreachableError,
)

LIBRARY_ERRORS: Final = (openai.OpenAIError, pydantic.ValidationError, json.JSONDecodeError)
"""What the client library raises on purpose. Anything else is a bug and stays one."""

_OVERFLOW: Final = re.compile(
    r"context (?:length|size|window)|maximum (?:context|input|prompt)|too many (?:input )?tokens|prompt is too long"
    r"|exceeds? (?:the )?(?:available )?context|exceed_context|input_tokens|longer than the (?:maximum|model)",
    re.I,
)
_NOT_READY: Final = frozenset({502, 503})
_TRANSIENT: Final = frozenset({429, 500, 502, 503, 504})


def is_transient(exc: BaseException) -> bool:
    """Whether the same request may go through a moment later. One that ran into the time limit is not sent again."""
    if isinstance(exc, openai.APIStatusError):
        return exc.status_code in _TRANSIENT
    return isinstance(exc, openai.APIConnectionError) and not isinstance(exc, openai.APITimeoutError)


def is_away(exc: BaseException) -> bool:
    """Whether the server itself cannot be reached, or says that it is not ready: it may be starting."""
    if isinstance(exc, openai.APIStatusError):
        return exc.status_code in _NOT_READY
    cause = exc.__cause__
    return isinstance(exc, openai.APIConnectionError) and type(cause).__name__ in ("ConnectError", "ConnectTimeout")


def fault_of(exc: BaseException, endpoint: Endpoint) -> PeerlensError:
    """The error of ours that stands for ``exc``. Server messages are quoted in short; a key never is."""
    match exc:
        case PeerlensError():
            return exc
        case openai.APIError():
            return _server_fault(exc, endpoint)
        case openai.LengthFinishReasonError():
            return OutputTruncatedError("the model's reply was cut off", hint="raise the server's limit on new tokens")
        case openai.ContentFilterFinishReasonError():
            return ServerRefusedError("the server's content filter held the reply back", hint="use another server")
        case pydantic.ValidationError() | json.JSONDecodeError():
            return form_fault(exc)
        case _:
            return EngineError(
                f"the client of the model server failed: {type(exc).__name__}",
                hint="`peerlens doctor` shows what the server does",
            )


def form_fault(exc: pydantic.ValidationError | json.JSONDecodeError) -> OutputInvalidError:
    """The reply is there, but not of the form asked for; says where, without the reply's own words."""
    return OutputInvalidError(f"the model's reply does not have the form asked for: {_where(exc)}")


def _server_fault(exc: openai.APIError, endpoint: Endpoint) -> PeerlensError:
    where = f"{endpoint.base_url}"
    match exc:
        case openai.APITimeoutError():
            return ServerUnreachableError(f"{where} did not answer in time", hint="is the server overloaded?")
        case openai.APIConnectionError():
            return ServerUnreachableError(f"{where} does not answer", hint="start the server, or mend --base-url")
        case openai.APIResponseValidationError():
            return OutputInvalidError(f"{where} sent a reply that is no completion")
        case openai.APIStatusError():
            return _status_fault(exc, endpoint, where)
        case _:
            return EngineError(f"{where}: {_said(exc, endpoint)}", hint="`peerlens doctor` shows what the server does")


def _status_fault(exc: openai.APIStatusError, endpoint: Endpoint, where: str) -> PeerlensError:
    said = _said(exc, endpoint)
    match exc.status_code:
        case 401 | 403:
            return ServerRefusedError(f"{where} refuses the key: {said}", hint="set PEERLENS_API_KEY")
        case 404:
            return ServerRefusedError(
                f"{where} knows no such model or path: {said}", hint="`peerlens doctor` lists its models; see --model"
            )
        case 400 | 413 | 422 if _OVERFLOW.search(f"{exc.message} {getattr(exc, 'param', '')}"):
            return ContextOverflowError(
                f"the prompt does not fit the model's window: {said}", hint="use --context rag, or a larger window"
            )
        case 429:
            return RateLimitedError(f"{where} asks to wait: {said}", hint="run the same command again later")
        case status if status >= 500:
            return ServerUnreachableError(f"{where} failed ({status}): {said}", hint="see the server's log")
        case status if 300 <= status < 400:
            return ServerRefusedError(
                f"{where} answers with a redirect, which is not followed", hint="give the address it points to"
            )
        case status:
            return ServerRefusedError(f"{where} refuses the request ({status}): {said}")


def _said(exc: openai.APIError, endpoint: Endpoint) -> str:
    said = excerpt(str(exc.message))
    return said.replace(endpoint.api_key, "[key]") if endpoint.api_key else said


def _where(exc: pydantic.ValidationError | json.JSONDecodeError) -> str:
    """The first thing that is wrong, without the reply's own text."""
    if isinstance(exc, json.JSONDecodeError):
        return "it is no JSON"
    first = exc.errors(include_url=False, include_input=False, include_context=False)[0]
    path = ".".join(str(step) for step in first["loc"])
    return f"{path}: {first['msg']}" if path else "it is no JSON object"
