"""Which labels explicit checks can judge, by which checks, and why the others are left to a reader or a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.checks import ablation, baselines, breadth, efficiency, overclaim, spread
from peerlens.agents.embedded.audit.kinds import is_survey, is_theory, trains
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
    if is_survey(paper):
        return Applicability(Ground.CONDITION_NOT_MET, "A survey has no experiments of its own to judge.")
    if is_theory(paper):
        return Applicability(
            Ground.CONDITION_NOT_MET, "Theory carries this paper; its experiments, if any, illustrate it."
        )
    if paper.empirical or trains(paper):
        return Applicability()
    return Applicability(Ground.CONDITION_NOT_MET, "The paper reports no experiments of its own.")


COVERED: Final[dict[Weakness, Coverage]] = {
    Weakness.L2_1_1: Coverage(
        checks=(breadth.propose,),
        note=(
            "Looked at: the data sets named, and the paper's own words that confine its evaluation beside its claims. "
            "Left to a reader: which further data, tasks or settings the claims call for."
        ),
        condition=_needs_experiments,
    ),
    Weakness.L2_1_2: Coverage(
        checks=(ablation.propose, baselines.propose),
        note=(
            "Looked at: whether a method of several components comes with any ablation or variant, and whether results "
            "are compared with anything. Left to a reader: whether the baselines are the right and strong ones, and "
            "whether every component is covered."
        ),
        condition=_needs_experiments,
    ),
    Weakness.L2_1_3: Coverage(
        checks=(spread.propose,),
        note=(
            "Looked at: whether tables of trained models come with spread, repeated runs or a test, and "
            "'significantly' "
            "without one. Left to a reader: whether measures and comparisons are fair, and figures."
        ),
        condition=_needs_experiments,
    ),
    Weakness.L2_5_2: Coverage(
        checks=(overclaim.propose,),
        note=(
            "Looked at: statements that a method is ahead everywhere or fits anything, beside the paper's own tables "
            "and "
            "limits. Left to a reader: whether a statement is technically right, and whatever needs other work to "
            "judge."
        ),
    ),
    Weakness.L2_7_1: Coverage(
        checks=(efficiency.propose,),
        note=(
            "Looked at: whether a claimed efficiency comes with any time, memory, operation count or complexity. Left "
            "to a "
            "reader: whether what is reported is adequate, and figures."
        ),
        condition=efficiency.condition,
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
