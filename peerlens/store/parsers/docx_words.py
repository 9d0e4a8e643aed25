"""The words of a DOCX paragraph: runs that print, fields by their result, formulas as plain signs."""

from __future__ import annotations

import re

from peerlens.store.parsers.docx_package import Styles, attribute, first, is_on, number_of
from peerlens.store.parsers.markup import Element, all_text, name_of, script_sign

_PASSED_OVER = frozenset(
    "del movefrom ppr rpr instrtext deltext delinstrtext commentreference annotationref footnoteref "
    "endnoteref fldchar bookmarkstart "
    "bookmarkend proofr lastrenderedpagebreak fallback pict-none sdtpr tcpr".split()
)
_MAX_DEPTH = 60
_LIGHT = frozenset({"ffffff", "fefefe", "fdfdfd"})


class Words:
    """``hidden`` collects what is formatted so that no reader sees it; notes and text boxes met are handed out
    apart."""

    def __init__(self, styles: Styles) -> None:
        self.hidden: list[str] = []
        self._styles = styles
        self._notes: list[tuple[str, str]] = []
        self._boxes: list[Element] = []

    def take_notes(self) -> list[tuple[str, str]]:
        """Kind ("footnote", "endnote") and id of the notes referred to since the last call."""
        notes, self._notes = self._notes, []
        return notes

    def take_boxes(self) -> list[Element]:
        boxes, self._boxes = self._boxes, []
        return boxes

    def of(self, element: Element, *, hidden: bool = False) -> str:
        parts: list[str] = []
        shaded = first(element, "pPr", "shd") is not None and _is_shaded(first(element, "pPr", "shd"))
        self._collect(element, parts, 0, shaded=shaded)
        words = " ".join("".join(parts).split())
        if hidden and words:
            self.hidden.append(words)
            return ""
        return words

    def all_bold(self, paragraph: Element) -> bool:
        runs = [run for run in paragraph.iter() if name_of(run) == "r" and all_text(run)]
        return bool(runs) and all(is_on(first(run, "rPr", "b")) for run in runs)

    def _collect(self, element: Element, parts: list[str], depth: int, *, shaded: bool) -> None:
        for one in element:
            name = name_of(one)
            if name in _PASSED_OVER or not name or depth > _MAX_DEPTH:
                continue
            match name:
                case "r":
                    self._run(one, parts, depth, shaded=shaded)
                case "omath" | "omathpara":
                    parts.append(formula(one))
                case "p":
                    parts.append(" ")
                    self._collect(one, parts, depth + 1, shaded=shaded)
                case "txbxcontent":
                    self._boxes.append(one)
                case _:
                    self._collect(one, parts, depth + 1, shaded=shaded)

    def _run(self, run: Element, parts: list[str], depth: int, *, shaded: bool) -> None:
        properties = first(run, "rPr")
        said: list[str] = []
        for one in run:
            match name_of(one):
                case "t":
                    said.append(one.text or "")
                case "tab" | "br" | "cr" | "ptab":
                    said.append(" ")
                case "nobreakhyphen":
                    said.append("-")
                case "sym":
                    said.append(_symbol(one))
                case "footnotereference" | "endnotereference" as kind:
                    self._notes.append((kind.removesuffix("reference"), attribute(one, "id") or ""))
                case "drawing" | "pict" | "alternatecontent" | "object" | "choice":
                    self._collect(one, said, depth + 1, shaded=shaded)
        words = "".join(said)
        if self._is_hidden(properties, shaded=shaded):
            if words.strip():
                self.hidden.append(words)
            return
        raised = attribute(first(properties, "vertAlign"), "val")
        if raised in ("superscript", "subscript") and words.strip():
            words = script_sign(raised[:3], words, "".join(parts[-2:]))
        parts.append(words)

    def _is_hidden(self, properties: Element | None, *, shaded: bool) -> bool:
        style = self._styles.of(attribute(first(properties, "rStyle"), "val"))
        vanish = first(properties, "vanish")
        if is_on(vanish) or (vanish is None and style.hidden) or is_on(first(properties, "webHidden")):
            return True
        size = number_of(attribute(first(properties, "sz"), "val"))
        if size is not None and size <= 4:
            return True
        colour = (attribute(first(properties, "color"), "val") or "").casefold()
        lit = is_on(first(properties, "highlight")) or _is_shaded(first(properties, "shd"))
        return colour in _LIGHT and not lit and not shaded


def _is_shaded(shading: Element | None) -> bool:
    fill = (attribute(shading, "fill") or "auto").casefold()
    return fill not in ("auto", "ffffff")


def _symbol(element: Element) -> str:
    code = attribute(element, "char") or ""
    try:
        value = int(code, 16)
    except ValueError:
        return ""
    return "" if 0xE000 <= value <= 0xF8FF or not 32 <= value < 0xD800 else chr(value)


def formula(element: Element, depth: int = 0) -> str:
    """Office mathematics as plain signs."""
    name = name_of(element)
    if depth > _MAX_DEPTH:
        return all_text(element)

    def part(label: str) -> str:
        found = first(element, label)
        return formula(found, depth + 1) if found is not None else ""

    match name:
        case "ssub":
            return f"{part('e')}_{part('sub')}"
        case "ssup":
            return f"{part('e')}^{part('sup')}"
        case "ssubsup":
            return f"{part('e')}_{part('sub')}^{part('sup')}"
        case "f":
            above, below = part("num"), part("den")
            return "/".join(f"({one})" if any(char in one for char in " +-−") else one for one in (above, below))
        case "rad":
            return f"√({part('e')})"
        case "t":
            return re.sub(r"\s*([=<>≤≥≈±×→∈])\s*", r" \1 ", element.text or "")
        case "del" | "ctrlpr" | "rpr":
            return ""
        case "d":
            return f"({''.join(formula(one, depth + 1) for one in element if name_of(one) == 'e')})"
        case "nary":
            sign = attribute(first(element, "naryPr", "chr"), "val") or "∫"
            return f"{sign}_{part('sub')}^{part('sup')} {part('e')}"
        case _:
            return "".join(formula(one, depth + 1) for one in element)
