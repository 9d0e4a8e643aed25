"""Which numbered lines are headings: those that continue the count, in the style that headings of their depth have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.store.parsers.pdf_body import Body
from peerlens.store.parsers.pdf_lines import Line
from peerlens.store.structure import section_kind
from peerlens.taxonomy import SectionKind

_TOP_KINDS = frozenset({SectionKind.INTRODUCTION, SectionKind.ABSTRACT, SectionKind.REFERENCES})
Style = tuple[str, float, bool]


@dataclass
class Candidate:
    place: int
    line: Line
    number: str | None
    title: str
    style: Style
    known: bool


def in_sequence(candidates: Sequence[Candidate], body: Body) -> list[Candidate]:
    """Numbered candidates that continue the count, in the style that headings of their depth have."""
    numbered = [c for c in candidates if c.number is not None]
    top_style = _top_style(numbered)
    accepted: list[Candidate] = []
    seen: set[str] = set()
    current: dict[int, str] = {}
    for candidate in numbered:
        parts = number_parts(candidate.number or "")
        depth = len(parts)
        if depth == 1:
            if top_style is None or not alike(candidate.style, top_style):
                continue
            if not _follows(parts[0], current.get(1)):
                continue
            current = {1: parts[0]}
        else:
            parent = ".".join(parts[:-1])
            known_parent = parent in seen or parent == current.get(1)
            last = current.get(depth, "")
            if not known_parent or not parts[-1].isdigit():
                continue
            same_family = last.rpartition(".")[0] == parent
            expected = int(last.rpartition(".")[2]) + 1 if same_family else 1
            if not expected <= int(parts[-1]) <= expected + 1:
                continue
            current = {d: n for d, n in current.items() if d < depth}
            current[depth] = ".".join(parts)
        if (name := ".".join(parts)) not in seen:
            seen.add(name)
            accepted.append(candidate)
    return accepted


def number_parts(number: str) -> list[str]:
    return number.rstrip(".").split(".")


def _follows(number: str, previous: str | None) -> bool:
    """Whether a top number may come after ``previous``: the next one (one may be lost), or the first letter."""
    if number.isdigit():
        if previous is None:
            return int(number) <= 2
        return previous.isdigit() and 0 < int(number) - int(previous) <= 2
    roman = _roman(number)
    if roman and (previous is None or _roman(previous)):
        return roman == (_roman(previous) + 1 if previous else 1) or (
            previous is not None and _next_letter(number, previous)
        )
    return _next_letter(number, previous)


def _next_letter(number: str, previous: str | None) -> bool:
    if len(number) != 1 or not number.isalpha():
        return False
    if previous is None or previous.isdigit() or len(previous) > 1:
        return number == "A"
    return 0 < ord(number) - ord(previous) <= 2


def _roman(number: str) -> int:
    values = {
        "I": 1,
        "II": 2,
        "III": 3,
        "IV": 4,
        "V": 5,
        "VI": 6,
        "VII": 7,
        "VIII": 8,
        "IX": 9,
        "X": 10,
        "XI": 11,
        "XII": 12,
    }
    return values.get(number, 0)


def _top_style(numbered: Sequence[Candidate]) -> Style | None:
    """The style of top headings: that of the introduction, else the largest among candidates numbered 1 to 3."""
    tops = [c for c in numbered if len(number_parts(c.number or "")) == 1]
    for candidate in tops:
        if candidate.number in ("1", "I") and section_kind(candidate.title) in _TOP_KINDS:
            return candidate.style
    firsts = [c for c in tops if c.number in ("1", "2", "3", "I", "II", "A")]
    return max((c.style for c in firsts), key=lambda style: (style[1], style[2]), default=None)


def alike(style: Style, wanted: Style) -> bool:
    return abs(style[1] - wanted[1]) <= 0.35 and style[2] == wanted[2]
