"""Read a manuscript saved as HTML: what its page shows, without scripts, menus and hidden text."""

from __future__ import annotations

import re

import lxml.html
from lxml import etree

from peerlens.errors import DamagedFileError
from peerlens.schema import Manuscript
from peerlens.store.parsers.composing import Composer, Counted, hidden_text_warning
from peerlens.store.parsers.html_hidden import Hiding
from peerlens.store.parsers.html_words import NOTE_MARKS, Words, class_of
from peerlens.store.parsers.markup import Element, all_text, name_of, too_deep
from peerlens.store.parsers.versions import HTML as PARSER_VERSION
from peerlens.store.structure import caption_label, section_kind
from peerlens.taxonomy import PassageType, SectionKind

_BLOCKS = frozenset(
    "p div section article main body header footer aside figure table ul ol dl li dd dt blockquote pre h1 h2 "
    "h3 h4 h5 h6 details "
    "center form fieldset nav figcaption address hr tbody thead tfoot tr td th caption summary".split()
)
_HEADINGS = re.compile(r"h[1-6]")
_ENTRY_CLASSES = re.compile(r"\b(?:csl-entry|ltx_bibitem|bibitem|reference-item|c-article-references__item|citation)\b")
_LIST_CLASSES = re.compile(r"\b(?:csl-bib-body|ltx_biblist|references|reference-list|bibliography|ref-list)\b")
_NOTE_CLASSES = re.compile(r"\b(?:footnote|footnotes|ltx_note|fn-group|endnote)\b|doc-(?:footnote|endnote)")
_ABSTRACT_CLASSES = re.compile(r"\b(?:abstract|ltx_abstract)\b")
_ABSTRACT_HEADS = re.compile(r"\b(?:abstract-title|ltx_title_abstract)\b")
_FRONT_CLASSES = re.compile(r"\b(?:author|authors|ltx_authors|affiliation|keywords|ltx_keywords|date)\b")
_MAX_DEPTH = 250


def read(data: bytes, *, source: str, paper_id: str) -> Manuscript:
    """Read an HTML paper. Hidden elements are left out with a warning; nothing is loaded from anywhere.

    Raises ``PaperError`` or one of its kinds.
    """
    parser = lxml.html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, encoding=_encoding(data))
    try:
        root = lxml.html.document_fromstring(data, parser=parser)
    except (etree.ParserError, ValueError, LookupError) as exc:
        raise DamagedFileError(f"{source}: broken HTML", hint="save the page again") from exc
    if any("depth" in entry.message for entry in parser.error_log):
        raise too_deep(source)
    reader = _Reader(root)
    title = reader.read()
    return reader.composer.manuscript(
        title=title,
        source=source,
        paper_id=paper_id,
        parser=PARSER_VERSION,
        warnings=hidden_text_warning(reader.hiding.stretches),
    )


