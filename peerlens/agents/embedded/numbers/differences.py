"""Judge whether differences are reliable: by what the authors say of each, "reliably ahead", "not reliable"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.ledger_entry import Entry, Quote
from peerlens.agents.embedded.names import name_pattern, names_in
from peerlens.agents.embedded.reading import Line, Reading
from peerlens.agents.embedded.universals import UNIVERSAL, without_universal
from peerlens.agents.embedded.wording import content, telling
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Reason

_CLAIM: Final = re.compile(
    r"^(?:the |all |every |each )?(?P<what>(?:[\w-]+ ){0,3}(?:gains?|leads?|differences?|improvements?|advantages?|"
    r"gaps?|effects?|margins?|drops?|loss(?:es)?|benefits?)\b.*?)\s+(?:is|are|was|were|remains?)\s+"
    r"(?P<no>not |never |no longer )?(?:all |both |statistically |always )*(?:reliable|significant|certain|"
    r"beyond (?:chance|noise|doubt))\b(?P<where>.*)$",
    re.I,
)
_NOT: Final = re.compile(
    r"\b(?:not|never|nor|no longer|neither|without being|hardly)\b(?:\W+\w+){0,3}?\W+"
    r"(?:reliabl[ey]|significan\w+|distinguish\w*|told apart|certain\w*)\b"
    r"|\b(?:insignificant|unreliable|indistinguishable|within (?:the )?noise|non-significant)\b"
    r"|\binterval\w*\b[^,;.]*\b(?:includes?|contains?|covers?|spans?|crosses)\s+(?:zero|0)\b"
    r"|\b(?:not|no) the same certainty\b",
    re.I,
)
_YES: Final = re.compile(
    r"\b(?:reliabl[ey]|significant(?:ly)?)\b|\binterval\w*\b[^,;.]*\bexcludes?\s+(?:zero|0)\b"
    r"|\bbeyond (?:chance|noise)\b",
    re.I,
)
_RULE: Final = re.compile(
    r"\b(?:we (?:call|consider|regard|speak of|deem)|when (?:its|the)|if (?:its|the)|whether)\b", re.I
)
_AGAINST: Final = re.compile(r"\b(?:over|from|than|to|against|between)\s+(?P<side>.+)$", re.I)
_CUT: Final = re.compile(r"[,;:]\s+(?=but|while|whereas|although|though|and (?:the|its|in|on)|however)|;\s+", re.I)
_FILL: Final = frozenset(
    content(
        "gain lead difference improvement advantage gap effect margin drop loss benefit reliable significant "
        "statistically certain single other result show"
    )
)


def judge_difference(draft: Draft, reading: Reading) -> Entry | None:
    """The entry for "the lead of A over B is reliable"; ``None`` for any other sentence or where nothing is said."""
    claim = _CLAIM.match(draft.statement.strip(" ."))
    if claim is None or draft.polarity not in (Polarity.PRESENCE, Polarity.ABSENCE, Polarity.COMPARISON):
        return None
    subject = without_universal(f"{claim['what']} {claim['where']}")
    denied = (claim["no"] is not None) != (draft.polarity is Polarity.ABSENCE)
    found = [
        (line, _sure(clause))
        for line, clause in _said(reading)
        if _about(subject, line, reading) and not _of_another(subject, clause)
    ]
    if not found:
        return None
    holding = [line for line, sure in found if sure != denied]
    failing = [line for line, sure in found if sure == denied]
    every = UNIVERSAL.search(draft.statement) is not None
    if holding and failing:
        quotes = (*_quotes(holding, EvidenceRole.SUPPORTS), *_quotes(failing, EvidenceRole.CONTRADICTS))
        reason = Reason.QUANTIFIER if every else Reason.SCOPE
        return Entry(
            PartStatus.PARTIAL, reason, 0.7, "The paper says this of some differences and not of others", quotes
        )
    if holding:
        return Entry(PartStatus.SUPPORTED, None, 0.75, "The paper says so of the difference",
                     _quotes(holding, EvidenceRole.SUPPORTS))  # fmt: skip
    return Entry(PartStatus.CONTRADICTED, Reason.STATED_OTHERWISE, 0.75, "The paper says otherwise of the difference",
                 _quotes(failing, EvidenceRole.CONTRADICTS))  # fmt: skip


def _said(reading: Reading) -> Iterator[tuple[Line, str]]:
    """The clauses that call a difference reliable or not."""
    for line in reading.lines:
        if line.is_reference or line.is_table or line.heading or _RULE.search(line.text):
            continue
        for clause in _CUT.split(line.text):
            if _NOT.search(clause) or _YES.search(clause):
                yield line, clause


def _sure(clause: str) -> bool:
    return _NOT.search(clause) is None


def _of_another(subject: str, clause: str) -> bool:
    """Whether a clause sets off against a thing that the claim does not name, and not against the one it names."""
    side = _AGAINST.search(subject)
    named = names_in(f"x {side['side']}") if side else ()
    if not named or any(name_pattern(name).search(clause) for name in named):
        return False
    return any(not name_pattern(name).search(subject) for name in names_in(f"x {clause}"))


def _about(subject: str, line: Line, reading: Reading) -> bool:
    """Whether a sentence, with the one before it where it names nothing itself, is about the claim's difference."""
    before = reading.lines[line.index - 1] if line.index else line
    carried = before.text if before.passage.section == line.passage.section and not before.is_table else ""
    text = f"{carried} {line.text}"
    if any(not name_pattern(name).search(text) for name in names_in(f"x {subject}")):
        return False
    wanted = set(telling(subject)) - _FILL
    return bool(wanted) and wanted <= set(content(text)) and bool(wanted & line.stems or len(line.stems) < 6)


def _quotes(lines: list[Line], role: EvidenceRole) -> tuple[Quote, ...]:
    return tuple(dict.fromkeys(Quote(line.start, line.end, role) for line in lines[:2]))
