"""A family that says what it was told to: for tests of everything above the agents, and for trying a view."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from peerlens.agents.family import Applicability, Candidate, Diagnosis, LabelEvidence, Reply, Retrieved
from peerlens.errors import OutputInvalidError
from peerlens.schema import Ask, Claim, Decomposition, Finding, Judgement, Request, Review, Suggestion, Usage
from peerlens.taxonomy import RequestStatus, Weakness
from peerlens.tools import PaperTools


@dataclass
class ScriptedFamily:
    """Answers from its script; whatever the script does not hold fails as ``OutputInvalidError``.

    ``decompositions`` is keyed by review id, ``judgements`` by claim text, ``candidates`` by label; ``narrower``,
    ``replies`` and ``revisions`` by observation. An exception in a script is raised.
    ``calls`` records (skill, id) in order.
    """

    decompositions: Mapping[str, Decomposition]
    judgements: Mapping[str, Judgement | Exception]
    requests: Mapping[str, RequestStatus] = field(default_factory=dict)
    diagnoses: Mapping[str, Diagnosis] = field(default_factory=dict)
    suggestions: Mapping[str, tuple[Suggestion, ...]] = field(default_factory=dict)
    name: str = "scripted"
    fingerprint: str = "scripted-1"
    concurrency: int = 1
    model: str | None = None
    context: str | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    warms_up: bool = False
    applicability: Mapping[Weakness, Applicability] = field(default_factory=dict)
    candidates: Mapping[Weakness, tuple[Candidate, ...] | Exception] = field(default_factory=dict)
    narrower: Mapping[str, Candidate] = field(default_factory=dict)
    replies: Mapping[str, Reply] = field(default_factory=dict)
    revisions: Mapping[str, tuple[Suggestion, ...]] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)

    def at_work(
        self, tools: PaperTools, *, questions: int, folder: Path | None = None
    ) -> AbstractAsyncContextManager[ScriptedFamily]:
        return nullcontext(self)

    async def decompose(self, review: Review) -> Decomposition:
        self.calls.append(("decompose", review.id))
        if review.id not in self.decompositions:
            raise OutputInvalidError(f"the script has no decomposition of {review.id!r}")
        return self.decompositions[review.id]

    async def retrieve(self, claim: Claim, tools: PaperTools) -> Retrieved:
        self.calls.append(("retrieve", claim.id))
        return Retrieved(passages=tuple(hit.passage.id for hit in tools.search(claim.text)))

    async def verify(self, claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement:
        self.calls.append(("verify", claim.id))
        scripted = self.judgements.get(claim.text)
        if scripted is None:
            raise OutputInvalidError(f"the script has no judgement of {claim.text!r}")
        if isinstance(scripted, Exception):
            raise scripted
        return scripted

    async def diagnose(self, finding: Finding, tools: PaperTools) -> Diagnosis | None:
        self.calls.append(("diagnose", finding.id))
        return self.diagnoses.get(finding.claim)

    async def suggest(self, finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools) -> tuple[Suggestion, ...]:
        self.calls.append(("suggest", finding.id))
        return self.suggestions.get(finding.claim, ())

    async def answer(self, ask: Ask, tools: PaperTools) -> Request:
        self.calls.append(("answer", ask.id))
        return Request(**ask.model_dump(), status=self.requests.get(ask.text, RequestStatus.NOT_FOUND))

    async def applies(self, label: Weakness, tools: PaperTools) -> Applicability:
        self.calls.append(("applies", label.value))
        return self.applicability.get(label, Applicability())

    async def gather(self, label: Weakness, tools: PaperTools) -> LabelEvidence:
        self.calls.append(("gather", label.value))
        return LabelEvidence(concern=tuple(hit.passage.id for hit in tools.search(label.display_name)))

    async def propose(self, label: Weakness, gathered: LabelEvidence, tools: PaperTools) -> tuple[Candidate, ...]:
        self.calls.append(("propose", label.value))
        scripted = self.candidates.get(label, ())
        if isinstance(scripted, Exception):
            raise scripted
        return scripted

    async def restate(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Candidate | None:
        self.calls.append(("restate", finding.id))
        return self.narrower.get(candidate.observation)

    async def best_reply(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply:
        self.calls.append(("best_reply", finding.id))
        return self.replies.get(candidate.observation, Reply(holds=False))

    async def revise(
        self, label: Weakness, candidate: Candidate, finding: Finding, gathered: LabelEvidence, tools: PaperTools
    ) -> tuple[Suggestion, ...]:
        self.calls.append(("revise", finding.id))
        return self.revisions.get(candidate.observation, ())
