"""Tell headings from text: by number and sequence, by type size and weight, by standing alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.store.parsers.pdf_body import Body
from peerlens.store.parsers.pdf_flow import Item, TextLine
from peerlens.store.parsers.pdf_lines import Line, join_words
from peerlens.store.parsers.pdf_numbering import Candidate, Style, alike, in_sequence, number_parts

_NUMBERED = re.compile(
    r"(?:(?P<word>appendix|section)\s+)?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z]\d{0,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}(?=\.))"
    r"(?P<mark>[.:]?\s+|\.?\s*$|:\s*)(?P<title>.*)$",
    re.I | re.S,
)
_STATEMENT = re.compile(
    r"(?:theorem|lemma|proposition|corollary|definition|remark|assumption|example|claim|fact|proof|conjecture|condition|"
    r"observation|step|case|question|answer|hypothesis|property|algorithm|table|figure|fig\.)\b",
    re.I,
)
_CONTENTS_LINE = re.compile(r"(?:(?:\.\s*){4,}|\s)\d{1,3}$")
_KNOWN = re.compile(
    r"(?:abstract|references|bibliography|acknowledge?ments?(?: and .{4,40})?|appendix|appendices|"
    r"supplementary materials?|supplemental materials?|(?:broader |societal |ethical )?impact(?: statement)?|"
    r"(?:ethics|reproducibility|impact) statement|ethical (?:considerations|statement)|ethics|limitations?|"
    r"author contributions?|(?:neurips |icml |acl )?(?:paper |reproducibility |responsible nlp )?checklist|"
    r"introduction|conclusions?|related works?|code availability|data availability|funding|competing interests|"
    r"limitations and .{4,40}|broader impacts?|contents|table of contents)[.:]?$",
    re.I,
)
_FIRST_HEADING = re.compile(r"abstract\b|(?:1|I)\.?\s+introduction\b", re.I)
_SMALL_CAPITALS = re.compile(r"csc|smallcap|-sc\b|caps", re.I)
_CHECKLIST = re.compile(r"(?:\w+ ){0,3}checklist$", re.I)


@dataclass
class Heading:
    """A heading found: its item numbers in the flow, its words, its depth as printed."""

    places: list[int]
    words: str
    rank: int


def find_headings(items: Sequence[Item], body: Body, *, taken: frozenset[int]) -> list[Heading]:
    """The headings among the lines of the flow, wrapped ones joined, in reading order."""
    candidates = [
        candidate
        for place, item in enumerate(items)
        if isinstance(item, TextLine) and place not in taken
        for candidate in [_candidate(place, item, items, body)]
        if candidate is not None
    ]
    candidates = _without_checklist_items(candidates)
    accepted = in_sequence(candidates, body)
    styles = _rank_styles(accepted)
    numbered = {id(candidate) for candidate in accepted}
    chosen = [c for c in candidates if id(c) in numbered or _stands_unnumbered(c, styles, body)]
    headings: list[Heading] = []
    used: set[int] = set()
    for candidate in chosen:
        if candidate.place in used:
            continue
        places = _wrapped(candidate, items, body)
        used.update(places)
        lines = [item.line for place in places if isinstance(item := items[place], TextLine)]
        words = joined_title(" ".join(heading_text(line) for line in lines))
        headings.append(Heading(places, words, _rank(candidate, styles)))
    return headings


def _without_checklist_items(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates less the counted items of a submission checklist ("1. Claims")."""
    kept: list[Candidate] = []
    checklist = False
    for candidate in candidates:
        if candidate.known and candidate.number is None:
            checklist = _CHECKLIST.match(candidate.title) is not None
        if not (checklist and candidate.number is not None and candidate.number[0].isdigit()):
            kept.append(candidate)
    return kept


def heading_text(line: Line) -> str:
    """The words of a heading, footnote marks dropped."""
    words = [word for word in line.words if not (word.rise > 0 and re.fullmatch(r"[\d*∗†‡§¶,]{1,3}", word.text))]
    return join_words(words).strip()


def joined_title(words: str) -> str:
    """The lines of a heading as one: a line-end hyphen goes before a small letter and stays before a capital."""
    return re.sub(r"(?<=\w-) (?=[^\W\d_])", "", re.sub(r"(?<=[^\W\d_])- (?=[a-z])", "", words)).strip()


def style_of(line: Line) -> Style:
    """Font, size and weight of the words of a line, formulas left aside. Small capitals count with their big ones."""
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    bold = total = 0
    for word in line.words:
        if word.ink.math or word.rise:
            continue
        length = len(word.text)
        sizes[word.ink.size] += length
        fonts[word.ink.font] += length
        bold += length if word.ink.bold else 0
        total += length
    if not total:
        return line.font, line.size, False
    size = max(sizes) if _all_capitals(line.text) else sizes.most_common(1)[0][0]
    return fonts.most_common(1)[0][0], round(size, 1), bold > 0.85 * total


def _all_capitals(text: str) -> bool:
    capitals, small = sum(map(str.isupper, text)), sum(map(str.islower, text))
    return capitals >= 4 and capitals > 9 * small


