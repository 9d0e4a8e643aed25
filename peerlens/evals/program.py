"""The program itself as the subject of an evaluation: its library, its tools, its family of agents."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from peerlens.errors import UsageError
from peerlens.evals.subject import PlainLabel
from peerlens.schema import (
    Claim,
    Decomposition,
    Finding,
    LabelRow,
    PointResponse,
    Request,
    Response,
    Review,
    Usage,
)
from peerlens.settings import ContextName, EngineName, RetrieverName, Settings
from peerlens.store.embedders import Embedder
from peerlens.store.library import Library
from peerlens.store.passages import PASSAGE_RULE
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools
from peerlens.version import __version__

if TYPE_CHECKING:
    from peerlens.agents.family import Family
    from peerlens.agents.served.plain import PlainModel
    from peerlens.store.rerankers import Reranker

T = TypeVar("T")


def in_full(settings: Settings) -> Settings:
    """The settings with the whole paper in every prompt. Raises ``UsageError`` where no model server would read it."""
    from peerlens.graph.open import chosen_engine

    if chosen_engine(settings).name is not EngineName.OPENAI:
        raise UsageError("--mode full needs a model server", hint="give --base-url, such as http://127.0.0.1:8000/v1")
    return replace(settings, context=ContextName.FULL)


class Program:
    """A ``Subject`` under given settings. Papers stay indexed in the home folder; nothing is taken from a ledger."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._library = Library(settings.home)
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
            "passages": PASSAGE_RULE,
            "embedding": "none" if self._embedder is None else self._embedder.identity,
            "retriever": self._settings.retriever.value,
            "reranker": "none" if self._reranker is None else self._reranker.identity,
        }

    @property
    def engine(self) -> str:
        return f"{self._family.name} {self._family.fingerprint}"

    @property
    def retrievers(self) -> tuple[RetrieverName, ...]:
        configured = self._settings.retriever
        if configured is RetrieverName.BM25:
            return (configured,)  # no vectors are made then
        return (configured, *(name for name in RetrieverName if name is not configured))

    @contextmanager
    def open(self, path: Path) -> Iterator[PaperTools]:
        with self._library.open(path, settings=self._settings, embedder=self._embedder) as store:
            yield PaperTools(store, retriever=self._settings.retriever, reranker=self._reranker)

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        from peerlens.graph.judge import judge_claim

        return self._runner.run(judge_claim(claim, tools, self._family, graph=self._graph))

    def decompose(self, review: Review) -> Decomposition:
        return self._runner.run(self._family.decompose(review))

    def similarity(self, texts: Sequence[str], others: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        if self._embedder is None:
            raise UsageError("similarity needs vectors", hint="take --retriever hybrid or dense")
        if not texts or not others:
            return tuple(() for _ in texts)
        cosines = self._embedder.embed(texts) @ self._embedder.embed(others).T
        return tuple(tuple(round(float(value), 4) for value in row) for row in cosines)

    @property
    def spent(self) -> Usage:
        return self._family.usage

    def label(self, claim: str, tools: PaperTools, *, retrieved: bool) -> PlainLabel:
        from peerlens.agents.served.plain import Reading

        found = [hit.passage.id for hit in tools.search(claim, k=self._settings.k)] if retrieved else []
        said = self._runner.run(self._plain.label(claim, Reading(tools, found) if retrieved else None))
        return PlainLabel(said.label, said.confidence / 100, said.rationale)

    @property
    def plain(self) -> str:
        return self._runner.run(self._plain.identity("plain"))

    @property
    def has_model(self) -> bool:
        from peerlens.graph.open import chosen_engine

        return chosen_engine(self._settings).name is EngineName.OPENAI

    def ask(self, work: Callable[[PlainModel], Coroutine[Any, Any, T]]) -> T:
        return self._runner.run(self._connected(work))

    async def _connected(self, work: Callable[[PlainModel], Coroutine[Any, Any, T]]) -> T:
        async with self._plain.client.connected():
            return await work(self._plain)

    def respond(
        self, tools: PaperTools, points: Sequence[Finding | Request], review: Review, response: Response
    ) -> tuple[PointResponse, ...]:
        from peerlens.graph.judge import respond_to

        return self._runner.run(respond_to(points, review, response, tools, self._family))

    def audit(self, tools: PaperTools, labels: Sequence[Weakness]) -> tuple[LabelRow, ...]:
        from peerlens.graph.judge import audit_labels

        return self._runner.run(audit_labels(labels, tools, self._family))

    @cached_property
    def _embedder(self) -> Embedder | None:
        """One model for all papers."""
        if self._settings.retriever is RetrieverName.BM25:
            return None
        from peerlens.store.embedders.minilm import MiniLm, find_files

        return MiniLm(find_files())

    @cached_property
    def _reranker(self) -> Reranker | None:
        """One cross-encoder for all papers."""
        from peerlens.graph.open import open_reranker

        return open_reranker(self._settings)

    @cached_property
    def _family(self) -> Family:
        from peerlens.graph.open import open_family

        return open_family(self._settings)

    @cached_property
    def _plain(self) -> PlainModel:
        from peerlens.graph.open import open_plain

        return open_plain(self._settings)

    @cached_property
    def _graph(self) -> Any:
        """The compiled graph, whose type belongs to a library that has its home elsewhere."""
        from peerlens.graph.claim_graph import build_claim_graph

        return build_claim_graph()
