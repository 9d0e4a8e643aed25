"""Which labels explicit checks can judge, by which checks, and why the others are left to a reader or a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.checks import (
    ablation,
    acronyms,
    baselines,
    bounds,
    breadth,
    efficiency,
    floats,
    leftovers,
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
from peerlens.agents.embedded.audit.examined import statements_examined, tables_examined
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
    """How one label is looked at. ``note``: what the checks look at and what they leave to a reader.

    ``examined``: how much of that this paper has; "" where the note says it all.
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


COVERED: Final[dict[Weakness, Coverage]] = {
    Weakness.L2_1_1: Coverage(
        checks=(breadth.propose,),
        note=(
            "Looked at: the data sets named, and the paper's own words that confine its evaluation beside its claims. "
            "Not assessed: which data set, task or setting is missing; that is left to a reader."
        ),
        condition=_needs_experiments,
    ),
    Weakness.L2_1_2: Coverage(
        checks=(ablation.propose, baselines.propose),
        note=(
            "Looked at: whether a method that is trained comes with any ablation or variant, and whether "
            "results are compared with anything. Not assessed: whether a certain baseline or analysis is missing, "
            "whether the baselines are strong, and whether every component is covered; that is left to a reader."
        ),
        condition=_needs_experiments,
    ),
    Weakness.L2_1_3: Coverage(
        checks=(spread.propose,),
        note=(
            "Looked at: whether the result tables of trained models, each by itself, come with spread, repeated runs "
            "or a test, and 'significantly' without one. Not assessed: whether the measures and data are the right "
            "ones, whether comparisons are fair, and what only figures show; that is left to a reader."
        ),
        condition=_needs_experiments,
        examined=tables_examined,
    ),
    Weakness.L2_2_2: Coverage(
        checks=(reproduction.propose,),
        note=(
            "Looked at, for papers that train networks: learning rate, batch size, optimiser, length of training, "
            "hardware, runs or seeds, data split, code; for papers that prompt models: version, decoding settings, "
            "wording. Left to a reader: whether what is given is enough, data handling, and experiments of other kinds."
        ),
        condition=reproduction.condition,
        examined=reproduction.examined,
    ),
    Weakness.L2_2_3: Coverage(
        checks=(scope.propose,),
        note=(
            "Looked at: whether any sentence about the paper's own work says where it ends. Left to a reader: whether "
            "the problem is well defined, and whether the limits stated are the ones that matter."
        ),
        condition=_needs_own_work,
        examined=scope.examined,
    ),
    Weakness.L2_4_1: Coverage(
        checks=(positioning.no_related_work, positioning.uncited),
        note=(
            "Looked at: whether other work is discussed at all, and whether the systems in the paper's result tables "
            "are described or cited. Not looked at: work that the paper does not name, which only knowledge from "
            "outside could tell, and whether the differences are drawn rightly."
        ),
        condition=_needs_own_work,
    ),
    Weakness.L2_5_2: Coverage(
        checks=(
            sweeping.propose,
            bounds.propose,
            wrong_way.propose,
            stated_values.headlines,
            stated_values.beside_cells,
            repeated_counts.propose,
            overclaim.propose,
        ),
        note=(
            "Looked at: statements that a method is ahead everywhere, keeps a bound or rank, or fits anything, beside "
            "the cells of the paper's own tables and its stated limits; numbers that run against the words around "
            "them; numbers of the text beside the cells they name, and of abstract and conclusion beside those of the "
            "text; totals stated twice. "
            "Left to a reader: whether a statement is technically right, what only figures show, and whatever needs "
            "other work to judge."
        ),
        examined=statements_examined,
    ),
    Weakness.L2_6_1: Coverage(
        checks=(acronyms.propose,),
        note=(
            "Looked at: acronyms of the running text that are never spelled out. Left to a reader: wording, order, and "
            "notation, which formulas as read from a file do not show reliably."
        ),
    ),
    Weakness.L2_6_2: Coverage(
        checks=(floats.unreferenced, floats.nonexistent, floats.repeated, leftovers.propose),
        note=(
            "Looked at: figures and tables that the text never refers to, references to ones that are not there, "
            "numbers borne twice, and unresolved references, notes or template text left in. Left to a reader: what "
            "figures look like, layout, and whether they show what the text says; a caption that may have been lost "
            "in reading the file counts as no fault."
        ),
    ),
    Weakness.L2_7_1: Coverage(
        checks=(efficiency.propose,),
        note=(
            "Looked at: whether a claimed efficiency comes with any time, memory, operation count, number of trials or "
            "complexity. Left to a reader: whether what is reported is adequate, and figures."
        ),
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
    return Applicability(note=" ".join(filter(None, (covered.note, covered.examined(paper)))))
