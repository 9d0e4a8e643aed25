"""Which labels explicit checks can judge, by which checks, and why the others are left to a reader or a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.checks import (
    ablation,
    acronyms,
    announced,
    baselines,
    bounds,
    breadth,
    efficiency,
    float_parts,
    floats,
    leftovers,
    narrow,
    overclaim,
    positioning,
    repeated_counts,
    reproduction,
    scope,
    spread,
    stated_values,
    sweeping,
    wrong_way,
)
from peerlens.agents.embedded.audit.examined import (
    acronyms_examined,
    comparisons_examined,
    data_examined,
    floats_examined,
    positions_examined,
    statements_examined,
    tables_examined,
)
from peerlens.agents.embedded.audit.kinds import (
    experimental_section,
    is_survey,
    is_theory,
    of_life_sciences,
    sets_up_training,
    theory_counts,
    trains,
)
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.scores import score_tables
from peerlens.agents.family import Applicability, Candidate
from peerlens.taxonomy import Ground, Weakness

Check = Callable[[AuditPaper], list[Candidate]]
Condition = Callable[[AuditPaper], Applicability]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How one label is looked at. ``examined``: what the checks located in this paper; "" for nothing to tell.

    ``note``: what they leave to a reader, in half a line.
    """

    checks: tuple[Check, ...]
    note: str
    condition: Condition = lambda paper: Applicability()
    examined: Callable[[AuditPaper], str] = lambda paper: ""


def _needs_experiments(paper: AuditPaper) -> Applicability:
    if is_survey(paper):
        return Applicability(Ground.CONDITION_NOT_MET, _SURVEY)
    if is_theory(paper):
        formal, tables = theory_counts(paper)
        counts = (
            f"{formal} statements that open with theorem, lemma, proposition, corollary or proof were found, and "
            f"{tables} rows of tables"
        )
        if section := experimental_section(paper):
            return Applicability(
                Ground.ENGINE_LIMIT,
                f"{counts}. What experiments that illustrate statements proved should show, such as those under "
                f"“{section}”, depends on the statements, which explicit checks cannot weigh.",
            )
        return Applicability(
            Ground.CONDITION_NOT_MET,
            f"{counts}: where statements proved outweigh tables and no section of experiments was found, experiments "
            "are not asked for.",
        )
    if of_life_sciences(paper) and not trains(paper):
        return Applicability(Ground.ENGINE_LIMIT, _LABORATORY)
    if paper.empirical or trains(paper) or sets_up_training(paper) or score_tables(paper):
        return Applicability()
    return Applicability(
        Ground.CONDITION_NOT_MET,
        "Looked for headings of experiments, evaluation, simulations, real data or results, for sentences with 'we "
        "train', 'we evaluate' or 'our experiments', and for settings of training: too few were found.",
    )


_LABORATORY: Final = (
    "Many sentences speak of genes, proteins, cells or animals, and none of a model that is trained: the checks know "
    "experiments on data and models, and none of the laboratory."
)
_SURVEY: Final = (
    "The title or several sentences of abstract, introduction and conclusion call the paper a survey, review, overview "
    "or position paper; what is asked for here is asked of a paper's own experiments or method."
)


def _needs_own_work(paper: AuditPaper) -> Applicability:
    return Applicability(Ground.CONDITION_NOT_MET, _SURVEY) if is_survey(paper) else Applicability()


def _limits_asked_for(paper: AuditPaper) -> Applicability:
    return Applicability(Ground.CONDITION_NOT_MET, _SURVEY) if is_survey(paper) else scope.condition(paper)


