"""Whether a paper that proposes a method of several components shows what they contribute."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import at_most, claimed_without
from peerlens.agents.embedded.audit.kinds import FOREIGN, framing, is_own, is_survey, is_theory, offers_method, trains
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line, cells
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

_SHOWN: Final = re.compile(
    r"\bablat\w*|\bw/o\b|\bwith and without\b|\bwith or without\b|\bwith/without\b|\bw/\s|\bcomponent(?:s|-wise)? "
    r"(?:analysis|study|contribut\w+)|\bcontributions? of (?:each|the|every|different|individual|our)|"
    r"\b(?:effects?|impacts?|influences?|roles?|importance|effectiveness|benefits?|necessity|usefulness|sensitivity|"
    r"choices?) "
    r"(?:of|on|to|for) (?!(?:our|the|this) (?:proposed |\w+ )?(?:method|approach|model|framework|algorithm|system|"
    r"architecture|network)\b)(?!the proposed|our\b)|\bsensitivity (?:analysis|study|to)|\bparameter (?:study|"
    r"analysis|sensitivity)|"
    r"\b(?:remov|disabl|drop|omit|exclud|replac|discard|switch|turn)(?:e|es|ed|ing|ping|ting|ling|ching)?\b.{0,60}\b"
    r"(?:component|module|loss|term|layer|block|branch|head|step|stage|regulari[sz]\w+|decreas\w*|drops?|degrad\w*|"
    r"hurts?|lowers?|worse|performance|accuracy|from|off|with)\b|\bvariants? (?:of|with|without|that)\b|"
    r"\b(?:our|two|three|four|several|different|model|simpler|simplified|reduced) variants?\b|"
    r"\bvariants?\b.{0,30}\bour\b|"
    r"\bwithout (?:the |our |any |using |this )?(?:proposed|\w+ (?:loss|module|term|component|layer|regulari[sz]\w+|"
    r"block|"
    r"stage|step|pre-?training|augmentation|attention|head|branch))\b|\bdesign choices?\b|\bno[- ](?:attention|"
    r"pretraining|regulari[sz]ation)\b|\b(?:full|complete) (?:model|method|version)\b|\bleave-one-(?:component|"
    r"feature)|"
    r"\bonly (?:using|use|with) the\b|\bwe (?:also )?(?:vary|varied|compare (?:different|several|various|two|three))\b|"
    r"\bdifferent (?:choices|settings|values|numbers?|configurations?|combinations?|strategies|architectures|"
    r"losses) (?:of|"
    r"for)\b",
    re.I,
)
_HEADED: Final = re.compile(
    r"\b(?:ablat\w*|analys[ei]s|effects?|impacts?|influences?|roles?|importance|effectiveness|sensitivity|variants?|"
    r"design|"
    r"why|how|what|does|do|understanding|components?|further|additional|more|investigat\w+|insights?|versus|vs\.?)\b",
    re.I,
)
_COMPONENT: Final = (
    r"(?:components|modules|parts|stages|steps|phases|losses|loss (?:terms|functions)|(?<!in )terms|networks|"
    r"branches|blocks|mechanisms|techniques|strategies|ideas|ingredients|key designs|regulari[sz]ers)"
)
_PARTS: Final = re.compile(
    rf"\b(?:two|three|four|five|several|multiple|following) (?:[\w-]+ ){{0,3}}?{_COMPONENT}\b|"
    rf"\b(?:consists? of|composed of|comprises?|made up of|"
    rf"comprising)\b[^.;]{{0,120}}\b{_COMPONENT}\b[^.;]{{0,80}}\band\b",
    re.I,
)
_TAG: Final = re.compile(r"<[^>]{1,40}>")
_LABEL_CELLS: Final = 4
"""Cells at the beginning of a row among which its labels stand, empty ones of the mark-up included."""
_ENOUGH_PARTS: Final = 3
"""Titled parts of the method section from which the method has several components."""


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate where a learned method of several components is proposed and none is taken away or varied."""
    described = components(paper)
    if described is None or shows(paper) or has_variants(paper):
        return []
    observation = "The paper reports no ablation study."
    return [
        Candidate(
            topic="ablation",
            observation=observation,
            assessment="The method has several parts; which of them the reported results come from cannot be told.",
            severity=at_most(Severity.MAJOR, paper.tools),
            judgement=claimed_without(
                observation,
                [described],
                ("ablation", "without", "w/o", "variant of our", "effect of", "impact of", "contribution of each",
                 "sensitivity"),
                paper.tools,
                confidence=0.75,
            ),
        )
    ]  # fmt: skip


@lru_cache(maxsize=1)
def components(paper: AuditPaper) -> Line | None:
    """The sentence that says of what parts the paper's own method is made; ``None`` where none does, or it has none."""
    if not paper.empirical or is_survey(paper) or is_theory(paper) or offers_method(paper) is None or not trains(paper):
        return None
    said = next((line for line in (*framing(paper), *_method_lines(paper)) if _made_of(line, paper)), None)
    described = {line.under for line in _method_lines(paper)}
    return said or (offers_method(paper) if len(described) >= _ENOUGH_PARTS else None)


def _made_of(line: Line, paper: AuditPaper) -> bool:
    return bool(_PARTS.search(line.text)) and (line.kind is SectionKind.METHOD or is_own(line, paper))


def shows(paper: AuditPaper) -> tuple[Line, ...]:
    """Where a part of the method is taken away, varied or studied by itself: by heading, row, caption or sentence."""
    return tuple(
        line
        for line in paper.reading.lines
        if not line.is_reference and line.kind not in FOREIGN and (_headed(line) if line.heading else _said(line))
    )


def has_variants(paper: AuditPaper) -> bool:
    """Whether a table has two rows that are variants of one thing which no reference names: "X-a" and "X-b"."""
    cited = " ".join(line.text for line in paper.body if line.kind in FOREIGN).casefold()
    families: dict[tuple[str, str], set[str]] = {}
    for line in paper.body:
        if line.is_table:
            for cell in cells(_TAG.sub(" | ", line.text))[:_LABEL_CELLS]:
                head = re.split(r"[-_+(,/ ]", cell.strip(" |*"), maxsplit=1)[0].casefold()
                if len(head) > 1 and not head[:1].isdigit() and head not in cited:
                    families.setdefault((line.passage.id, head), set()).add(cell)
    return any(len(members) > 1 for members in families.values())


def _headed(line: Line) -> bool:
    experimental = line.kind in (SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION)
    return line.kind is SectionKind.ABLATION or (experimental and bool(_HEADED.search(line.text)))


def _said(line: Line) -> bool:
    experimental = line.kind not in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.METHOD)
    narrow = re.search(r"\bablat\w*|\bw/o\b", line.text, re.I)
    return bool(narrow) or (experimental and bool(_SHOWN.search(line.text)))


def _method_lines(paper: AuditPaper) -> list[Line]:
    return [line for line in paper.body if line.kind is SectionKind.METHOD and not line.is_table]
