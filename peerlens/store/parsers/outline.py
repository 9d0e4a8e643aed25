"""From pieces in reading order to sections with numbers, levels and paths, and blocks that know their section."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from peerlens.schema import Block, Caption, Section
from peerlens.store.parsers.pieces import BOLD_RANK, BlockPiece, HeadingPiece, Piece
from peerlens.store.structure import (
    Heading,
    looks_like_checklist,
    looks_like_reference,
    read_heading,
    section_kind,
)
from peerlens.taxonomy import PassageType, SectionKind

_ALWAYS_TOP = frozenset(
    {SectionKind.ABSTRACT, SectionKind.REFERENCES, SectionKind.CHECKLIST, SectionKind.ACKNOWLEDGEMENTS}
)
_USUALLY_TOP = _ALWAYS_TOP | {
    SectionKind.INTRODUCTION,
    SectionKind.CONCLUSION,
    SectionKind.LIMITATIONS,
    SectionKind.ETHICS,
    SectionKind.RELATED_WORK,
    SectionKind.APPENDIX,
}
_NOT_INHERITED = _ALWAYS_TOP | {SectionKind.APPENDIX, SectionKind.OTHER}
_FRONT_MATTER = re.compile(
    r"@|anonymous|affiliation|universit|institut|department|laborator|\bemail\b|under (?:double-blind )?review"
    r"|keywords?\b|equal contribution|corresponding author|\binc\b",
    re.IGNORECASE,
)


class Outline(NamedTuple):
    """What a file is made of."""

    title: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    captions: tuple[Caption, ...]


class _Read(NamedTuple):
    piece: HeadingPiece
    heading: Heading
    kind: SectionKind


def assemble(text: str, pieces: Sequence[Piece], *, title: str | None = None) -> Outline:
    """Build the outline of ``text`` from its pieces, which are in reading order and do not overlap.

    ``title``: where the file says it outside its headings.

    The first section holds the title and what stands before the first other heading. Text after the last entry of a
    reference list, where a heading was lost, becomes a section "Appendix" of its own.
    """
    headings = [piece for piece in pieces if isinstance(piece, HeadingPiece)]
    blocks = [piece for piece in pieces if isinstance(piece, BlockPiece)]
    title_piece = _title_piece(headings, blocks) if title is None else None
    read = _read_all([piece for piece in headings if piece is not title_piece])
    title = title or (title_piece.words if title_piece else _first_line(text))
    sections = _sections(text, title, read)
    sections = _with_lost_headings(text, sections, blocks)
    typed = _typed(text, sections, blocks, title_given=title_piece is not None)
    captions = tuple(
        Caption(label=piece.label, page=None, start=piece.start, end=piece.end)
        for piece in blocks
        if piece.label is not None
    )
    return Outline(title=title, sections=sections, blocks=typed, captions=captions)


def _title_piece(headings: Sequence[HeadingPiece], blocks: Sequence[BlockPiece]) -> HeadingPiece | None:
    if not headings:
        return None
    first = headings[0]
    before = sum(block.end - block.start for block in blocks if block.start < first.start)
    heading = read_heading(first.words, lettered=False)
    known = section_kind(first.words) in _USUALLY_TOP
    return first if before < 400 and heading.number is None and not known else None


def _first_line(text: str) -> str:
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return re.sub(r"[*_#`]+", "", line)[:200].strip() or "Untitled"


def _read_all(headings: Sequence[HeadingPiece]) -> list[_Read]:
    read: list[_Read] = []
    lettered = False
    for piece in headings:
        heading = read_heading(piece.words, lettered=lettered)
        kind = section_kind(heading.title)
        lettered = lettered or kind is SectionKind.REFERENCES or heading.appendix
        read.append(_Read(piece, heading, kind))
    return read


def _sections(text: str, title: str, read: Sequence[_Read]) -> tuple[Section, ...]:
    levels = _levels(read)
    front_end = read[0].piece.start if read else len(text)
    sections = [_front(title, front_end)]
    parents: dict[int, Section] = {}
    after_references = in_appendix = False
    for index, (piece, heading, kind) in enumerate(read):
        level = levels[index]
        parents = {depth: section for depth, section in parents.items() if depth < level}
        parent = _parent(heading, parents)
        in_appendix = in_appendix or heading.appendix or (after_references and kind not in _USUALLY_TOP)
        after_references = after_references or kind is SectionKind.REFERENCES
        own = in_appendix and kind not in (SectionKind.REFERENCES, SectionKind.CHECKLIST, SectionKind.ACKNOWLEDGEMENTS)
        if kind is SectionKind.OTHER and parent is not None and parent.kind not in _NOT_INHERITED:
            kind = parent.kind
        if kind is SectionKind.OTHER and own:
            kind = SectionKind.APPENDIX
        display = f"{heading.number} {heading.title}" if heading.number else heading.title
        section = Section(
            id=f"s{index + 1}",
            number=heading.number,
            title=heading.title,
            level=level,
            kind=kind,
            path=(*(parent.path if parent else ()), display),
            page=None,
            start=piece.start,
            end=read[index + 1].piece.start if index + 1 < len(read) else len(text),
            in_appendix=own,
        )
        parents[level] = section
        sections.append(section)
    return tuple(sections)


def _parent(heading: Heading, above: dict[int, Section]) -> Section | None:
    """The nearest heading above; under a number ("3.2") only one whose number it continues ("3")."""
    candidate = above[max(above)] if above else None
    if candidate is None or heading.number is None or "." not in heading.number:
        return candidate
    return candidate if candidate.number and heading.number.startswith(f"{candidate.number}.") else None


def _front(title: str, end: int) -> Section:
    return Section(
        id="s0", number=None, title=title, level=1, kind=SectionKind.OTHER, path=(title,), page=None, start=0, end=end
    )


def _levels(read: Sequence[_Read]) -> list[int]:
    """The depth of every heading: by its number where it has one, else by how it is marked among the numbered ones."""
    by_rank: dict[int, Counter[int]] = defaultdict(Counter)
    for piece, heading, _ in read:
        if heading.number is not None:
            by_rank[piece.rank][_depth(heading.number)] += 1
    flat = any(len(depths) > 1 for depths in by_rank.values()) and len({piece.rank for piece, _, _ in read}) <= 2
    plain = sorted(
        {piece.rank for piece, _, kind in read if kind not in _ALWAYS_TOP and piece.rank != BOLD_RANK}
        or {piece.rank for piece, _, _ in read}
    )
    levels: list[int] = []
    numbered = real = 1
    for piece, heading, kind in read:
        if heading.number is not None:
            level = numbered = _depth(heading.number)
        elif kind in _ALWAYS_TOP or (kind is SectionKind.APPENDIX and heading.appendix):
            level = numbered = 1
        elif piece.rank == BOLD_RANK:
            level = real + 1
        elif flat:
            level = 1 if kind in _USUALLY_TOP else numbered + 1
        else:
            level = _level_of_rank(piece.rank, by_rank, plain)
        if piece.rank != BOLD_RANK:
            real = level
        levels.append(level)
    return levels


def _level_of_rank(rank: int, by_rank: dict[int, Counter[int]], plain: Sequence[int]) -> int:
    if rank in by_rank:
        return by_rank[rank].most_common(1)[0][0]
    above = [known for known in by_rank if known < rank]
    if above:
        nearest = max(above)
        return by_rank[nearest].most_common(1)[0][0] + sum(1 for known in plain if nearest < known <= rank)
    return max(1, sum(1 for known in plain if known <= rank))


def _depth(number: str) -> int:
    return number.count(".") + 1


def _with_lost_headings(text: str, sections: tuple[Section, ...], blocks: Sequence[BlockPiece]) -> tuple[Section, ...]:
    """Give stray text after a reference list a section of its own."""
    result: list[Section] = []
    for section in sections:
        result.append(section)
        if section.kind is not SectionKind.REFERENCES:
            continue
        inside = [block for block in blocks if section.start <= block.start < section.end]
        last = max((i for i, b in enumerate(inside) if looks_like_reference(text[b.start : b.end])), default=None)
        stray = inside[last + 1 :] if last is not None else []
        prose = [b for b in stray if b.type is PassageType.TEXT and len(text[b.start : b.end].split()) >= 25]
        if not prose or looks_like_checklist(text[prose[0].start : prose[0].end]):
            continue
        begin = stray[0].start
        result[-1] = section.model_copy(update={"end": begin})
        result.append(
            Section(
                id=f"{section.id}x",
                number=None,
                title="Appendix",
                level=1,
                kind=SectionKind.APPENDIX,
                path=("Appendix",),
                page=None,
                start=begin,
                end=section.end,
                in_appendix=True,
            )
        )
    return tuple(result)


def _typed(
    text: str, sections: Sequence[Section], blocks: Sequence[BlockPiece], *, title_given: bool
) -> tuple[Block, ...]:
    has_abstract = any(section.kind is SectionKind.ABSTRACT for section in sections)
    typed: list[Block] = []
    position = 0
    for number, piece in enumerate(blocks):
        while position + 1 < len(sections) and sections[position + 1].start <= piece.start:
            position += 1
        section = sections[position]
        words = text[piece.start : piece.end]
        kind = piece.type
        if kind is PassageType.TEXT:
            if position == 0 and (
                _is_front(words, has_abstract=has_abstract) or (number == 0 and not title_given and _is_line(words))
            ):
                kind = PassageType.FRONT
            elif section.kind is SectionKind.CHECKLIST or looks_like_checklist(words):
                kind = PassageType.CHECKLIST
            elif section.kind is SectionKind.REFERENCES and (looks_like_reference(words) or len(words.split()) < 25):
                kind = PassageType.REFERENCE
            elif re.match(r"[*_]{0,3}key\s?words?\b", words, re.IGNORECASE) and len(words.split()) < 60:
                kind = PassageType.FRONT
        typed.append(Block(type=kind, section=section.id, start=piece.start, end=piece.end))
    return _with_guidelines(text, typed)


def _is_front(words: str, *, has_abstract: bool) -> bool:
    """Whether a paragraph before the first section is authors and the like; without an abstract it may be the body."""
    count = len(words.split())
    if has_abstract or (count < 80 and _FRONT_MATTER.search(words) is not None):
        return True
    return count < 40 and words[-1] not in ".!?。"


def _is_line(words: str) -> bool:
    """Whether a first paragraph can be a title: short, and no sentence."""
    return len(words.split()) < 30 and words[-1] not in ".!。"


def _with_guidelines(text: str, blocks: list[Block]) -> tuple[Block, ...]:
    """A checklist that lost its heading: its list items between recognised items belong to it."""
    counts = Counter(block.section for block in blocks if block.type is PassageType.CHECKLIST)
    inside = False
    result: list[Block] = []
    for block in blocks:
        if block.type is PassageType.CHECKLIST:
            inside = True
        elif result and result[-1].section != block.section:
            inside = False
        listed = re.search(r"(?:^|\n)[ \t]*[*•-][ \t]+$", text[max(0, block.start - 6) : block.start]) is not None
        if inside and listed and block.type is PassageType.TEXT and counts[block.section] >= 3:
            block = block.model_copy(update={"type": PassageType.CHECKLIST})
        result.append(block)
    return tuple(result)
