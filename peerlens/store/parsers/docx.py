"""Read a manuscript in DOCX: what Word would print with all changes accepted, without comments and hidden text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from peerlens.errors import DamagedFileError
from peerlens.schema import Manuscript
from peerlens.store.parsers.composing import Composer, Counted, hidden_text_warning
from peerlens.store.parsers.docx_package import Lists, Package, Styles, attribute, first, number_of
from peerlens.store.parsers.docx_words import Words
from peerlens.store.parsers.markup import Element, all_text, name_of
from peerlens.store.parsers.pieces import BOLD_RANK
from peerlens.store.parsers.versions import DOCX as PARSER_VERSION
from peerlens.store.structure import caption_label, read_heading, section_kind
from peerlens.taxonomy import PassageType, SectionKind

_CAPTION_STYLES = re.compile(r"caption|legend|beschriftung")
_FRONT_STYLES = re.compile(r"^(?:author|affiliation|date|subtitle|keywords|correspondence)")
_ENTRY_STYLES = re.compile(r"bibliograph|reference|literaturverzeichnis")
_PASSED_OVER = frozenset(
    {"sectpr", "bookmarkstart", "bookmarkend", "proofr", "permstart", "permend", "movefrom", "del"}
)
_MAX_DEPTH = 30


def read(data: bytes, *, source: str, paper_id: str) -> Manuscript:
    """Read a DOCX paper. Deleted text of tracked changes, comments, headers and footers are no part of it.

    Raises ``PaperError`` or one of its kinds.
    """
    package = Package(data, source=source)
    document = package.part("word/document.xml")
    body = first(document, "body")
    if body is None:
        raise DamagedFileError(f"{source}: no document in it (word/document.xml)", hint="save the file again")
    reader = _Reader(package)
    reader.flow(body, 0)
    reader.finish()
    return reader.composer.manuscript(
        title=reader.title or reader.core_title(package),
        source=source,
        paper_id=paper_id,
        parser=PARSER_VERSION,
        warnings=hidden_text_warning(reader.words.hidden),
    )


class _Reader:
    def __init__(self, package: Package) -> None:
        self.composer = Composer()
        self.title: str | None = None
        self._styles = Styles(package.part("word/styles.xml"))
        self._lists = Lists(package.part("word/numbering.xml"))
        self.words = Words(self._styles)
        self._notes = {
            kind: {attribute(one, "id") or "": one for one in root}
            if (root := package.part(f"word/{kind}s.xml")) is not None
            else {}
            for kind in ("footnote", "endnote")
        }
        self._counted = Counted()
        self._headed: set[SectionKind] = set()
        self._last_kind = ""
        self._rows_waiting: list[list[list[str]]] = []

    def core_title(self, package: Package) -> str | None:
        core = package.part("docProps/core.xml")
        words = all_text(found) if core is not None and (found := first(core, "title")) is not None else ""
        return words or None

    def flow(self, element: Element, depth: int) -> None:
        for one in element:
            match name_of(one):
                case "p":
                    self._paragraph(one)
                case "tbl":
                    self._table(one, depth)
                case "sdt":
                    content = first(one, "sdtContent")
                    contents = attribute(first(one, "sdtPr", "docPartObj", "docPartGallery"), "val") or ""
                    if content is not None and depth < _MAX_DEPTH and "Table of Contents" not in contents:
                        self.flow(content, depth + 1)
                case name if name not in _PASSED_OVER and name and depth < _MAX_DEPTH:
                    self.flow(one, depth + 1)

    def finish(self) -> None:
        self._pour_tables()

    def _paragraph(self, paragraph: Element) -> None:
        properties = first(paragraph, "pPr")
        style = self._styles.of(attribute(first(properties, "pStyle"), "val") or self._styles.default)
        words = self.words.of(paragraph, hidden=style.hidden)
        number = self._number(properties, style.list_id, style.list_level)
        boxes, notes = self.words.take_boxes(), self.words.take_notes()
        if re.search(r"\w", words) and not style.name.startswith(("toc ", "table of")):
            self._write(paragraph, words, style.name, number, self._outline(properties, style.outline))
        for kind, identity in notes:
            note = self._notes[kind].get(identity)
            if note is not None:
                self.composer.block(self.words.of(note), PassageType.FOOTNOTE)
        for box in boxes:
            self.flow(box, 1)

    def _number(self, properties: Element | None, list_id: str | None, level: int | None) -> str | None:
        own, own_level = first(properties, "numPr", "numId"), first(properties, "numPr", "ilvl")
        identity = attribute(own, "val") if own is not None else list_id
        value = number_of(attribute(own_level, "val"))
        depth = value if value is not None else level or 0
        return None if identity in (None, "0") else self._lists.next(identity, depth)

    def _outline(self, properties: Element | None, outline: int | None) -> int | None:
        own = number_of(attribute(first(properties, "outlineLvl"), "val"))
        if own is not None:
            return own if own < 9 else None
        return outline

    def _write(self, paragraph: Element, words: str, style: str, number: str | None, outline: int | None) -> None:
        label = caption_label(words)
        if self._rows_waiting and label is None and not _CAPTION_STYLES.search(style):
            self._pour_tables()
        shown = f"{number.rstrip('.')} {words}" if number else words
        if style in ("title", "titel", "titre", "título") and self.title is None:
            self.title = words
            self.composer.block(words, PassageType.FRONT)
        elif outline is not None:
            self._heading(shown, rank=outline + 1)
        elif label is not None or _CAPTION_STYLES.search(style):
            self._caption(words, style, label)
        elif self._bold_heading(paragraph, shown):
            self._heading(shown, rank=BOLD_RANK if not read_heading(shown, lettered=False).number else 1)
        elif re.match(r"abstract", style) and len(words.split()) > 4:
            self._implied(SectionKind.ABSTRACT, "Abstract")
            self.composer.block(words)
        elif re.match(r"abstract", style):
            self._heading(words, rank=1)
        elif _FRONT_STYLES.match(style) and not self._headed:
            self.composer.block(words, PassageType.FRONT)
        elif _ENTRY_STYLES.search(style):
            if self._last_kind != "entry":
                self._implied(SectionKind.REFERENCES, "References")
            self.composer.block(words, PassageType.REFERENCE)
            self._last_kind = "entry"
            return
        else:
            self.composer.block(f"{number} {words}" if number else words)
        self._last_kind = "text"

    def _heading(self, words: str, *, rank: int) -> None:
        self._headed.add(section_kind(words))
        self.composer.heading(words, rank=rank)

    def _implied(self, kind: SectionKind, words: str) -> None:
        if kind not in self._headed:
            self._headed.add(kind)
            self.composer.heading(words, rank=1)

    def _bold_heading(self, paragraph: Element, words: str) -> bool:
        """A short line wholly in bold that begins with a number or is a well-known heading."""
        if len(words.split()) > 12 or words[-1:] in ".,;" or not self.words.all_bold(paragraph):
            return False
        heading = read_heading(words, lettered=False)
        return heading.number is not None or section_kind(words) is not SectionKind.OTHER

    def _caption(self, words: str, style: str, label: str | None) -> None:
        kind = "Table" if "table" in style or "tabelle" in style else "Figure"
        if label is not None:
            self.composer.caption(words, implied=label)
        else:
            self.composer.caption(words, implied=self._counted.next(kind))
        self._pour_tables()
        self._last_kind = "caption"

    def _table(self, table: Element, depth: int) -> None:
        """A table's rows wait for a caption below them; where one stood above, they follow it at once."""
        cells = [cell for row in _rows(table) for cell in _cells(row)]
        nested = any(True for cell in cells for one in cell if name_of(one) == "tbl")
        figure_only = not any(re.search(r"\w", all_text(cell)) for cell in cells)
        if (nested or len(cells) == 1 or figure_only) and depth < _MAX_DEPTH:
            for cell in cells:
                self.flow(cell, depth + 1)
            return
        rows = []
        for row in _rows(table):
            shown = []
            for cell in _cells(row):
                merged = first(cell, "tcPr", "vMerge")
                paragraphs = [self.words.of(one) for one in cell if name_of(one) == "p"]
                shown.append(
                    "" if merged is not None and attribute(merged, "val") != "restart" else " ".join(paragraphs)
                )
            rows.append(shown)
        notes = self.words.take_notes()
        if self._last_kind == "caption":
            self.composer.table(rows)
        else:
            self._pour_tables()
            self._rows_waiting.append(rows)
        for kind, identity in notes:
            if (note := self._notes[kind].get(identity)) is not None:
                self.composer.block(self.words.of(note), PassageType.FOOTNOTE)
        self._last_kind = "table"

    def _pour_tables(self) -> None:
        waiting, self._rows_waiting = self._rows_waiting, []
        for rows in waiting:
            self.composer.table(rows)


def _rows(table: Element) -> Iterator[Element]:
    for one in table:
        if name_of(one) == "tr" and first(one, "trPr", "del") is None:
            yield one
        elif name_of(one) in ("sdt", "sdtcontent", "ins", "customxml"):
            yield from _rows(one)


def _cells(row: Element) -> Iterator[Element]:
    for one in row:
        if name_of(one) == "tc":
            yield one
        elif name_of(one) in ("sdt", "sdtcontent", "customxml"):
            yield from _cells(one)
