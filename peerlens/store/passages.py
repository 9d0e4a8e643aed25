"""Cut a manuscript into the passages that are retrieved and shown: by structure first, by length second."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from peerlens.schema import Block, Manuscript, Passage, Section
from peerlens.taxonomy import PassageType
from peerlens.text.sentences import sentence_spans

PASSAGE_RULE = "sentences-130-180/2"  # part of every index's identity: change it with the rule
TARGET_WORDS = 130
MAX_WORDS = 180
_SMALLEST = 40  # a paragraph with fewer words does not stand alone when its neighbour has room

_WORD = re.compile(r"\S+")


class _Unit(NamedTuple):
    """A sentence, or a piece of one that is too long: kept whole. ``ends_block``: a paragraph ends with it."""

    start: int
    end: int
    words: int
    ends_block: bool


def make_passages(manuscript: Manuscript) -> tuple[Passage, ...]:
    """The passages of a manuscript in reading order.

    Running text is packed sentence by sentence to about 130 words and never more than 180, and never across a section,
    a caption or a table; captions and the rows of a table are passages of their own. A passage's id is made of its
    place (section path) and its text, so that equal texts at different places differ, and an edit elsewhere in the
    paper changes no other id.
    """
    sections = {section.id: section for section in manuscript.sections}
    seen: Counter[str] = Counter()
    passages: list[Passage] = []
    for block_type, section_id, start, end in _stretches(manuscript):
        section = sections[section_id]
        words = manuscript.text[start:end]
        base = _identity(section, block_type, words)
        seen[base] += 1
        ordinal = seen[base]
        passages.append(
            Passage(
                id=base if ordinal == 1 else f"{base}-{ordinal}",
                section=section_id,
                page=manuscript.page_at(start),
                line=manuscript.line_at(start),
                start=start,
                end=end,
                type=block_type,
                file=manuscript.file_at(start),
            )
        )
    return tuple(passages)


def _identity(section: Section, block_type: PassageType, words: str) -> str:
    place = "\x1f".join((*section.path, block_type.value, " ".join(words.split())))
    return "p" + hashlib.sha256(place.encode("utf-8", errors="replace")).hexdigest()[:12]


def _stretches(manuscript: Manuscript) -> Iterator[tuple[PassageType, str, int, int]]:
    for (section_id, block_type, _), run in groupby(_numbered(manuscript), key=lambda item: item[0]):
        units = [unit for _, block in run for unit in _units(manuscript.text, block)]
        for start, end in _packed(units):
            if re.search(r"[^\W_]", manuscript.text[start:end]):
                yield block_type, section_id, start, end


def _numbered(manuscript: Manuscript) -> Iterator[tuple[tuple[str, PassageType, int], Block]]:
    """Blocks with the key of the run they may be packed in: captions and footnotes never share a passage.

    A run ends where the section or the type changes, and where text that belongs to no block (a heading, an image)
    stands between two tables.
    """
    run = 0
    before: Block | None = None
    for block in manuscript.blocks:
        joins = (
            before is not None
            and before.section == block.section
            and before.type is block.type
            and block.type not in (PassageType.CAPTION, PassageType.FOOTNOTE)
            and not (block.type is PassageType.TABLE and _apart(manuscript, before.end, block.start))
        )
        run += not joins
        yield (block.section, block.type, run), block
        before = block


def _apart(manuscript: Manuscript, end: int, start: int) -> bool:
    """Whether two rows belong to two tables, by what stands between them."""
    between = manuscript.text[end:start]
    if manuscript.page_at(start) is not None:
        return bool(between.strip()) or manuscript.page_at(end - 1) != manuscript.page_at(start)
    return between.count("\n\n") > 0 or "\\begin{tab" in between or "<table" in between.casefold()


def spans_within(manuscript: Manuscript, passage: Passage) -> list[tuple[int, int]]:
    """The sentences of a passage; of a table's passage, its rows."""
    if passage.type is not PassageType.TABLE:
        return sentence_spans(manuscript.text, passage.start, passage.end)
    rows = [
        (max(block.start, passage.start), min(block.end, passage.end))
        for block in manuscript.blocks
        if block.type is PassageType.TABLE and block.start < passage.end and block.end > passage.start
    ]
    return rows or [(passage.start, passage.end)]


def _units(text: str, block: Block) -> Iterator[_Unit]:
    if block.type is PassageType.TABLE:
        spans = [(block.start, block.end)]
    else:
        spans = sentence_spans(text, block.start, block.end)
    pieces = [piece for span in spans for piece in _bounded(text, *span)]
    for number, (start, end) in enumerate(pieces):
        yield _Unit(start, end, len(text[start:end].split()), number == len(pieces) - 1)


def _bounded(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span, or its parts of at most ``MAX_WORDS`` words, cut after a comma or the like where there is one."""
    words = [match.span() for match in _WORD.finditer(text, start, end)]
    first = 0
    while len(words) - first > MAX_WORDS:
        last = first + MAX_WORDS - 1
        room = range(last, first + MAX_WORDS // 2 - 1, -1)
        cut = next((at for at in room if text[words[at][1] - 1] in ",;:.)]\\"), last)
        yield words[first][0], words[cut][1]
        first = cut + 1
    if first < len(words):
        yield words[first][0], words[-1][1]


def _packed(units: Sequence[_Unit]) -> Iterator[tuple[int, int]]:
    """Fill passages evenly: as many as the words of the run call for, broken at a paragraph's end when near."""
    left = sum(unit.words for unit in units)
    group: list[_Unit] = []
    size = 0
    for unit in units:
        if group and (size + unit.words > MAX_WORDS or _full(group[-1], size, unit.words, left)):
            yield group[0].start, group[-1].end
            group, size = [], 0
        group.append(unit)
        size += unit.words
        left -= unit.words
    if group:
        yield group[0].start, group[-1].end


def _full(last: _Unit, size: int, following: int, left: int) -> bool:
    """Whether a passage of ``size`` words is closed before the next sentence; ``left``: words still to come."""
    if left < _SMALLEST and size + left <= MAX_WORDS:
        return False
    if size >= TARGET_WORDS:
        return True
    if last.ends_block and size >= 0.6 * TARGET_WORDS:
        return True
    return size >= _SMALLEST and abs(size - TARGET_WORDS) < abs(size + following - TARGET_WORDS)
