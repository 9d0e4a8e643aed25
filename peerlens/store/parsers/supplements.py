"""Join a paper and its supplements to one manuscript whose every stretch knows its file."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.schema import Block, Caption, FilePart, Manuscript, Mark, PaperWarning, Section
from peerlens.store.structure import find_missing
from peerlens.taxonomy import SectionKind

_BETWEEN = "\n\n"


def joined(paper: Manuscript, supplements: Sequence[Manuscript]) -> Manuscript:
    """``paper`` with the text and the sections of its supplements behind its own, as parts of an appendix.

    Pages are counted in each file; ``pages`` is the number in all of them. What the supplements bring is no longer
    missing.
    """
    if not supplements:
        return paper
    text = paper.text
    files = [FilePart(name=paper.source, start=0, end=len(text))]
    sections, blocks, captions = list(paper.sections), list(paper.blocks), list(paper.captions)
    pages, lines = list(paper.page_marks), list(paper.line_marks)
    warnings = list(paper.warnings)
    for number, one in enumerate(supplements, 1):
        start = len(text) + len(_BETWEEN)
        text += _BETWEEN + one.text
        files.append(FilePart(name=one.source, start=start, end=len(text)))
        sections += [_section(section, number, start) for section in one.sections]
        blocks += [_block(block, number, start) for block in one.blocks]
        captions += [_caption(caption, start) for caption in one.captions]
        pages += _marks(one.page_marks, start, after=pages)
        lines += _marks(one.line_marks, start, after=lines)
        warnings += [_warning(warning, one.source) for warning in one.warnings]
    counted = [one.pages for one in (paper, *supplements) if one.pages is not None]
    return paper.model_copy(
        update={
            "text": text,
            "pages": sum(counted) if counted else None,
            "sections": tuple(sections),
            "blocks": tuple(blocks),
            "captions": tuple(captions),
            "page_marks": tuple(pages),
            "line_marks": tuple(lines),
            "files": tuple(files),
            "warnings": tuple(warnings),
            "parser": "+".join(dict.fromkeys((paper.parser, *(one.parser for one in supplements)))),
            "missing": find_missing(text, sections=sections, captions=captions, blocks=blocks),
        }
    )


def _section(section: Section, number: int, shift: int) -> Section:
    kind = section.kind if section.kind is not SectionKind.OTHER else SectionKind.APPENDIX
    in_appendix = kind not in (SectionKind.REFERENCES, SectionKind.CHECKLIST, SectionKind.ACKNOWLEDGEMENTS)
    return section.model_copy(
        update={
            "id": f"f{number}{section.id}",
            "kind": SectionKind.APPENDIX if kind is SectionKind.ABSTRACT else kind,
            "start": section.start + shift,
            "end": section.end + shift,
            "in_appendix": in_appendix,
        }
    )


def _block(block: Block, number: int, shift: int) -> Block:
    return block.model_copy(
        update={"section": f"f{number}{block.section}", "start": block.start + shift, "end": block.end + shift}
    )


def _caption(caption: Caption, shift: int) -> Caption:
    return caption.model_copy(update={"start": caption.start + shift, "end": caption.end + shift})


def _marks(marks: Sequence[Mark], shift: int, *, after: Sequence[Mark]) -> list[Mark]:
    """The marks of a file; where it has none at its start, the last one of the file before it is ended."""
    moved = [mark.model_copy(update={"start": mark.start + shift}) for mark in marks]
    ended = after and after[-1].value is not None and (not moved or moved[0].start > shift)
    return [Mark(start=shift, value=None), *moved] if ended else moved


def _warning(warning: PaperWarning, source: str) -> PaperWarning:
    return warning.model_copy(update={"message": f"{source}: {warning.message}"})
