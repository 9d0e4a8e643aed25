"""A number of things announced, and another number of names listed for them in the same sentence."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import counted
from peerlens.agents.embedded.reading import Line, unmarked
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS: Final = {word: number for number, word in enumerate(_WORDS, 2)}
_ANNOUNCED: Final = re.compile(
    rf"\b(?P<number>{'|'.join(_WORDS)})\s+(?:[a-z][\w-]*\s+){{0,3}}?(?P<noun>data ?sets|benchmarks|tasks|baselines|"
    r"metrics|languages|games|environments|domains)(?:\s*:|,?\s+(?:namely|i\.e\.,?))\s+(?P<list>[^:;.()]+)\.?\s*$",
    re.I,
)
_OPEN: Final = re.compile(
    r"\b(?:e\.g|etc|such as|including|among|like|respectively|each|both|where|which|from|with|for|we)\b", re.I
)
"""With these the list is no plain row of names, or names not all."""
_CITATION: Final = re.compile(r"\s*(?:\[[\d,;\s–-]+\]|\([^()]*\)|<sup>[^<]*</sup>|\^\{?\d+\}?)")
_NAME: Final = re.compile(r"^(?:the )?[A-Z\d][\w.+-]*(?: [\w.+-]+){0,3}$")


def propose(paper: AuditPaper) -> list[Candidate]:
    """A note for each sentence whose list of names is not as long as the number that announces it."""
    prose = (one for one in paper.body if not one.is_table and not one.is_caption and one.kind not in FOREIGN)
    return [candidate for line in prose if (candidate := _at_odds(line, paper)) is not None]


def _at_odds(line: Line, paper: AuditPaper) -> Candidate | None:
    match = _ANNOUNCED.search(_CITATION.sub("", unmarked(line.text)).strip())
    if match is None or _OPEN.search(match["list"]):
        return None
    names = _names(match["list"])
    said = _NUMBERS[match["number"].casefold()]
    joined = re.search(r",\s+and\s", match["list"]) is None
    if names is None or said in (len(names), len(names) - joined):
        return None  # without a comma before it, the last "and" may stand inside a name
    observation = (
        f"The text announces {match['number'].lower()} {match['noun']} and lists {counted(len(names), 'name')}: "
        f"{', '.join(names)}."
    )
    return Candidate(
        topic="two numbers for one thing",
        observation=observation,
        assessment="A reader cannot tell which of the two is right.",
        severity=Severity.MINOR,
        judgement=shown_by(
            observation, [line], paper.tools, confidence=0.7, rationale="The sentence gives the number and the names."
        ),
    )


def _names(listing: str) -> list[str] | None:
    """The names of a plain list, "A, B, C and D"; ``None`` where it cannot be told where one ends."""
    if len(re.findall(r"\b(?:and|or)\b|&|/", listing)) != 1 or not re.search(r"\band\b", listing):
        return None
    *first, last = re.split(r",?\s+and\s+", listing.strip())
    names = [part.strip() for part in (*", ".join(first).split(","), last)]
    return names if len(names) > 1 and all(_NAME.match(name) for name in names) else None
