"""Read a PDF into a manuscript: structure from the characters' type and place, no layout model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from peerlens.errors import DamagedFileError, NoTextError, PaperError, PasswordError
from peerlens.schema import Caption, Manuscript, PaperWarning, Section
from peerlens.store.parsers.outline import Outline, assemble
from peerlens.store.parsers.pdf_body import Body, main_type, measure, on_page
from peerlens.store.parsers.pdf_captions import find_captions
from peerlens.store.parsers.pdf_floats import find_floats
from peerlens.store.parsers.pdf_flow import Item, page_items
from peerlens.store.parsers.pdf_glyphs import REPLACEMENT
from peerlens.store.parsers.pdf_headings import Heading, find_headings, find_title, heading_text, joined_title
from peerlens.store.parsers.pdf_hidden import HiddenText, warnings_of
from peerlens.store.parsers.pdf_lines import Line, lines_of
from peerlens.store.parsers.pdf_margins import drop_running_heads, number_lines, take_line_numbers
from peerlens.store.parsers.pdf_pages import read_pages
from peerlens.store.parsers.pdf_paragraphs import blocks_of, footnote_marks
from peerlens.store.parsers.pdf_places import WordPlaces
from peerlens.store.parsers.pdf_run_in import head_words, part_run_ins
from peerlens.store.parsers.pdf_sheets import Sheet
from peerlens.store.parsers.pdf_text import Composed, compose
from peerlens.store.parsers.versions import PDF as PARSER_VERSION
from peerlens.store.structure import find_missing

_MAX_PAGES = 1000
_CAPTION = re.compile(r"(?:table|figure|fig\.|algorithm)\s*\w", re.I)
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")


@dataclass
class _Pages:
    """``sheets``: those worth reading, ``every``: all of them, as ``Line.sheet`` counts."""

    sheets: list[Sheet]
    every: list[Sheet]
    hidden: list[tuple[int, HiddenText]]
    empty: list[int]
    count: int


def read(data: bytes, *, source: str, paper_id: str, password: str | None) -> Manuscript:
    """Parse a PDF. ``source`` is the file name shown to users.

    Raises ``PasswordError``, ``DamagedFileError``, ``NoTextError`` or their base ``PaperError``, nothing else.
    """
    pages, warnings = _pages_of(data, source, password)
    composed, outline, title = _structure(pages.sheets)
    warnings += [*warnings_of(pages.hidden), *_text_warnings(composed.text, pages)]
    title = title or Path(source).stem
    sections = tuple(_placed_section(section, composed) for section in outline.sections)
    sections = (sections[0].model_copy(update={"title": title, "path": (title,)}), *sections[1:])
    captions = tuple(_placed_caption(caption, composed) for caption in outline.captions)
    return Manuscript(
        id=paper_id,
        title=title,
        source=source,
        parser=PARSER_VERSION,
        pages=pages.count,
        text=composed.text,
        sections=sections,
        blocks=outline.blocks,
        captions=captions,
        missing=find_missing(composed.text, sections=sections, captions=captions, blocks=outline.blocks),
        warnings=tuple(warnings),
        page_marks=composed.page_marks,
        line_marks=composed.line_marks,
    )


def place_words(data: bytes, *, source: str, password: str | None) -> tuple[str, WordPlaces]:
    """The text as ``read`` gives it, and where on the pages its words stand. Raises as ``read`` does."""
    pages, _ = _pages_of(data, source, password)
    composed, _, _ = _structure(pages.sheets)
    return composed.text, WordPlaces(composed, pages.every)


def _pages_of(data: bytes, source: str, password: str | None) -> tuple[_Pages, list[PaperWarning]]:
    _refuse_what_is_no_pdf(data, source)
    document = _open(data, source, password)
    try:
        warnings = _copy_limits(document)
        pages = _read_pages(document, source)
    finally:
        document.close()
    if not any(sheet.lines for sheet in pages.sheets):
        raise NoTextError(
            f"{source}: no text on {len(pages.empty)} of {pages.count} pages (scanned pictures?)",
            hint="run text recognition first, for example: ocrmypdf in.pdf out.pdf",
        )
    return pages, warnings


def _refuse_what_is_no_pdf(data: bytes, source: str) -> None:
    head = data[:1024]
    if b"%PDF-" not in head:
        if re.match(
            rb"\s*(?:<!doctype html|<html|<head|<\?xml[^>]*>\s*<!doctype html)", head.lstrip(b"\xef\xbb\xbf"), re.I
        ):
            raise PaperError(f"{source}: not a PDF, it is HTML", hint="download the paper again, a login may be needed")
        raise DamagedFileError(f"{source}: not a PDF, or its beginning is lost", hint="download the file again")
    if b"%%EOF" not in data[-8192:]:
        raise DamagedFileError(
            f"{source}: the PDF is cut short after {len(data):,} bytes (its end is missing)",
            hint="download the file again",
        )


def _open(data: bytes, source: str, password: str | None) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as exc:
        code = getattr(exc, "err_code", None)
        if code == raw.FPDF_ERR_PASSWORD or "password" in str(exc).lower():
            what = "the password given is wrong" if password else "needs a password to be opened"
            hint = "check the password" if password else "give it with --password-file FILE"
            raise PasswordError(f"{source}: {what}", hint=hint) from exc
        if code == raw.FPDF_ERR_SECURITY:
            hint = "save an unprotected copy"
            raise PasswordError(f"{source}: encrypted in a way that cannot be read", hint=hint) from exc
        raise DamagedFileError(
            f"{source}: the PDF is damaged, 0 pages could be read", hint="download it again"
        ) from exc


def _copy_limits(document: pdfium.PdfDocument) -> list[PaperWarning]:
    if raw.FPDF_GetSecurityHandlerRevision(document) < 0:
        return []
    message = "The author of the file has set copy limits; it was read as usual, for checking only."
    return [PaperWarning(code="copy_limits", message=message)]


def _read_pages(document: pdfium.PdfDocument, source: str) -> _Pages:
    count = len(document)
    if not count:
        raise DamagedFileError(f"{source}: the PDF has no pages", hint="download it again")
    if count > _MAX_PAGES:
        raise PaperError(f"{source}: {count} pages are too many (limit {_MAX_PAGES})", hint="give the paper alone")
    pages = read_pages(document, source)
    sheets = [sheet for page in pages for sheet in page.sheets]
    numbers = take_line_numbers(sheets)
    for place, sheet in enumerate(sheets):
        sheet.lines = lines_of(sheet.runs, sheet.page, place)
        number_lines(sheet.lines, numbers.get(place, []), sheet.width)
    return _Pages(
        _worth_reading(sheets),
        every=sheets,
        hidden=[(page.index + 1, page.hidden) for page in pages],
        empty=[page.index + 1 for page in pages if page.is_empty],
        count=count,
    )


def _worth_reading(sheets: Sequence[Sheet]) -> list[Sheet]:
    """The main sheet of each page, and others that hold a table or text of their own, not just an axis label."""
    chosen: list[Sheet] = []
    seen: set[int] = set()
    for sheet in sheets:
        if sheet.page not in seen or _reads_alone(sheet):
            chosen.append(sheet)
        seen.add(sheet.page)
    return chosen


def _reads_alone(sheet: Sheet) -> bool:
    """Whether text set against the page's main direction is a table or a text, and not the labels of drawings."""
    if any(_CAPTION.match(line.text) for line in sheet.lines):
        return len(sheet.lines) >= 3
    return len(sheet.lines) >= 8 and sum(line.letters for line in sheet.lines) >= 300


