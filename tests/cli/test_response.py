"""``peerlens verify --response`` as a person or a script runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli

RESPONSE = """We thank the reviewer.

W1: We report an ablation study in Section 2.1; more is in Section 99.

W2: The counter has two million parameters (Section 1).

Q1: We will add the number of lakes in the final version.
"""


@pytest.fixture
def response(folder: Path) -> Path:
    path = folder / "response.md"
    path.write_text(RESPONSE, encoding="utf-8")
    return path


def by_ref(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["source"]["ref"]: one["response"] for one in (*report["findings"], *report["requests"])}


def test_each_point_says_whether_it_is_answered_and_borne_out(peerlens: Cli, response: Path) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "--response", response, "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    said = by_ref(report)
    assert {ref: one["status"] for ref, one in said.items()} == {
        "W1": "answered",
        "W2": "answered",
        "Q1": "partly_answered",
    }
    named = [(one["named"], one["found"], one["bears_out"]) for one in said["W1"]["places"]]
    assert named == [("Section 2.1", True, True), ("Section 99", False, False)]
    for one in said.values():
        assert report["response"]["text"][one["start"] : one["end"]] == one["quote"]


def test_verdicts_are_the_same_with_and_without(peerlens: Cli, response: Path) -> None:
    without = json.loads(peerlens("verify", "ducks.md", "review.md", "--json").stdout)
    with_it = json.loads(peerlens("verify", "ducks.md", "review.md", "--response", response, "--json").stdout)
    assert [one["response"] for one in without["findings"]] == [None, None]
    for report in (without, with_it):
        for one in report["findings"]:
            del one["response"]
    assert without["findings"] == with_it["findings"]


def test_it_is_shown_in_the_terminal_and_in_markdown(peerlens: Cli, response: Path, folder: Path) -> None:
    done = peerlens("verify", "ducks.md", "review.md", "--response", response.name, "-o", "r.md")
    said = "2 of 3 criticisms and questions answered, 1 in part, 0 not; 3 places named, 2 borne out by the paper"
    assert f"response response.md: {said}" in " ".join(done.stdout.split())
    assert "> answered in the response: Section 2.1: it says so there" in done.stdout
    assert said in (folder / "r.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("gone.md", None, "response gone.md: no such file"),
        ("empty.md", b"", "response empty.md: the file is empty"),
        ("paper.pdf", b"%PDF-1.7\n", "response paper.pdf: this is a PDF, not a response"),
        ("broken.json", b"{", "response broken.json: not valid JSON"),
        (
            "reviews.json",
            b'[{"invitation": "L/-/Official_Review", "signatures": ["L/R1"], "content": {"review": "No."}}]',
            "response reviews.json: no comment of the authors among 1 notes",
        ),
        ("-", None, "--response cannot be standard input (-)"),
    ],
)
def test_an_unusable_response_is_one_line_and_status_2(
    peerlens: Cli, folder: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (folder / name).write_bytes(content)
    done = peerlens("verify", "ducks.md", "review.md", "--response", name, "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"peerlens: {said}")
    assert done.stderr.count("\n") <= 2


def test_a_thread_gives_each_review_the_comment_that_replies_to_it(peerlens: Cli, folder: Path) -> None:
    def note(identity: str, kind: str, who: str, content: dict[str, str], **extra: str) -> dict[str, Any]:
        return {
            "id": identity,
            "invitations": [f"L/Paper1/-/{kind}"],
            "signatures": [f"L/Paper1/{who}"],
            "content": {key: {"value": value} for key, value in content.items()},
            **extra,
        }

    thread = [
        note("aa", "Official_Review", "Reviewer_x", {"weaknesses": "1. The paper contains no ablation study."}),
        note("bb", "Official_Review", "Reviewer_y", {"weaknesses": "1. The counter has five million parameters."}),
        note("cc", "Official_Comment", "Authors", {"comment": "1. It has two million (Section 1)."}, replyto="bb"),
        note("dd", "Official_Comment", "Authors", {"comment": "1. It is in Section 2.1."}, replyto="aa"),
    ]
    (folder / "thread.json").write_text(json.dumps({"notes": thread}), encoding="utf-8")
    done = peerlens("verify", "ducks.md", "thread.json", "--response", "thread.json", "--json")
    report = json.loads(done.stdout)
    said = {one["review_id"]: one["response"] for one in report["findings"]}
    assert said["aa"]["quote"] == "It is in Section 2.1."
    assert said["aa"]["places"][0]["bears_out"] is True
    assert said["bb"]["quote"] == "It has two million (Section 1)."
