"""Propose candidates for a weakness, say them narrower, and put the paper's best reply."""

from __future__ import annotations

from typing import Annotated, Final

from peerlens.agents.family import Candidate, LabelEvidence, Reply
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import AtMost, Draft, Quotes, Sentence, coming_close
from peerlens.agents.served.looking import MOST_STEPS, FurtherDraft, look
from peerlens.agents.served.quoting import located
from peerlens.agents.served.searching import passages_for
from peerlens.agents.served.split import Says
from peerlens.prompts import as_data
from peerlens.schema import Finding, Step
from peerlens.settings import ContextName
from peerlens.taxonomy import EvidenceRole, Severity, Weakness
from peerlens.tools import PaperTools

_MOST: Final = 3
_LONGEST: Final = 400
_SEVERITIES = {"high": Severity.MAJOR, "medium": Severity.MODERATE, "low": Severity.MINOR, "severe": Severity.CRITICAL}
_SETTLES = {
    "yes": Says.IS_SO,
    "fully": Says.IS_SO,
    "no": Says.NOT_SO,
    "partly": Says.TOO_LITTLE,
    "partially": Says.TOO_LITTLE,
}


class CandidateDraft(Draft):
    topic: Annotated[str, AtMost(60)]
    observation: Sentence
    assessment: Sentence
    severity: Annotated[Severity, coming_close(Severity, _SEVERITIES)]


class Proposal(Draft):
    reading: Annotated[str, AtMost(400)]
    candidates: Annotated[list[CandidateDraft], AtMost(_MOST)]
    further: FurtherDraft


class NarrowerDraft(Draft):
    rationale: Sentence
    worth: bool
    observation: Sentence
    assessment: Sentence


class ReplyDraft(Draft):
    reply: Annotated[str, AtMost(400)]
    quotes: Quotes
    settles: Annotated[Says, coming_close(Says, _SETTLES)]


async def propose(label: Weakness, gathered: LabelEvidence, tools: PaperTools, asking: Asking) -> tuple[Candidate, ...]:
    """What the paper may be said to lack under this label: none to three, each observation once.

    Where the model would look further, at most twice, it is asked again with what was found there on top.
    """
    passages = list(gathered.concern)
    values = {"name": label.display_name, "definition": label.definition}
    steps: list[Step] = []
    for left in range(MOST_STEPS, -1, -1):
        asked = await asking.on_paper("propose", Proposal, tools=tools, passages=passages, values=values)
        if asking.context is ContextName.FULL or not asked.draft.further.wanted or not left:
            break
        steps.append(look(asked.draft.further, tools))
        fresh = [one for one in steps[-1].found if one not in passages]
        if not fresh:
            break
        passages = [*fresh, *passages]
    steps += asked.steps
    made: dict[str, Candidate] = {}
    for draft in asked.draft.candidates:
        observation = " ".join(draft.observation.split())
        if 0 < len(observation) <= _LONGEST and draft.assessment.strip():
            made.setdefault(
                observation.casefold(),
                Candidate(
                    topic=" ".join(draft.topic.split())[:60] or label.value,
                    observation=observation,
                    assessment=draft.assessment.strip(),
                    severity=draft.severity,
                    steps=(*gathered.steps, *steps),
                ),
            )
    return tuple(made.values())[:_MOST]


async def restate(candidate: Candidate, finding: Finding, tools: PaperTools, asking: Asking) -> Candidate | None:
    """A narrower candidate of the same weight, or ``None``: also where the model says the same again."""
    parts = "\n".join(f"- {part.text}: {part.status.value}" for part in finding.parts)
    asked = await asking.on_paper(
        "restate",
        NarrowerDraft,
        tools=tools,
        passages=[one.passage_id for one in finding.evidence if one.passage_id] or _found(candidate, tools),
        values={"finding": as_data(f"{candidate.observation}\n{parts}")},
    )
    draft = asked.draft
    observation = " ".join(draft.observation.split())
    same = observation.casefold() == candidate.observation.casefold()
    if not draft.worth or not observation or same or len(observation) > _LONGEST:
        return None
    return Candidate(
        topic=candidate.topic,
        observation=observation,
        assessment=draft.assessment.strip() or candidate.assessment,
        severity=candidate.severity,
    )


async def best_reply(candidate: Candidate, finding: Finding, tools: PaperTools, asking: Asking) -> Reply:
    """What the authors could answer. It holds only where its words are located in the paper and settle the point."""
    asked = await asking.on_paper(
        "reply",
        ReplyDraft,
        tools=tools,
        passages=_found(candidate, tools),
        values={"finding": as_data(f"{candidate.observation} {candidate.assessment}")},
    )
    quotes = located(asked.draft.quotes, EvidenceRole.CONTEXT, ids=asked.ids, tools=tools)
    holds = asked.draft.settles is Says.IS_SO and bool(quotes)
    return Reply(holds=holds, rationale=asked.draft.reply.strip(), evidence=quotes)


def _found(candidate: Candidate, tools: PaperTools) -> tuple[str, ...]:
    """Passages for the observation and, apart, for what it bears on: the answer may stand under another name."""
    first, _ = passages_for(candidate.observation, tools, k=8)
    second, _ = passages_for(f"{candidate.topic} {candidate.assessment}", tools, k=4)
    return tuple(dict.fromkeys([*first, *second]))
