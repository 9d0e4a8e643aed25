"""Put what a check found into words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line

_BEFORE: Final = 3
_WORDS: Final = 10
"""Words shown of a sentence, so many of them before what decides."""


def listed(names: Sequence[str], *, joint: str = "and", most: int = 6) -> str:
    """ "A", "A and B", "A, B and C"; beyond ``most`` the rest is counted."""
    shown = list(names[:most])
    if len(names) > most:
        shown[-1:] = [f"{len(names) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def counted(number: int, noun: str) -> str:
    """ "1 table", "2 tables", "no tables"."""
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


def said_of(paper: AuditPaper) -> str:
    """The subject of what was not found: the paper, or, where it points to parts not supplied, its pages at hand."""
    return "The pages supplied do" if paper.tools.manuscript.missing else "The paper does"


def shown_at(line: Line, *deciding: re.Pattern[str], most: int = _WORDS) -> str:
    """The section of a line and the words there that decide: "Section 4 (“… only test on ponds …”)".

    ``deciding``: the first that matches says where; without one, the line is shown from its beginning.
    ``most``: words shown.
    """
    place = place_of(line)
    text = " ".join(_TAG.sub(" ", line.text).split())
    if text.startswith(place):
        text = text[len(place) :].lstrip(" :.")
    match = next(filter(None, (pattern.search(text) for pattern in deciding)), None)
    words = text.split()
    first = max(0, len(text[: match.start()].split()) - _BEFORE) if match else 0
    last = max(first + most, len(text[: match.end()].split()) if match else 0)
    shown = " ".join(words[first:last]).strip(' |#*“”"')
    return f"{place} (“{'… ' if first else ''}{shown}{' …' if last < len(words) else ''}”)"


_FLOAT: Final = re.compile(r"(?:Table|Tab\.|Figure|Fig\.|Algorithm)\s*[A-Z]?\.?\d+(?:\.\d+)*", re.I)
_TAG: Final = re.compile(r"</?\w[^<>]*>")


def place_of(line: Line) -> str:
    """How the place of a line is named in a sentence: its section, or the table or figure that it is of, which may
    have come to stand in another section than the one that speaks of it."""
    labelled = _FLOAT.match(line.caption) if line.is_table or line.is_caption else None
    if labelled:
        return " ".join(labelled[0].split())
    title = line.under.rsplit(" / ", 1)[-1]
    numbered = re.match(r"([A-Z]?\d*(?:\.\d+)*)\.?\s", title)
    return f"Section {numbered[1]}" if numbered and numbered[1] else f"“{title}”"
