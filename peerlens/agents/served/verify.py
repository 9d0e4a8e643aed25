"""Judge one claim: a model grades positive statements on passages, code scans, locates quotes and settles the parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final

from pydantic import Field

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.names import names_in
from peerlens.agents.family import Retrieved
from peerlens.agents.served.asking import Asked, Asking
from peerlens.agents.served.drafts import AtMost, Draft, Percent, Quotes, Sentence, coming_close, sized
from peerlens.agents.served.looking import MOST_STEPS, FurtherDraft, look
from peerlens.agents.served.settling import Finding, Look, settled
from peerlens.agents.served.split import MOST_PARTS, PartDraft, split
from peerlens.agents.served.weighing import label_masses
from peerlens.errors import OutputInvalidError
from peerlens.prompts import as_data
from peerlens.schema import Claim, Evidence, Judgement, Part, Scan, Step
from peerlens.settings import ContextName
from peerlens.tools import PaperTools

_MOST_PROBES: Final = 8
_MATCHES_SHOWN: Final = 6
"""Passages with matches of the scan that are shown beside the retrieved ones."""
_SECOND_LOOK: Final = 8
_UNSURE: Final = 0.3
_EMPTY: Final = frozenset({Finding.NOTHING, Finding.MENTIONED})

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
    rationale: Sentence
    quotes: Quotes
    finding: Annotated[Finding, coming_close(Finding, _FINDINGS)]
    confidence: Percent


class Grades(Draft):
    grades: Annotated[list[GradeDraft], AtMost(MOST_PARTS)]
    further: FurtherDraft


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
            await _look_again(list(probes), parts, matched, further, looks, grades, asking)
    return _record(claim, parts, grades, scan, retrieved, looks)


def _probes(part: PartDraft) -> tuple[str, ...]:
    """What the model would look for, and what the lexicon knows the thing by."""
    known = [probe for mention in concepts_in(part.text) for probe in mention.concept.probes]
    known.extend(names_in(part.statement))
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
) -> FurtherDraft:
    """Ask for the grades of ``wanted`` parts and keep them; returns where the model would look further.

    A model's own percentage gives way to the probability of the label it wrote, where the server tells it.
    """
    listed = "\n".join(f"{number}. {as_data(parts[number - 1].statement)}" for number in wanted)
    form = sized(Grades, "grades", most=len(wanted), fewest=len(wanted))
    asked = await asking.on_paper(
        "verify", form, tools=looks.tools, passages=passages, values={"parts": listed}, weighed=True
    )
    looks.note(asked)
    numbers = list(wanted)
    masses = label_masses(asked.tokens, "finding", list(Finding))
    for at, grade in enumerate(asked.draft.grades[: len(numbers)]):
        number = grade.part if grade.part in wanted else numbers[at]
        mass = masses[at] if at < len(masses) else None
        grades[number] = grade if mass is None else grade.model_copy(update={"confidence": round(100 * mass)})
    return asked.draft.further


async def _look_again(
    asked: Sequence[int],
    parts: Sequence[PartDraft],
    matched: Sequence[str],
    further: FurtherDraft,
    looks: _Looks,
    grades: dict[int, GradeDraft],
    asking: Asking,
) -> None:
    """Further looks for the parts that nothing was found for, on passages not shown before.

    The first is taken in any case, with the nearest sentences of the whole paper; others as the model asks for them.
    """
    tools = looks.tools
    for number in range(MOST_STEPS):
        open_parts = {at: None for at in asked if at not in grades or grades[at].finding in _EMPTY}
        if not open_parts or (number > 0 and not further.wanted):
            return
        found: list[str] = []
        if further.wanted:
            step = look(further, tools)
            looks.steps.append(step)
            found += step.found
        if number == 0:
            found += _nearest(open_parts, parts, looks)
        fresh = looks.unseen([*found, *matched])[:_SECOND_LOOK]
        if not fresh:
            return
        before = {at: grades[at] for at in open_parts if at in grades}
        further = await _grade(open_parts, parts, fresh, looks, grades, asking)
        grades.update({at: grade for at, grade in before.items() if grades[at].finding in _EMPTY})


def _nearest(open_parts: Mapping[int, None], parts: Sequence[PartDraft], looks: _Looks) -> list[str]:
    found: list[str] = []
    for number in open_parts:
        statement = parts[number - 1].statement
        near = [hit.passage_id for hit in looks.tools.best_sentences(statement, k=_SECOND_LOOK)]
        looks.steps.append(Step(tool="best_sentences", query=statement, found=tuple(dict.fromkeys(near))))
        found += near
    return found


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
