"""Texts of two systems on one paper, and a run of the judge suite against a scripted server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from peerlens.evals import EvalResult, SuiteOptions, run_suite
from peerlens.evals.judges.judge import JudgeRow
from peerlens.evals.rows import read_rows
from peerlens.settings import EngineName, RetrieverName, Settings
from tests.agents.served.conftest import serve
from tests.agents.served.server import ScriptedServer

__all__ = ["serve"]  # a fixture

Judge = Callable[..., EvalResult]
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Items as data."""

    def made(*items: dict[str, Any], name: str = "items.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps({"paper": "coots", **item}) + "\n" for item in items), encoding="utf-8")
        return path

    return made


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """Run a kind of judge on data, with a server or with people alone."""

    def run(
        kind: str,
        data: Path,
        *,
        server: ScriptedServer | None = None,
        human: tuple[Path, ...] = (),
        resume: bool = False,
    ) -> EvalResult:
        settings = Settings(
            home=tmp_path / "home", retriever=RetrieverName.BM25,
            engine=EngineName.OPENAI if server else EngineName.EMBEDDED, base_url=server.url if server else None,
        )  # fmt: skip
        options = SuiteOptions(kind=kind, human=human or None)
        return run_suite("judge", data, settings=settings, options=options, out=tmp_path / "out", resume=resume)

    return run


@pytest.fixture
def rows(tmp_path: Path) -> Callable[[], tuple[JudgeRow, ...]]:
    """What the last run kept."""
    return lambda: read_rows(tmp_path / "out" / "predictions.jsonl", JudgeRow)