COVERED: Final[dict[Weakness, Coverage]] = {
    Weakness.L2_1_1: Coverage(
        checks=(narrow.propose, breadth.propose),
        note="Left to a reader: which data set, task or setting is missing.",
        condition=_needs_experiments,
        examined=data_examined,
    ),
    Weakness.L2_1_2: Coverage(
        checks=(ablation.propose, baselines.propose),
        note="Left to a reader: whether the baselines are the right ones, and whether each part is covered.",
        condition=_needs_experiments,
        examined=comparisons_examined,
    ),
    Weakness.L2_1_3: Coverage(
        checks=(spread.propose,),
        note="Left to a reader: whether measures and comparisons are fair, and what only figures show.",
        condition=_needs_experiments,
        examined=tables_examined,
    ),
    Weakness.L2_2_2: Coverage(
        checks=(reproduction.propose,),
        note="Left to a reader: whether that is enough, and what other experiments need.",
        condition=reproduction.condition,
        examined=reproduction.examined,
    ),
    Weakness.L2_2_3: Coverage(
        checks=(scope.propose,),
        note="Left to a reader: whether the problem is well defined, and which limits matter.",
        condition=_limits_asked_for,
        examined=scope.examined,
    ),
    Weakness.L2_4_1: Coverage(
        checks=(positioning.no_related_work, positioning.uncited),
        note="Left to a reader: work not named here, and whether differences are drawn rightly.",
        condition=_needs_own_work,
        examined=positions_examined,
    ),
    Weakness.L2_5_2: Coverage(
        checks=(
            sweeping.propose,
            bounds.propose,
            wrong_way.propose,
            stated_values.headlines,
            stated_values.beside_cells,
            repeated_counts.propose,
            announced.propose,
            overclaim.propose,
        ),
        note="Left to a reader: whether a statement is right, and what only figures or other work show.",
        examined=statements_examined,
    ),
    Weakness.L2_6_1: Coverage(
        checks=(acronyms.propose,),
        note="Left to a reader: wording, order and notation, of which the checks judge none.",
        examined=acronyms_examined,
    ),
    Weakness.L2_6_2: Coverage(
        checks=(
            floats.unreferenced,
            floats.nonexistent,
            floats.repeated,
            float_parts.of_section,
            float_parts.parts_beyond,
            leftovers.propose,
        ),
        note="Left to a reader: what figures look like, parts of figures, and layout.",
        examined=floats_examined,
    ),
    Weakness.L2_7_1: Coverage(
        checks=(efficiency.propose,),
        note="Left to a reader: whether that cost is the one claimed, and what figures show.",
        condition=efficiency.condition,
        examined=efficiency.examined,
    ),
}

NOT_COVERED: Final[dict[Weakness, Applicability]] = {
    Weakness.L2_2_1: Applicability(
        Ground.ENGINE_LIMIT,
        "Whether a step of the method can be followed shows only to somebody who tries to follow it; that words for it "
        "are there says nothing, and formulas and pseudo-code are often lost in reading a file.",
    ),
    Weakness.L2_3_1: Applicability(
        Ground.ENGINE_LIMIT,
        "Whether a statement calls for a proof, and whether the argument given for it carries, is for somebody who "
        "follows the argument.",
    ),
    Weakness.L2_3_2: Applicability(
        Ground.ENGINE_LIMIT,
        "That an assumption is stated can be found; whether it is too strong or holds in practice takes a judgement "
        "of the mathematics and of the field.",
    ),
    Weakness.L2_3_3: Applicability(
        Ground.ENGINE_LIMIT,
        "Whether the experiments meet the conditions of the theorems takes reading both and comparing them step by "
        "step.",
    ),
    Weakness.L2_4_2: Applicability(
        Ground.EXTERNAL_KNOWLEDGE, "Novelty can only be judged against work outside the paper."
    ),
    Weakness.L2_5_1: Applicability(
        Ground.ENGINE_LIMIT,
        "Nearly every paper has sentences that motivate it; whether they convince is a matter of judgement.",
    ),
    Weakness.L2_5_3: Applicability(
        Ground.ENGINE_LIMIT,
        "Whether costs and conditions allow real use depends on the use, which the text seldom settles and explicit "
        "checks cannot weigh.",
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
    if found.ground is not None:
        return found
    return Applicability(note=" ".join(filter(None, (covered.examined(paper), covered.note))))
