"""The seam between the graph and whoever does the work: one family of agents, six skills and a reader of questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from peerlens.schema import Ask, Claim, Decomposition, Evidence, Finding, Judgement, Request, Review, Step, Suggestion
from peerlens.taxonomy import Weakness
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

    async def decompose(self, review: Review) -> Decomposition: ...

    async def retrieve(self, claim: Claim, tools: PaperTools) -> Retrieved: ...

    async def verify(self, claim: Claim, retrieved: Retrieved, tools: PaperTools) -> Judgement: ...

    async def diagnose(self, finding: Finding, tools: PaperTools) -> Diagnosis | None: ...

    async def suggest(
        self, finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools
    ) -> tuple[Suggestion, ...]: ...

    async def answer(self, ask: Ask, tools: PaperTools) -> Request: ...