def _structure(sheets: Sequence[Sheet]) -> tuple[Composed, Outline, str]:
    drop_running_heads(sheets, body_size=main_type(sheets)[0])
    body = measure(sheets)
    items = [item for sheet in sheets for item in _sheet_items(sheet, body)]
    whole = items
    items, run_ins = part_run_ins(whole, numbered=False)
    title_places = find_title(items, body)
    headings = find_headings(items, body, taken=frozenset([*title_places, *run_ins]))
    if not any(heading.words[:1].isdigit() for heading in headings):
        items, run_ins = part_run_ins(whole, numbered=True)
        title_places = find_title(items, body)
        headings = find_headings(items, body, taken=frozenset([*title_places, *run_ins]))
    title = " ".join(heading_text(line) for line in _lines(items, title_places))
    title = joined_title(title)
    headings += [Heading([place], head_words(line), 1) for place in run_ins for line in _lines(items, [place])]
    if title_places:
        headings.append(Heading(title_places, title, 1))
    composed = compose(blocks_of(items, headings, body), footnote_marks(items))
    return composed, assemble(composed.text, composed.pieces), title


def _lines(items: Sequence[Item], places: Sequence[int]) -> list[Line]:
    return [line for place in places for line in [getattr(items[place], "line", None)] if line is not None]


def _sheet_items(sheet: Sheet, body: Body) -> list[Item]:
    body = on_page(body, sheet)
    captions = find_captions(sheet, body)
    floats = find_floats(sheet, captions, body)
    return page_items(sheet, captions, floats, body)


def _placed_section(section: Section, composed: Composed) -> Section:
    return section.model_copy(update={"page": _page_at(composed, section.start)})


def _placed_caption(caption: Caption, composed: Composed) -> Caption:
    return caption.model_copy(update={"page": _page_at(composed, caption.start)})


def _page_at(composed: Composed, offset: int) -> int | None:
    page = None
    for mark in composed.page_marks:
        if mark.start > offset:
            break
        page = mark.value
    return page


def _text_warnings(text: str, pages: _Pages) -> list[PaperWarning]:
    warnings = []
    if pages.empty:
        shown = ", ".join(map(str, pages.empty[:20])) + (", …" if len(pages.empty) > 20 else "")
        message = (
            f"No text could be read on {len(pages.empty)} of {pages.count} pages ({shown}): scanned, drawn or blank."
        )
        warnings.append(PaperWarning(code="pages_without_text", message=message, page=pages.empty[0]))
    scanned = [page for page, found in pages.hidden if found.ocr]
    if scanned:
        message = (
            f"{len(scanned)} of {pages.count} pages are scans with recognised text, which may hold reading errors."
        )
        warnings.append(PaperWarning(code="recognised_text", message=message, page=scanned[0]))
    lost = text.count(REPLACEMENT)
    if lost >= 20 or lost > 0.01 * len(text):
        message = f"{lost} characters could not be read (their fonts do not say what they are); formulas may have gaps."
        warnings.append(PaperWarning(code="glyph_loss", message=message))
    letters = sum(map(str.isalpha, text))
    if letters >= 20 and len(_LATIN.findall(text)) < 0.5 * letters:
        message = (
            "The paper is not mainly in Latin script; search by words works poorly, and claims in English may miss it."
        )
        warnings.append(PaperWarning(code="language", message=message))
    return warnings
