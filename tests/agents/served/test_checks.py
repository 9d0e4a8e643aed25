"""What ``doctor`` says of a model server."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from peerlens.agents.served.checks import check_server, found_servers
from peerlens.agents.served.endpoint import Endpoint
from peerlens.store.checks import Check, Status
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import grade, grades
from tests.agents.served.server import Received, Reply, ScriptedServer, says

GOOD = {
    "schema": {"word": "kestrel-7"},
    "first claim": grades(grade("shown", ("P1", "one picture a minute"))),
    "second claim": grades(grade("otherwise", ("P1", "two million parameters"))),
}
LOGPROBS = {"content": [{"token": "yes", "logprob": -0.1, "top_logprobs": [{"token": "yes", "logprob": -0.1}]}]}


def server_that(**habits: object) -> Callable[[Received], Reply]:
    """A server with the best habits, save those that are named."""
    does = {"thinks": None, "thinks when asked": None, "logprobs": LOGPROBS, "cached": 2048, **GOOD}
    does |= {name.replace("_", " "): value for name, value in habits.items()}

    def reply(request: Received) -> Reply:
        body = request.body
        if "response_format" in body:
            if request.draft == "_Bound":
                return says(does["schema"])
            return says(does["first claim" if "every minute" in request.user else "second claim"])
        if body.get("logprobs"):
            return with_logprobs(does["logprobs"])
        if "17 + 25" in request.user:
            asked = body["chat_template_kwargs"]["enable_thinking"]
            thought = does["thinks when asked" if asked else "thinks"]
            if thought == "content":
                return says("<think>Well.</think>42")
            return says("42", **({thought: "Well."} if thought else {}))
        again = "comes last" in request.user
        return says("0", tokens=(3000, 5), cached=does["cached"] if again else 0)

    return reply


def with_logprobs(value: object) -> Reply:
    if isinstance(value, Reply):
        return value
    reply = says("yes")
    body = json.loads(reply.bytes)
    body["choices"][0]["logprobs"] = value
    return Reply(body=body)


def checked(serve: Serve, **habits: object) -> dict[str, Check]:
    server = serve(server_that(**habits), models=[{"id": "m", "max_model_len": 32768}])
    return {check.name: check for check in check_server(Endpoint(server.url))}


def test_a_server_with_good_habits_passes_every_check(serve: Serve) -> None:
    checks = checked(serve)
    assert {name: check.status for name, check in checks.items()} == dict.fromkeys(
        [
            "model server", "model", "context length", "schema", "thinking", "logprobs", "prefix cache", "self-test",
        ],
        Status.OK,
    )  # fmt: skip
    assert checks["model"].message == "m"
    assert checks["context length"].message.startswith("32768 tokens")
    assert checks["prefix cache"].message.startswith("2048 of 3000 prompt tokens")
    assert checks["self-test"].message.startswith("2 of 2")


def test_a_server_that_ignores_the_schema_fails(serve: Serve) -> None:
    check = checked(serve, schema="Good morning to you!")["schema"]
    assert check.status is Status.FAIL
    assert "response_format" in check.message


@pytest.mark.parametrize(
    ("habits", "status", "words"),
    [
        ({"thinks": "reasoning"}, Status.WARN, "in the field reasoning"),
        ({"thinks": "reasoning_content"}, Status.WARN, "enable_thinking"),
        ({"thinks": "content"}, Status.WARN, "--reasoning-parser"),
        ({"thinks_when_asked": "reasoning"}, Status.OK, "come in the field reasoning"),
        ({"thinks_when_asked": "content"}, Status.OK, "before the answer and are cut away"),
        ({}, Status.OK, "does not think"),
    ],
)
def test_it_says_where_thoughts_go(habits: dict[str, object], status: Status, words: str, serve: Serve) -> None:
    check = checked(serve, **habits)["thinking"]
    assert check.status is status
    assert words in check.message


@pytest.mark.parametrize("answer", [None, {"content": []}, Reply(400, {"error": {"message": "no logprobs here"}})])
def test_a_server_without_logprobs_is_a_warning(answer: object, serve: Serve) -> None:
    check = checked(serve, logprobs=answer)["logprobs"]
    assert check.status is Status.WARN
    assert "not given" in check.message


def test_a_server_that_tells_no_cached_tokens_is_a_warning_with_the_flags(serve: Serve) -> None:
    check = checked(serve, cached=0)["prefix cache"]
    assert check.status is Status.WARN
    assert "--enable-prefix-caching" in check.message


def test_a_model_that_misjudges_an_easy_claim_is_a_warning_with_both_findings(serve: Serve) -> None:
    check = checked(serve, second_claim=grades(grade("shown", ("P1", "two million parameters"))))["self-test"]
    assert check.status is Status.WARN
    assert "1 of 2" in check.message
    assert "is 'otherwise', the model says 'shown'" in check.message


def test_a_model_whose_answer_cannot_be_read_fails_the_self_test_and_the_other_checks_stand(serve: Serve) -> None:
    checks = checked(serve, first_claim="I would say yes.")
    assert checks["self-test"].status is Status.FAIL
    assert checks["prefix cache"].status is Status.OK


@pytest.mark.parametrize(("told", "words"), [({}, "8192 tokens are assumed"), ({"max_model_len": 2048}, "2048 tokens")])
def test_a_window_that_is_small_or_not_told_is_a_warning(told: dict[str, int], words: str, serve: Serve) -> None:
    server = serve(server_that(), models=[{"id": "m", **told}])
    (check,) = [one for one in check_server(Endpoint(server.url)) if one.name == "context length"]
    assert check.status is Status.WARN
    assert words in check.message


def test_other_models_of_the_server_are_named(serve: Serve) -> None:
    server = serve(server_that(), models=[{"id": f"m{number}"} for number in range(9)])
    (check,) = [one for one in check_server(Endpoint(server.url, model="m0")) if one.name == "model"]
    assert check.message == "m0; also served: m1, m2, m3, m4, m5, m6 and 2 more"


def test_an_adapter_has_the_window_of_the_model_that_it_adapts(serve: Serve) -> None:
    listed = [{"id": "base", "max_model_len": 32768}, {"id": "tuned", "parent": "base", "max_model_len": None}]
    server = serve(server_that(), models=listed)
    (check,) = [one for one in check_server(Endpoint(server.url, model="tuned")) if one.name == "context length"]
    assert check.message.startswith("32768 tokens")


def test_a_model_that_is_not_served_is_one_failure_that_names_those_that_are(serve: Serve) -> None:
    server = serve([Reply(404, {"error": {"message": "no such model"}})], models=[{"id": "a"}, {"id": "b"}])
    (check,) = check_server(Endpoint(server.url, model="c"))
    assert check.status is Status.FAIL
    assert check.message.endswith("it serves a, b: choose with --model")


def test_a_server_that_refuses_the_key_is_one_failure_with_what_to_do(serve: Serve) -> None:
    server = serve([Reply(401, {"error": {"message": "no key"}})])
    server.models = Reply(401, {"error": {"message": "no key"}})
    (check,) = check_server(Endpoint(server.url))
    assert check.status is Status.FAIL
    assert "PEERLENS_API_KEY" in check.message


def test_what_answers_on_a_usual_port_is_named_and_asked_nothing_but_its_models(serve: Serve) -> None:
    server = serve([says("x")], models=[{"id": "qwen"}])
    port = int(server.url.rpartition(":")[2].partition("/")[0])
    (check,) = found_servers(ports={port: "vLLM"})
    assert "qwen" in check.message
    assert "not used" in check.message
    assert server.received == []


def test_a_port_where_nothing_answers_is_not_mentioned() -> None:
    with ScriptedServer([]).running() as gone:
        port = int(gone.url.rpartition(":")[2].partition("/")[0])
    assert found_servers(ports={port: "vLLM"}) == ()
