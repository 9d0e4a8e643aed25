"""Which labels explicit checks can judge, by which checks, and why the others are left to a reader or a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.checks import ablation
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.family import Applicability, Candidate
from peerlens.taxonomy import Ground, Weakness

Check = Callable[[AuditPaper], list[Candidate]]
Condition = Callable[[AuditPaper], Applicability]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How one label is looked at. ``note``: what the checks look at and what they leave to a reader."""

    checks: tuple[Check, ...]
    note: str
    condition: Condition = lambda paper: Applicability()


def _needs_experiments(paper: AuditPaper) -> Applicability:
    if paper.empirical:
        return Applicability()
    return Applicability(Ground.CONDITION_NOT_MET, "The paper reports no experiments of its own.")


COVERED: Final[dict[Weakness, Coverage]] = {
    Weakness.L2_1_2: Coverage(
        checks=(ablation.propose,),
        note="Looked at: whether an ablation is reported. Left to a reader: whether the baselines are the right ones.",
        condition=_needs_experiments,
    ),
}

NOT_COVERED: Final[dict[Weakness, Applicability]] = {
    Weakness.L2_4_2: Applicability(
        Ground.EXTERNAL_KNOWLEDGE, "Novelty can only be judged against work outside the paper."
    ),
}
"""Labels with a reason of their own; every other label without checks is beyond this engine."""

_BEYOND: Final = Applicability(
    Ground.ENGINE_LIMIT, "This needs a reader's or a model's judgement; explicit checks cannot give one."
)


def applicability(label: Weakness, paper: AuditPaper) -> Applicability:
    covered = COVERED.get(label)
    if covered is None:
        return NOT_COVERED.get(label, _BEYOND)
    found = covered.condition(paper)
    return found if found.ground is not None else Applicability(note=covered.note)
