"""What the model reads, to the letter. ``PEERLENS_REWRITE_GOLDEN=1`` writes the files anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from peerlens.agents.served.client import ModelClient
from peerlens.schema import Report
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library, PaperStore
from peerlens.taxonomy import Weakness
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import grade, grades, passage_of, script
from tests.agents.served.server import Received
from tests.agents.served.test_runs import ABLATION, AUDIT, CAREFUL, PAPER, audit, verify

__all__ = ["audit", "verify"]  # fixtures

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)


@pytest.fixture
def store(tmp_path: Path, settings: Settings) -> Iterator[PaperStore]:
    path = tmp_path / "ducks.md"
    path.write_text(PAPER, encoding="utf-8")
    with Library(settings.home).open(path, settings=settings) as opened:
        yield opened


def check(name: str, request: Received) -> None:
    read = f"--- system\n{request.system}\n--- user\n{request.user}\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("PEERLENS_REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(read, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == read


def first(requests: list[Received], draft: str) -> Received:
    return min((one for one in requests if one.draft == draft), key=lambda one: one.user)


def test_the_prompts_of_a_review_read_as_stored(
    serve: Serve, verify: Callable[..., Report], client_of: Callable[..., ModelClient]
) -> None:
    def judge_partly(request: Received) -> object:
        words = "Without the mask it misses nine."
        if ABLATION in request.user:
            return grades(grade("partly", (passage_of(request, words), words)))
        words = "The counter has two million parameters."
        return grades(grade("otherwise", (passage_of(request, words), words)))

    server = serve(script({**CAREFUL, "Grades": judge_partly}))
    verify(server)
    for draft in ("ReviewItems", "ClaimSplit", "Grades", "LabelDraft", "AnswerDraft"):
        check(draft, first(server.received, draft))


def test_the_prompts_of_an_audit_read_as_stored(serve: Serve, audit: Callable[..., Report]) -> None:
    server = serve(script(AUDIT))
    audit(server, [Weakness.L2_1_2])
    for draft in ("Proposal", "ReplyDraft", "Suggestions"):
        check(draft, first(server.received, draft))
