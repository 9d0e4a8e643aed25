"""A manuscript as it was read: its text, sections, blocks, captions and passages."""

from __future__ import annotations

from bisect import bisect_right

from peerlens.schema.record import Record
from peerlens.taxonomy import PassageType, SectionKind


class PaperWarning(Record):
    """Something a reader of the report should know about how the paper was read."""

    code: str
    message: str
    page: int | None = None


class MissingPart(Record):
    """A part the paper points to that was not supplied. ``start``/``end``: the sentence that points."""

    what: str
    pointed_from: str
    start: int
    end: int


class Section(Record):
    """A heading and the text under it, up to the next heading of any level.

    ``id`` is unique in the manuscript. ``number`` is the printed one ("4.2", "A.1") or ``None``. ``level`` is 1 for
    top headings. ``path`` holds the titles from the top heading down to this one, numbers included.
    """

    id: str
    number: str | None
    title: str
    level: int
    kind: SectionKind
    path: tuple[str, ...]
    page: int | None
    start: int
    end: int
    in_appendix: bool = False

    @property
    def display(self) -> str:
        return f"{self.number} {self.title}" if self.number else self.title


class Block(Record):
    """A run of text of one type in one section: a paragraph, a list item, a caption, a table row, a footnote…

    Blocks are in reading order, do not overlap, and cover all text that is not a heading.
    """

    type: PassageType
    section: str
    start: int
    end: int


class Caption(Record):
    """A caption: ``label`` is the printed one, normalised ("Table 1", "Figure 3")."""

    label: str
    page: int | None
    start: int
    end: int


class Mark(Record):
    """From ``start`` on, up to the next mark, text stands on this page (or printed line); ``None``: on none."""

    start: int
    value: int | None


class FilePart(Record):
    """From ``start`` to ``end`` the text comes from this file of a paper that has several."""

    name: str
    start: int
    end: int


class Manuscript(Record):
    """A parsed paper: its text and what is known about each stretch of it.

    ``id``: hash of the bytes of all its files. ``pages``: number of pages, ``None`` where the format has none.
    ``page_marks`` and ``line_marks`` are sorted by ``start``; ``line_marks`` carry printed margin numbers.
    ``files``: the paper and its supplements in order of their text, empty for a paper in one file; pages count from
    1 in each of them.
    """

    id: str
    title: str
    source: str
    parser: str
    pages: int | None
    text: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    captions: tuple[Caption, ...]
    missing: tuple[MissingPart, ...] = ()
    warnings: tuple[PaperWarning, ...] = ()
    page_marks: tuple[Mark, ...] = ()
    line_marks: tuple[Mark, ...] = ()
    files: tuple[FilePart, ...] = ()

    def file_at(self, offset: int) -> str | None:
        """The file the text at ``offset`` comes from, ``None`` for a paper in one file."""
        return next((part.name for part in self.files if part.start <= offset < part.end), None)

    def page_at(self, offset: int) -> int | None:
        return _value_at(self.page_marks, offset)

    def line_at(self, offset: int) -> int | None:
        return _value_at(self.line_marks, offset)


def _value_at(marks: tuple[Mark, ...], offset: int) -> int | None:
    position = bisect_right(marks, offset, key=lambda mark: mark.start) - 1
    return marks[position].value if position >= 0 else None


class Passage(Record):
    """A stretch of the manuscript that is retrieved and shown as one: ``Manuscript.text[start:end]``."""

    id: str
    section: str
    page: int | None
    line: int | None
    start: int
    end: int
    type: PassageType
    file: str | None = None


class Highlight(Record):
    """Words of a manuscript to be marked in its file: ``Manuscript.text[start:end]``, a note on them, red green blue
    from 0 to 1."""

    start: int
    end: int
    note: str
    colour: tuple[float, float, float]
