"""Which names on a table a text means: spelled out, by "the proposed method", or with the title they stand under."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from peerlens.agents.embedded.audit.kinds import system_names
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import Axis
from peerlens.agents.embedded.names import name_pattern
from peerlens.agents.embedded.numbers.metrics import METRIC, forms_of

OURS: Final = re.compile(r"\b(?:ours?|proposed|this work|this paper)\b", re.I)
_OWN_WORDS: Final = re.compile(
    r"\b(?:our|the proposed|the presented) (?:[\w-]+ ){0,3}?(?:method|approach|model|framework|algorithm|system|"
    r"network|technique|strategy|scheme|solution|architecture|module|loss)\b|\bours\b|\bour (?-i:[A-Z][\w-]*[A-Z])",
    re.I,
)
_BARE_NUMBER: Final = re.compile(r"[\d.,]+ ?[%kKMB]?")
_ASIDE: Final = re.compile(r"\s*[(\[][^)\]]*[)\]]|[↑↓]")
_WEAK: Final = frozenset(
    "the all our ours we in on of and or no yes with without method methods model models data dataset average avg mean "
    "overall total all other others none base baseline standard normal full best score scores value ratio time size "
    "test train training validation dev results result accuracy performance".split()
)
"""Labels that a sentence holds without meaning the row."""


def meant(axis: Axis, text: str) -> frozenset[str]:
    """The names of ``axis`` that ``text`` spells out; of two names one in the other, only the longer."""
    found = [name for name in axis.names if _spelled(name, axis.title, text)]
    return frozenset(
        name for name in found if not any(name != other and _within(core(name), core(other)) for other in found)
    )


def own(axis: Axis, paper: AuditPaper) -> frozenset[str]:
    """The names of ``axis`` that are the paper's own system: called ours or proposed, or with its name in them."""
    systems = [name_pattern(name) for name in system_names(paper)]
    return frozenset(name for name in axis.names if OURS.search(name) or any(system.search(name) for system in systems))


def says_own(text: str, paper: AuditPaper) -> bool:
    """Whether the text speaks of the paper's own system, by name or as "the proposed method"."""
    return bool(_OWN_WORDS.search(text)) or any(name_pattern(name).search(text) for name in system_names(paper))


def core(name: str) -> str:
    """A name without what stands behind it in brackets, and without arrows."""
    return _ASIDE.sub("", name).strip()


def spelled_by(names: Iterable[str], text: str) -> bool:
    return any(_spelled(name, "", text) for name in names)


def _within(name: str, other: str) -> bool:
    return len(name) < len(other) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", other, re.I) is not None


def _spelled(name: str, title: str, text: str) -> bool:
    bare = core(name)
    if _BARE_NUMBER.fullmatch(bare):
        wanted = re.escape(bare)
        under = re.escape(core(title))
        return bool(under) and re.search(rf"\b{under}\s*(?:=|of|is|:)?\s*{wanted}(?![\d.]\d|\w|%)", text) is not None
    if len(bare) < 3:
        return bool(bare) and f"({bare})" in text
    if bare.casefold() in _WEAK:
        return False
    if METRIC.fullmatch(bare):
        return any(name_pattern(form).search(text) for form in forms_of(bare))
    return any(name_pattern(form).search(text) is not None for form in dict.fromkeys((bare, name)))
