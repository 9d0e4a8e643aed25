"""The places of the paper that a response names, and what of the manuscript stands there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.schema import Passage
from peerlens.taxonomy import SectionKind
from peerlens.tools import PaperTools

_NUMBER: Final = r"(?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){0,3}"
_JOIN: Final = r"(?:\s*(?:,\s*(?:and|&)?|and|&|/|to|-|–|—)\s*)"
_ITEM: Final = rf"\(?(?:{_NUMBER})\)?(?:\s?\([a-z](?:\s?[-–,&]\s?[a-z])*\)|[a-h](?![A-Za-z]))?"
_KINDS: Final = {
    "Section": r"(?:sub)?sections?|(?:sub)?sect?s?\.?|§+|chapters?",
    "Table": r"tables?|tabs?\.|tab(?=\s\d)|表",
    "Figure": r"figures?|figs?\.?|图",
    "Appendix": r"appendix|appendices|app\.|supplementary section|supp?\. sec(?:tion|\.)",
    "Equation": r"equations?|eqn?s?\.?",
    "Algorithm": r"algorithms?|algs?\.",
    "Theorem": r"theorems?|thms?\.?",
    "Lemma": r"lemmas?|lemmata",
    "Proposition": r"propositions?|props?\.",
    "Corollary": r"corollar(?:y|ies)",
    "Definition": r"definitions?|defs?\.",
    "Assumption": r"assumptions?",
    "Remark": r"remarks?",
    "Page": r"pages?|pp?\.",
    "Line": r"lines?|l\.",
    "Footnote": r"footnotes?",
}
_ANY_KIND: Final = "|".join(f"(?P<k{i}>{words})" for i, words in enumerate(_KINDS.values()))
_NUMBERED: Final = re.compile(
    rf"(?<![A-Za-z0-9_-])(?P<kind>{_ANY_KIND})\s*~?\s*#?"
    rf"(?P<items>{_ITEM}(?:{_JOIN}{_ITEM})*)(?![A-Za-z0-9_])",
    re.I,
)
_CHINESE_SECTION: Final = re.compile(r"第\s*(?P<number>\d{1,2}(?:\.\d{1,2})*)\s*[节節章]|附录\s*(?P<appendix>[A-Z])")
_ONE: Final = re.compile(rf"(?P<join>{_JOIN})?\(?(?P<number>{_NUMBER})\)?(?:\s?\([a-z][^)]*\)|[a-h](?![A-Za-z]))?")
_TITLED: Final = re.compile(
    r"\bthe (?P<front>abstract|introduction|conclusions?|appendix|appendices|supplement(?:ary (?:material|pdf))?"
    r"|supplementary"
    r"|checklist|related[- ]works?)\b(?!\s+(?:[A-Z]\b|\d))"
    r"|\b(?:the |our )?(?P<titled>[a-z][a-z/ -]{2,30}?) (?:sub)?section\b(?!\s*\d)",
    re.I,
)
_SECTION_WORDS: Final = frozenset(
    "introduction conclusion conclusions discussion limitations limitation experiments experiment experimental results "
    "method methods methodology background related work works abstract appendix preliminaries evaluation future "
    "ablation ethics broader impact setup analysis".split()
)
_ELSEWHERE: Final = re.compile(
    r"\s*(?:\([a-z]\)\s*)?(?:of|in|from)\s+(?:the\s+(?:paper|work|article)\s+(?:of|by)\s+)?(?:\[\d"
    r"|\(?[A-Z][\w-]+ (?:et al|& [A-Z]|and [A-Z]|\(\d{4})|their\b|that paper)"
    r"|\s*(?:of|in)\s+[A-Z][\w-]+\s*,?\s*\(?(?:19|20)\d\d"
)
_THEIR: Final = re.compile(r"\b(?:their|its authors'|in \[\d+\],?|[A-Z]\w+ et al\.?(?:'s)?,?)\s*$")
_FORMULA_NUMBER: Final = r"(?:\\tag\{{\s*{n}\s*\}}|\(\s*{n}\s*\)\s*(?:\$\$|\\\]|\n|$))"
_MOST_PASSAGES: Final = 60
_READ: Final = 1_000
"""Characters of a sentence in which places are looked for."""


@dataclass(frozen=True, slots=True)
class Named:
    """A place as named: ``name`` in one form ("Section 4.2"), ``start``/``end`` of its mention in the response."""

    name: str
    start: int
    end: int


def places_in(text: str, spans: Sequence[tuple[int, int]]) -> tuple[Named, ...]:
    """Every place named in these stretches, each once, in order. Places of other papers are left out."""
    found: list[Named] = []
    for low, stop in spans:
        high = min(stop, low + _READ)
        taken: list[tuple[int, int]] = []
        for match in _NUMBERED.finditer(text, low, high):
            if not _ELSEWHERE.match(text, match.end(), high) and not _THEIR.search(text, low, match.start()):
                found += _numbered(match)
            taken.append(match.span())
        for match in _CHINESE_SECTION.finditer(text, low, high):
            name = f"Section {match['number']}" if match["number"] else f"Appendix {match['appendix']}"
            found.append(Named(name, *match.span()))
        for match in _TITLED.finditer(text, low, high):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                found += _titled(match)
    once: dict[str, Named] = {}
    for one in sorted(found, key=lambda named: (named.start, _in_order(named.name))):
        once.setdefault(one.name.casefold(), one)
    return tuple(once.values())


def _in_order(name: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", name))


def _numbered(match: re.Match[str]) -> list[Named]:
    kind = next(name for i, name in enumerate(_KINDS) if match[f"k{i}"] is not None)
    found: list[Named] = []
    last: str | None = None
    offset = match.start("items")
    for one in _ONE.finditer(match["items"]):
        number = one["number"].rstrip(".")
        if number.isalpha() and (number.islower() or kind not in ("Appendix", "Section", "Algorithm", "Table")):
            continue
        if one["join"] and last is not None and re.search(r"to|[-–—]", one["join"]) and kind not in ("Page", "Line"):
            found += [Named(f"{kind} {n}", match.start(), match.end()) for n in _between(last, number)]
        if kind in ("Page", "Line") and last is not None and one["join"] and re.search(r"to|[-–—]", one["join"]):
            found[-1] = Named(f"{found[-1].name}–{number}", found[-1].start, match.end())
            continue
        name = (
            f"Appendix {number}"
            if kind == "Section" and number[:1].isalpha() and kind != "Table"
            else f"{kind} {number}"
        )
        found.append(Named(name, match.start(), offset + one.end()))
        last = number
    return found


def _between(first: str, last: str) -> list[str]:
    if first.isdigit() and last.isdigit() and 1 < int(last) - int(first) <= 20:
        return [str(n) for n in range(int(first) + 1, int(last))]
    return []


def _titled(match: re.Match[str]) -> list[Named]:
    if match["front"]:
        words = match["front"].casefold()
        name = (
            "Appendix"
            if words.startswith("append")
            else "Supplement"
            if words.startswith("suppl")
            else words.capitalize()
        )
        return [Named(name, *match.span())]
    words = match["titled"].strip()
    kept = [word for word in re.split(r"[\s/-]+", words) if word.casefold() in _SECTION_WORDS]
    tail = words.split()[-1].casefold()
    if not kept or (tail not in _SECTION_WORDS):
        return []
    return [Named(f"{' '.join(kept).capitalize()} section", *match.span("titled"))]


def find(named: str, tools: PaperTools) -> tuple[Passage, ...]:
    """The passages that a named place covers; none where the manuscript supplied has no such place."""
    kind, _, number = named.partition(" ")
    if named in ("Appendix", "Supplement"):
        ids = {section.id for section in tools.manuscript.sections if section.in_appendix}
        return tuple(one for one in tools.passages if one.section in ids)
    if kind == "Equation":
        return _equation(number, tools)
    if kind in ("Theorem", "Lemma", "Proposition", "Corollary", "Definition", "Assumption", "Remark"):
        return _stated(kind, number, tools)
    if kind == "Footnote":
        return ()
    if kind == "Section" and number.isdigit() is False and number[:1].isalpha():
        return tools.place(f"Appendix {number}")
    if kind in ("Page", "Line"):
        return tools.place(f"{kind.casefold()} {number.replace('–', '-')}")
    if number == "section" or not number:
        return _by_title(named.removesuffix(" section"), tools)
    found = tools.place(named)
    if kind in ("Figure", "Table", "Algorithm") and found:
        return (*found, *_mentions(named, tools, but=found))
    return found


def _by_title(words: str, tools: PaperTools) -> tuple[Passage, ...]:
    found = tools.place(words)
    if found:
        return found
    if words.casefold() in ("limitations", "limitation"):
        ids = {one.id for one in tools.manuscript.sections if one.kind is SectionKind.LIMITATIONS}
        return tuple(one for one in tools.passages if one.section in ids)
    return ()


def _mentions(named: str, tools: PaperTools, *, but: Sequence[Passage]) -> list[Passage]:
    """The passages that speak of a float: what it shows is said there."""
    kind, _, number = named.partition(" ")
    short = {
        "Figure": r"(?:Figures?|Figs?\.?)",
        "Table": r"(?:Tables?|Tabs?\.?)",
        "Algorithm": r"(?:Algorithms?|Algs?\.?)",
    }
    words = re.compile(rf"\b{short[kind]}\s*~?\s*\(?{re.escape(number)}\)?(?![\d.]\d|\d)", re.I)
    known = {one.id for one in but}
    return [one for one in tools.passages if one.id not in known and words.search(tools.text_of(one))]


def _equation(number: str, tools: PaperTools) -> tuple[Passage, ...]:
    """The passage with the formula of this number, or those that refer to it by number."""
    digits = re.escape(number.strip("() "))
    printed = re.compile(_FORMULA_NUMBER.format(n=digits))
    cited = re.compile(rf"\b(?:Equations?|Eqn?s?\.?)\s*~?\s*\(?{digits}\)?(?![\d.]\d|\d)", re.I)
    shown = [one for one in tools.passages if printed.search(tools.text_of(one))]
    return tuple(shown or [one for one in tools.passages if cited.search(tools.text_of(one))])[:_MOST_PASSAGES]


def _stated(kind: str, number: str, tools: PaperTools) -> tuple[Passage, ...]:
    """The passage that opens with the statement's name and number and the one after it, or those that refer to it."""
    digits = re.escape(number)
    opens = re.compile(rf"^\W*{kind}\s+{digits}(?![\d.]\d|\d)", re.I | re.M)
    passages = tools.passages
    for position, passage in enumerate(passages):
        if opens.search(tools.text_of(passage)):
            return passages[position : position + 2]
    cited = re.compile(rf"\b{kind}\s+{digits}(?![\d.]\d|\d)", re.I)
    return tuple(one for one in passages if cited.search(tools.text_of(one)))[:_MOST_PASSAGES]
