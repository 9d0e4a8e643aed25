"""Comparisons that a paper makes in words: "our method outperforms …", without values to compare."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Versus
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.opposition import clauses
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.wording import content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason, SectionKind

_AHEAD: Final = re.compile(
    r"\b(?:outperform|surpass|exceed|beat)(?:s|ed|ing)?\b|\b(?:better|higher|superior|stronger|more accurate)\b"
    r"[^.;]{0,60}?\b(?:than|to|over|compared (?:to|with))\b|\bimprov(?:es?|ed|ing) (?:up)?(?:on|over)\b",
    re.I,
)
_BEHIND: Final = re.compile(
    r"\b(?:underperform|lag|trail)(?:s|ed|ing)?\b(?: behind)?|\b(?:worse|lower|inferior|weaker|less accurate)\b"
    r"[^.;]{0,60}?\b(?:than|to|compared (?:to|with))\b|\b(?:outperformed|surpassed|beaten) by\b",
    re.I,
)
_OURS: Final = re.compile(
    r"\b(?:our|ours|we|(?:the )?proposed (?:method|approach|model|framework|algorithm)|"
    r"this (?:method|approach|model))\b",
    re.I,
)
_UNSURE: Final = re.compile(
    r"\b(?:not|never|no|hardly|unless|only|except|some|sometimes|occasionally|may|might)\b", re.I
)
_PART: Final = re.compile(
    r"^(?:the |all |any )?(?P<what>[\w\s-]{3,50}?)\s+(?:themselves |itself )?(?:is|are|was|were)\s+(?:also |still )?"
    r"(?:included|contained|kept|among|part of|indexed|covered|considered|used|processed|present)\b",
    re.I,
)
_LEFT_OUT: Final = re.compile(
    r"^(?P<list>[^.;]*?)\s(?:is|are|was|were|have been|has been)\s+(?:\w+ly |all |also )?(?:left out|excluded|omitted|"
    r"removed|dropped|discarded|filtered out|skipped|not included)\b",
    re.I,
)
_SKIPPED: Final = frozenset({SectionKind.REFERENCES, SectionKind.RELATED_WORK})
_SHARE: Final = 0.6


def judge_said(versus: Versus, reading: Reading, *, own: frozenset[str]) -> Entry | None:
    """Support for a plain "A is better (worse) than B" by a sentence that says it of the same two sides."""
    if versus.metric is not None or versus.sign == 0 or versus.every:
        return None
    for line in reading.lines:
        if line.heading or line.is_reference or line.is_table or line.kind in _SKIPPED:
            continue
        if any(_says(clause, versus, own) for clause in (line.text, *clauses(line.text))):
            return Entry(PartStatus.SUPPORTED, None, 0.75, "The paper says so", _quote(line))
    return None


def judge_left_out(statement: str, reading: Reading) -> Entry | None:
    """Against "X is part of the collection": a sentence that lists X, unrestricted, among what is left out."""
    found = _PART.match(statement)
    if found is None or not (wanted := content(found["what"])):
        return None
    for line in reading.lines:
        if line.heading or line.is_reference or line.kind in _SKIPPED:
            continue
        out = _LEFT_OUT.match(line.text)
        if out is None or not any(content(item) == wanted for item in re.split(r",\s*|\s+and\s+", out["list"])):
            continue
        quotes = (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),)
        return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.85, "The paper leaves this out", quotes)
    return None


def _quote(line: Line) -> tuple[Quote, ...]:
    return (Quote(line.start, line.end, EvidenceRole.SUPPORTS),)


def _says(clause: str, versus: Versus, own: frozenset[str]) -> bool:
    pattern, other = (_AHEAD, _BEHIND) if versus.sign > 0 else (_BEHIND, _AHEAD)
    found = pattern.search(clause)
    if found is None or other.search(clause) or _UNSURE.search(clause):
        return False
    before, after = clause[: found.start()], clause[found.end() :]
    return _is_left(before, versus.left, own) and _is_right(after, versus.right)


def _is_left(text: str, left: str, own: frozenset[str]) -> bool:
    ours = any(name_pattern(name).search(left) for name in own) or not names_in(f"x {left}")
    if ours and _OURS.search(text):
        return True
    names = names_in(f"x {left}")
    return bool(names) and all(name_pattern(name).search(text) for name in names)


def _is_right(text: str, right: str) -> bool:
    names = names_in(f"x {right}")
    if any(not name_pattern(name).search(text) for name in names):
        return False
    wanted = telling(right) or list(content(right))
    have = set(content(text))
    return bool(wanted) and sum(word in have for word in wanted) >= _SHARE * len(wanted)
