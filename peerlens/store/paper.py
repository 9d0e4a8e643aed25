"""An indexed paper in memory: manuscript, passages, and what is needed to rank them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from peerlens.errors import ConfigError
from peerlens.schema import Manuscript, Passage
from peerlens.settings import RetrieverName
from peerlens.taxonomy import PassageType
from peerlens.text.plain import plain

if TYPE_CHECKING:  # numpy and bm25s are loaded when something is ranked
    from peerlens.store.embedders import Embedder, Vectors
    from peerlens.store.retrievers import Retriever
    from peerlens.store.retrievers.dense import VectorIndex
    from peerlens.store.sentences import SentenceTable

SEARCHED_TYPES = frozenset({PassageType.TEXT, PassageType.CAPTION, PassageType.TABLE, PassageType.FOOTNOTE})
_KEPT_QUERIES = 512


class IndexedPaper:
    """A manuscript with its passages, and the vectors it was opened with, if any. Without them only BM25 ranks."""

    def __init__(
        self,
        manuscript: Manuscript,
        passages: Sequence[Passage],
        *,
        embedder: Embedder | None = None,
        vectors: VectorIndex | None = None,
        sentences: SentenceTable | None = None,
    ) -> None:
        self.manuscript = manuscript
        self.passages = tuple(passages)
        self.embedder = embedder
        self.vectors = vectors
        self.sentences = sentences
        self._query_vectors: dict[str, Vectors] = {}

    def retriever(self, name: RetrieverName) -> Retriever:
        """Raises ``ConfigError`` when the paper was opened without vectors and they are asked for."""
        if name is RetrieverName.BM25:
            return self._bm25
        if self.vectors is None or self.sentences is None:
            raise ConfigError(
                f"this paper was opened without vectors, so there is no {name.value} retrieval",
                hint="use --retriever bm25",
            )
        from peerlens.store.retrievers.dense import Dense
        from peerlens.store.retrievers.hybrid import Hybrid

        dense = Dense(self.query_vector, index=self.vectors, sentences=self.sentences)
        match name:
            case RetrieverName.DENSE:
                return dense
            case RetrieverName.HYBRID:
                return Hybrid([self._bm25, dense])

    def query_vector(self, query: str) -> Vectors:
        """The unit vector of a query, kept for the next retriever that asks. Raises ``ConfigError`` without a model."""
        if self.embedder is None:
            raise ConfigError("this paper was opened without an embedding model", hint="use --retriever bm25")
        if query not in self._query_vectors:
            if len(self._query_vectors) >= _KEPT_QUERIES:
                self._query_vectors.clear()
            self._query_vectors[query] = self.embedder.embed([plain(query)])[0]
        return self._query_vectors[query]

    @cached_property
    def _bm25(self) -> Retriever:
        from peerlens.store.retrievers.bm25 import Bm25

        text, paths, ranked = self.manuscript.text, _paths(self.manuscript), searched(self.passages)
        return Bm25(
            {one.id: text[one.start : one.end] for one in ranked}, {one.id: paths[one.section] for one in ranked}
        )


def searched(passages: Sequence[Passage]) -> list[Passage]:
    """The passages that retrieval ranks: not references, checklists and front matter."""
    return [passage for passage in passages if passage.type in SEARCHED_TYPES]


def embedded_texts(manuscript: Manuscript, passages: Sequence[Passage]) -> list[str]:
    """What is embedded for each passage: the words of its section path, then its own."""
    paths = _paths(manuscript)
    return [f"{plain(paths[one.section])}: {plain(manuscript.text[one.start : one.end])}" for one in passages]


def _paths(manuscript: Manuscript) -> dict[str, str]:
    """The headings over each section, from the top one down: passages are found by them, though they hold them not."""
    return {section.id: " › ".join(section.path) for section in manuscript.sections}
