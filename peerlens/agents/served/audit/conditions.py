"""Which labels apply to this paper, by what can be told without a model, and what a model is asked where it cannot."""

from __future__ import annotations

from typing import Annotated, Final

from peerlens.agents.embedded.audit.paper import audit_paper_of
from peerlens.agents.family import Applicability
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import Draft, Quotes, Sentence, coming_close
from peerlens.agents.served.quoting import located
from peerlens.agents.served.split import Says
from peerlens.taxonomy import EvidenceRole, Ground, Weakness
from peerlens.tools import PaperTools

_EFFICIENCY: Final = (
    "efficient", "efficiency", "faster", "speedup", "speed-up", "lightweight", "low latency", "real-time", "scalable",
    "computational cost", "inference time", "low-cost", "memory footprint",
)  # fmt: skip
_THEORY: Final = ("theorem", "lemma", "proposition", "corollary", "proof", "assumption", "convergence", "bound")
_ASKS_EFFICIENCY: Final = (
    "Does the paper claim or rely on efficiency in compute, speed, memory or scale? Thrift with samples, labels or "
    "parameters does not count."
)
_SHOWN: Final = 8
_EMPIRICAL_LABELS: Final = frozenset({Weakness.L2_1_1, Weakness.L2_1_2, Weakness.L2_1_3})
_THEORY_LABELS: Final = frozenset({Weakness.L2_3_2, Weakness.L2_3_3})


class AppliesDraft(Draft):
    rationale: Sentence
    quotes: Quotes
    answer: Annotated[Says, coming_close(Says, {"yes": Says.IS_SO, "no": Says.NOT_SO})]


def claims_efficiency(tools: PaperTools) -> bool:
    """Whether the paper speaks of its own efficiency at all."""
    return bool(tools.scan(_EFFICIENCY).matches)


async def applies(label: Weakness, tools: PaperTools, asking: Asking) -> Applicability:
    """A proof needs no ablation, an experiment no theorem; L2.7.1 needs a claim of efficiency, which a model finds."""
    if label in _EMPIRICAL_LABELS and not audit_paper_of(tools).empirical:
        return Applicability(Ground.CONDITION_NOT_MET, "The paper reports no experiments of its own.")
    if label in _THEORY_LABELS and not tools.scan(_THEORY).matches:
        return Applicability(Ground.CONDITION_NOT_MET, "The paper states no theory of its own.")
    if label is Weakness.L2_4_2:
        return Applicability(Ground.EXTERNAL_KNOWLEDGE, "Novelty can only be judged against work outside the paper.")
    if label is Weakness.L2_4_1:
        return Applicability(
            note="Judged only by what the paper says of the work it cites; prior work that it misses cannot be told.",
            unfound=Ground.EXTERNAL_KNOWLEDGE,
        )
    if label is Weakness.L2_7_1:
        return await _efficiency(tools, asking)
    return Applicability()


async def _efficiency(tools: PaperTools, asking: Asking) -> Applicability:
    none = Applicability(Ground.CONDITION_NOT_MET, "The paper makes no claim of efficiency.")
    matches = tools.scan(_EFFICIENCY).matches
    passages = list(dict.fromkeys(match.passage_id for match in matches if match.passage_id))[:_SHOWN]
    if not passages:
        return none
    asked = await asking.on_paper(
        "applies", AppliesDraft, tools=tools, passages=passages, values={"question": _ASKS_EFFICIENCY}
    )
    quotes = located(asked.draft.quotes, EvidenceRole.CONTEXT, ids=asked.ids, tools=tools)
    return Applicability() if asked.draft.answer is Says.IS_SO and quotes else none
