"""The seam between the graph and whoever does the work: one family of agents with its skills."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from peerlens.schema import (
    Ask,
    Claim,
    Decomposition,
    Evidence,
    Finding,
    Judgement,
    Request,
    Review,
    Step,
    Suggestion,
    Usage,
)
from peerlens.taxonomy import Ground, Severity, Weakness
from peerlens.tools import PaperTools


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What retrieval hands the verifier: ids of passages, best first, and the steps that found them."""

    passages: tuple[str, ...]
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The weakness a criticism that holds amounts to, and the passages a revision would touch."""

    weakness: Weakness
    places: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Applicability:
    """Whether a weakness label can be audited on this paper by this family. ``ground`` is ``None`` where it can.

    ``note``: what is (not) looked at, for the reader of the row; "" where there is nothing to say. ``unfound``: the
    ground of a row for which nothing was located, where that alone does not mean that the paper is free of it.
    """

    ground: Ground | None = None
    note: str = ""
    unfound: Ground | None = None


@dataclass(frozen=True, slots=True)
class LabelEvidence:
    """What label-conditioned retrieval found, ids of passages, best first.

    ``concern``: where the weakness would show; ``places``: where a revision would go.
    """

    concern: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A weakness that may be one: an observation that can be checked, and the assessment that it carries.

    ``topic`` names what it is about, so that two labels do not say the same thing. ``judgement``: how the observation
    fared where the check that made it also judged it; ``None`` sends it through ``verify`` like any claim. ``against``:
    what the paper has that speaks against it without settling it. ``steps``: the looks that led to it.
    """

    topic: str
    observation: str
    assessment: str
    severity: Severity
    judgement: Judgement | None = None
    against: tuple[Evidence, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the authors could answer from this paper. ``holds``: the answer settles the point."""

    holds: bool
    rationale: str = ""
    evidence: tuple[Evidence, ...] = ()


class Family(Protocol):
    """One family of agents. Methods raise ``PeerlensError`` when they cannot work; they never guess instead.

    ``fingerprint`` names everything that changes a result (rules version, model, prompts): part of the ledger's key.
    ``concurrency``: units worth having in flight; those are what a kill can lose.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    @property
    def concurrency(self) -> int: ...

    @property
    def model(self) -> str | None:
        """The model behind the family, ``None`` where there is none."""
        ...

    @property
    def context(self) -> str | None:
        """How much of the paper a question is asked with (``rag`` or ``full``), ``None`` where nobody is asked."""
        ...

    @property
    def prompts(self) -> Mapping[str, str]:
        """Name and hash of each prompt version in use, by skill."""
        ...

    @property
    def usage(self) -> Usage:
        """Requests and tokens spent since the family was opened; ``seconds`` is the run's to fill in."""
        ...

    @property
    def warms_up(self) -> bool:
        """Whether one unit should go ahead alone, because it fills a cache that the others use."""
        ...

    def at_work(
        self, tools: PaperTools, *, questions: int, folder: Path | None = None
    ) -> AbstractAsyncContextManager[Family]:
        """The family ready for one paper and about so many questions: connected, what it spends counted from nothing.

        ``folder``: the paper's own, where replies of a model are kept; ``None`` keeps none.

        Entering raises ``EngineError`` and its kin where the family cannot work here.
        """
        ...

    async def decompose(self, review: Review) -> Decomposition: ...

    async def retrieve(self, claim: Claim, tools: PaperTools) -> Retrieved: ...

    async def verify(self, claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement: ...

    async def diagnose(self, finding: Finding, tools: PaperTools) -> Diagnosis | None: ...

    async def suggest(
        self, finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools
    ) -> tuple[Suggestion, ...]: ...

    async def answer(self, ask: Ask, tools: PaperTools) -> Request: ...

    # --- the audit

    async def applies(self, label: Weakness, tools: PaperTools) -> Applicability: ...

    async def gather(self, label: Weakness, tools: PaperTools) -> LabelEvidence: ...

    async def propose(self, label: Weakness, gathered: LabelEvidence, tools: PaperTools) -> tuple[Candidate, ...]: ...

    async def restate(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Candidate | None:
        """A narrower candidate for an observation that holds only in part, or ``None`` to drop it."""
        ...

    async def best_reply(self, candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply: ...

    async def revise(
        self, label: Weakness, candidate: Candidate, finding: Finding, gathered: LabelEvidence, tools: PaperTools
    ) -> tuple[Suggestion, ...]: ...
