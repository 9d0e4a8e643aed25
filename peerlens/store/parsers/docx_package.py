"""The parts of a DOCX file: opened within bounds, styles and list numbers resolved."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass

from peerlens.errors import DamagedFileError, PaperError
from peerlens.store.parsers.archive import BROKEN
from peerlens.store.parsers.markup import Element, name_of, xml_tree

_MAX_PART = 150 * 2**20
_MAX_PARTS = 20_000
_MAX_CHAIN = 20


def attribute(element: Element | None, name: str) -> str | None:
    """An attribute by its local name."""
    if element is None:
        return None
    return next((value for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), None)  # type: ignore[return-value]


def first(element: Element | None, *path: str) -> Element | None:
    """The first child by local name, down a path."""
    for name in path:
        element = (
            next((one for one in element if name_of(one) == name.casefold()), None) if element is not None else None
        )
    return element


def is_on(element: Element | None) -> bool:
    """Whether a switch such as ``<w:vanish/>`` is there and not set to false."""
    return element is not None and (attribute(element, "val") or "1") not in ("0", "false", "off", "none")


class Package:
    """Reads parts of a DOCX by name. Raises ``PaperError`` or its kinds for what is broken or too large."""

    def __init__(self, data: bytes, *, source: str) -> None:
        self._source = source
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except BROKEN as exc:
            raise DamagedFileError(f"{source}: broken DOCX ({exc})", hint="save or download the file again") from exc
        if len(self._zip.infolist()) > _MAX_PARTS:
            raise PaperError(f"{source}: more than {_MAX_PARTS} parts in it", hint="give the PDF instead")

    def part(self, name: str) -> Element | None:
        """The tree of a part, ``None`` where the file has none of that name."""
        try:
            info = self._zip.getinfo(name)
        except KeyError:
            return None
        if info.flag_bits & 1:
            raise PaperError(f"{self._source}: encrypted", hint="save it without a password")
        try:
            with self._zip.open(info) as file:
                data = file.read(_MAX_PART + 1)
        except BROKEN as exc:
            raise DamagedFileError(f"{self._source}: broken DOCX ({name})", hint="save the file again") from exc
        if len(data) > _MAX_PART:
            raise PaperError(f"{self._source}: {name} unpacks to more than {_MAX_PART >> 20} MiB", hint="give the PDF")
        return xml_tree(data, source=self._source)


@dataclass(frozen=True)
class Style:
    """What a paragraph or character style says, with what it is based on. ``outline``: heading depth from 0."""

    name: str
    outline: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    hidden: bool = False
    bold: bool = False


class Styles:
    """Styles by id."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._known: dict[str, Style] = {}
        self.default: str | None = None
        for element in root if root is not None else ():
            if name_of(element) == "style" and (identity := attribute(element, "styleId")):
                self._elements[identity] = element
                if attribute(element, "default") == "1" and attribute(element, "type") == "paragraph":
                    self.default = identity

    def of(self, identity: str | None, *, above: int = 0) -> Style:
        element = self._elements.get(identity or "")
        if element is None or identity is None:
            return Style(name=(identity or "").casefold(), outline=_outline_of((identity or "").casefold()))
        if identity not in self._known:
            base = Style("")
            based_on = attribute(first(element, "basedOn"), "val")
            if based_on and based_on != identity and above < _MAX_CHAIN:
                base = self.of(based_on, above=above + 1)
            self._known[identity] = _style(element, identity, base)
        return self._known[identity]


def _outline_of(name: str) -> int | None:
    """The depth that the name of a heading style says."""
    numbered = re.fullmatch(r"(?:heading|überschrift|titre|título)\s*([1-9])", name)
    return int(numbered[1]) - 1 if numbered else None


def number_of(value: str | None) -> int | None:
    """The number that an attribute holds; ``None`` for what is none, or none that a document has."""
    return int(value) if value is not None and re.fullmatch(r"[0-9]{1,5}", value) else None


def _style(element: Element, identity: str, base: Style) -> Style:
    name = (attribute(first(element, "name"), "val") or identity).casefold()
    outline = attribute(first(element, "pPr", "outlineLvl"), "val")
    depth = number_of(outline)
    if depth is None:
        depth = _outline_of(name) if _outline_of(name) is not None else base.outline
    listed, level = first(element, "pPr", "numPr", "numId"), first(element, "pPr", "numPr", "ilvl")
    level_value = number_of(attribute(level, "val"))
    vanish, bold = first(element, "rPr", "vanish"), first(element, "rPr", "b")
    return Style(
        name=name,
        outline=depth if depth is not None and depth < 9 else None,
        list_id=attribute(listed, "val") or base.list_id,
        list_level=level_value if level_value is not None else base.list_level,
        hidden=is_on(vanish) if vanish is not None else base.hidden,
        bold=is_on(bold) if bold is not None else base.bold,
    )


class Lists:
    """Numbers of list paragraphs and numbered headings, counted in reading order as Word would print them."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._counts: dict[str, list[int]] = {}
        self._abstract_of: dict[str, str] = {}
        abstract: dict[str, dict[int, tuple[str, str, int]]] = {}
        for element in root if root is not None else ():
            if name_of(element) == "abstractnum":
                abstract[attribute(element, "abstractNumId") or ""] = _levels(element)
            elif name_of(element) == "num":
                identity, target = (
                    attribute(element, "numId") or "",
                    attribute(first(element, "abstractNumId"), "val") or "",
                )
                self._levels[identity] = abstract.get(target, {})
                self._abstract_of[identity] = target

    def next(self, list_id: str | None, level: int) -> str | None:
        """The printed number of the next paragraph of a list, ``None`` for bullets and unknown lists."""
        levels = self._levels.get(list_id or "")
        if not levels or level not in levels:
            return None
        counts = self._counts.setdefault(self._abstract_of[list_id or ""], [])
        while len(counts) <= level:
            counts.append(levels.get(len(counts), ("", "", 1))[2] - 1)
        counts[level] += 1
        del counts[level + 1 :]
        form, text, _ = levels[level]
        if form == "bullet" or not text:
            return None
        return re.sub(r"%(\d)", lambda hit: _shown(levels, counts, int(hit[1]) - 1), text).strip()


def _levels(element: Element) -> dict[int, tuple[str, str, int]]:
    levels: dict[int, tuple[str, str, int]] = {}
    for level in element:
        depth = number_of(attribute(level, "ilvl"))
        if name_of(level) == "lvl" and depth is not None and depth < 9:
            start = number_of(attribute(first(level, "start"), "val"))
            form = attribute(first(level, "numFmt"), "val") or "decimal"
            text = attribute(first(level, "lvlText"), "val") or ""
            levels[depth] = (form, text, start if start is not None else 1)
    return levels


def _shown(levels: dict[int, tuple[str, str, int]], counts: list[int], level: int) -> str:
    if level >= len(counts) or level not in levels:
        return ""
    form, number = levels[level][0], max(counts[level], levels[level][2])
    if form in ("upperLetter", "lowerLetter") and number <= 26:
        letter = chr(64 + number)
        return letter if form == "upperLetter" else letter.lower()
    if form in ("upperRoman", "lowerRoman") and number < 40:
        roman = "".join(
            ("X" * (number // 10), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number % 10])
        )
        return roman if form == "upperRoman" else roman.lower()
    return str(number)
