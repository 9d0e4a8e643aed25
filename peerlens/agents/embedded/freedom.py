"""What a paper's own system does without, by name: "training-free", and claims that it needs it."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern
from peerlens.agents.embedded.nearest import Statement
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason, SectionKind

_NEEDS: Final = re.compile(
    r"^(?P<who>.+?) (?:still |also |always |\w+ly )*(?:needs?|requires?|involves?|demands?|necessitates?|relies on|"
    r"rely on|"
    r"depends? on) (?:(?:an?|the|any|some|more|extra|additional|further|expensive|costly|new)\s+)*(?P<what>[a-z]{4,})$",
    re.I,
)
_OWN: Final = re.compile(
    r"(?:(?:the|this|their) (?:proposed |presented |new )?(?:method|approach|model|algorithm|system|framework|"
    r"technique|"
    r"strategy|paper|work|authors?)|it|they)$",
    re.I,
)
_OURS: Final = re.compile(r"\b(?:we|our|this (?:paper|work)|the proposed)\b", re.I)
_OTHERS: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.BACKGROUND})


def judge_need(draft: Draft, statement: Statement, reading: Reading) -> Entry | None:
    """Settle "it needs X", or its denial, by a sentence that calls the paper's own system X-free, else ``None``."""
    needs = _NEEDS.match(draft.statement.rstrip(" ."))
    if needs is None or not (statement.own or _OWN.match(needs["who"])):
        return None
    line = _free_of(needs["what"].lower(), statement, reading)
    if line is None:
        return None
    if draft.polarity is Polarity.ABSENCE:
        return Entry(PartStatus.SUPPORTED, None, 0.8, "The paper says so",
                     (Quote(line.start, line.end, EvidenceRole.SUPPORTS),))  # fmt: skip
    return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.8, "The paper says otherwise",
                 (Quote(line.start, line.end, EvidenceRole.CONTRADICTS),))  # fmt: skip


def _free_of(what: str, statement: Statement, reading: Reading) -> Line | None:
    """The sentence that calls the paper's own system free of something; one that names the system before others."""
    free = re.compile(rf"\b{re.escape(what.removesuffix('s'))}s?[- ]free\b", re.I)
    said = [
        line
        for line in reading.lines
        if free.search(line.text) and not line.heading and not line.is_reference and line.kind not in _OTHERS
    ]
    named = [line for line in said if any(name_pattern(one).search(unmarked(line.text)) for one in statement.own)]
    return next(iter((*named, *(line for line in said if _OURS.search(line.text)))), None)
