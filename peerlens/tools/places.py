"""Find the place a person names: "Table 3", "Section 4.2", "line 213", "the abstract"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from peerlens.schema import Manuscript, Passage, Section
from peerlens.store.structure import caption_label, part_name, section_kind
from peerlens.taxonomy import PassageType, SectionKind

_PART = re.compile(
    r"\b(?P<kind>table|tab\.?|figure|fig\.?|algorithm|alg\.?|listing|scheme|box|表|图)\s*~?\s*(?P<number>(?:[a-z]{1,2}\.?)?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)  # fmt: skip
_SECTION = re.compile(
    r"\b(?:section|sec\.?|§+|appendix|app\.?|subsection|chapter)\s*~?\s*(?P<number>(?:[A-Z]|\d+)(?:\.\d+)*)\b"
    r"|^(?P<bare>(?:[A-Z]\.\d+|\d+\.\d+)(?:\.\d+)*)\b",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"\b(?:lines?|l\.)\s*~?\s*(?P<first>\d{1,4})(?:\s*(?:-|–|—|to|and)\s*(?P<last>\d{1,4}))?", re.IGNORECASE
)
_PAGE = re.compile(
    r"\b(?:pages?|pp?\.)\s*~?\s*(?P<first>\d{1,3})(?:\s*(?:-|–|—|to)\s*(?P<last>\d{1,3}))?", re.IGNORECASE
)
_LABEL_KINDS = {"alg": "Algorithm"}


def find_place(named: str, manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages of a named place in reading order; none if the paper has no such place.

    A table is its caption and its rows; a section includes its subsections.
    """
    part = _PART.search(named)
    if part is not None:
        kind = _LABEL_KINDS.get(part["kind"].rstrip(".").casefold(), part["kind"])
        return _captioned(part_name(kind, part["number"].upper()), manuscript, passages)
    section = _SECTION.search(named)
    if section is not None:
        return _numbered(section["number"] or section["bare"], manuscript, passages)
    line = _LINE.search(named)
    if line is not None and manuscript.line_marks:
        return _marked(line, passages, [passage.line for passage in passages])
    page = _PAGE.search(named)
    if page is not None and manuscript.pages:
        return _marked(page, passages, [passage.page for passage in passages])
    return _titled(named, manuscript, passages)


