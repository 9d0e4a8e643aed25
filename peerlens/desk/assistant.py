"""The agents at the desk's service: the paper is opened for one question and left to others again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from peerlens.schema import Evidence, Finding, Report, Request
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.settings import RetrieverName, Settings

if TYPE_CHECKING:  # the agents are loaded when something is asked: a stored run opens without them
    from peerlens.store.embedders import Embedder
    from peerlens.store.library import PaperStore
    from peerlens.tools import PaperTools

_MORE = 5
T = TypeVar("T")


class Assistant:
    """Works on one stored paper. Every method blocks until it is done and is called from one thread at a time.

    They raise ``PeerlensError``: the paper is open elsewhere or not stored, the model server does not answer.
    """

    def __init__(self, paper_id: str, settings: Settings) -> None:
        self._paper_id = paper_id
        self._settings = settings
        self._embedder: Embedder | None = None

    def ask(self, question: str, about: Finding | Request | None) -> Turn:
        with self._open() as store:
            return _run(self._ask(question, about, store))

    async def _ask(self, question: str, about: Finding | Request | None, store: PaperStore) -> Turn:
        from peerlens.graph.audit import check_audit_allowed
        from peerlens.graph.conversation import ask
        from peerlens.graph.open import open_family, open_tools
        from peerlens.graph.questions import check_label, read_question

        check_label(question)
        if read_question(question).kind is TurnKind.AUDIT:
            check_audit_allowed(self._settings)
        tools = open_tools(store, self._settings)
        async with open_family(self._settings).at_work(tools, questions=1) as family:
            return await ask(question, about, tools=tools, family=family, folder=store.folder)

    def asked(self) -> tuple[Turn, ...]:
        """The conversation so far."""
        from peerlens.graph.conversation import remembered
        from peerlens.store.library import Library

        return _run(remembered(Library(self._settings.home).folder_of(self._paper_id)))

    def more(self, text: str, shown: Sequence[Evidence]) -> tuple[Evidence, ...]:
        """The next best passages for a claim or question, the best sentence of each, without those shown."""
        from peerlens.graph.open import open_tools

        with self._open() as store:
            return next_best(text, shown, open_tools(store, self._settings))

    def audit(self) -> Report:
        """Examine the paper for all labels; what was examined before is taken from the ledger."""
        from peerlens.graph.audit import audit_paper, check_audit_allowed
        from peerlens.graph.open import open_family

        check_audit_allowed(self._settings)
        with self._open() as store:
            return _run(audit_paper(store, family=open_family(self._settings), settings=self._settings))

    def _open(self) -> PaperStore:
        from peerlens.store.library import Library

        if self._embedder is None and self._settings.retriever is not RetrieverName.BM25:
            from peerlens.store.embedders.minilm import MiniLm, find_files

            self._embedder = MiniLm(find_files())
        library = Library(self._settings.home)
        return library.open_stored(self._paper_id, settings=self._settings, embedder=self._embedder)


def next_best(text: str, shown: Sequence[Evidence], tools: PaperTools) -> tuple[Evidence, ...]:
    """The best sentence of each of the best passages that hold none of the evidence shown."""
    from peerlens.tools.nearest import nearest_sentence

    held = {one.passage_id for one in shown}
    found: list[Evidence] = []
    for hit in tools.search(text, k=_MORE + len(held)):
        if hit.passage.id not in held and len(found) < _MORE:
            best = nearest_sentence(text, hit.passage, tools)
            found += [best] if best is not None else []
    return tuple(found)


def _run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)
