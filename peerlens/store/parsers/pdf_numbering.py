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


class _Count:
    """The count of headings so far: the last number at each depth, and all numbers met."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.last: dict[int, str] = {}

    def goes_on(self, parts: list[str]) -> bool:
        """Whether a number below the top may come now: the next one under its parent (one may be lost)."""
        parent, depth = ".".join(parts[:-1]), len(parts)
        known = parent in self.seen or (parts[0].isalpha() and len(parts[0]) == 1)
        lost = depth == 2 and _follows(parts[0], self.last.get(1))  # the parent's own heading was not recognised
        if not (known or lost) or not parts[-1].isdigit():
            return False
        last = self.last.get(depth, "")
        expected = int(last.rpartition(".")[2]) + 1 if last.rpartition(".")[0] == parent else 1
        return expected <= int(parts[-1]) <= expected + 1

    def take(self, parts: list[str]) -> None:
        depth = len(parts)
        self.last = {d: number for d, number in self.last.items() if d < depth}
        self.last[depth] = ".".join(parts)
        self.last.setdefault(1, parts[0])
        if depth > 1 and _follows(parts[0], self.last[1]):
            self.last[1] = parts[0]
        self.seen.add(".".join(parts))


def in_sequence(candidates: Sequence[Candidate], body: Body) -> list[Candidate]:
    """Numbered candidates that continue the count, in the style that headings of their depth have.

    After the references or an appendix title the count may begin again at 1.
    """
    top_style = _top_style([c for c in candidates if c.number is not None])
    accepted: list[Candidate] = []
    count = _Count()
    main_part_over = False
    for candidate in candidates:
        if candidate.number is None:
            kind = section_kind(candidate.title)
            main_part_over |= candidate.known and kind in (SectionKind.REFERENCES, SectionKind.APPENDIX)
            continue
        parts = number_parts(candidate.number)
        if len(parts) == 1:
            if top_style is None or not _top_like(candidate.style, top_style, body):
                continue
            if main_part_over and parts[0] == "1" and alike(candidate.style, top_style):
                count, main_part_over = _Count(), False
            if not _follows(parts[0], count.last.get(1)):
                continue
        elif not count.goes_on(parts):
            continue
        if ".".join(parts) not in count.seen:
            accepted.append(candidate)
        count.take(parts)
    return accepted


def _top_like(style: Style, wanted: Style, body: Body) -> bool:
    """Set like a top heading; where the type is larger than the text, one odd font in the line does not matter."""
    return alike(style, wanted) or (abs(style[1] - wanted[1]) <= 0.35 and wanted[1] >= 1.07 * body.size)


def number_parts(number: str) -> list[str]:
    return number.rstrip(".").split(".")


def _follows(number: str, previous: str | None) -> bool:
    """Whether a top number may come after ``previous``: the next one (one may be lost), or the first letter."""
    if len(number) > 1 and number[1:].isdigit():  # "A1", "S2"
        same = previous is not None and previous[:1] == number[0] and previous[1:].isdigit()
        return int(number[1:]) == (int((previous or "")[1:]) + 1 if same else 1)
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
