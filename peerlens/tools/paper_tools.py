"""What an agent can do to one manuscript: search, read, compare, scan, locate, outline."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from peerlens.errors import UsageError
from peerlens.schema import Caption, Evidence, Manuscript, Passage, Record, Scan, Section
from peerlens.settings import RetrieverName
from peerlens.store.narrowed import narrowed
from peerlens.store.paper import SEARCHED_TYPES, IndexedPaper
from peerlens.store.passages import spans_within
from peerlens.store.rerankers import Reranker
from peerlens.store.retrievers import Retriever
from peerlens.taxonomy import EvidenceRole, PassageType, SectionKind
from peerlens.text.folding import Folded, fold, stem, words
from peerlens.tools.abbreviations import find_abbreviations
from peerlens.tools.places import captions_unsure, find_place, label_of, passages_of, rows_of
from peerlens.tools.scan import TokenIndex

_NOT_SCANNED = frozenset({PassageType.CHECKLIST, PassageType.REFERENCE})


class Hit(Record):
    """A passage that retrieval returned. ``rank`` counts from 1."""

    passage: Passage
    rank: int
    score: float


class SentenceHit(Record):
    """A sentence near a query. ``similarity``: cosine, or share of the query's words in papers without vectors."""

    start: int
    end: int
    passage_id: str
    similarity: float


class ScanMatch(Record):
    """A place where a probe stands. A match in a heading names the first passage under it ("" if there is none)."""

    passage_id: str
    start: int
    end: int
    probe: str
    section_kind: SectionKind
    in_heading: bool


class ScanResult(Record):
    """Matches in text order, and the record of the look."""

    matches: tuple[ScanMatch, ...]
    record: Scan


class Outline(Record):
    """The paper's skeleton."""

    sections: tuple[Section, ...]
    captions: tuple[Caption, ...]


_UNREAD: Final = frozenset({"pages_without_text"})
"""Warnings that a part of the paper could not be read: nothing is known to be absent then."""


