"""Write the reading text of a structured file block by block, and remember what each stretch of it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from peerlens.errors import NoTextError
from peerlens.schema import Manuscript, Mark, PaperWarning
from peerlens.store.parsers.decoding import without_controls
from peerlens.store.parsers.outline import assemble
from peerlens.store.parsers.pieces import BlockPiece, HeadingPiece, Piece
from peerlens.store.structure import caption_label, find_missing, part_name, section_kind
from peerlens.taxonomy import PassageType, SectionKind

CELL = " | "
_SPACE_BEFORE = re.compile(r" +(?=[,.;:!?)\]](?:\s|$))")


class Composer:
    """Takes a paper's blocks in reading order. Blocks end up parted by blank lines, rows of one table by a
    line break."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._pieces: list[Piece] = []
        self._pages: list[Mark] = []
        self._concluded = False

    def on_page(self, page: int) -> None:
        """What is written from here on stands on this page, counted from 1."""
        if not self._pages or self._pages[-1].value != page:
            self._pages.append(Mark(start=self._length, value=page))

    def heading(self, words: str, *, rank: int, read_as: str | None = None) -> None:
        """A heading; ``words`` begin with its number if it has one. ``read_as``: more than is printed
        ("Appendix A …")."""
        clean = tidy(words)
        if re.search(r"\w", clean):
            kind = section_kind(clean)
            self._concluded = self._concluded or kind is SectionKind.CONCLUSION
            if read_as is None and self._concluded and rank == 1 and re.match(r"[A-Z]\.?\s+[A-Z]", clean):
                read_as = f"Appendix {clean}"
            start, end = self._put(clean, parted="\n\n")
            self._pieces.append(HeadingPiece(start, end, read_as or clean, rank))

    def block(self, words: str, kind: PassageType = PassageType.TEXT, *, label: str | None = None) -> None:
        """A paragraph, list item, footnote, reference…; nothing where there is no letter or digit."""
        clean = tidy(words)
        if re.search(r"[^\W_]", clean):
            start, end = self._put(clean, parted="\n\n")
            self._pieces.append(BlockPiece(start, end, kind, label))

    def caption(self, words: str, *, implied: str) -> None:
        """A caption. ``implied``: its label ("Table 2") by order, for where the words do not begin with one."""
        clean = tidy(words)
        label = caption_label(clean)
        self.block(clean if label else f"{implied}: {clean}", PassageType.CAPTION, label=label or implied)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """The rows of one table, cells parted by a bar."""
        parted = "\n\n"
        for cells in rows:
            clean = _row([tidy(cell).replace("|", "¦") for cell in cells])
            if re.search(r"[^\W_]", clean):
                start, end = self._put(clean, parted=parted)
                self._pieces.append(BlockPiece(start, end, PassageType.TABLE))
                parted = "\n"

    def _put(self, words: str, *, parted: str) -> tuple[int, int]:
        before = parted if self._parts else ""
        self._parts += [before, words]
        start = self._length + len(before)
        self._length = start + len(words)
        return start, self._length

    def manuscript(
        self,
        *,
        title: str | None,
        source: str,
        paper_id: str,
        parser: str,
        warnings: Sequence[PaperWarning] = (),
        pages: int | None = None,
    ) -> Manuscript:
        """The finished manuscript. Raises ``NoTextError`` when nothing was written."""
        text = "".join(self._parts)
        if not re.search(r"\w", text):
            raise NoTextError(f"{source}: no text in it", hint="check that this is the right file")
        outline = assemble(text, self._pieces, title=tidy(title or "") or None)
        read = Manuscript(
            id=paper_id,
            title=outline.title,
            source=source,
            parser=parser,
            pages=pages,
            text=text,
            sections=outline.sections,
            blocks=outline.blocks,
            captions=outline.captions,
            missing=find_missing(text, sections=outline.sections, captions=outline.captions, blocks=outline.blocks),
            warnings=tuple(warnings),
            page_marks=tuple(self._pages),
        )
        return _placed(read) if self._pages else read


def _placed(read: Manuscript) -> Manuscript:
    """Sections and captions with the page that they begin on."""
    return read.model_copy(
        update={
            "sections": tuple(one.model_copy(update={"page": read.page_at(one.start)}) for one in read.sections),
            "captions": tuple(one.model_copy(update={"page": read.page_at(one.start)}) for one in read.captions),
        }
    )


def _row(cells: Sequence[str]) -> str:
    """Cells parted by bars; an empty one at either end has a bar outside it, so that columns can be counted."""
    row = CELL.join(cells).strip()
    return f"{'| ' if cells and not cells[0] else ''}{row}{' |' if len(cells) > 1 and not cells[-1] else ''}"


def tidy(words: str) -> str:
    """One line, single spaces, nothing that could move or hide text, no space before closing signs."""
    return _SPACE_BEFORE.sub("", " ".join(without_controls(words).replace("\u00a0", " ").split()))


class Counted:
    """Implied labels in order of appearance: "Table 1", "Table 2", …, kinds counted apart."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def next(self, kind: str) -> str:
        self._seen[kind] = self._seen.get(kind, 0) + 1
        return part_name(kind, str(self._seen[kind]))


def hidden_text_warning(stretches: Sequence[str]) -> tuple[PaperWarning, ...]:
    """One warning for all stretches with words that a reader of the rendered paper cannot see."""
    worded = [stretch for stretch in stretches if re.search(r"\w{2}", stretch)]
    if not worded:
        return ()
    words = sum(len(stretch.split()) for stretch in worded)
    message = f"{len(worded)} stretch{'es' if len(worded) > 1 else ''} of hidden text ({words} words) left out"
    return (PaperWarning(code="hidden_text", message=message),)
