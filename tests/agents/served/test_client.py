"""One question over real HTTP: what is sent, what is read from odd replies, what is tried again, what is counted."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import pytest

from peerlens.agents.served.client import Meter, ModelClient, Question
from peerlens.agents.served.drafts import Draft, Percent, Quotes, Sentence, coming_close
from peerlens.errors import (
    ContextOverflowError,
    OutputInvalidError,
    OutputTruncatedError,
    PeerlensError,
    RateLimitedError,
    ServerRefusedError,
    ServerUnreachableError,
)
from tests.agents.served.conftest import Serve
from tests.agents.served.server import Reply, ScriptedServer, says

ClientOf = Callable[..., ModelClient]


class Colour(StrEnum):
    RED = "dark red"
    BLUE = "blue"


class Duck(Draft):
    rationale: Sentence
    colour: Annotated[Colour, coming_close(Colour, {"crimson": Colour.RED})]
    quotes: Quotes
    confidence: Percent


GOOD = {"rationale": "seen", "colour": "blue", "quotes": [{"passage": "P1", "quote": "a blue duck"}], "confidence": 80}
QUESTION = Question(system="You watch ducks.", user="Which colour?", max_tokens=50)


def ask(client: ModelClient, meter: Meter | None = None) -> Duck:
    return asyncio.run(client.ask(QUESTION, Duck, model="m", meter=meter or Meter()))


def test_a_question_is_sent_once_with_its_plain_schema_at_temperature_0_without_thinking(
    serve: Serve, client_of: ClientOf
) -> None:
    server = serve([says(GOOD)])
    assert ask(client_of(server)).colour is Colour.BLUE
    (request,) = server.received
    assert request.path == "/v1/chat/completions"
    assert {key: request.body[key] for key in ("model", "temperature", "max_tokens", "chat_template_kwargs")} == {
        "model": "m",
        "temperature": 0,
        "max_tokens": 50,
        "chat_template_kwargs": {"enable_thinking": False},
    }
    assert request.body["messages"] == [
        {"role": "system", "content": "You watch ducks."},
        {"role": "user", "content": "Which colour?"},
    ]
    form = request.body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["name"] == "Duck"
    quote = {
        "type": "object",
        "properties": {
            "passage": {"type": "string", "maxLength": 8},
            "quote": {"type": "string", "maxLength": 300},
        },
        "required": ["passage", "quote"],
        "additionalProperties": False,
    }
    assert form["json_schema"]["schema"] == {
        "type": "object",
        "properties": {
            "rationale": {"type": "string", "maxLength": 240},
            "colour": {"type": "string", "enum": ["dark red", "blue"]},
            "quotes": {"type": "array", "items": quote, "maxItems": 2},
            "confidence": {"type": "integer", "minimum": 0, "maximum": 100},
        },
        "required": ["rationale", "colour", "quotes", "confidence"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "content",
    [
        '<think>Perhaps {"colour": "dark red"}?</think>\n' + json.dumps(GOOD),
        '{"colour": "dark red"} it may be</think>' + json.dumps(GOOD),
        "Surely!\n```json\n" + json.dumps(GOOD) + "\n```\nAnything else?",
        json.dumps(GOOD) + "\nNote: {see above}",
        json.dumps(GOOD) + json.dumps(GOOD),
        "A set {like this}: " + json.dumps(GOOD),
    ],
    ids=[
        "a thought first",
        "a thought without its opening",
        "fenced in prose",
        "braces after",
        "twice",
        "braces before",
    ],
)
def test_an_answer_wrapped_in_other_text_is_read_with_one_request(
    content: str, serve: Serve, client_of: ClientOf
) -> None:
    server = serve([says(content)])
    assert ask(client_of(server)).colour is Colour.BLUE
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"content": None, "reasoning_content": json.dumps(GOOD)}, "reasoning field"),
        ({"content": None, "reasoning": json.dumps(GOOD)}, "reasoning field"),
        ({"content": ""}, "empty reply"),
        ({"content": "<think>on and on</think>  "}, "gave no answer"),
        ({"content": None, "refusal": "I would rather not"}, "refused"),
        (
            {
                "content": None,
                "tool_calls": [
                    {"id": "1", "type": "function", "function": {"name": "Duck", "arguments": json.dumps(GOOD) * 2}}
                ],
            },
            "called a tool",
        ),
    ],
    ids=["reasoning_content", "reasoning", "empty", "thought only", "refusal", "tool call"],
)
def test_a_reply_without_an_answer_is_named_for_what_it_is_and_not_asked_again(
    message: dict[str, object], words: str, serve: Serve, client_of: ClientOf
) -> None:
    server = serve([says(**message)])  # type: ignore[arg-type]
    with pytest.raises(OutputInvalidError, match=words):
        ask(client_of(server))
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "reply",
    [Reply(body={"id": "x", "choices": [], "usage": None}), Reply(body={"hello": 1}), Reply(body="<html>Welcome")],
    ids=["no choices", "another API", "a web page"],
)
def test_a_200_that_is_no_completion_is_an_invalid_output(reply: Reply, serve: Serve, client_of: ClientOf) -> None:
    meter = Meter()
    with pytest.raises(OutputInvalidError):
        ask(client_of(serve([reply])), meter)
    assert meter.reading().requests == 1


@pytest.mark.parametrize("spelling", ["Dark-Red", "dark_red", "DARK RED", "crimson"])
def test_a_label_in_another_spelling_or_a_known_other_word_is_read(
    spelling: str, serve: Serve, client_of: ClientOf
) -> None:
    server = serve([says({**GOOD, "colour": spelling})])
    assert ask(client_of(server)).colour is Colour.RED
    assert len(server.received) == 1


@pytest.mark.parametrize("bad", ["N/A", "red-ish", "", None])
def test_an_unknown_label_is_asked_for_once_more_and_then_an_error(
    bad: object, serve: Serve, client_of: ClientOf
) -> None:
    server = serve([says({**GOOD, "colour": bad})])
    meter = Meter()
    with pytest.raises(OutputInvalidError, match="colour"):
        ask(client_of(server), meter)
    assert len(server.received) == meter.reading().requests == 2
    first, second = server.received
    assert second.user.startswith(first.user)
    assert len(second.body["messages"]) == 2
    assert len(second.user) < len(first.user) + 200


@pytest.mark.parametrize(
    ("sent", "read"), [(170, 100), (-3, 0), (0.7, 70), ("85", 85), ("85 %", 85), (1, 1), (62.4, 62)]
)
def test_a_confidence_out_of_form_is_scaled_or_moved_to_the_edge(
    sent: object, read: int, serve: Serve, client_of: ClientOf
) -> None:
    assert ask(client_of(serve([says({**GOOD, "confidence": sent})]))).confidence == read


def test_a_confidence_in_words_is_an_error(serve: Serve, client_of: ClientOf) -> None:
    with pytest.raises(OutputInvalidError, match="confidence"):
        ask(client_of(serve([says({**GOOD, "confidence": "very high"})])))


def test_a_reply_that_is_cut_off_gets_twice_the_tokens_once(serve: Serve, client_of: ClientOf) -> None:
    server = serve([says('{"rationale": "on', finish="length")])
    with pytest.raises(OutputTruncatedError):
        ask(client_of(server))
    assert [request.body["max_tokens"] for request in server.received] == [50, 100]
    assert server.received[0].body["messages"] == server.received[1].body["messages"]


def test_a_reply_that_fits_the_raised_limit_is_read(serve: Serve, client_of: ClientOf) -> None:
    assert ask(client_of(serve([says("{", finish="length"), says(GOOD)]))).colour is Colour.BLUE


def test_endless_white_space_is_asked_again_in_compact_form_with_the_same_limit_and_a_short_log(
    serve: Serve, client_of: ClientOf, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve([says('{"rationale":' + "\n " * 2000, finish="length")])
    caplog.set_level(logging.INFO)
    with pytest.raises(OutputTruncatedError) as caught:
        ask(client_of(server))
    assert [request.body["max_tokens"] for request in server.received] == [50, 50]
    assert "compact JSON" in server.received[1].user
    assert len(str(caught.value)) < 200
    assert all(len(record.getMessage()) < 400 for record in caplog.records)


def test_a_busy_server_is_tried_again_after_the_seconds_it_asks_for(
    serve: Serve, client_of: ClientOf, waits: list[float]
) -> None:
    server = serve([Reply(429, {"error": {"message": "slow down"}}, {"Retry-After": "2"}), says(GOOD)])
    meter = Meter()
    assert ask(client_of(server), meter).colour is Colour.BLUE
    assert waits == [2.0]
    assert meter.reading().requests == 2


def test_a_retry_after_that_is_a_date_counts_from_the_servers_own_clock(
    serve: Serve, client_of: ClientOf, waits: list[float]
) -> None:
    later = {"Retry-After": "Wed, 21 Oct 2026 07:28:07 GMT", "Date": "Wed, 21 Oct 2026 07:28:00 GMT"}
    server = serve([Reply(503, "not yet", later), says(GOOD)])
    ask(client_of(server))
    assert waits == [7.0]


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_failing_server_is_tried_five_times_with_growing_waits(
    status: int, serve: Serve, client_of: ClientOf, waits: list[float]
) -> None:
    server = serve([Reply(status, "upstream not ready")])
    meter = Meter()
    with pytest.raises(ServerUnreachableError, match=str(status)):
        ask(client_of(server), meter)
    assert len(server.received) == meter.reading().requests == 5
    assert waits == [0.5, 1.0, 2.0, 4.0]


def test_a_wait_longer_than_the_bound_on_all_tries_is_not_waited(
    serve: Serve, client_of: ClientOf, waits: list[float]
) -> None:
    server = serve([Reply(429, {"error": {"message": "come back tomorrow"}}, {"Retry-After": "86400"})])
    with pytest.raises(RateLimitedError, match="come back tomorrow"):
        ask(client_of(server))
    assert waits == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_not_tried_again(status: int, serve: Serve, client_of: ClientOf) -> None:
    server = serve([Reply(status, {"error": {"message": "no"}})])
    with pytest.raises(ServerRefusedError):
        ask(client_of(server))
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"object": "error", "message": "This model's maximum context length is 32768 tokens. You requested 40211."},
        {"error": {"message": "the request exceeds the available context size", "type": "exceed_context_size_error"}},
        {"error": {"message": "Input is too long", "param": "input_tokens", "code": 400}},
    ],
)
def test_a_prompt_too_long_is_told_apart_from_other_refusals(
    body: dict[str, object], serve: Serve, client_of: ClientOf
) -> None:
    server = serve([Reply(400, body)])
    with pytest.raises(ContextOverflowError):
        ask(client_of(server))
    assert len(server.received) == 1


def test_a_connection_that_breaks_inside_a_reply_is_tried_again_within_the_bound(
    serve: Serve, client_of: ClientOf
) -> None:
    whole = says(GOOD)
    server = serve([Reply(200, whole.body, drop_after=40)])
    meter = Meter()
    with pytest.raises(ServerUnreachableError):
        ask(client_of(server), meter)
    assert meter.reading().requests == 5


def test_after_three_questions_without_an_answer_the_rest_is_not_sent(serve: Serve, client_of: ClientOf) -> None:
    server = serve([Reply(200, "x" * 100, drop_after=5)])
    client, meter = client_of(server, tries=2), Meter()

    async def four() -> list[str]:
        said = []
        async with client.connected():
            for _ in range(4):
                try:
                    await client.ask(QUESTION, Duck, model="m", meter=meter)
                except ServerUnreachableError as exc:
                    said.append(str(exc))
        return said

    said = asyncio.run(four())
    assert len(said) == 4
    assert meter.reading().requests == 6
    assert "stopped answering" in said[3]


def test_tokens_are_added_up_over_tries_and_cached_ones_counted_apart(serve: Serve, client_of: ClientOf) -> None:
    server = serve([says("{", finish="length", tokens=(900, 60)), says(GOOD, tokens=(900, 80), cached=768)])
    meter = Meter()
    ask(client_of(server), meter)
    usage = meter.reading()
    assert (usage.requests, usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens) == (2, 1800, 768, 140)


def test_questions_in_flight_are_answered_side_by_side(serve: Serve, client_of: ClientOf) -> None:
    gate, server = threading.Event(), None

    def hold(request: object) -> Reply:
        assert server is not None
        if len(server.received) == 4:
            gate.set()
        return Reply(body=says(GOOD).body, until=gate)

    server = serve(hold)
    client = client_of(server)

    async def four() -> list[Duck]:
        async with client.connected():
            return await asyncio.gather(*(client.ask(QUESTION, Duck, model="m", meter=Meter()) for _ in range(4)))

    assert len(asyncio.run(four())) == 4
    assert server.at_once == 4


def test_a_cancelled_question_ends_at_once_and_its_request_stays_counted(serve: Serve, client_of: ClientOf) -> None:
    gate = threading.Event()
    server = serve([Reply(body=says(GOOD).body, until=gate)])
    client, meter = client_of(server), Meter()

    async def cancel() -> None:
        task = asyncio.create_task(client.ask(QUESTION, Duck, model="m", meter=meter))
        while not server.received:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancel())
    gate.set()
    assert meter.reading().requests == 1


def test_a_proxy_in_the_environment_gets_nothing(
    serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve([says({**GOOD, "colour": "dark red"})])
    server = serve([says(GOOD)])
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert ask(client_of(server)).colour is Colour.BLUE
    assert proxy.received == []


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_refused_and_not_followed(status: int, serve: Serve, client_of: ClientOf) -> None:
    elsewhere = serve([says(GOOD)])
    server = serve([Reply(status, "", {"Location": f"{elsewhere.url}/chat/completions"})])
    with pytest.raises(ServerRefusedError, match="redirect"):
        ask(client_of(server))
    assert (len(server.received), elsewhere.received) == (1, [])


def test_the_key_is_sent_and_stands_in_no_error_log_or_text_form(
    serve: Serve, client_of: ClientOf, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve([Reply(401, {"error": {"message": "Incorrect API key provided: s3cret-key"}})])
    client = client_of(server, api_key="s3cret-key")
    with pytest.raises(ServerRefusedError) as caught:
        ask(client)
    assert server.received[0].headers["authorization"] == "Bearer s3cret-key"
    assert "s3cret" not in f"{caught.value} {caught.value.hint} {client!r}"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("peerlens")]
    assert "s3cret" not in " ".join(ours)


def test_account_settings_of_the_environment_are_not_sent(
    serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-7")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-7")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: yes")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://192.0.2.1/v1")
    server = serve([says(GOOD)])
    ask(client_of(server))
    sent = {name.lower() for name in server.received[0].headers}
    assert not sent & {"openai-organization", "openai-project", "x-leak"}


def test_data_that_looks_like_a_template_is_sent_as_it_is(serve: Serve, client_of: ClientOf) -> None:
    server = serve([says(GOOD)])
    question = Question("s", "{{ 7 * 7 }} {% for x in y %} https://example.org/a.png", 50)
    asyncio.run(client_of(server).ask(question, Duck, model="m", meter=Meter()))
    assert server.received[0].user == question.user


def test_a_server_that_is_not_there_is_named_with_what_to_do(client_of: ClientOf) -> None:
    with ScriptedServer([]).running() as gone:
        pass
    with pytest.raises(ServerUnreachableError, match="does not answer") as caught:
        ask(client_of(gone))
    assert isinstance(caught.value, PeerlensError)
    assert caught.value.hint


@pytest.mark.parametrize("data", [None, [None], ["m"], {"a": 1}, [[1]], 5, "m"])
def test_a_list_of_models_of_another_form_lists_none(data: object, serve: Serve, client_of: ClientOf) -> None:
    server = serve([])
    server.models = Reply(body={"object": "list", "data": data})
    assert asyncio.run(client_of(server).models(Meter())) == []
