"""A server that dies and comes back, a run that is stopped: the same report, and nothing finished is sent again."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from peerlens.agents.served.client import ModelClient, Patience
from peerlens.agents.served.endpoint import Endpoint
from peerlens.agents.served.family import ServedFamily
from peerlens.errors import ServerUnreachableError
from peerlens.graph.verify import verify_reviews
from peerlens.reviews import read_reviews
from peerlens.schema import Report
from peerlens.settings import ContextName, RetrieverName, Settings
from peerlens.store.library import Library
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received, Reply, ScriptedServer
from tests.agents.served.test_runs import CAREFUL, PAPER, REVIEW


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    return path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)


def run(paper: Path, settings: Settings, client: ModelClient) -> Report:
    with Library(settings.home).open(paper, settings=settings) as store:
        family = ServedFamily(client, context=ContextName.RAG)
        reviews = read_reviews(REVIEW, name="review.md")
        return asyncio.run(verify_reviews(store, reviews, family=family, settings=settings))


def bodies(requests: list[Received]) -> list[str]:
    return [f"{request.draft} {request.user}" for request in requests]


@pytest.mark.parametrize("deaths", [(2,), (4,), (3, 6), (2, 3)])
def test_a_run_whose_server_is_killed_and_comes_back_gives_the_same_report_and_repeats_no_finished_request(
    deaths: tuple[int, ...], paper: Path, settings: Settings, serve: Serve
) -> None:
    undisturbed = run(paper, replace(settings, home=settings.home.with_name("other")), _client(serve(script(CAREFUL))))
    answer, left = script(CAREFUL), list(deaths)

    def mortal(request: Received) -> Reply:
        if left and len(server.received) == left[0]:
            left.pop(0)
            server.die()
        return answer(request)

    server = ScriptedServer(mortal)
    server.start()
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)
        if not server.alive:
            server.revive()

    report = run(paper, settings, _client(server, sleep=sleep))
    server.die()
    assert report.findings == undisturbed.findings
    assert report.requests == undisturbed.requests
    assert report.failures == ()
    assert not left
    assert waits
    sent = bodies(server.received)
    lost = len(sent) - len(set(sent))
    assert lost <= len(deaths)
    assert report.usage.requests >= len(server.received) + server.listed


def _client(server: ScriptedServer, **patience: object) -> ModelClient:
    return ModelClient(Endpoint(server.url), Patience(request_s=10.0, **patience), 1)  # type: ignore[arg-type]


def test_a_server_that_stays_away_is_waited_for_within_the_bound_and_the_next_run_asks_only_what_is_missing(
    paper: Path, settings: Settings, serve: Serve
) -> None:
    answer = script(CAREFUL)
    dead = False

    def mortal(request: Received) -> Reply:
        nonlocal dead
        if not dead and request.draft == "Grades":
            dead = True
            server.die()
        return answer(request)

    server = ScriptedServer(mortal)
    server.start()
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    report = run(paper, settings, _client(server, sleep=sleep, away_s=60.0))
    assert {failure.error for failure in report.failures} == {ServerUnreachableError.__name__}
    assert report.findings == ()
    assert sum(waits) <= 3 * 60
    finished = bodies(server.answered)
    before = len(server.received)
    server.revive()
    whole = run(paper, settings, _client(server))
    server.die()
    assert whole.failures == ()
    again = bodies([request for request in server.received[before:] if request.draft != "_Bound"])
    assert not set(again) & set(finished)
    assert again


CHILD = """
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits that it is ignored
from tests.agents.served.test_restart import _client_at, run
from peerlens.settings import RetrieverName, Settings
run(Path(sys.argv[1]), Settings(home=Path(sys.argv[2]), retriever=RetrieverName.BM25), _client_at(sys.argv[3]))
"""


def _client_at(url: str) -> ModelClient:
    return ModelClient(Endpoint(url), Patience(request_s=10.0), 1)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_replies_that_came_before_a_run_was_stopped_are_not_asked_for_again(
    blow: signal.Signals, paper: Path, settings: Settings, serve: Serve
) -> None:
    answer = script(CAREFUL)
    child: subprocess.Popen[bytes] | None = None

    def fatal(request: Received) -> Reply:
        if request.draft == "Grades" and child is not None and child.poll() is None:
            os.kill(child.pid, blow)
            child.wait(20)
        return answer(request)

    server = serve(fatal)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(paper), str(settings.home), server.url],
        cwd=Path(__file__).parents[3],
        stderr=subprocess.DEVNULL,
    )
    assert child.wait(60) != 0
    first = bodies([request for request in server.received if request.draft not in ("_Bound", "Grades")])
    assert any(body.startswith("ClaimSplit") for body in first)
    before = len(server.received)
    report = run(paper, settings, _client(server))
    assert report.failures == ()
    assert not set(bodies(server.received[before:])) & set(first)


def test_without_the_cache_no_reply_is_kept(paper: Path, settings: Settings, serve: Serve) -> None:
    server = serve(script(CAREFUL))
    for _ in range(2):
        run(paper, replace(settings, use_cache=False), _client(server))
    assert len(server.received) % 2 == 0
    assert bodies(server.received[: len(server.received) // 2]) == bodies(server.received[len(server.received) // 2 :])
    assert not list(settings.home.rglob("replies.sqlite"))