def _captioned(label: str, manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    starts = {caption.start for caption in manuscript.captions if caption.label.casefold() == label.casefold()}
    captions = [passage for passage in passages if any(passage.start <= start < passage.end for start in starts)]
    if not label.startswith("Table"):
        return tuple(captions)
    rows = [row for caption in captions for row in rows_of(caption, manuscript, passages)]
    return tuple(sorted({passage.id: passage for passage in [*captions, *rows]}.values(), key=lambda one: one.start))


def rows_of(caption: Passage, manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The row passages a table caption belongs to.

    Captions stand above or below their rows; in a run of tables the first and the last passage say which. A run that
    begins as it ends is read as the other runs of the paper are, and without any that say, by its first passage.
    """
    runs = _table_runs(manuscript, passages)
    ends = [(run[0][0], run[-1][0]) for run in runs]
    above_elsewhere, below_elsewhere = ends.count(("caption", "rows")), ends.count(("rows", "caption"))
    for run, (first, last) in zip(runs, ends, strict=True):
        if all(member.id != caption.id for _, member in run):
            continue
        above = first == "caption"
        if first == last and above_elsewhere != below_elsewhere:
            above = above_elsewhere > below_elsewhere
        stretches = [[one for _, one in group] for _, group in groupby(run, key=lambda member: member[0])]
        at = next(i for i, group in enumerate(stretches) if any(one.id == caption.id for one in group))
        beside = at + 1 if above else at - 1
        return tuple(stretches[beside]) if 0 <= beside < len(stretches) else ()
    return ()


def label_of(passage: Passage, manuscript: Manuscript, passages: Sequence[Passage]) -> str | None:
    """The printed label of a caption, or of the table a row belongs to where its captions tell; else ``None``."""
    captions = {caption.start: caption.label for caption in manuscript.captions}
    if passage.type is PassageType.CAPTION:
        return next((label for start, label in captions.items() if passage.start <= start < passage.end), None)
    if passage.type is not PassageType.TABLE or captions_unsure(manuscript, passages):
        return None
    tables = [one for one in passages if one.type is PassageType.CAPTION]
    owners = [one for one in tables if passage in rows_of(one, manuscript, passages)]
    return label_of(owners[0], manuscript, passages) if owners else None


def captions_unsure(manuscript: Manuscript, passages: Sequence[Passage]) -> bool:
    """Whether it cannot be told which rows a caption belongs to: somewhere rows stand on both sides of it, or captions
    on both sides of rows, or it stands above its rows here and below them there."""
    ends = [(run[0][0], run[-1][0]) for run in _table_runs(manuscript, passages) if len({kind for kind, _ in run}) > 1]
    return len(set(ends)) > 1 or any(first == last for first, last in ends)


def _table_runs(manuscript: Manuscript, passages: Sequence[Passage]) -> list[list[tuple[str, Passage]]]:
    """Stretches of rows and table captions with nothing between them, each passage with "rows" or "caption"."""

    def kind(passage: Passage) -> str:
        if passage.type is PassageType.TABLE:
            return "rows"
        words = manuscript.text[passage.start : passage.end]
        is_caption = passage.type is PassageType.CAPTION and (caption_label(words) or "Table").startswith("Table")
        return "caption" if is_caption else ""

    named = [(kind(passage), passage) for passage in passages]
    return [list(run) for inside, run in groupby(named, key=lambda member: bool(member[0])) if inside]


def _numbered(number: str, manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    wanted = number.upper().rstrip(".")
    own = [s for s in manuscript.sections if s.number and s.number.rstrip(".").upper() == wanted]
    inside = own or [s for s in manuscript.sections if s.number and s.number.upper().startswith(f"{wanted}.")]
    return passages_of(inside, manuscript, passages)


def passages_of(
    sections: Sequence[Section], manuscript: Manuscript, passages: Sequence[Passage]
) -> tuple[Passage, ...]:
    """The passages of these sections and of those below them."""
    wanted = {
        section.id
        for section in manuscript.sections
        for top in sections
        if section.id == top.id or _below(section, top)
    }
    return tuple(passage for passage in passages if passage.section in wanted)


def _below(section: Section, top: Section) -> bool:
    return (
        section.start >= top.start and len(section.path) > len(top.path) and section.path[: len(top.path)] == top.path
    )


def _marked(match: re.Match[str], passages: Sequence[Passage], marks: Sequence[int | None]) -> tuple[Passage, ...]:
    first = int(match["first"])
    last = int(match["last"] or first)
    found: list[Passage] = []
    for position, passage in enumerate(passages):
        begins = marks[position]
        following = next((mark for mark in marks[position + 1 :] if mark is not None), None)
        if begins is None:
            continue
        ends = following if following is not None and following >= begins else begins + 50
        if begins <= last and (first < ends or first == begins):
            found.append(passage)
    return tuple(found)


def _titled(named: str, manuscript: Manuscript, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    words = re.sub(r"^(?:in\s+)?(?:the\s+)?|\s+(?:section|part|paragraph)$", "", named.strip(), flags=re.IGNORECASE)
    folded = words.casefold()
    if not folded:
        return ()
    exact = [s for s in manuscript.sections if folded in (s.title.casefold(), s.display.casefold())]
    if exact:
        return passages_of(exact, manuscript, passages)
    kind = section_kind(words)
    if kind is SectionKind.OTHER or len(folded.split()) > 4:
        return ()
    return passages_of([s for s in manuscript.sections if s.kind is kind], manuscript, passages)
