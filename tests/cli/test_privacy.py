"""What leaves the machine, and what stays on disk: nothing without a server, and no confidential word with one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.agents.served.scripts import part, script
from tests.agents.served.server import ScriptedServer
from tests.cli.conftest import Cli

ALONE = ("unshare", "--map-root-user", "--net")
NOTE = {
    "id": "n1",
    "forum": "f1",
    "signatures": ["Submission9/Reviewer_Kestrel"],
    "content": {
        "weaknesses": {"value": "The counter has five million parameters."},
        "confidential_comments_to_the_area_chairs": {"value": "I suspect the Heronry group wrote this."},
        "comment_to_PC": {"value": "Conflict with Osprey College."},
    },
}


def _alone(arguments: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command where there is no network, not even loopback."""
    command = [*ALONE, sys.executable, "-m", "peerlens", *map(str, arguments), "--home", str(folder / "home")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PEERLENS_")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def no_network() -> None:
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("this machine gives no network namespace (unshare)")


@pytest.mark.usefixtures("no_network")
def test_offline_everything_is_done_in_a_namespace_without_any_network(folder: Path) -> None:
    verified = _alone(["verify", "ducks.md", "review.md", "--offline", "--json"], folder)
    assert verified.returncode == 0, verified.stderr
    report = json.loads(verified.stdout)
    assert (report["run"]["retriever"], report["failures"]) == ("hybrid", [])
    assert [finding["label"] for finding in report["findings"]] == ["Not Supported", "Not Supported"]
    audited = _alone(["audit", "ducks.md", "--offline", "--json"], folder)
    assert (audited.returncode, len(json.loads(audited.stdout)["labels"])) == (0, 17), audited.stderr


@pytest.mark.usefixtures("no_network")
def test_without_a_network_a_server_elsewhere_is_a_plain_refusal(folder: Path) -> None:
    done = _alone(["verify", "ducks.md", "review.md", "--base-url", "http://192.0.2.7:1/v1"], folder)
    assert done.returncode == 3
    assert "http://192.0.2.7:1/v1 does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("secret", ["Kestrel", "Heronry", "Osprey"])
def test_signatures_and_confidential_fields_are_neither_sent_nor_stored_nor_shown(
    peerlens: Cli, folder: Path, secret: str
) -> None:
    (folder / "note.json").write_text(json.dumps(NOTE), encoding="utf-8")
    claim = "The counter has five million parameters."
    answers = {"ClaimSplit": {"parts": [part(claim, about="number")]}}
    forms = ("x.md", "x.json", "x.csv")
    with ScriptedServer(script(answers)).running() as server:
        outputs = [word for form in forms for word in ("-o", form)]
        done = peerlens("verify", "ducks.md", "note.json", "--base-url", server.url, "--json", *outputs)
        sent = [json.dumps(request.body) for request in server.received]
    assert claim in json.loads(done.stdout)["reviews"][0]["text"], done.stderr
    assert sent
    assert not [body for body in sent if secret in body]
    assert secret not in done.stdout + done.stderr
    kept = [path for path in folder.rglob("*") if path.is_file() and path.name != "note.json"]
    assert {path.name for path in kept} >= set(forms)
    assert not [path for path in kept if secret.encode() in path.read_bytes()]
