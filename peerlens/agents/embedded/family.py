"""The embedded family: sentence embeddings and explicit rules, no model server.

The audit's skills are imported where they are used: a review has no use for their patterns, which take long to compile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from peerlens.agents.embedded import answer as answering
from peerlens.agents.embedded import diagnose as diagnosing
from peerlens.agents.embedded import retrieve as retrieving
from peerlens.agents.embedded import suggest as suggesting
from peerlens.agents.embedded import verify as verifying
from peerlens.agents.embedded.advice import read_topics
from peerlens.agents.embedded.decompose.review import decompose
from peerlens.agents.embedded.language import in_english, without_absence
from peerlens.agents.family import Applicability, Candidate, Diagnosis, LabelEvidence, Reply, Retrieved
from peerlens.schema import Ask, Claim, Decomposition, Finding, Judgement, Request, Review, Suggestion, Usage
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools

_JUDGING = ("peerlens.agents.embedded", "peerlens.tools", "peerlens.text", "peerlens.store.retrievers")
_SHARED = ("rules.py", "abstain.py", "findings.py", "duplicates.py", "withhold.py", "audit_rows.py")


class EmbeddedFamily:
    """All skills. Pure computation: the methods are async only for the seam."""

    name = "embedded"
    concurrency = 1
    model = None
    context = None
    usage = Usage()
    warms_up = False

    def __init__(self) -> None:
        self._topics = read_topics()
        self._fingerprint = f"embedded-{_digest()}"

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def prompts(self) -> Mapping[str, str]:
        return {}

    def at_work(
        self, tools: PaperTools, *, questions: int, folder: Path | None = None
    ) -> AbstractAsyncContextManager[EmbeddedFamily]:
        return nullcontext(self)

    async def decompose(self, review: Review) -> Decomposition:
        return decompose(review)

    async def retrieve(self, claim: Claim, tools: PaperTools) -> Retrieved:
        return retrieving.retrieve(claim, tools)

    async def verify(self, claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement:
        judgement = verifying.verify(claim, retrieved, tools)
        return judgement if in_english(tools) else without_absence(judgement)

    async def diagnose(self, finding: Finding, tools: PaperTools) -> Diagnosis | None:
        return diagnosing.diagnose(finding, self._topics, tools)

    async def suggest(self, finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools) -> tuple[Suggestion, ...]:
        return suggesting.suggest(finding, diagnosis, self._topics, tools)

    async def answer(self, ask: Ask, tools: PaperTools) -> Request:
        return answering.answer(ask, tools)

    async def applies(self, label: Weakness, tools: PaperTools) -> Applicability:
        from peerlens.agents.embedded.audit.skills import applies

        return applies(label, tools)

    async def gather(self, label: Weakness, tools: PaperTools) -> LabelEvidence:
        from peerlens.agents.embedded.audit.skills import gather

        return gather(label, tools)

    async def propose(self, label: Weakness, gathered: LabelEvidence, tools: PaperTools) -> tuple[Candidate, ...]:
        from peerlens.agents.embedded.audit.skills import propose

        return propose(label, tools)

    async def restate(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Candidate | None:
        return None

    async def best_reply(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply:
        from peerlens.agents.embedded.audit.skills import best_reply

        return best_reply(candidate, finding, tools)

    async def revise(
        self, label: Weakness, candidate: Candidate, finding: Finding, gathered: LabelEvidence, tools: PaperTools
    ) -> tuple[Suggestion, ...]:
        from peerlens.agents.embedded.audit.skills import revise

        return revise(candidate, finding, tools)


def _digest() -> str:
    """Hash of the rules, tools, ranking and handling of text: a change in any makes stored verdicts stale."""
    found = hashlib.sha256()
    for package in _JUDGING:
        _read(files(package), found)
    for name in _SHARED:
        found.update((files("peerlens.agents") / name).read_bytes())
    return found.hexdigest()[:16]


def _read(folder: Traversable, found: hashlib._Hash) -> None:
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.is_dir():
            _read(path, found)
        elif path.name.endswith((".py", ".toml")):
            found.update(path.name.encode() + path.read_bytes())
