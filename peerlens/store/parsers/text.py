"""Read a manuscript in plain text, where headings are known only by how they look."""

from __future__ import annotations

import re
from collections.abc import Iterator

from peerlens.errors import NoTextError
from peerlens.schema import Manuscript
from peerlens.store.parsers.decoding import decode, without_controls
from peerlens.store.parsers.outline import assemble
from peerlens.store.parsers.pieces import BlockPiece, HeadingPiece, Piece, trimmed
from peerlens.store.parsers.versions import TEXT as PARSER_VERSION
from peerlens.store.structure import caption_label, find_missing, read_heading, section_kind
from peerlens.taxonomy import PassageType, SectionKind

_PARAGRAPH = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_LINE = re.compile(r"[^\n]+")
_MAX_HEADING_WORDS = 10
_SPACED_CAPITALS = re.compile(r"\b([A-Z]) (?=[A-Z]{2,})")  # small capitals as some readers give them: "A BSTRACT"


def read(data: bytes, *, source: str, paper_id: str, password: str | None) -> Manuscript:
    """Read a plain text file. ``text`` is the decoded file, control characters replaced one for one.

    ``password`` is accepted for the parsers' common signature and not used. Raises ``NoTextError`` for a file without
    words, ``DamagedFileError`` for one that is not text.
    """
    decoded, guessed = decode(data, source=source)
    text = without_controls(decoded)
    if not re.search(r"\w", text):
        raise NoTextError(f"{source}: no text in it", hint="check that this is the right file")
    outline = assemble(text, list(_pieces(text)))
    return Manuscript(
        id=paper_id,
        title=outline.title,
        source=source,
        parser=PARSER_VERSION,
        pages=None,
        text=text,
        sections=outline.sections,
        blocks=outline.blocks,
        captions=outline.captions,
        missing=find_missing(text, sections=outline.sections, captions=outline.captions, blocks=outline.blocks),
        warnings=guessed,
    )


def _pieces(text: str) -> Iterator[Piece]:
    for paragraph in _PARAGRAPH.finditer(text):
        run: int | None = None
        for line in _LINE.finditer(text, paragraph.start(), paragraph.end()):
            start, end = trimmed(text, line.start(), line.end())
            rank = _heading_rank(text[start:end], alone=run is None)
            if rank is not None:
                if run is not None:
                    yield from _block(text, run, start)
                yield HeadingPiece(start, end, _SPACED_CAPITALS.sub(r"\1", text[start:end]), rank)
                run = None
            elif run is None:
                run = start
        if run is not None:
            yield from _block(text, run, paragraph.end())


def _block(text: str, start: int, end: int) -> Iterator[BlockPiece]:
    start, end = trimmed(text, start, end)
    if re.search(r"[^\W_]", text[start:end]):
        label = caption_label(text[start:end])
        yield BlockPiece(start, end, PassageType.CAPTION if label else PassageType.TEXT, label)


def _heading_rank(line: str, *, alone: bool) -> int | None:
    """1 for a line that is a heading by its number, capitals or well-known words, else ``None``."""
    words = line.split()
    if not words or len(words) > _MAX_HEADING_WORDS or line[-1] in ".,;?!" or caption_label(line):
        return None
    bare = _SPACED_CAPITALS.sub(r"\1", line)
    heading = read_heading(bare, lettered=False)
    if heading.number is not None and heading.title[:1].isupper() and re.search(r"[^\W\d]{3}", heading.title):
        return 1 if alone or "." in heading.number or heading.title.isupper() else None
    if not alone:
        return None
    if len(words) <= 4 and section_kind(bare) in _WELL_KNOWN:
        return 1
    return 1 if bare.isupper() and re.search(r"[A-Z]{4}", bare) and len(words) >= 1 else None


_WELL_KNOWN = frozenset(
    {
        SectionKind.ABSTRACT,
        SectionKind.INTRODUCTION,
        SectionKind.RELATED_WORK,
        SectionKind.CONCLUSION,
        SectionKind.LIMITATIONS,
        SectionKind.REFERENCES,
        SectionKind.ACKNOWLEDGEMENTS,
        SectionKind.APPENDIX,
        SectionKind.ETHICS,
    }
)
