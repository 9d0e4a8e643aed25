"""Every exception class of the client library has an error of ours."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import openai
import pytest

from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.faults import fault_of, is_transient
from peerlens.errors import EngineError, OutputInvalidError, PeerlensError

HERE = Endpoint("http://127.0.0.1:1/v1", api_key="s3cret")


def all_below(base: type[BaseException]) -> Iterator[type[BaseException]]:
    for one in base.__subclasses__():
        if one.__module__.startswith("openai"):
            yield one
            yield from all_below(one)


CLASSES = sorted(set(all_below(openai.OpenAIError)), key=lambda one: one.__qualname__)


STATUS = {
    "BadRequestError": 400,
    "AuthenticationError": 401,
    "PermissionDeniedError": 403,
    "NotFoundError": 404,
    "ConflictError": 409,
    "UnprocessableEntityError": 422,
    "RateLimitError": 429,
    "OAuthError": 401,
}


def an_instance(kind: type[BaseException]) -> BaseException:
    """One of a class, whatever its constructor wants."""
    made = kind.__new__(kind)
    made.args = ("it broke with s3cret",)
    request = httpx2.Request("POST", "http://127.0.0.1:1/v1/x")
    status = STATUS.get(kind.__name__, 500)
    for name, value in {
        "message": "it broke with s3cret",
        "request": request,
        "response": httpx2.Response(status, request=request),
        "status_code": status,
        "body": None,
        "code": None,
        "param": None,
        "type": None,
    }.items():
        try:
            setattr(made, name, value)
        except AttributeError:
            continue
    return made


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_exception_of_the_client_library_becomes_one_of_ours_that_names_no_key(
    kind: type[BaseException],
) -> None:
    fault = fault_of(an_instance(kind), HERE)
    assert isinstance(fault, PeerlensError)
    assert isinstance(fault, (EngineError, OutputInvalidError))
    assert fault.message
    assert "s3cret" not in f"{fault.message} {fault.hint}"


def test_the_walk_finds_the_classes_it_is_about() -> None:
    names = {kind.__name__ for kind in CLASSES}
    assert names >= {"APITimeoutError", "RateLimitError", "BadRequestError"}
    assert len(names) > 20


def test_only_what_may_go_through_later_is_tried_again() -> None:
    again = {kind.__name__ for kind in CLASSES if is_transient(an_instance(kind))}
    assert again >= {"APIConnectionError", "RateLimitError", "InternalServerError"}
    never = {"BadRequestError", "AuthenticationError", "NotFoundError", "PermissionDeniedError", "APITimeoutError"}
    assert not again & never


def test_an_error_of_ours_passes_unchanged() -> None:
    ours = OutputInvalidError("x")
    assert fault_of(ours, HERE) is ours
