"""Judge one claim: a model grades positive statements on passages, code scans, locates quotes and settles the parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from pydantic import Field

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.family import Retrieved
from peerlens.agents.served.asking import Asked, Asking
from peerlens.agents.served.drafts import Draft, Percent, QuoteDraft, coming_close
from peerlens.agents.served.settling import Finding, Look, settled
from peerlens.agents.served.split import MOST_PARTS, PartDraft, split
from peerlens.errors import OutputInvalidError
from peerlens.prompts import as_data
from peerlens.schema import Claim, Evidence, Judgement, Part, Scan, Step
from peerlens.settings import ContextName
from peerlens.tools import PaperTools

_MAX_TOKENS: Final = 900
_MOST_PROBES: Final = 8
_MATCHES_SHOWN: Final = 6
"""Passages with matches of the scan that are shown beside the retrieved ones."""
_SECOND_LOOK: Final = 8
_UNSURE: Final = 0.3

_FINDINGS = {
    "supported": Finding.SHOWN,
    "stated": Finding.SHOWN,
    "yes": Finding.SHOWN,
    "partially": Finding.PARTLY,
    "partial": Finding.PARTLY,
    "partially shown": Finding.PARTLY,
    "partially supported": Finding.PARTLY,
    "contradicted": Finding.OTHERWISE,
    "not supported": Finding.OTHERWISE,
    "mentioned": Finding.MENTIONED,
    "silent": Finding.NOTHING,
    "not found": Finding.NOTHING,
    "not shown": Finding.NOTHING,
    "none": Finding.NOTHING,
    "not determined": Finding.CANNOT_TELL,
    "undecidable": Finding.CANNOT_TELL,
}


class GradeDraft(Draft):
    """How one statement fares on the passages."""

    part: Annotated[int, Field(ge=1, le=MOST_PARTS)]
    rationale: str
    quotes: list[QuoteDraft]
    finding: Annotated[Finding, coming_close(Finding, _FINDINGS)]
    confidence: Percent


class Grades(Draft):
    grades: list[GradeDraft]
    look_further: str


@dataclass
class _Looks:
    """What has been looked at for one claim so far."""

    tools: PaperTools
    shown: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def note(self, asked: Asked[Grades]) -> None:
        self.shown.update(asked.ids)
        self.steps.extend(asked.steps)

    def unseen(self, ids: Sequence[str]) -> list[str]:
        seen = set(self.shown.values())
        return [one for one in dict.fromkeys(ids) if one and one not in seen]


async def verify(claim: Claim, retrieved: Retrieved, tools: PaperTools, asking: Asking) -> Judgement:
    """Judge ``claim`` on the paper. Labels follow from the parts (``agents.rules.derive``), never from here.

    Raises ``OutputInvalidError`` where the model leaves a part ungraded, also after being asked again.
    """
    parts = await split(claim.text, asking)
    probes = {number: _probes(part) for number, part in enumerate(parts, start=1) if part.can_be_looked_up}
    looks = _Looks(tools)
    grades: dict[int, GradeDraft] = {}
    scan = None
    if probes:
        scan, matched = _scan(probes, tools)
        looks.steps.append(Step(tool="scan", query="; ".join(scan.queries), found=tuple(matched)))
        ranked = [*retrieved.passages, *[one for one in matched if one not in retrieved.passages][:_MATCHES_SHOWN]]
        further = await _grade(dict.fromkeys(probes), parts, ranked, looks, grades, asking)
        if asking.context is not ContextName.FULL:
            await _look_again(parts, probes, matched, further, looks, grades, asking)
    return _record(claim, parts, grades, scan, retrieved, looks)


def _probes(part: PartDraft) -> tuple[str, ...]:
    """What the model would look for, and what the lexicon knows the thing by."""
    known = [probe for mention in concepts_in(part.text) for probe in mention.concept.probes]
    asked = [" ".join(probe.split()) for probe in part.look_for if 3 <= len(probe.strip()) <= 60]
    return tuple(dict.fromkeys([*asked[:5], *known]))[:_MOST_PROBES] or (part.statement.strip(". "),)


def _scan(probes: Mapping[int, Sequence[str]], tools: PaperTools) -> tuple[Scan, list[str]]:
    """The record of the look over the whole paper, and passages with matches, those with most probes first."""
    result = tools.scan([probe for each in probes.values() for probe in each])
    found: dict[str, set[str]] = {}
    for match in result.matches:
        if match.passage_id:
            found.setdefault(match.passage_id, set()).add(match.probe)
    return result.record, sorted(found, key=lambda one: (-len(found[one]), tools.passage(one).start))


async def _grade(
    wanted: Mapping[int, None],
    parts: Sequence[PartDraft],
    passages: Sequence[str],
    looks: _Looks,
    grades: dict[int, GradeDraft],
    asking: Asking,
) -> str:
    """Ask for the grades of ``wanted`` parts and keep them; returns where the model would look further."""
    listed = "\n".join(f"{number}. {as_data(parts[number - 1].statement)}" for number in wanted)
    asked = await asking.on_paper(
        "verify", Grades, tools=looks.tools, passages=passages, values={"parts": listed}, max_tokens=_MAX_TOKENS
    )
    looks.note(asked)
    numbers = list(wanted)
    for at, grade in enumerate(asked.draft.grades[: len(numbers)]):
        number = grade.part if grade.part in wanted else numbers[at]
        grades[number] = grade
    return asked.draft.look_further.strip()


async def _look_again(
    parts: Sequence[PartDraft],
    probes: Mapping[int, Sequence[str]],
    matched: Sequence[str],
    further: str,
    looks: _Looks,
    grades: dict[int, GradeDraft],
    asking: Asking,
) -> None:
    """One further look for the parts that nothing was found for, on passages not shown before."""
    tools = looks.tools
    empty = (Finding.NOTHING, Finding.MENTIONED)
    open_parts = {number: None for number in probes if number not in grades or grades[number].finding in empty}
    if not open_parts:
        return
    found: list[str] = []
    if further:
        placed = [one.id for one in tools.place(further)][:_SECOND_LOOK]
        found += placed or [hit.passage.id for hit in tools.search(further, k=_SECOND_LOOK // 2)]
        looks.steps.append(Step(tool="read section" if placed else "search", query=further, found=tuple(found)))
    for number in open_parts:
        statement = parts[number - 1].statement
        near = [hit.passage_id for hit in tools.best_sentences(statement, k=_SECOND_LOOK)]
        looks.steps.append(Step(tool="best_sentences", query=statement, found=tuple(dict.fromkeys(near))))
        found += near
    fresh = looks.unseen([*found, *matched])[:_SECOND_LOOK]
    if fresh:
        before = {number: grades[number] for number in open_parts if number in grades}
        await _grade(open_parts, parts, fresh, looks, grades, asking)
        for number, grade in before.items():
            if grades[number].finding in empty:
                grades[number] = grade


def _record(
    claim: Claim,
    parts: Sequence[PartDraft],
    grades: Mapping[int, GradeDraft],
    scan: Scan | None,
    retrieved: Retrieved,
    looks: _Looks,
) -> Judgement:
    evidence: list[Evidence] = []
    made: list[Part] = []
    sure: list[float] = []
    for number, part in enumerate(parts, start=1):
        grade = grades.get(number)
        if part.can_be_looked_up and grade is None:
            raise OutputInvalidError(f"the model left part {number} of the claim ungraded")
        look = Look(grade.finding, tuple(grade.quotes), looks.shown) if grade else None
        entry = settled(part, look, scan, looks.tools)
        for quote in entry.quotes:
            if quote not in evidence:
                evidence.append(quote)
        made.append(
            Part(
                text=part.text.strip() or claim.text,
                polarity=part.polarity,
                status=entry.status,
                core=part.core or number == 1,
                main=number == 1,
                reason=entry.reason,
                evidence=tuple(dict.fromkeys(evidence.index(quote) for quote in entry.quotes)),
            )
        )
        if part.core or number == 1:
            sure.append(entry.firmness * (grade.confidence / 100 if grade else _UNSURE))
    main = grades.get(1)
    return Judgement(
        parts=tuple(made),
        evidence=tuple(evidence),
        scan=scan,
        steps=(*retrieved.steps, *looks.steps),
        confidence=round(min(sure), 2),
        rationale=main.rationale.strip() if main else "This cannot be looked up in the paper.",
    )
