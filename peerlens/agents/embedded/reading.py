"""A paper as the rules read it: its sentences, table rows, captions and headings in order, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from peerlens.agents.embedded.wording import content
from peerlens.schema import Passage
from peerlens.taxonomy import PassageType, SectionKind
from peerlens.text.directives import is_directive
from peerlens.tools import PaperTools

_HYPHENS: Final = dict.fromkeys(map(ord, "‐‑‒–−"), "-")
_SIGNS: Final = {"leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "approx": "≈", "in": "∈", "times": "×"}
_RELATIONS: Final = re.compile(rf"\\({'|'.join(_SIGNS)})\b")
_SECTION_NUMBER: Final = re.compile(r"^\W*(?:[A-Z]\.?)?\d[\d.]*\s+")
"""What a heading is counted with; it counts nothing that a sentence beside it speaks of."""
_UNREAD: Final = frozenset({PassageType.CHECKLIST, PassageType.FRONT})


@dataclass(frozen=True)
class Line:
    """A sentence (or table row, caption, heading) with its place. ``under``: the titles above it.

    ``caption``: of a table's row the caption above or below it, of a caption's sentence the whole caption.
    """

    index: int
    start: int
    end: int
    text: str
    passage: Passage
    kind: SectionKind
    under: str
    heading: bool = False
    caption: str = ""

    @property
    def is_table(self) -> bool:
        return self.passage.type is PassageType.TABLE and not self.heading

    @property
    def is_caption(self) -> bool:
        return self.passage.type is PassageType.CAPTION and not self.heading

    @property
    def is_reference(self) -> bool:
        return self.passage.type is PassageType.REFERENCE or self.kind is SectionKind.REFERENCES

    @cached_property
    def stems(self) -> frozenset[str]:
        """The canonical stems of the line's words."""
        return frozenset(content(self.text))


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All lines of a paper. Checklists and author lines are not read; references are, for claims about citing.

    Sentences that tell a reviewer or a program what to hold are no lines; ``said`` is the text with them blanked out.
    """

    tools: PaperTools
    lines: tuple[Line, ...]
    starts: tuple[int, ...]
    captions: dict[str, str]
    text: str
    said: str

    @classmethod
    def of(cls, tools: PaperTools) -> Reading:
        text = tools.manuscript.text
        captions = {
            row.id: text[caption.start : caption.end]
            for caption in tools.passages
            if caption.type is PassageType.CAPTION
            for row in tools.table_rows(caption.id)
        }
        lines: list[Line] = []
        sections = {section.id: section for section in tools.manuscript.sections}
        headed: set[str] = set()
        planted: list[tuple[int, int]] = []
        for passage in tools.passages:
            section = sections[passage.section]
            if passage.type in _UNREAD or section.kind is SectionKind.CHECKLIST:
                continue
            under = " / ".join(section.path)
            if section.id not in headed and section.title:
                headed.add(section.id)
                title_end = text.find("\n", section.start)
                end = min(title_end if title_end > section.start else section.start, passage.start)
                if section.start < end:
                    lines.append(
                        Line(
                            len(lines),
                            section.start,
                            end,
                            text[section.start : end],
                            passage,
                            section.kind,
                            under,
                            True,
                        )
                    )
            for start, end in tools.sentences(passage.id):
                if is_directive(text[start:end]):
                    planted.append((start, end))
                    continue
                own = passage.type is PassageType.CAPTION
                caption = text[passage.start : passage.end] if own else captions.get(passage.id, "")
                lines.append(
                    Line(len(lines), start, end, text[start:end], passage, section.kind, under, caption=caption)
                )
        said = _without(text, planted)
        return cls(tools, tuple(lines), tuple(line.start for line in lines), captions, unmarked(said), said)

    def at(self, offset: int) -> Line | None:
        """The line that covers ``offset``."""
        position = bisect_right(self.starts, offset) - 1
        if position < 0:
            return None
        line = self.lines[position]
        return line if offset < line.end else None

    def said_in(self, passage: Passage) -> str:
        """What a passage says, without what tells others what to say."""
        return self.said[passage.start : passage.end]

    def below(self, line: Line) -> Line:
        """The first line under a heading, to be quoted in its place; any other line itself."""
        following = self.lines[line.index + 1] if line.heading and line.index + 1 < len(self.lines) else line
        return following if following.passage.section == line.passage.section else line

    def opened_by(self, heading: Line) -> Iterator[Line]:
        """The lines of the section that a heading opens, its subsections included."""
        for line in self.lines[heading.index + 1 :]:
            if line.under != heading.under and not line.under.startswith(f"{heading.under} / "):
                return
            yield line

    def near(self, line: Line, *, n: int = 1) -> tuple[Line, ...]:
        """The line and up to ``n`` on each side that stand in the same section."""
        around = self.lines[max(0, line.index - n) : line.index + n + 1]
        return tuple(other for other in around if other.passage.section == line.passage.section)

    def caption_of(self, line: Line) -> str:
        """The text of the caption that a table row belongs to."""
        if not line.is_table:
            return ""
        return self.captions.get(line.passage.id, "")

    def header_of(self, line: Line) -> str:
        """The first row of the table that ``line`` is a row of."""
        if not line.is_table:
            return ""
        index = line.index
        while (
            index > 0
            and self.lines[index - 1].is_table
            and self.lines[index - 1].passage.section == line.passage.section
            and self.caption_of(self.lines[index - 1]) == self.caption_of(line)
        ):
            index -= 1
        return self.lines[index].text if index != line.index else ""

    def context(self, line: Line) -> str:
        """What surrounds a line and may carry what it leaves out: neighbours, or caption and header of a table."""
        if line.is_table:
            return " ".join((self.caption_of(line), self.header_of(line)))
        beside = (other for other in self.near(line) if other.index != line.index)
        return " ".join(_SECTION_NUMBER.sub("", other.text) if other.heading else other.text for other in beside)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def joined_superscripts(text: str) -> str:
    """Text whose names hold their raised figures: "P$^3$EFT" is "P3EFT"."""
    return re.sub(r"(?<=[A-Z]) ?\$\^\{?(\d)\}?\$ ?(?=[A-Z])", r"\1", text)


@lru_cache(maxsize=8_192)
def unmarked(text: str) -> str:
    """Text without the marks of formulas and emphasis, so that names and numbers set in them can be matched."""
    text = joined_superscripts(text)
    text = re.sub(r"\\(?:text|mathrm|mathbf|mathcal|bm|textbf|mathit|operatorname|rm|bf|d?frac)\b\s*", "", text)
    text = _RELATIONS.sub(lambda match: f" {_SIGNS[match[1]]} ", text)
    text = re.sub(r"\}\s*\{", "/", re.sub(r"\{\}", "", text))
    text = re.sub(r"\\[A-Za-z]+\b", " ", text).replace("\\%", "%")
    text = re.sub(r"\\[()\[\]]|[{}$]", "", text.translate(_HYPHENS))
    return re.sub(r"(?<=[A-Za-z\d)])\s*[\^_](?=[A-Za-z\d])|(?<![A-Za-z\d])[*_]+|[*_]+(?![A-Za-z\d])", "", text)


@lru_cache(maxsize=1)
def reading_of(tools: PaperTools) -> Reading:
    """``Reading.of``, kept for the paper at hand: all claims on a paper share one reading."""
    return Reading.of(tools)


def cells(row: str) -> list[str]:
    """The cells of a Markdown or tab- or space-separated table row."""
    if "|" in row:
        return [cell.strip() for cell in row.strip().strip("|").split("|")]
    return [cell.strip() for cell in re.split(r"\t|\s{2,}|&", row) if cell.strip()]