def _encoding(data: bytes) -> str | None:
    """UTF-8 where the bytes are, else what the page itself or its parser says."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


class _Reader:
    def __init__(self, root: Element) -> None:
        self._root = root
        self.composer = Composer()
        self.hiding = Hiding(root)
        self._words = Words(self.hiding)
        self._counted = Counted()
        self._headed: set[SectionKind] = set()
        self._title_element: Element | None = None

    def read(self) -> str | None:
        """Write the whole page; returns the paper's title."""
        body = next((one for one in self._root if name_of(one) == "body"), self._root)
        title = self._find_title(body)
        self.composer.block(title or "", PassageType.FRONT)
        self._flow(body, PassageType.TEXT, 0)
        return title

    def _find_title(self, body: Element) -> str | None:
        """The title the page states for its paper, else its first top heading, else the one of its window."""
        stated = [
            one.get("content") or ""
            for one in self._root.iter("meta")
            if (one.get("name") or "").casefold() in ("citation_title", "dc.title")
        ]
        tops = [one for one in body.iter("h1") if not self.hiding.hides(one)]
        known = next(
            (
                one
                for one in tops
                if re.search(r"\btitle\b|ltx_title_document|citation__title|article-title", class_of(one))
            ),
            None,
        )
        if (
            known is None
            and tops
            and not self._worded_before(body, tops[0])
            and section_kind(self._words.of(tops[0])) is SectionKind.OTHER
        ):
            known = tops[0] if not re.match(r"\d", self._words.of(tops[0])) else None
        self._title_element = known
        window = next((all_text(one) for one in self._root.iter("title")), "")
        shown = self._words.of(known) if known is not None else ""
        self._words.take_notes()
        return shown or next((one for one in stated if one.strip()), "") or window or None

    def _worded_before(self, body: Element, heading: Element) -> bool:
        words = 0
        for element in body.iter():
            if element is heading:
                return words > 200
            if name_of(element) == "p":
                words += len(all_text(element).split())
        return False

    def _flow(self, element: Element, kind: PassageType, depth: int) -> None:
        """Write what a container holds; loose words between its blocks are paragraphs of their own."""
        loose: list[str] = [element.text or ""]
        for one in element:
            if self.hiding.leaves_out(one):
                loose.append(one.tail or "")
                continue
            if name_of(one) in _BLOCKS or (depth < _MAX_DEPTH and self._holds_blocks(one)):
                self._paragraph("".join(loose), kind)
                loose = [one.tail or ""]
                self._block(one, kind, depth + 1)
            else:
                loose += [self._words.inline(one, "".join(loose[-2:])), one.tail or ""]
        self._paragraph("".join(loose), kind)

    def _holds_blocks(self, element: Element) -> bool:
        return (
            name_of(element) not in ("math", "svg", "button", "label", "sup", "sub")
            and any(
                name_of(one) in ("p", "div", "h1", "h2", "h3", "h4", "ul", "ol", "table", "figure", "section")
                for one in element.iter()
            )
            and not NOTE_MARKS.search(class_of(element))
        )

    def _paragraph(self, words: str, kind: PassageType) -> None:
        label = caption_label(words) if kind is PassageType.TEXT else None
        self.composer.block(words, PassageType.CAPTION if label else kind, label=label)
        for note in self._words.take_notes():
            self.composer.block(note, PassageType.FOOTNOTE)

    def _block(self, element: Element, kind: PassageType, depth: int) -> None:
        name, marks = name_of(element), class_of(element)
        if element is self._title_element or depth > _MAX_DEPTH:
            self.composer.block("" if element is self._title_element else all_text(element))
            return
        if _HEADINGS.fullmatch(name):
            self._heading(element, int(name[1]))
            return
        if _ABSTRACT_HEADS.search(marks):
            return
        if (
            _ABSTRACT_CLASSES.search(marks)
            and SectionKind.ABSTRACT not in self._headed
            and not self._has_heading(element)
        ):
            self._implied_heading("Abstract", SectionKind.ABSTRACT)
        if (
            _LIST_CLASSES.search(marks)
            and SectionKind.REFERENCES not in self._headed
            and not self._has_heading(element)
        ):
            self._implied_heading("References", SectionKind.REFERENCES)
        if _ENTRY_CLASSES.search(marks) and name in ("div", "li", "p", "dd"):
            self._paragraph(self._words.of(element), PassageType.REFERENCE)
            return
        if _NOTE_CLASSES.search(marks):
            kind = PassageType.FOOTNOTE
        elif _FRONT_CLASSES.search(marks) and not self._headed:
            kind = PassageType.FRONT
        if name == "figure" or (
            name == "div"
            and re.search(r"\b(?:fig|figure|table-wrap)\b", marks)
            and self._caption_of(element) is not None
        ):
            self._float(element, depth)
        elif name == "table":
            self._table(element, kind, depth)
        elif name == "pre":
            self._paragraph(all_text(element), kind)
        elif name in ("ol", "ul") and kind is not PassageType.FOOTNOTE:
            self._list(element, kind, depth)
        else:
            self._flow(element, kind, depth)

    def _has_heading(self, element: Element) -> bool:
        return any(_HEADINGS.fullmatch(name_of(one)) for one in element.iter())

    def _implied_heading(self, words: str, kind: SectionKind) -> None:
        self._headed.add(kind)
        self.composer.heading(words, rank=1)

    def _heading(self, element: Element, rank: int) -> None:
        words = self._words.of(element)
        self._words.take_notes()
        self._headed.add(section_kind(words))
        appendix = re.match(r"Appendix\s+[A-Z]\b", words)
        lettered = re.match(r"[A-Z](?:\.\s|\s+(?=[A-Z]))", words) and SectionKind.REFERENCES not in self._headed
        in_appendix = lettered and re.search(r"appendix", class_of(element) + " " + class_of(element.getparent()))
        self.composer.heading(words, rank=rank, read_as=f"Appendix {words}" if in_appendix and not appendix else None)

    def _list(self, element: Element, kind: PassageType, depth: int) -> None:
        ordered = name_of(element) == "ol" and element.get("type") not in ("a", "i")
        number = int(start) - 1 if re.fullmatch(r"[0-9]{1,4}", start := element.get("start") or "") else 0
        for one in element:
            if name_of(one) != "li" or self.hiding.leaves_out(one):
                continue
            number += 1
            if self._holds_blocks(one) or _ENTRY_CLASSES.search(class_of(one)):
                self._block(one, kind, depth)
            else:
                words = self._words.of(one)
                self._paragraph(f"{number}. {words}" if ordered and not re.match(r"\W?\d", words) else words, kind)

    def _caption_of(self, element: Element) -> Element | None:
        return next(
            (
                one
                for one in element.iterdescendants()
                if name_of(one) == "figcaption" or re.search(r"\b(?:caption|ltx_caption)\b", class_of(one))
            ),
            None,
        )

    def _float(self, element: Element, depth: int) -> None:
        """A figure: its caption first, then its rows or whatever else has words. A part of one has a caption
        of its own."""
        caption = self._caption_of(element)
        tabular = any(True for _ in element.iter("table")) or "table" in class_of(element)
        if caption is not None and not self.hiding.hides(caption):
            words = self._words.of(caption)
            part = any(name_of(above) == "figure" for above in element.iterancestors())
            if part and caption_label(words) is None:
                self.composer.block(words, PassageType.CAPTION)
            else:
                self._caption(words, "Table" if tabular else "Figure")
            caption.drop_tree()  # type: ignore[attr-defined]
        self._flow(element, PassageType.TEXT, depth)

    def _caption(self, words: str, kind: str) -> None:
        if re.search(r"\w", words):
            label = caption_label(words)
            implied = self._counted.next(kind)
            self.composer.caption(words, implied=label or implied)
        for note in self._words.take_notes():
            self.composer.block(note, PassageType.FOOTNOTE)

    def _table(self, table: Element, kind: PassageType, depth: int) -> None:
        inner = [name_of(one) for one in table.iter() if one is not table]
        laid_out = (
            table.get("role") == "presentation" or "table" in inner or any(_HEADINGS.fullmatch(one) for one in inner)
        )
        if laid_out or re.search(r"ltx_eqn|equation", class_of(table)):
            self._flow(table, kind, depth)
            return
        caption = next((one for one in table if name_of(one) == "caption"), None)
        if caption is not None and not self.hiding.hides(caption):
            self._caption(self._words.of(caption), "Table")
        rows = [one for one in table.iter("tr") if not self.hiding.hides(one)]
        self.composer.table(
            [self._words.of(cell) for cell in row if name_of(cell) in ("td", "th") and not self.hiding.leaves_out(cell)]
            for row in rows
        )
        for note in self._words.take_notes():
            self.composer.block(note, PassageType.FOOTNOTE)
