"""Which figures, tables and algorithms a paper has, and which its text refers to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line, unmarked
from peerlens.schema import Caption
from peerlens.store.structure import part_name

_ITEM: Final = r"(?:[A-Z]{1,2}\.?|S)?\d{1,3}(?:\.\d{1,2})?(?:\s?\(?[a-h](?:\s?[-–,]\s?[a-h])*\)?(?![A-Za-z]))?"
_JOIN: Final = r"\s*(?:,\s*and|,|and|&|or|;|to|through|-|–|—|/)\s*"
_KIND: Final = r"(?:sub-?)?(?P<kind>tables?|tabs?\.?|tbl?s?\.?|figures?|figs?\.?|algorithms?|algs?\.?)"
_ROMAN: Final = r"(?-i:[IVX]{1,5})(?![\w’'])(?!\s+(?:did|do|have|had|was|am|made|will|can|see|show|use|think|draw)\b)"
_REFERENCE: Final = re.compile(
    rf"(?<![A-Za-z]){_KIND}[\s~\xa0]*(?P<items>(?:{_ITEM}|{_ROMAN})(?:{_JOIN}(?:{_ITEM}|{_ROMAN}))*)",
    re.I,
)
_FOOTNOTE_MARK: Final = re.compile(r"\^\s*(?:\{\s*)?\d{1,2}(?:\s*\})?")
_NUMBER: Final = re.compile(r"(?P<prefix>(?:[A-Z]{1,2}\.?|S)?)(?P<number>\d{1,3}(?:\.\d{1,2})?)", re.I)
_RANGE: Final = re.compile(r"(\d{1,3})\s?\(?[a-h]?\)?\s*(?:-|–|—|to|through)\s*(\d{1,3})")
_KINDS: Final = {"tab": "Table", "tb": "Table", "tbs": "Table", "tbl": "Table", "fig": "Figure", "alg": "Algorithm"}
_LONGEST_RANGE: Final = 20
_ROMAN_ITEM: Final = re.compile(r"\b[IVX]{1,5}\b")
_ROMAN_VALUES: Final = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True, slots=True)
class Floats:
    """``captions``: the numbered floats, by label, first caption of each. ``referred``: how often each label is named
    outside its own caption. ``repeated``: labels that more than one caption bears."""

    captions: dict[str, Caption]
    referred: Counter[str]
    repeated: dict[str, tuple[Caption, ...]]

    @property
    def unreferenced(self) -> tuple[str, ...]:
        return tuple(label for label in self.captions if not self.referred[label])


@lru_cache(maxsize=1)
def floats_of(paper: AuditPaper) -> Floats:
    """Read once for a paper: all floats checks share it."""
    manuscript = paper.tools.manuscript
    by_label: dict[str, list[Caption]] = {}
    for caption in manuscript.captions:
        by_label.setdefault(_ROMAN_ITEM.sub(_arabic, _whole(caption.label)), []).append(caption)
    referred: Counter[str] = Counter()
    at = 0
    for caption in sorted(manuscript.captions, key=lambda one: one.start):
        if caption.start < at:
            continue
        referred.update(labels_in(manuscript.text[at : caption.start]))
        at = caption.start + _own_label(manuscript.text[caption.start : caption.end])
    referred.update(labels_in(manuscript.text[at:]))
    return Floats(
        captions={label: found[0] for label, found in by_label.items()},
        referred=referred,
        repeated={label: tuple(found) for label, found in by_label.items() if len(found) > 1},
    )


def labels_in(text: str) -> Iterator[str]:
    """The labels that ``text`` names: "Figs. 3a–c and 5" gives "Figure 3" and "Figure 5"."""
    for match in _REFERENCE.finditer(re.sub(r"\]\([^)]*\)|[*_\[\]]", "", unmarked(_FOOTNOTE_MARK.sub("", text)))):
        kind = _KINDS[match["kind"].casefold().removeprefix("sub").lstrip("-").rstrip(".")[:3]]
        items = _ROMAN_ITEM.sub(_arabic, match["items"])
        for item in _NUMBER.finditer(items):
            yield part_name(kind, item[0].upper())
        for span in _RANGE.finditer(items):
            first, last = int(span[1]), int(span[2])
            if first < last <= first + _LONGEST_RANGE:
                yield from (part_name(kind, str(number)) for number in range(first, last + 1))


def _arabic(roman: re.Match[str]) -> str:
    """ "IV" as "4"."""
    values = [_ROMAN_VALUES[sign] for sign in roman[0]]
    return str(sum(-one if one < next_ else one for one, next_ in zip(values, [*values[1:], 0], strict=True)))


def line_of(paper: AuditPaper, caption: Caption) -> Line | None:
    """The line that a caption begins on."""
    return paper.reading.at(caption.start)


def _whole(label: str) -> str:
    """The label of the float that a part belongs to: "Figure 3a" is of "Figure 3"."""
    return re.sub(r"(?<=\d)[a-h]$", "", label)


def _own_label(caption: str) -> int:
    """Length of the label that a caption opens with."""
    match = re.match(r"\W*\w+[.\s~*_]*(?:[A-Za-z]{1,2}\.?)?[\d.]+[a-h]?", caption)
    return match.end() if match else 0
