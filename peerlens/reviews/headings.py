"""Find the headings inside a review's text and the stretches they name: summary, strengths, weaknesses, questions…"""

from __future__ import annotations

import re
from typing import NamedTuple

from peerlens.reviews.cleaning import CODE
from peerlens.schema import ReviewField


class Heading(NamedTuple):
    """A heading: ``start``/``end`` cover it with its marks and colon; ``name`` is the field it opens, if it is one."""

    start: int
    end: int
    name: str | None


_WORDS = {
    "summary": r"(?:(?:brief |paper |short |general )?summary"
    r"(?: of (?:the |this )?(?:paper|review|contributions?|work))?|overview|paper summary|summary and contributions?"
    r"|contributions?|synopsis)",
    "strengths": r"(?:(?:main |key |major |paper |other |the )?(?:strengths?|pros?|strong points?|positives?)"
    r"(?: of (?:the |this )?paper)?|summary of strengths|advantages|reasons to accept|merits"
    r"|positive (?:points|aspects))",
    "weaknesses": r"(?:(?:main |key |major |minor |paper |other |the )?(?:weakness(?:es)?|cons?|weak points?"
    r"|negatives?|concerns?|issues?)(?: of (?:the |this )?paper)?|summary of weaknesses|disadvantages|drawbacks"
    r"|reasons to reject"
    r"|criticisms?|negative (?:points|aspects)|shortcomings)",
    "questions": r"(?:(?:main |other |additional |minor |specific )?questions?(?: (?:for|to) (?:the )?authors?)?"
    r"(?: and (?:clarifications?|suggestions?))?|questions? for rebuttal|clarification questions?)",
    "limitations": r"(?:limitations?(?: and (?:potential )?(?:negative )?societal impacts?)?|broader impacts?)",
    "strengths_and_weaknesses": r"(?:(?:other |main )?strengths? (?:and|&|/) weakness(?:es)?|pros? (?:and|&|/) cons?"
    r"|main review|detailed (?:review|comments?))",
    "assessment": r"(?:(?:technical )?(?:clarity|quality|novelty|originality|significance|reproducibility|soundness)"
    r"(?:, (?:and )?| and | & )?){2,5}",
    "comments": r"(?:(?:detailed |minor |major |other |additional |further |general |specific )*"
    r"(?:comments?|remarks?|points?|suggestions?|feedback|notes?)(?: (?:for|to) (?:the )?authors?)?(?:,? (?:and|&) "
    r"(?:suggestions?|typos|questions?|comments?))*)",
}
_NAMED = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _WORDS.items()), re.I)
_LINE = re.compile(
    r"^[ \t]*(?P<hash>\#{1,6}[ \t]*)?(?:(?:[*•]|[-–—]{1,2})[ \t]+|\(?\d{1,2}[.)][ \t]+)?(?P<open>[*_]{1,3}|\\textbf\{)?"
    r"\[?(?P<title>[A-Za-z][^\n:*_{}\]]{1,70}?)(?=[ \t]*(?:[:*_}\]]"
    r"|$))\]?[ \t]*(?P<colon>:)?[ \t]*(?P<close>[*_]{1,3}|\})?[ \t]*(?P<after>:)?"
    r"(?P<rest>[^\n]*)$",
    re.M,
)
_INLINE = re.compile(
    r"(?<=[.!?;)\n])[ \t]+(?P<title>Pros?|Cons?|Strengths?|Weakness(?:es)?|Questions?|Limitations?|Positives|Negatives)"
    r"[ \t]*:(?=\s)"
)


def find_headings(text: str) -> tuple[Heading, ...]:
    """All headings of a review's text, in order, named or not. Code blocks are not searched."""
    code = [(m.start(), m.end()) for m in CODE.finditer(text) if m["fence"]]
    found = [heading for match in _LINE.finditer(text) if (heading := _from_line(match))]
    taken = [(heading.start, heading.end) for heading in found]
    for match in _INLINE.finditer(text):
        start = match.start("title")
        if not any(low <= start < high for low, high in taken):
            found.append(Heading(start, match.end(), field_name(match["title"])))
    return tuple(sorted(h for h in found if not any(low <= h.start < high for low, high in code)))


def field_name(title: str) -> str | None:
    """The field a heading's words open ("Main weaknesses" → weaknesses), ``None`` where they open none."""
    match = _NAMED.fullmatch(" ".join(title.split()).strip(" -–—."))
    return match.lastgroup if match else None


def split_fields(text: str, start: int, *, name: str | None) -> tuple[ReviewField, ...]:
    """The fields of a stretch of text that begins at offset ``start`` of the review: its own name, then each heading's.

    A heading belongs to the field that it opens. Headings that name no field end none.
    """
    edges: list[tuple[int, str | None]] = [(0, name)]
    for heading in find_headings(text):
        if heading.name is not None and not (heading.name == "comments" and name is not None):
            edges.append((heading.start, heading.name))
    fields = []
    for index, (begin, label) in enumerate(edges):
        end = edges[index + 1][0] if index + 1 < len(edges) else len(text)
        if text[begin:end].strip():
            fields.append(ReviewField(name=label, start=start + begin, end=start + end))
    return tuple(fields)


def _from_line(match: re.Match[str]) -> Heading | None:
    title, rest = match["title"].strip(), match["rest"].strip()
    name = field_name(title)
    colon = bool(match["colon"] or match["after"])
    end = match.start("rest")
    if match["hash"]:
        return Heading(match.start(), match.end(), name)
    if name is not None and (colon or not rest):
        return Heading(match.start(), end if colon else match.end(), name)
    marked = bool(match["open"] and match["close"])
    if (
        not rest
        and len(title.split()) <= 8
        and not title.endswith((".", "?", "!"))
        and ((marked and _capital(title)) or (colon and _capital(title) and len(title.split()) <= 6))
    ):
        return Heading(match.start(), match.end(), name)
    return None


def _capital(title: str) -> bool:
    return title[:1].isupper()
