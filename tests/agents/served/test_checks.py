"""What ``doctor`` says of a model server."""

from __future__ import annotations

from peerlens.agents.served.checks import check_server, found_servers
from peerlens.agents.served.endpoint import Endpoint
from peerlens.store.checks import Status
from tests.agents.served.conftest import Serve
from tests.agents.served.server import Reply, ScriptedServer, says


def test_a_server_that_holds_replies_to_the_schema_is_fine(serve: Serve) -> None:
    server = serve([says({"word": "kestrel-7"})], models=[{"id": "m", "max_model_len": 4096}])
    check = check_server(Endpoint(server.url))
    assert check.status is Status.OK
    assert "m, window 4096 tokens, replies held to the schema" in check.message


def test_a_server_that_ignores_the_schema_is_a_warning(serve: Serve) -> None:
    check = check_server(Endpoint(serve([says("Good morning to you!")]).url))
    assert check.status is Status.WARN
    assert "not held to the schema" in check.message


def test_a_server_that_refuses_the_key_is_a_failure_with_what_to_do(serve: Serve) -> None:
    server = serve([Reply(401, {"error": {"message": "no key"}})])
    server.models = Reply(401, {"error": {"message": "no key"}})
    check = check_server(Endpoint(server.url))
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