class PaperTools:
    """The tools on one paper. ``search`` uses ``retriever`` unless told otherwise, and ``reranker`` always."""

    def __init__(
        self, store: IndexedPaper, *, retriever: RetrieverName | None = None, reranker: Reranker | None = None
    ) -> None:
        self._store = store
        self._reranker = reranker
        fallback = RetrieverName.BM25 if store.vectors is None else RetrieverName.HYBRID
        self._retriever = retriever or fallback
        self._by_id = {passage.id: passage for passage in store.passages}
        self._positions = {passage.id: position for position, passage in enumerate(store.passages)}
        self._starts = [passage.start for passage in store.passages]
        self._section_starts = [section.start for section in store.manuscript.sections]

    @property
    def manuscript(self) -> Manuscript:
        return self._store.manuscript

    @property
    def passages(self) -> tuple[Passage, ...]:
        return self._store.passages

    @property
    def knows_meaning(self) -> bool:
        """Whether similarities are cosines; without vectors they count words in common."""
        return self._store.embedder is not None

    # --- reading

    def passage(self, passage_id: str) -> Passage:
        """Raises ``UsageError`` for an id that is not of this paper."""
        if passage_id not in self._by_id:
            raise UsageError(f"no passage {passage_id!r} in this paper")
        return self._by_id[passage_id]

    def text_of(self, passage: Passage) -> str:
        return self.manuscript.text[passage.start : passage.end]

    def sentences(self, passage_id: str) -> tuple[tuple[int, int], ...]:
        """The sentences of a passage; of a table's passage, its rows."""
        return tuple(spans_within(self.manuscript, self.passage(passage_id)))

    def neighbours(self, passage_id: str, *, n: int = 1) -> tuple[Passage, ...]:
        """Up to ``n`` passages before and after, in the same section, in reading order, without the passage itself."""
        at = self._positions[self.passage(passage_id).id]
        around = self.passages[max(0, at - n) : at] + self.passages[at + 1 : at + 1 + n]
        return tuple(one for one in around if one.section == self.passages[at].section)

    def read_section(self, section_id: str) -> tuple[Passage, ...]:
        """The passages of a section and of those below it. Raises ``UsageError`` for an unknown id."""
        section = next((one for one in self.manuscript.sections if one.id == section_id), None)
        if section is None:
            raise UsageError(f"no section {section_id!r} in this paper")
        return passages_of([section], self.manuscript, self.passages)

    def place(self, named: str) -> tuple[Passage, ...]:
        """The passages of a place named in words ("Table 1", "Section 4.2", "line 213"); none if there is no such."""
        return find_place(named, self.manuscript, self.passages)

    def table_rows(self, caption_id: str) -> tuple[Passage, ...]:
        """The row passages that a table's caption belongs to."""
        return rows_of(self.passage(caption_id), self.manuscript, self.passages)

    @property
    def captions_unsure(self) -> bool:
        """Whether it cannot be told which rows some caption of a table belongs to."""
        return captions_unsure(self.manuscript, self.passages)

    def outline(self) -> Outline:
        return Outline(sections=self.manuscript.sections, captions=self.manuscript.captions)

    def section_of(self, offset: int) -> Section:
        position = bisect_right(self._section_starts, offset) - 1
        return self.manuscript.sections[max(0, position)]

    def abbreviations(self) -> dict[str, str]:
        """Abbreviations the paper introduces, short form to long form."""
        return dict(self._abbreviations)

    def within(self, passages: Sequence[Passage]) -> PaperTools:
        """The same tools on these passages alone, as if nothing else had been supplied; offsets stay the paper's."""
        return PaperTools(narrowed(self._store, passages), retriever=self._retriever, reranker=self._reranker)

    # --- searching

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        retriever: RetrieverName | None = None,
        types: frozenset[PassageType] | None = None,
    ) -> tuple[Hit, ...]:
        """The ``k`` best passages for a query. ``types`` narrows them; references, checklists and front matter are
        never ranked."""
        wanted = SEARCHED_TYPES if types is None else types
        pool = k if types is None else len(self.passages)
        ranked = self._ranking(retriever or self._retriever).rank(query, k=pool)
        kept = [one for one in ranked if self._by_id[one.passage_id].type in wanted][:k]
        return tuple(
            Hit(passage=self._by_id[one.passage_id], rank=rank, score=one.score)
            for rank, one in enumerate(kept, start=1)
        )

    def _ranking(self, name: RetrieverName) -> Retriever:
        found = self._store.retriever(name)
        if self._reranker is None:
            return found
        from peerlens.store.retrievers.reranked import Reranked

        return Reranked(found, reranker=self._reranker, text_of=lambda one: self.text_of(self._by_id[one]))

    def best_sentences(self, query: str, *, k: int = 5, within: Sequence[str] | None = None) -> tuple[SentenceHit, ...]:
        """The sentences nearest to a query, the best first; ``within`` limits them to these passages.

        Without vectors, the share of the query's words found in a sentence stands for the cosine.
        """
        if not query.strip():
            return ()
        if self._store.sentences is not None:
            return self._by_vector(query, within, k=k)
        hits = self._by_words(query, within)
        return tuple(sorted(hits, key=lambda hit: (-hit.similarity, hit.start))[:k])

    def _by_vector(self, query: str, within: Sequence[str] | None, *, k: int) -> tuple[SentenceHit, ...]:
        table = self._store.sentences
        assert table is not None
        similarities = table.vectors @ self._store.query_vector(query)
        order = np.lexsort((table.spans[:, 0], -similarities))
        if within is not None:
            allowed = set(within)
            order = order[np.array([one in allowed for one in table.passage_ids], dtype=bool)[table.owners[order]]]
        return tuple(
            SentenceHit(
                start=int(table.spans[row][0]),
                end=int(table.spans[row][1]),
                passage_id=table.passage_ids[table.owners[row]],
                similarity=float(similarities[row]),
            )
            for row in order[:k]
        )

    def _by_words(self, query: str, within: Sequence[str] | None) -> list[SentenceHit]:
        asked = {stem(word) for word in words(query)}
        ids = [one.id for one in self.passages if one.type in SEARCHED_TYPES] if within is None else within
        hits: list[SentenceHit] = []
        for passage_id in ids:
            for start, end in self.sentences(passage_id):
                shared = asked & {stem(word) for word in words(self.manuscript.text[start:end])}
                share = len(shared) / len(asked) if asked else 0.0
                hits.append(SentenceHit(start=start, end=end, passage_id=passage_id, similarity=share))
        return hits

    def similarity(self, a: str, b: str) -> float:
        """Cosine of two texts; without vectors, the share of words they have in common (Jaccard)."""
        if self._store.embedder is not None:
            return float(self._store.query_vector(a) @ self._store.query_vector(b))
        left, right = {stem(word) for word in words(a)}, {stem(word) for word in words(b)}
        return len(left & right) / len(left | right) if left | right else 0.0

    def scan(self, probes: Sequence[str], *, types: frozenset[PassageType] | None = None) -> ScanResult:
        """Look for every probe in all text: passages, headings, captions, tables, footnotes, appendix.

        Whole tokens only, in any inflection; acronyms by case; compounds in any spelling. Matches in checklists and
        references are left out unless ``types`` names them; with ``types`` only those passages (and no headings) are
        read, and the look is complete only if that is all there is.
        """
        queries = tuple(dict.fromkeys(probe for probe in probes if probe.strip()))
        matches = [
            match
            for probe in queries
            for span in self._tokens.find(probe)
            if (match := self._match(probe, span, types))
        ]
        read = sum(1 for one in self.passages if types is None or one.type in types)
        record = Scan(
            queries=queries,
            passages_read=read,
            passages_total=len(self.passages),
            complete=read == len(self.passages) and not any(one.code in _UNREAD for one in self.manuscript.warnings),
            missing=tuple(dict.fromkeys(part.what for part in self.manuscript.missing)),
        )
        return ScanResult(matches=tuple(sorted(matches, key=lambda match: (match.start, match.end))), record=record)

    def _match(self, probe: str, span: tuple[int, int], types: frozenset[PassageType] | None) -> ScanMatch | None:
        start, end = span
        section = self.section_of(start)
        passage = self._passage_at(start)
        if passage is None and types is not None:
            return None
        if passage is not None and (passage.type not in types if types is not None else passage.type in _NOT_SCANNED):
            return None
        return ScanMatch(
            passage_id=passage.id if passage is not None else self._first_under(section),
            start=start,
            end=end,
            probe=probe,
            section_kind=section.kind,
            in_heading=passage is None,
        )

    def _first_under(self, section: Section) -> str:
        """The id of the first passage under a heading, "" where there is none."""
        return next((one.id for one in self.passages if one.start >= section.start and one.section == section.id), "")

    # --- quoting

    def locate(self, quote: str) -> tuple[int, int] | None:
        """Where a quote stands in the paper, exact up to folding; ``None`` if it does not."""
        return self._folded.locate(quote)

    def evidence(self, start: int, end: int, role: EvidenceRole) -> Evidence:
        """A located quote with the place it stands at."""
        passage = self._passage_at(start)
        return Evidence(
            passage_id=passage.id if passage is not None else "",
            role=role,
            file=passage.file if passage is not None else None,
            section=self.section_of(start).display,
            page=self.manuscript.page_at(start),
            start=start,
            end=end,
            quote=self.manuscript.text[start:end],
        )

    def label_at(self, offset: int) -> str | None:
        """The label of the figure or table whose caption or row stands here ("Table 2"); ``None`` elsewhere."""
        passage = self._passage_at(offset)
        return None if passage is None else label_of(passage, self.manuscript, self.passages)

    def _passage_at(self, offset: int) -> Passage | None:
        position = bisect_right(self._starts, offset) - 1
        if position < 0 or offset >= self.passages[position].end:
            return None
        return self.passages[position]

    @cached_property
    def _tokens(self) -> TokenIndex:
        return TokenIndex.of(self.manuscript.text)

    @cached_property
    def _folded(self) -> Folded:
        return fold(self.manuscript.text)

    @cached_property
    def _abbreviations(self) -> dict[str, str]:
        own = (one for one in self.passages if one.type not in _NOT_SCANNED)
        return find_abbreviations("\n\n".join(self.text_of(one) for one in own))
