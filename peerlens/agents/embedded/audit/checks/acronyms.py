"""Acronyms that are used again and again and never spelled out."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import lru_cache
from importlib import resources
from typing import Final

from peerlens.agents.embedded.audit.judged import claimed_without
from peerlens.agents.embedded.audit.kinds import of_life_sciences
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.embedded.reading import Line, cells, joined_superscripts
from peerlens.agents.family import Candidate
from peerlens.taxonomy import PassageType, SectionKind, Severity

_ACRONYM: Final = re.compile(
    r"(?<![\w./@#$\\{&-])(?P<name>[A-Z]{3,6})(?P<plural>s)?(?![\w@/\\}=+&]|-[A-Z\d]|\.[A-Za-z\d]|\()"
)
_OFTEN: Final = 3
_ENOUGH: Final = 3
"""Acronyms left unexplained from which a text gets hard to follow; fewer are a note."""
_CITED: Final = (
    r"(?:\s+(?:et al\.?|\w+ et al\.?))?\s*(?:\[|\(?\s*[A-Z][\w'’-]+(?:\s+(?:et al|and|&)|,?\s+\(?(?:19|20)\d\d)|"
    r"<sup>|\\cite)"
)
_KIND_OF_NAME: Final = (
    r"[\s-]+(?:data ?sets?|corpus|corpora|benchmarks?|challenge|competition|tasks?|tests?|library|package|toolkit|"
    r"toolbox|"
    r"software|simulator|language|format|standard|protocol|system|project|database|repository|collection|suite|survey|"
    r"environments?|game|robot|conference|workshop|university|institute|company|licen[cs]e|solver|compiler|"
    r"method|algorithm|model|baseline|framework|architecture|approach|optimi[sz]er|detector|network|loss)\b"
)
_NAMED: Final = (
    r"\b(?:call(?:ed)?|named?|dub(?:bed)?|term(?:ed)?|denoted?|abbreviated|refer(?:red)? to (?:\w+ )?as|propose|"
    r"introduce|present|variant)\b[^.;]{0,50}"
)
_LIMIT_OF_CAPITALS: Final = 0.5


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate for all acronyms of the running text that stand unexplained.

    Left out: what any reader knows, names that carry a citation or say what they name, what heads a table or is the
    paper's own system, and papers of the life sciences, where genes and proteins are named in capitals.
    """
    if of_life_sciences(paper):
        return []
    unexplained = without_explanation(paper)
    if not unexplained:
        return []
    names = sorted(unexplained, key=lambda name: (-len(unexplained[name]), name))
    observation = (
        f"The paper uses {listed(names, most=5)} without ever spelling {'it' if len(names) == 1 else 'them'} out."
    )
    first = list(dict.fromkeys(unexplained[name][0] for name in names[:5]))
    return [
        Candidate(
            topic="acronyms",
            observation=observation,
            assessment="A reader from outside the group has to guess what is meant.",
            severity=Severity.MODERATE if len(names) >= _ENOUGH else Severity.MINOR,
            judgement=claimed_without(observation, first, names, paper.tools, confidence=0.75),
        )
    ]


def without_explanation(paper: AuditPaper) -> dict[str, list[Line]]:
    """Of the acronyms used, those for which no words that explain or place them were located."""
    return {name: lines for name, lines in used(paper).items() if not _explained(name, paper)}


def used(paper: AuditPaper) -> dict[str, list[Line]]:
    """Acronyms of running text with the sentences that use them, at least ``_OFTEN``."""
    found: dict[str, list[Line]] = defaultdict(list)
    for line in paper.body:
        if line.passage.type is not PassageType.TEXT or line.kind is SectionKind.APPENDIX or _shouted(line.text):
            continue
        text = joined_superscripts(line.text)
        for match in _ACRONYM.finditer(text):
            name = match["name"]
            if (
                name not in known_acronyms()
                and f"{name}s" not in known_acronyms()
                and not _in_formula(text, match.start())
            ):
                found[name].append(line)
    return {name: lines for name, lines in found.items() if len(set(lines)) >= _OFTEN}


def _shouted(text: str) -> bool:
    """Whether most words are in capitals: a heading, a prompt, pseudo-code."""
    words = re.findall(r"[A-Za-z]{2,}", text)
    return sum(map(str.isupper, words)) > _LIMIT_OF_CAPITALS * max(1, len(words))


def _in_formula(text: str, at: int) -> bool:
    return text[:at].count("$") % 2 == 1


def _explained(name: str, paper: AuditPaper) -> bool:
    text = paper.tools.manuscript.text
    if name in paper.tools.abbreviations() or _own(name, paper) or _slip(name, paper):
        return True
    word = rf"(?<![A-Za-z\d]){name}s?(?![A-Za-z\d])"
    if re.search(
        rf"\(\W{{0,6}}(?:[\w\s,.-]{{0,30}}\b)?{name}s?\b|{word}\W{{0,4}}\((?!\s*\d)|{word}\W{{0,4}}(?:stands for|"
        rf"means|denotes|refers to|is short for|is an? |, an? |, the |, which )",
        text,
    ):
        return True
    if re.search(rf"{word}{_CITED}|{word}(?i:{_KIND_OF_NAME})|{_NAMED}{word}|(?<=[\])]\s){name}\b", text):
        return True
    if re.search(rf"[A-Za-z\d]-{name}\b|\b{name}s?-[A-Z\d]|\b{name}\d|(?i:\b(?:https?://|github)\S*{name})", text):
        return True
    return _in_table(name, paper) or _in_reference(name, paper) or _spelled_out(name, text)


def _own(name: str, paper: AuditPaper) -> bool:
    """Whether it is, or is part of, the name of the paper's own system or title."""
    titled: list[str] = paper.tools.manuscript.title.upper().split()
    return name in titled or any(name in one for one in paper.own_names)


def _slip(name: str, paper: AuditPaper) -> bool:
    """Whether one letter left out, or two neighbours exchanged, makes it of an acronym that is spelled out or own."""
    known = {one for one in (*paper.tools.abbreviations(), *paper.own_names) if one.isupper()}
    swapped = {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)}
    cut = {one[:at] + one[at + 1 :] for one in known for at in range(len(one))}
    return name in cut or not swapped.isdisjoint(known | cut)


def _in_table(name: str, paper: AuditPaper) -> bool:
    """What fills a cell of a table is mostly the name of a method, a data set or a measure."""
    pattern = re.compile(rf"\W*{name}s?\b\W*(?:[@\d].*)?")
    return any(pattern.fullmatch(cell) for line in paper.body if line.is_table for cell in cells(line.text))


def _in_reference(name: str, paper: AuditPaper) -> bool:
    pattern = re.compile(rf"(?<![A-Za-z]){name}(?![A-Za-z])", re.I)
    return any(pattern.search(line.text) for line in paper.reading.lines if line.is_reference)


def _spelled_out(name: str, text: str) -> bool:
    """Whether words that begin with its letters stand in a row somewhere, small words between them allowed."""
    small = r"(?:[\s-]+(?:of|the|and|for|in|to|on|with|by|a|an))?"
    letters = [rf"\b{re.escape(letter)}[\w’']+" for letter in name]
    return re.search((small + r"[\s/-]+").join(letters), text, re.I) is not None


@lru_cache(maxsize=1)
def known_acronyms() -> frozenset[str]:
    """All acronyms of ``acronyms.toml``."""
    table = tomllib.loads(
        resources.files("peerlens.agents.embedded.audit").joinpath("acronyms.toml").read_text(encoding="utf-8")
    )
    return frozenset(word for row in table.values() for word in row.split())
