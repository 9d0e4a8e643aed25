"""What was left in the text before it was sent: references that were not resolved, notes to self, template text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.schema import Evidence, Judgement, Part
from peerlens.taxonomy import EvidenceRole, PartStatus, Polarity, Severity


@dataclass(frozen=True, slots=True)
class _Leftover:
    """A kind of leftover: how it looks, what it is called, and how many make it a finding."""

    looks: re.Pattern[str]
    called: str
    follows: str
    enough: int


_KINDS: Final = (
    _Leftover(
        re.compile(
            r"\b(?:[Ss]ections?|[Ss]ecs?\.|[Tt]ables?|[Tt]abs?\.|[Ff]igures?|[Ff]igs?\.|[Ee]quations?|[Ee]qs?\.|"
            r"[Aa]ppendix|[Aa]ppendices|[Tt]heorems?|[Ll]emmas?|[Aa]lgorithms?|[Dd]efinitions?|[Pp]ropositions?)"
            r"[\s~]*\(?\?\?+\)?|(?<=\s)\(?\?\?\)?(?=[\s,.;)])|Error! Reference source not found"
        ),
        "references that were never resolved",
        "A reader cannot tell what is referred to.",
        2,
    ),
    _Leftover(
        re.compile(r"\[\?+(?:\s*[,;]\s*(?:\?+|\d+))*\]|\[\d+(?:,\s*\d+)*,\s*\?\]|\(\?\?+(?:,\s*\?\?+)*\)|\(author\?\)"),
        "citations that were never resolved",
        "A reader cannot tell which work is meant.",
        2,
    ),
    _Leftover(
        re.compile(
            r"\bTODO\b(?!s?\s+(?:list|app|item|task|comment|annotation|tag))(?=[\s:,.\])!]|$)|\bFIXME\b|\blorem "
            r"ipsum\b|"
            r"\[(?:add|insert|fill in|cite|citation needed|reference needed|ref needed)[^\]]{0,40}\]|"
            r"\b(?:citation|reference)s? needed\b|\bXXX+\b(?![-\w])",
        ),
        "notes that the authors left to themselves",
        "The text is unfinished there.",
        1,
    ),
    _Leftover(
        re.compile(
            r"The abstract paragraph should be indented|The abstract must be limited to one paragraph|"
            r"You may include other additional sections here|Use unnumbered (?:first|third) level headings for the|"
            r"Please read the instructions below carefully and follow them faithfully|"
            r"All acknowledgments go at the end of the paper before|This is where the (?:abstract|introduction) goes|"
            r"These instructions apply to everyone|[Tt]he formatting instructions contained in",
        ),
        "text of the template",
        "It says nothing about the work.",
        1,
    ),
)
_CODE: Final = re.compile(r"[{}\\<>=]|\bdef \w+\(|//|^#|``")


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate for each kind of leftover that stands in the text; one unresolved reference alone is minor."""
    found = []
    for kind in _KINDS:
        lines = [line for line in paper.body if kind.looks.search(line.text) and not _is_sample(line)]
        marks = sum(len(kind.looks.findall(line.text)) for line in lines)
        if lines:
            observation = f"The text still has {kind.called}."
            found.append(
                Candidate(
                    topic="leftovers",
                    observation=observation,
                    assessment=kind.follows,
                    severity=Severity.MODERATE if marks >= kind.enough else Severity.MINOR,
                    judgement=shown_by(
                        observation, lines[:3], paper.tools, confidence=0.85, rationale="The words stand in the text."
                    ),
                )
            )
    return [*found, *_open_checklist(paper)]


def _is_sample(line: Line) -> bool:
    """Whether the line shows data, code or a prompt, where question marks and placeholders belong."""
    return line.is_table or _CODE.search(line.text) is not None


_OPEN_ANSWER: Final = re.compile(r"(?:Answer|Justification):\s*\[?\\?(?:answer)?TODO\b\{?\}?\]?")


def _open_checklist(paper: AuditPaper) -> list[Candidate]:
    """The checklist is no text of the paper, but an answer left open in it is plain to see."""
    matches = list(_OPEN_ANSWER.finditer(paper.tools.manuscript.text))
    if not matches:
        return []
    observation = f"The submission checklist has {len(matches)} answer{'s' * (len(matches) > 1)} left open."
    evidence: tuple[Evidence, ...] = tuple(
        paper.tools.evidence(match.start(), match.end(), EvidenceRole.SUPPORTS) for match in matches[:2]
    )
    part = Part(
        text=observation,
        polarity=Polarity.PRESENCE,
        status=PartStatus.SUPPORTED,
        main=True,
        evidence=tuple(range(len(evidence))),
    )
    judgement = Judgement(
        parts=(part,),
        evidence=evidence,
        scan=None,
        steps=(),
        confidence=0.9,
        rationale="The template's mark stands there",
    )
    return [
        Candidate(
            topic="open checklist",
            observation=observation,
            assessment="What the venue asks for is not stated.",
            severity=Severity.MODERATE,
            judgement=judgement,
        )
    ]
