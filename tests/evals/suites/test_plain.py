"""A model under one plain prompt as a baseline: on passages, on the whole paper, on nothing; over real HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from peerlens.errors import UsageError
from peerlens.evals import EvalResult, SuiteOptions, run_suite
from peerlens.settings import ContextName, EngineName, RetrieverName, Settings
from tests.agents.served.conftest import Serve, serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received, ScriptedServer
from tests.evals.suites.test_predict import PONDS

__all__ = ["serve"]  # a fixture

SAID: dict[str, Any] = {"rationale": "The paper says so.", "label": "contradicted", "confidence": 70}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "coots.md").write_text(PONDS, encoding="utf-8")
    (folder / "claims.csv").write_text(
        "paper,claim,gold\ncoots.md,Swans are counted.,Not Supported\n", encoding="utf-8"
    )
    return folder


def run(server: ScriptedServer, data: Path, *, system: str, context: ContextName = ContextName.AUTO) -> EvalResult:
    settings = Settings(
        home=data.parent / "home", engine=EngineName.OPENAI, base_url=server.url, retriever=RetrieverName.BM25,
        context=context,
    )  # fmt: skip
    return run_suite("own", data, settings=settings, options=SuiteOptions(system=system))


def asked(server: ScriptedServer) -> list[Received]:
    return [request for request in server.received if request.draft == "PlainDraft"]


def test_the_label_is_the_models_own_on_retrieved_passages(serve: Serve, data: Path) -> None:
    server = serve(script({"PlainDraft": SAID}))
    result = run(server, data, system="plain")
    assert result.metrics["accuracy"].value == 1.0
    (request,) = asked(server)
    assert "Swans are counted." in request.user
    assert "small drone" in request.user
    assert result.versions["engine"].startswith("plain m rag v1:")


def test_without_retrieval_nothing_of_the_paper_is_sent(serve: Serve, data: Path) -> None:
    server = serve(script({"PlainDraft": SAID}))
    assert run(server, data, system="no-retrieval").metrics["accuracy"].value == 1.0
    (request,) = asked(server)
    assert "coots" not in request.user.casefold()


def test_in_full_the_whole_paper_is_sent(serve: Serve, data: Path) -> None:
    server = serve(script({"PlainDraft": SAID}))
    run(server, data, system="plain", context=ContextName.FULL)
    assert all(words in asked(server)[0].user for words in ("small drone", "412 images", "2.7 birds"))


def test_a_reply_that_is_no_label_is_a_failure(serve: Serve, data: Path) -> None:
    server = serve(script({"PlainDraft": SAID | {"label": "perhaps"}}))
    metrics = run(server, data, system="plain").metrics
    assert metrics["failure_share"].value == 1.0
    assert metrics["accuracy"].value is None


def test_the_plain_prompt_needs_a_model(data: Path, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", engine=EngineName.EMBEDDED)
    with pytest.raises(UsageError, match="needs a model server"):
        run_suite("own", data, settings=settings, options=SuiteOptions(system="plain"))
