"""An indexed manuscript as a LangChain retriever, for chains of your own."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import PrivateAttr

from peerlens.settings import Settings

if TYPE_CHECKING:
    from peerlens.store.library import PaperStore
    from peerlens.tools import Hit, PaperTools


class ManuscriptRetriever(BaseRetriever):
    """The passages of one paper, ranked as ``peerlens search`` ranks them.

    Use it as a context manager, or call ``close``: while it is open, no other process can open the same paper.
    Every document carries in ``metadata`` where its words stand: ``passage_id``, ``section`` (printed number and
    title), ``page`` (from 1, ``None`` where the format has none), ``start`` and ``end`` (characters of the paper's
    text), ``type``, ``file`` (of a supplement, else ``None``), ``score`` (comparable within one query), ``source``.

    ``paper``: path of the manuscript. ``settings``: as for ``peerlens.verify``; ``settings.k`` documents are returned.
    Raises ``PeerlensError`` when the paper cannot be read or something retrieval needs is not available.
    """

    paper: Path
    settings: Settings
    _store: PaperStore = PrivateAttr()
    _tools: PaperTools = PrivateAttr()

    def __init__(self, paper: str | Path, *, settings: Settings | None = None, **kwargs: Any) -> None:
        from peerlens.api import default_settings
        from peerlens.graph.open import open_paper, open_tools

        super().__init__(**{**kwargs, "paper": Path(paper), "settings": settings or default_settings()})
        self._store = open_paper(self.paper, self.settings)
        self._tools = open_tools(self._store, self.settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the paper free. Asking a closed retriever is an error."""
        self._store.close()

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [self._document(hit) for hit in self._tools.search(query, k=self.settings.k)]

    def _document(self, hit: Hit) -> Document:
        passage = hit.passage
        return Document(
            id=passage.id,
            page_content=self._tools.text_of(passage),
            metadata={
                "passage_id": passage.id,
                "section": self._tools.section_of(passage.start).display,
                "page": passage.page,
                "start": passage.start,
                "end": passage.end,
                "type": passage.type.value,
                "file": passage.file,
                "score": hit.score,
                "source": self._store.manuscript.source,
            },
        )
