"""References to a number like a section's, or to a part of a figure beyond the last one that its caption names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from peerlens.agents.embedded.audit.float_references import Floats, floats_of
from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_OF_SECTION: Final = re.compile(r"\b(?P<kind>Table|Figure)s?[\s~\xa0]+(?P<number>\d{1,2}\.\d{1,2})\b(?!\.\d|%)", re.I)
_OF_OTHERS: Final = re.compile(r"\bof \[|\bet al\b|\bin \[|\bfrom \[|\(\w[\w\s.&,]+,? (?:19|20)\d\d", re.I)
_PART: Final = re.compile(
    r"\b(?:Figures?|Figs?\.?)[\s~\xa0]*(?P<number>\d{1,2})[\s~]?\(?(?P<part>[A-Ha-h])\)?(?![\w’'-])", re.I
)
_NAMED: Final = re.compile(
    r"\((?P<first>[A-Ha-h])(?:\s?[-–—]\s?(?P<last>[A-Ha-h]))?(?P<more>(?:\s?(?:,|and|&)\s?[A-Ha-h])*)\)"
)
_FEWEST: Final = 3
"""Parts that a caption must name in order before its last one can be trusted to be the last."""


def of_section(paper: AuditPaper) -> list[Candidate]:
    """A note for each reference to "Table 4.4" where captions are numbered 1, 2, 3 and the section 4.4 is there."""
    floats = floats_of(paper)
    found: dict[str, Line] = {}
    for line in _prose(paper):
        for match in _OF_SECTION.finditer(line.text):
            label = f"{match['kind'].capitalize()} {match['number']}"
            if _numbered_plainly(match["kind"].capitalize(), floats) and _is_section(match["number"], paper):
                found.setdefault(label, line)
    if not found:
        return []
    observation = f"The text refers to {listed(list(found))}, a number that no caption bears; it is a section's."
    return [_note(observation, "A reader cannot tell which one is meant.", list(found.values()), paper)]


def parts_beyond(paper: AuditPaper) -> list[Candidate]:
    """A note for the references to a part of a figure beyond the last one that the figure's caption names."""
    ends = {number: last for number, last in _last_parts(paper) if number not in _twice(paper)}
    found: dict[str, tuple[str, Line]] = {}
    for line in _prose(paper):
        for match in _PART.finditer(line.text):
            last = ends.get(match["number"])
            if last is not None and match["part"].upper() > last:
                found.setdefault(f"Figure {match['number']}{match['part']}", (last, line))
    return [
        _note(
            f"The text refers to {label}; the parts that its caption names end at ({last}).",
            "What the text says of that part cannot be looked up.",
            [line],
            paper,
        )
        for label, (last, line) in found.items()
    ]


def _note(observation: str, assessment: str, lines: list[Line], paper: AuditPaper) -> Candidate:
    return Candidate(
        topic="dangling references",
        observation=observation,
        assessment=assessment,
        severity=Severity.MINOR,
        judgement=shown_by(
            observation, lines[:3], paper.tools, confidence=0.7, rationale="No caption bears what is referred to."
        ),
    )


def _prose(paper: AuditPaper) -> Iterator[Line]:
    return (one for one in paper.body if not one.is_table and not one.is_caption and not _OF_OTHERS.search(one.text))


def _numbered_plainly(kind: str, floats: Floats) -> bool:
    """Whether the captions of this kind are numbered 1, 2, 3 without a point."""
    numbers = [label.removeprefix(f"{kind} ") for label in floats.captions if label.startswith(f"{kind} ")]
    return len(numbers) > 1 and all(number.isdigit() for number in numbers)


def _is_section(number: str, paper: AuditPaper) -> bool:
    return any(one.display.startswith(f"{number} ") for one in paper.tools.manuscript.sections)


def _last_parts(paper: AuditPaper) -> Iterator[tuple[str, str]]:
    """The number of each figure whose caption names its parts in order from A, with the last part."""
    text = paper.tools.manuscript.text
    for caption in paper.tools.manuscript.captions:
        number = re.fullmatch(r"Figure (\d{1,2})", caption.label)
        named = list(_parts_named(text[caption.start : caption.end])) if number else []
        order = sorted(set(named))
        if number and len(order) >= _FEWEST and order == [chr(ord("A") + place) for place in range(len(order))]:
            yield number[1], order[-1]


def _parts_named(caption: str) -> Iterator[str]:
    for match in _NAMED.finditer(caption):
        first, last = match["first"].upper(), (match["last"] or match["first"]).upper()
        yield from (chr(code) for code in range(ord(first), ord(last) + 1))
        yield from (part.upper() for part in re.findall(r"[A-Ha-h]", match["more"].replace("and", "")))


def _twice(paper: AuditPaper) -> frozenset[str]:
    """Numbers of figures that more than one caption bears: which is meant cannot be told."""
    return frozenset(label.removeprefix("Figure ") for label in floats_of(paper).repeated)
