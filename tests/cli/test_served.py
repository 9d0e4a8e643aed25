"""The command with a model server: taken by flag, environment or the user's own file, never by a working folder's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agents.served.scripts import grade, grades, part, script
from tests.agents.served.server import ScriptedServer
from tests.cli.conftest import Cli

READY = '{"id": "a", "text": "The counter has five million parameters.", "atomic": true}\n'
ANSWERS = {
    "ClaimSplit": {"parts": [part("The counter has five million parameters.", about="number")]},
    "Grades": grades(grade("otherwise", ("P2", "two million parameters"), ("P3", "two million parameters"))),
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer(script(ANSWERS)).running() as running:
        yield running


@pytest.fixture
def claims(folder: Path) -> Path:
    path = folder / "claims.jsonl"
    path.write_text(READY, encoding="utf-8")
    return path


def test_a_server_by_flag_does_the_work_and_the_engine_line_says_so(
    peerlens: Cli, claims: Path, server: ScriptedServer
) -> None:
    done = peerlens(
        "verify", "ducks.md", claims, "--base-url", server.url, "--json", env={"PEERLENS_API_KEY": "s3cret"}
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["run"]["engine"], report["run"]["model"], report["run"]["context"]) == ("openai", "m", "rag")
    assert report["findings"][0]["label"] == "Not Supported"
    assert report["usage"]["requests"] == len(server.received) + server.listed
    assert "engine: the server's only model on this machine (a model server is configured)" in done.stderr
    assert server.received[0].headers["authorization"] == "Bearer s3cret"
    stored = b"".join(path.read_bytes() for path in Path(claims.parent / "home").rglob("*") if path.is_file())
    assert "s3cret" not in done.stdout + done.stderr
    assert b"s3cret" not in stored


def test_a_working_folders_file_cannot_name_a_server(peerlens: Cli, claims: Path, server: ScriptedServer) -> None:
    (claims.parent / "peerlens.toml").write_text(f'base_url = "{server.url}"\n', encoding="utf-8")
    done = peerlens("verify", "ducks.md", claims, "--json")
    assert json.loads(done.stdout)["run"]["engine"] == "embedded"
    assert server.received == []


def test_the_users_own_file_can(peerlens: Cli, claims: Path, server: ScriptedServer) -> None:
    own = claims.parent / "own.toml"
    own.write_text(f'base_url = "{server.url}"\nmodel = "m"\ncontext = "rag"\n', encoding="utf-8")
    done = peerlens("verify", "ducks.md", claims, "--json", env={"PEERLENS_CONFIG": str(own)})
    assert json.loads(done.stdout)["run"]["engine"] == "openai", done.stderr


def test_a_server_that_is_gone_is_exit_3_with_one_clear_line(peerlens: Cli, claims: Path) -> None:
    with ScriptedServer([]).running() as gone:
        pass
    done = peerlens("verify", "ducks.md", claims, env={"PEERLENS_BASE_URL": gone.url, "PEERLENS_QUIET": "1"})
    assert done.returncode == 3
    assert done.stderr.splitlines()[0] == f"peerlens: {gone.url} does not answer"


def test_offline_refuses_a_server_on_another_machine_before_anything_is_read(peerlens: Cli, claims: Path) -> None:
    done = peerlens("verify", "ducks.md", claims, "--offline", "--base-url", "http://192.0.2.7:1/v1")
    assert done.returncode == 2
    assert "another machine" in done.stderr
