"""The words of an HTML element: mathematics as plain signs, raised numbers told apart, notes set aside."""

from __future__ import annotations

import re

from peerlens.store.parsers.html_hidden import Hiding
from peerlens.store.parsers.latex_words import Context, words_of
from peerlens.store.parsers.markup import Element, all_text, math_words, name_of, script_sign

NOTE_MARKS = re.compile(
    r"\bfootnote-?ref\b|\bfootnote-back\b|doc-noteref|doc-backlink|\bltx_note_mark\b|\banchor(?:-link|js-link)?\b|\bheaderlink\b"
)
_NOTES = re.compile(r"\bltx_note\b(?!.*\bltx_role_(?:institutetext|thanks)\b)|\binline-footnote\b")
_MAX_DEPTH = 200


def class_of(element: Element | None) -> str:
    """What an element says about itself: class, role and id."""
    if element is None:
        return ""
    return " ".join(element.get(name) or "" for name in ("class", "role", "id", "epub:type"))


class Words:
    """Reads words off elements; ``take_notes`` hands out the footnotes met on the way."""

    def __init__(self, hiding: Hiding) -> None:
        self._hiding = hiding
        self._notes: list[str] = []

    def take_notes(self) -> list[str]:
        notes, self._notes = self._notes, []
        return notes

    def of(self, element: Element) -> str:
        parts: list[str] = []
        self._collect(element, parts, 0)
        return " ".join("".join(parts).split())

    def inline(self, element: Element, before: str) -> str:
        """The words of one inline element that follows ``before``."""
        parts = [before]
        self._one(element, parts, 0)
        return "".join(parts[1:])

    def _collect(self, element: Element, parts: list[str], depth: int) -> None:
        parts.append(element.text or "")
        for one in element:
            if depth > _MAX_DEPTH:
                parts.append(all_text(one))
            elif not self._hiding.leaves_out(one):
                self._one(one, parts, depth)
            parts.append(one.tail or "")

    def _one(self, one: Element, parts: list[str], depth: int) -> None:
        name, marks = name_of(one), class_of(one)
        if name == "script":
            parts.append(words_of(one.text or "", Context(), math=True))
        elif NOTE_MARKS.search(marks):
            pass
        elif _NOTES.search(marks):
            content = next((inner for inner in one.iter() if "ltx_note_content" in class_of(inner)), one)
            said = [part for part in (self._note_words(content),) if part]
            self._notes += said
        elif name == "math":
            parts.append(math_words(one))
        elif name in ("sup", "sub"):
            inner = self.of(one)
            linked = any(name_of(part) == "a" for part in one)
            parts.append(f" {inner}" if linked and name == "sup" else script_sign(name, inner, "".join(parts[-2:])))
        elif name == "br":
            parts.append(" ")
        elif name in ("p", "div", "li", "td", "th", "dd", "dt", "figcaption"):
            parts.append(" ")
            self._collect(one, parts, depth + 1)
            parts.append(" ")
        elif name:
            self._collect(one, parts, depth + 1)

    def _note_words(self, content: Element) -> str:
        words = self.of(content)
        return re.sub(r"^(?:\d{1,3}|[*†‡§]+)\s*(?:footnotemark:\s*)?(?:\d{1,3}\s+)?", "", words)
