"""The served family: all skills, asked of one model on one server."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from peerlens.agents.embedded.retrieve import retrieve as by_polarity
from peerlens.agents.family import Applicability, Candidate, Diagnosis, LabelEvidence, Reply, Retrieved
from peerlens.agents.served import answer as answering
from peerlens.agents.served import decompose as decomposing
from peerlens.agents.served import diagnose as diagnosing
from peerlens.agents.served import suggest as suggesting
from peerlens.agents.served import verify as verifying
from peerlens.agents.served.actreview import asking as actreview
from peerlens.agents.served.asking import ASSUMED_WINDOW, Asking, rag_room
from peerlens.agents.served.audit import conditions
from peerlens.agents.served.audit import gather as gathering
from peerlens.agents.served.audit import skills as auditing
from peerlens.agents.served.client import Meter, ModelClient
from peerlens.agents.served.kept import KeptReplies
from peerlens.agents.served.probe import ServerFacts, probe
from peerlens.errors import ConfigError
from peerlens.prompts import prompt
from peerlens.schema import Ask, Claim, Decomposition, Finding, Judgement, Request, Review, Suggestion, Usage
from peerlens.settings import ContextName, ProfileName
from peerlens.store.replies import open_replies
from peerlens.taxonomy import Verdict, Weakness
from peerlens.tools import PaperTools

PROMPTS = (
    "system",
    "decompose",
    "split",
    "verify",
    "diagnose",
    "revise",
    "answer",
    "applies",
    "propose",
    "restate",
    "reply",
)
_ACTREVIEW_PROMPTS = ("actreview_claims", "actreview_analysis")
_JUDGING = ("peerlens.agents.served", "peerlens.agents.embedded.decompose", "peerlens.tools", "peerlens.text")
_SHARED = ("rules.py", "abstain.py", "findings.py", "duplicates.py", "withhold.py", "audit_rows.py")
_RAG_FILLED = 0.8
"""How much of the room for passages a question in ``rag`` uses, about."""
_FULL_READS = 1.5
"""How many readings of the paper all questions of a ``full`` run may cost on a server that caches prefixes."""
_REPLY_TOKENS = 4000
"""Room that question and reply want beside a whole paper."""


class ServedFamily:
    """One model. ``at_work`` connects, probes and fixes the context; without it, a first question does the former."""

    name = "openai"

    def __init__(
        self,
        client: ModelClient,
        *,
        context: ContextName = ContextName.AUTO,
        profile: ProfileName = ProfileName.JSON,
        asking: Asking | None = None,
    ) -> None:
        self._client = client
        self._profile = profile
        self._wanted = context
        self._bound = asking
        self._facts: ServerFacts | None = None
        self._opening = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def at_work(
        self, tools: PaperTools, *, questions: int, folder: Path | None = None
    ) -> AsyncIterator[ServedFamily]:
        """This family on one paper: connected, its context chosen, what it spends counted from nothing.

        The server is probed for the first paper only.

        Raises ``EngineError`` and its kin where the server cannot be used, ``ConfigError`` where a model must be named
        or the paper does not fit the window that ``--context full`` needs.
        """
        async with self._client.connected():
            meter = Meter()
            facts = self._facts = self._facts or await probe(self._client, meter)
            with contextlib.ExitStack() as stack:
                store = stack.enter_context(open_replies(folder)) if folder is not None else None
                asking = Asking(self._client, facts, meter=meter, kept=KeptReplies(store))
                if self._wanted is not ContextName.RAG:
                    asking.context = _context(self._wanted, facts, await asking.paper_tokens(tools), questions)
                yield ServedFamily(self._client, context=self._wanted, profile=self._profile, asking=asking)

    async def _asking(self) -> Asking:
        async with self._opening:
            if self._bound is None:
                meter = Meter()
                facts = await probe(self._client, meter)
                context = ContextName.FULL if self._wanted is ContextName.FULL else ContextName.RAG
                self._bound = Asking(self._client, facts, context, meter)
        return self._bound

    # --- what it is

    @property
    def concurrency(self) -> int:
        """Units under way. Each has one question out at a time, so that so many requests are."""
        return self._client.line.in_flight

    @property
    def model(self) -> str | None:
        return self._bound.facts.model if self._bound else self._client.endpoint.model

    @property
    def context(self) -> str | None:
        return (self._bound.context if self._bound else self._wanted).value

    @property
    def prompts(self) -> Mapping[str, str]:
        extra = _ACTREVIEW_PROMPTS if self._profile is ProfileName.ACTREVIEW else ()
        return {name: prompt(name).identity for name in (*PROMPTS, *extra)}

    @property
    def fingerprint(self) -> str:
        """Model, context, prompts, and the rules beside them: what can change a result, and nothing else."""
        said = "|".join([str(self.model), str(self.context), *(f"{k}={v}" for k, v in sorted(self.prompts.items()))])
        return f"openai-{hashlib.sha256(said.encode()).hexdigest()[:16]}-{_digest()}"

    @property
    def usage(self) -> Usage:
        return self._bound.meter.reading() if self._bound else Usage()

    @property
    def warms_up(self) -> bool:
        return self.context == ContextName.FULL.value

    # --- a review

    async def decompose(self, review: Review) -> Decomposition:
        return await decomposing.decompose(review, await self._asking())

    async def retrieve(self, claim: Claim, tools: PaperTools) -> Retrieved:
        return by_polarity(claim, tools)

    async def verify(self, claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement:
        return await verifying.verify(claim, retrieved, tools, await self._asking())

    async def diagnose(self, finding: Finding, tools: PaperTools) -> Diagnosis | None:
        return await diagnosing.diagnose(finding, tools, await self._asking())

    async def suggest(self, finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools) -> tuple[Suggestion, ...]:
        asking = await self._asking()
        if self._profile is ProfileName.JSON or diagnosis is None or finding.label is Verdict.NOT_SUPPORTED:
            return await suggesting.suggest(finding, diagnosis, tools, asking)
        found = [one.passage_id for one in finding.evidence] or [hit.passage.id for hit in tools.search(finding.claim)]
        return await actreview.revisions(diagnosis.weakness, finding.claim, found, tools, asking)

    async def answer(self, ask: Ask, tools: PaperTools) -> Request:
        return await answering.answer(ask, tools, await self._asking())

    # --- an audit

    async def applies(self, label: Weakness, tools: PaperTools) -> Applicability:
        return await conditions.applies(label, tools, await self._asking())

    async def gather(self, label: Weakness, tools: PaperTools) -> LabelEvidence:
        return gathering.gather(label, tools)

    async def propose(self, label: Weakness, gathered: LabelEvidence, tools: PaperTools) -> tuple[Candidate, ...]:
        skill = auditing.propose if self._profile is ProfileName.JSON else actreview.propose
        return await skill(label, gathered, tools, await self._asking())

    async def restate(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Candidate | None:
        return await auditing.restate(candidate, finding, tools, await self._asking())

    async def best_reply(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply:
        return await auditing.best_reply(candidate, finding, tools, await self._asking())

    async def revise(
        self, label: Weakness, candidate: Candidate, finding: Finding, gathered: LabelEvidence, tools: PaperTools
    ) -> tuple[Suggestion, ...]:
        passages = [*(one.passage_id for one in finding.evidence if one.passage_id), *gathered.places]
        if self._profile is ProfileName.ACTREVIEW:
            asking = await self._asking()
            return await actreview.revisions(label, candidate.observation, gathered.concern, tools, asking)
        point = f"{candidate.observation} {candidate.assessment}"
        return await suggesting.revisions(point, passages, tools, await self._asking())


def _context(wanted: ContextName, facts: ServerFacts, paper: int, questions: int) -> ContextName:
    """``auto``: all of the paper where it fits and where many questions share it; else passages.

    Passages are read anew for each question, the whole paper once by every slot of the server that keeps a cache.
    """
    fits = facts.window is not None and paper + _REPLY_TOKENS <= facts.window
    match wanted:
        case ContextName.RAG:
            return ContextName.RAG
        case ContextName.FULL:
            if facts.window is not None and not fits:
                raise ConfigError(
                    f"the paper takes about {paper} tokens, the window of {facts.model} has {facts.window}",
                    hint="use --context rag, or serve the model with a larger window",
                )
            return ContextName.FULL
        case ContextName.AUTO:
            readings = _FULL_READS * (facts.slots or 1)
            shared = questions * _RAG_FILLED * rag_room(facts.window or ASSUMED_WINDOW) > readings * paper
            return ContextName.FULL if fits and shared else ContextName.RAG


def _digest() -> str:
    """Hash of the code that stands between a model's words and a record."""
    found = hashlib.sha256()
    for package in _JUDGING:
        _read(files(package), found)
    for name in _SHARED:
        found.update((files("peerlens.agents") / name).read_bytes())
    return found.hexdigest()[:12]


def _read(folder: Traversable, found: hashlib._Hash) -> None:
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.is_dir():
            _read(path, found)
        elif path.name.endswith((".py", ".toml")):
            found.update(path.name.encode() + path.read_bytes())
