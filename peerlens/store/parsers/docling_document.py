"""From a DoclingDocument, docling's record of a parsed file, to a manuscript."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from peerlens.schema import Manuscript, PaperWarning
from peerlens.store.parsers.composing import Composer, Counted
from peerlens.store.parsers.versions import DOCLING as PARSER_VERSION
from peerlens.taxonomy import PassageType

if TYPE_CHECKING:
    from docling_core.types.doc.document import DoclingDocument, TableItem

_HIDDEN = "docling does not tell hidden text from visible text; use --parser auto where that matters"
_PRINTED_ASIDE = frozenset({"page_header", "page_footer"})
_KINDS = {"footnote": PassageType.FOOTNOTE, "reference": PassageType.REFERENCE, "caption": PassageType.CAPTION}


def manuscript_of(document: DoclingDocument, *, source: str, paper_id: str) -> Manuscript:
    """Map a document: titles, headings (their depth by their numbers), captions before their rows, pages.

    Raises ``NoTextError`` where no text was recognised.
    """
    from docling_core.types.doc.document import PictureItem, SectionHeaderItem, TableItem, TextItem, TitleItem

    composer, counted = Composer(), Counted()
    title: str | None = None
    taken: set[str] = set()
    for item, _ in document.iterate_items():
        if item.prov:
            composer.on_page(item.prov[0].page_no)
        if isinstance(item, TableItem | PictureItem):
            captions = [reference.resolve(document) for reference in item.captions]
            taken |= {caption.self_ref for caption in captions}
            words = " ".join(caption.text for caption in captions)
            if words.strip():
                composer.caption(words, implied=counted.next("Table" if isinstance(item, TableItem) else "Figure"))
            if isinstance(item, TableItem):
                composer.table(_rows(item))
        elif not isinstance(item, TextItem) or item.self_ref in taken or item.label.value in _PRINTED_ASIDE:
            continue
        elif isinstance(item, TitleItem) and title is None:
            title = item.text
            composer.block(title, PassageType.FRONT)
        elif isinstance(item, SectionHeaderItem | TitleItem):
            composer.heading(item.text, rank=item.level if isinstance(item, SectionHeaderItem) else 1)
        elif item.label.value != "caption":
            composer.block(item.text, _KINDS.get(item.label.value, PassageType.TEXT))
    return composer.manuscript(
        title=title,
        source=source,
        paper_id=paper_id,
        parser=PARSER_VERSION,
        warnings=(PaperWarning(code="hidden_text_unchecked", message=_HIDDEN),),
        pages=len(document.pages) or None,
    )


def _rows(table: TableItem) -> Iterator[list[str]]:
    """The rows of a table; a cell that spans several stands in the first of them."""
    for number, row in enumerate(table.data.grid):
        yield [
            cell.text if (cell.start_row_offset_idx, cell.start_col_offset_idx) == (number, column) else ""
            for column, cell in enumerate(row)
        ]
