"""The program itself as the subject of an evaluation: its library, its tools, its family of agents."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from peerlens import __version__
from peerlens.graph.claim_graph import build_claim_graph
from peerlens.graph.judge import judge_claim
from peerlens.graph.open import open_family, open_paper
from peerlens.schema import Claim, Finding
from peerlens.settings import RetrieverName, Settings
from peerlens.tools import PaperTools


class Program:
    """A ``Subject`` under given settings. Papers stay indexed in the home folder; nothing is taken from a ledger."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._family = open_family(settings)
        self._graph = build_claim_graph()
        self._runner = asyncio.Runner()

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.close()

    @property
    def versions(self) -> Mapping[str, str]:
        return {
            "peerlens": __version__,
            "engine": f"{self._family.name} {self._family.fingerprint}",
            "retriever": self._settings.retriever.value,
        }

    @property
    def retrievers(self) -> tuple[RetrieverName, ...]:
        """The configured one first; the lexical one alone when that is configured, as there are no vectors then."""
        configured = self._settings.retriever
        if configured is RetrieverName.BM25:
            return (configured,)
        return (configured, *(name for name in RetrieverName if name is not configured))

    @contextmanager
    def open(self, path: Path) -> Iterator[PaperTools]:
        with open_paper(path, self._settings) as store:
            yield PaperTools(store, retriever=self._settings.retriever)

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        return self._runner.run(judge_claim(claim, tools, self._family, graph=self._graph))