def _candidate(place: int, item: TextLine, items: Sequence[Item], body: Body) -> Candidate | None:
    """The line as a possible heading: short, set apart by type, not a statement, list item or contents line."""
    line = item.line
    plain = (
        line.font == body.font
        and not _SMALL_CAPITALS.search(line.font)
        and line.size < 1.07 * body.size
        and not line.words[0].ink.bold
    )
    if plain and not _all_capitals(line.text):
        return None
    text = heading_text(line)
    if not 2 <= len(text) <= 180 or not any(char.isalpha() for char in text):
        return None
    style = style_of(line)
    known = _KNOWN.match(text) is not None
    match = _NUMBERED.match(text)
    number = match["number"] if match else None
    title = match["title"].strip() if match else text
    if match and not _could_be_title(match, title):
        number, title = None, text
    large = style[1] >= 1.07 * body.size
    slanted = number is not None and line.share("italic") > 0.8
    marked = style[2] or large or _SMALL_CAPITALS.search(style[0]) is not None or _all_capitals(title) or slanted
    if not marked or (_is_contents(line) and not known) or (number is None and not known and _STATEMENT.match(title)):
        return None
    if number is None and (text[0].islower() or (text.endswith((".", ",", ";")) and not known)):
        return None
    if number is None and not known and (len(text) < 4 or _mostly_formula(line)):
        return None
    return Candidate(place, line, number, title, style, known)


def _could_be_title(match: re.Match[str], title: str) -> bool:
    number = match["number"]
    if not title:
        return match["word"] is not None
    if number[0].isalpha() and not number[0].isupper():
        return False
    first = title.lstrip("“\"'(`$")[:1]
    return bool(first) and (
        first.isupper() or first.isdigit() or not first.isascii() or number.count(".") > 0 or first.islower()
    )


def _mostly_formula(line: Line) -> bool:
    return line.share("math") > 0.5


def _is_contents(line: Line) -> bool:
    """A line of a table of contents: it ends with a page number after dots or a wide gap."""
    if len(line.words) < 2 or not _CONTENTS_LINE.search(line.text):
        return False
    last, before = line.words[-1], line.words[-2]
    return ". ." in line.text or ".." in line.text or last.x0 - before.x1 > 2 * line.size


def _rank_styles(accepted: Sequence[Candidate]) -> dict[int, Style]:
    """The commonest style of accepted headings at each depth."""
    counts: dict[int, Counter[Style]] = {}
    for candidate in accepted:
        depth = len(number_parts(candidate.number or ""))
        counts.setdefault(depth, Counter())[candidate.style] += 1
    return {depth: styles.most_common(1)[0][0] for depth, styles in counts.items()}


def _stands_unnumbered(candidate: Candidate, styles: dict[int, Style], body: Body) -> bool:
    """Whether a line without a valid number is a heading: a well-known one, or set like a numbered one."""
    if candidate.known:
        return True
    if candidate.number is not None and not alike(candidate.style, styles.get(1, candidate.style)):
        return False
    larger = candidate.style[1] >= 1.07 * body.size
    capitals = _all_capitals(candidate.title)
    if not styles:
        return larger and (candidate.style[2] or capitals)
    for depth, style in styles.items():
        if alike(candidate.style, style) and (larger or (capitals and depth == 1)):
            return candidate.style[0] == style[0] or larger
    return candidate.style[2] and candidate.style[1] > 1.02 * max(style[1] for style in styles.values())


def _rank(candidate: Candidate, styles: dict[int, Style]) -> int:
    if candidate.number is not None:
        return len(number_parts(candidate.number))
    for depth in sorted(styles):
        if alike(candidate.style, styles[depth]):
            return depth
    return 1


def _wrapped(candidate: Candidate, items: Sequence[Item], body: Body) -> list[int]:
    """The places of the heading's lines: its own and those that carry on in the same style right below."""
    places = [candidate.place]
    while len(places) < 4:
        following = places[-1] + 1
        item = items[following] if following < len(items) else None
        last = items[places[-1]]
        if not isinstance(item, TextLine) or not isinstance(last, TextLine) or item.gap is None:
            return places
        line = item.line
        near = item.gap <= 1.5 * candidate.style[1] and line.page == last.line.page and item.gap > 0
        same = _carries_style(line, candidate)
        reaches = last.line.x1 > last.left + 0.6 * (last.right - last.left) or line.x0 > last.left + 0.8 * line.size
        if not (near and same and reaches) or (
            _NUMBERED.match(line.text) and line.x0 <= last.left + 1 and line.text[0].isdigit()
        ):
            return places
        if candidate.known or last.line.text.endswith("."):
            return places
        places.append(following)
    return places


def _carries_style(line: Line, candidate: Candidate) -> bool:
    """Whether the line is set like the heading; a second line of small capitals may have no big ones."""
    font, size, bold = style_of(line)
    if font != candidate.style[0] or bold != candidate.style[2]:
        return False
    if _all_capitals(line.text) and _all_capitals(candidate.title):
        return 0.77 * candidate.style[1] <= size <= candidate.style[1] + 0.35
    return abs(size - candidate.style[1]) <= 0.35


def find_title(items: Sequence[Item], body: Body) -> list[int]:
    """The places of the title's lines: the largest type in the upper part of the first page, above the abstract."""
    upper: list[int] = []
    for place, item in enumerate(items):
        if not isinstance(item, TextLine):
            continue
        if item.line.page > 0 or _KNOWN.match(item.line.text) or _FIRST_HEADING.match(item.line.text):
            break
        upper.append(place)
        if len(upper) > 25:
            break
    sizes = {place: max(word.size for word in _line(items, place).words if not word.rise) for place in upper}
    large = max(sizes.values(), default=0.0)
    if large < 1.1 * body.size:
        return []
    places: list[int] = []
    for place in upper:
        small_capitals = bool(places) and _all_capitals(_line(items, place).text) and sizes[place] > 0.77 * large
        if sizes[place] < large - 0.6 and not small_capitals:
            if places:
                break
            continue
        if places and _line(items, place).base - _line(items, places[-1]).base > 1.9 * large:
            break
        if _line(items, place).letters or places:
            places.append(place)
    return places


def _line(items: Sequence[Item], place: int) -> Line:
    item = items[place]
    assert isinstance(item, TextLine)
    return item.line
