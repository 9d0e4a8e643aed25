"""An indexed paper narrowed to some of its passages: all else is blank, so that every offset stays what it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from peerlens.schema import Manuscript, Passage
from peerlens.store.paper import IndexedPaper, searched

if TYPE_CHECKING:
    from peerlens.store.embedders import Vectors
    from peerlens.store.retrievers import Ranked
    from peerlens.store.retrievers.dense import VectorIndex
    from peerlens.store.sentences import SentenceTable

_INK = re.compile(r"[^\n]")


def narrowed(paper: IndexedPaper, passages: Sequence[Passage]) -> IndexedPaper:
    """The paper as if only these passages and the headings right above them had been supplied."""
    ids = {passage.id for passage in passages}
    kept = tuple(passage for passage in paper.passages if passage.id in ids)
    return NarrowedPaper(paper, _blanked(paper.manuscript, kept), kept)


class NarrowedPaper(IndexedPaper):
    """Shares the vectors of the whole paper, also those of its queries."""

    def __init__(self, whole: IndexedPaper, manuscript: Manuscript, passages: Sequence[Passage]) -> None:
        ids = [passage.id for passage in searched(passages)]
        super().__init__(
            manuscript,
            passages,
            embedder=whole.embedder,
            vectors=None if whole.vectors is None else _SomeVectors(whole.vectors, ids),
            sentences=None if whole.sentences is None else _rows_of(whole.sentences, ids),
        )
        self._whole = whole

    def query_vector(self, query: str) -> Vectors:
        return self._whole.query_vector(query)


class _SomeVectors:
    """The vector index of the whole paper, asked for some passages only."""

    def __init__(self, index: VectorIndex, ids: Sequence[str]) -> None:
        self._index = index
        self._ids = list(ids)

    def nearest(self, vector: Vectors, *, k: int) -> list[Ranked]:
        from peerlens.store.retrievers import Ranked

        found = self._index.cosines(vector, self._ids)
        ranked = sorted(found.items(), key=lambda one: -one[1])[:k]
        return [Ranked(name, score) for name, score in ranked]

    def cosines(self, vector: Vectors, passage_ids: Sequence[str]) -> dict[str, float]:
        own = set(self._ids)
        return self._index.cosines(vector, [one for one in passage_ids if one in own])


def _rows_of(table: SentenceTable, ids: Iterable[str]) -> SentenceTable:
    import numpy as np

    from peerlens.store.sentences import SentenceTable

    wanted = set(ids)
    position = {number: name for number, name in enumerate(table.passage_ids) if name in wanted}
    renumbered = {number: new for new, number in enumerate(position)}
    rows = [row for row, owner in enumerate(table.owners.tolist()) if owner in renumbered]
    owners = np.array([renumbered[int(table.owners[row])] for row in rows], dtype=np.int32)
    return SentenceTable(tuple(position.values()), owners, table.spans[rows], table.vectors[rows])


def _blanked(manuscript: Manuscript, passages: Sequence[Passage]) -> Manuscript:
    text = manuscript.text
    sections = {passage.section for passage in passages}
    spans = [(passage.start, passage.end) for passage in passages]
    for section in manuscript.sections:
        if section.id in sections and section.title:
            ends = text.find("\n", section.start, section.end)
            spans.append((section.start, ends if ends > section.start else section.start))
    parts: list[str] = []
    reached = 0
    for start, end in sorted(spans):
        parts.append(_INK.sub(" ", text[reached : max(reached, start)]))
        parts.append(text[max(reached, start) : max(reached, end)])
        reached = max(reached, end)
    parts.append(_INK.sub(" ", text[reached:]))
    inside = tuple(part for part in manuscript.missing if any(s <= part.start < e for s, e in spans))
    return manuscript.model_copy(update={"text": "".join(parts), "missing": inside})
