"""Read a manuscript in JATS XML, the format of journal archives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from peerlens.errors import PaperError
from peerlens.schema import Manuscript
from peerlens.store.parsers.composing import Composer, Counted
from peerlens.store.parsers.markup import Element, all_text, math_words, name_of, script_sign, xml_tree
from peerlens.store.parsers.versions import JATS as PARSER_VERSION
from peerlens.store.structure import caption_label
from peerlens.taxonomy import PassageType

_FLOATS = {"fig": "Figure", "table-wrap": "Table", "boxed-text": "Box", "media": "Video", "supplementary-material": ""}
_NOT_PRINTED = frozenset(
    "object-id label title graphic inline-graphic permissions alternatives-none uri-none sub-article response "
    "processing-meta custom-meta".split()
)
_BLOCKS = frozenset(
    "p list disp-formula disp-quote fig fig-group table-wrap table-wrap-group boxed-text media "
    "supplementary-material sec "
    "def-list verse-group code preformat statement disp-formula-group array ref-list fn-group".split()
)
_FORMULAS = frozenset({"disp-formula", "inline-formula"})
_MAX_DEPTH = 60


def read(data: bytes, *, source: str, paper_id: str) -> Manuscript:
    """Read a JATS article: its own front, body and back; decision letters and replies appended to it are left out.

    Raises ``PaperError`` or one of its kinds.
    """
    root = xml_tree(data, source=source)
    article = root if name_of(root) == "article" else next((e for e in root.iter() if name_of(e) == "article"), None)
    if article is None:
        raise PaperError(f"{source}: XML, but no JATS article in it", hint="give the article's own XML, or its PDF")
    return _Reader(article).manuscript(source, paper_id)


def child(element: Element | None, *path: str) -> Element | None:
    """The first child by local name, down a path."""
    for name in path:
        element = next((one for one in element if name_of(one) == name), None) if element is not None else None
    return element


def children(element: Element | None, *names: str) -> list[Element]:
    return [one for one in element if name_of(one) in names] if element is not None else []


class _Reader:
    def __init__(self, article: Element) -> None:
        self._article = article
        self._composer = Composer()
        self._counted = Counted()
        self._notes: list[str] = []

    def manuscript(self, source: str, paper_id: str) -> Manuscript:
        meta = child(self._article, "front", "article-meta")
        meta = meta if meta is not None else child(self._article, "front-stub")
        heading = child(meta, "title-group", "article-title")
        title = self._words(heading) if heading is not None else None
        subtitle = child(meta, "title-group", "subtitle")
        if title and subtitle is not None:
            title = f"{title}: {self._words(subtitle)}"
        self._composer.block(title or "", PassageType.FRONT)
        self._front(meta)
        for abstract in children(meta, "abstract", "trans-abstract"):
            if abstract.get("abstract-type") not in ("graphical", "teaser", "toc", "web-summary"):
                self._abstract(abstract)
        for part in ("body", "back", "floats-group"):
            for element in children(self._article, part):
                self._flow(element, 1)
        return self._composer.manuscript(title=title, source=source, paper_id=paper_id, parser=PARSER_VERSION)

    def _front(self, meta: Element | None) -> None:
        names = []
        for group in children(meta, "contrib-group"):
            for person in children(group, "contrib"):
                name, collab = child(person, "name"), child(person, "collab")
                parts = [child(name, "given-names"), child(name, "surname")] if name is not None else [collab]
                names.append(" ".join(all_text(part) for part in parts if part is not None))
        self._composer.block(", ".join(name for name in names if name), PassageType.FRONT)
        for group in children(meta, "kwd-group"):
            keywords = [self._words(word) for word in children(group, "kwd")]
            if keywords and group.get("kwd-group-type") != "research-organism":
                self._composer.block(f"Keywords: {', '.join(keywords)}", PassageType.FRONT)

    def _abstract(self, abstract: Element) -> None:
        heading = child(abstract, "title")
        words = self._words(heading) if heading is not None else ""
        self._composer.heading(words or "Abstract", rank=1)
        self._flow(abstract, 2)

    def _flow(self, element: Element, depth: int) -> None:
        """Write the blocks of a container; ``depth``: that of the sections directly inside."""
        if depth > _MAX_DEPTH:
            self._composer.block(all_text(element))
            return
        for one in element:
            match name_of(one):
                case "sec" | "app" | "ack" | "glossary" | "notes" | "bio" | "app-group" as name:
                    self._section(one, name, depth)
                case "ref-list":
                    self._references(one)
                case "fn-group":
                    self._footnotes(one)
                case "" | "title" | "label" | "sub-article" | "response" | "object-id" | "sec-meta":
                    pass
                case _:
                    self._block(one, depth)

    def _section(self, section: Element, name: str, depth: int) -> None:
        title, label = child(section, "title"), child(section, "label")
        number = all_text(label) if label is not None else ""
        words = self._words(title) if title is not None else {"ack": "Acknowledgements"}.get(name, "")
        shown = f"{number} {words}".strip()
        if shown and name != "app-group":
            appendix = name == "app" and not re.match(r"appendi", shown, re.IGNORECASE)
            lettered = appendix and re.match(r"(?:[A-Z]|\d{1,2})[.:]?\s", f"{shown} ")
            self._composer.heading(shown, rank=depth, read_as=f"Appendix {shown}" if lettered else None)
        elif name == "app":
            self._composer.heading("Appendix", rank=depth)
        self._flow(section, depth if name == "app-group" else depth + 1)

    def _block(self, element: Element, depth: int) -> None:
        name = name_of(element)
        if name in _FLOATS:
            self._float(element, depth)
        elif name in ("fig-group", "table-wrap-group", "p-group"):
            self._flow(element, depth)
        elif name in ("list", "def-list"):
            self._list(element, depth)
        elif name == "p" or name in ("disp-quote", "statement", "verse-group"):
            self._paragraph(element, depth)
        elif name == "fn":
            self._composer.block(self._words(element), PassageType.FOOTNOTE)
        elif name not in _NOT_PRINTED:
            self._composer.block(self._words(element))
        self._pour_notes()

    def _paragraph(self, element: Element, depth: int) -> None:
        """A paragraph; floats and lists inside follow its words, so that no sentence is broken by them."""
        inner = [one for one in element if name_of(one) in _BLOCKS and name_of(one) not in _FORMULAS]
        if name_of(element) != "p" and inner:
            self._flow(element, depth)
            return
        self._composer.block(self._words(element, leave_out=frozenset(map(name_of, inner))))
        for one in inner:
            self._block(one, depth)

    def _list(self, element: Element, depth: int) -> None:
        ordered = element.get("list-type") == "order"
        for number, item in enumerate(children(element, "list-item", "def-item"), 1):
            label = child(item, "label")
            mark = all_text(label) if label is not None else f"{number}." if ordered else ""
            first = True
            for one in item:
                if name_of(one) in ("list", "def-list"):
                    self._list(one, depth)
                elif name_of(one) not in ("label", ""):
                    words = self._words(one)
                    self._composer.block(f"{mark} {words}" if first and mark not in ("", "•", "–", "-") else words)
                    first = False

    def _float(self, element: Element, depth: int) -> None:
        name = name_of(element)
        caption, label = child(element, "caption"), child(element, "label")
        if name == "boxed-text" and caption is None and label is None:
            self._flow(element, depth)
            return
        title = child(caption, "title")
        printed = all_text(label).rstrip(".:") if label is not None else ""
        parts = [self._words(title)] if title is not None else []
        parts += [self._words(one) for one in children(caption, "p")]
        words = " ".join(part if part[-1:] in ".:?!" else f"{part}." for part in parts if part)
        if printed or (words and _FLOATS[name] and name != "boxed-text"):
            named = caption_label(f"{printed}:") or printed or self._counted.next(_FLOATS[name])
            self._composer.block(f"{printed or named}: {words}".rstrip(": "), PassageType.CAPTION, label=named)
        else:
            self._composer.block(words, PassageType.CAPTION if words else PassageType.TEXT)
        tables = [one for one in element.iter() if name_of(one) == "table" and name != "boxed-text"]
        inner = {one for table in tables for one in table.iterdescendants()}
        for table in (one for one in tables if one not in inner):
            self._composer.table(list(self._rows(table)))
        for foot in children(element, "table-wrap-foot"):
            for one in foot:
                self._composer.block(self._words(one), PassageType.FOOTNOTE)
        for one in element:
            if name_of(one) in (
                "p",
                "list",
                "fig",
                "table-wrap",
                "sec",
                "disp-formula",
                "boxed-text",
                "media",
                "supplementary-material",
            ):
                self._flow_one(one, depth)

    def _flow_one(self, element: Element, depth: int) -> None:
        if name_of(element) == "sec":
            self._section(element, "sec", depth)
        else:
            self._block(element, depth)

    def _rows(self, table: Element) -> Iterator[list[str]]:
        inner = {row for one in table.iterdescendants() if name_of(one) == "table" for row in one.iter()}
        for row in (one for one in table.iter() if name_of(one) == "tr" and one not in inner):
            yield [self._words(cell) for cell in row if name_of(cell) in ("td", "th")]

    def _references(self, element: Element) -> None:
        title = child(element, "title")
        words = self._words(title) if title is not None else "References"
        self._composer.heading(words, rank=1)
        for number, reference in enumerate((one for one in element.iter() if name_of(one) == "ref"), 1):
            label = child(reference, "label")
            mark = all_text(label).strip("[].") if label is not None else str(number)
            cited = [
                one
                for one in reference
                if name_of(one) in ("element-citation", "mixed-citation", "citation", "nlm-citation")
            ]
            for one in cited or [reference]:
                words = self._words(one) if name_of(one) == "mixed-citation" else _citation(one)
                self._composer.block(f"[{mark}] {words}", PassageType.REFERENCE)

    def _footnotes(self, element: Element) -> None:
        for note in children(element, "fn"):
            self._composer.block(self._words(note), PassageType.FOOTNOTE)

    def _pour_notes(self) -> None:
        notes, self._notes = self._notes, []
        for note in notes:
            self._composer.block(note, PassageType.FOOTNOTE)

    def _words(self, element: Element, *, leave_out: frozenset[str] = frozenset()) -> str:
        parts: list[str] = []
        self._collect(element, parts, leave_out, 0)
        return " ".join("".join(parts).split())

    def _collect(self, element: Element, parts: list[str], leave_out: frozenset[str], depth: int) -> None:
        parts.append(element.text or "")
        for one in element:
            name = name_of(one)
            if depth > _MAX_DEPTH:
                parts.append(all_text(one))
            elif name in ("math", "tex-math"):
                parts.append(
                    math_words(one) if name == "math" else "" if child(element, "math") is not None else _tex(one)
                )
            elif name == "fn":
                self._notes.append(self._words(one))
            elif name in ("sup", "sub"):
                inner = self._words(one)
                parts.append(script_sign(name, inner, "".join(parts[-2:])))
            elif name == "xref" and one.get("ref-type") in ("fn", "aff", "corresp"):
                pass
            elif name in ("p", "list-item", "title", "break", "list", "disp-formula", "disp-quote", "td"):
                if name not in leave_out:
                    parts.append(" ")
                    self._collect(one, parts, leave_out, depth + 1)
                    parts.append(" ")
            elif (
                name
                and name not in leave_out
                and name not in ("label", "graphic", "inline-graphic", "object-id", "permissions")
            ):
                self._collect(one, parts, leave_out, depth + 1)
            parts.append(one.tail or "")


def _tex(element: Element) -> str:
    from peerlens.store.parsers.latex_words import Context, words_of

    source = re.sub(r"\\documentclass.*?\\begin\{document\}|\\end\{document\}", "", element.text or "", flags=re.DOTALL)
    return words_of(source, Context())


def _citation(element: Element) -> str:
    """An entry whose parts are marked but whose punctuation is not."""
    people = []
    for name in (one for one in element.iter() if name_of(one) in ("name", "string-name")):
        given, last = child(name, "given-names"), child(name, "surname")
        people.append(" ".join(all_text(part) for part in (last, given) if part is not None))
    people += [all_text(one) for one in element.iter() if name_of(one) == "collab"]
    parts = [", ".join(people)]
    for names in (
        ("year",),
        ("article-title", "chapter-title", "data-title"),
        ("source",),
        ("volume",),
        ("fpage",),
        ("publisher-name",),
        ("pub-id",),
    ):
        parts += [all_text(one) for one in element if name_of(one) in names][:1]
    said = [part.rstrip(".") for part in parts if part]
    return ". ".join(said) + "." if said else all_text(element)
