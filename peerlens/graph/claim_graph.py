"""One claim: retrieve → verify → diagnose → suggest → abstain-check, each step able to end as a failure record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from peerlens.agents.abstain import abstain_check
from peerlens.agents.findings import finding_of, for_claim
from peerlens.graph.failures import failure_of
from peerlens.graph.state import ClaimInput, ClaimOutput, ClaimState, GraphContext
from peerlens.graph.units import claim_key
from peerlens.schema import Finding
from peerlens.taxonomy import Stance, Verdict

_Node = Callable[[ClaimState, GraphContext], Awaitable[ClaimState]]
_STEPS = ("recall", "retrieve", "verify", "diagnose", "suggest", "abstain_check")


async def recall(state: ClaimState, context: GraphContext) -> ClaimState:
    """Take a finished unit from the ledger, if there is one."""
    claim = state["claim"]
    known = context.ledger.recall(claim_key(claim, context), Finding) if context.ledger else None
    return {} if known is None else {"findings": {claim.id: for_claim(known, claim)}}


async def retrieve(state: ClaimState, context: GraphContext) -> ClaimState:
    return {"retrieved": await context.family.retrieve(state["claim"], context.tools)}


async def verify(state: ClaimState, context: GraphContext) -> ClaimState:
    judgement = await context.family.verify(state["claim"], state["retrieved"], context.tools)
    return {"finding": finding_of(state["claim"], judgement)}


async def diagnose(state: ClaimState, context: GraphContext) -> ClaimState:
    """Only a criticism that holds, wholly or in part, has a weakness behind it."""
    finding = state["finding"]
    holds = finding.label in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
    if finding.stance is not Stance.CRITICISM or not holds or not context.diagnoses:
        return {"diagnosis": None}
    diagnosis = await context.family.diagnose(finding, context.tools)
    if diagnosis is not None:
        finding = finding.model_copy(update={"weakness": diagnosis.weakness})
    return {"diagnosis": diagnosis, "finding": finding}


async def suggest(state: ClaimState, context: GraphContext) -> ClaimState:
    finding = state["finding"]
    if finding.stance is not Stance.CRITICISM or finding.label is Verdict.NOT_DETERMINED:
        return {}
    if finding.label is not Verdict.NOT_SUPPORTED and not context.diagnoses:
        return {}
    suggestions = await context.family.suggest(finding, state.get("diagnosis"), context.tools)
    return {"finding": finding.model_copy(update={"suggestions": suggestions})}


async def check(state: ClaimState, context: GraphContext) -> ClaimState:
    """Withhold what is not earned, and commit the unit."""
    claim = state["claim"]
    finding = abstain_check(state["finding"], context.tools)
    if context.ledger is not None:
        context.ledger.put(claim_key(claim, context), "claim", finding.model_dump_json())
    return {"findings": {claim.id: finding}}


def build_claim_graph() -> CompiledStateGraph[Any, GraphContext, Any, Any]:
    """Compile the graph of one claim: ``ClaimInput`` in, ``ClaimOutput`` out."""
    graph = StateGraph(ClaimState, context_schema=GraphContext, input_schema=ClaimInput, output_schema=ClaimOutput)
    nodes: tuple[_Node, ...] = (recall, retrieve, verify, diagnose, suggest, check)
    for step, node in zip(_STEPS, nodes, strict=True):
        graph.add_node(step, _recording_failure(step, node))
    graph.add_edge(START, _STEPS[0])
    for step, following in pairwise(_STEPS):
        graph.add_conditional_edges(step, _go_on_to(following), [following, END])
    graph.add_edge(_STEPS[-1], END)
    return graph.compile()


def _go_on_to(following: str) -> Callable[[ClaimState], str]:
    """Stop as soon as the claim has become a finding or a failure."""
    return lambda state: END if state.get("findings") or state.get("failures") else following


def _recording_failure(stage: str, node: _Node) -> Callable[..., Awaitable[ClaimState]]:
    async def run(state: ClaimState, runtime: Runtime[GraphContext]) -> ClaimState:
        try:
            return await node(state, runtime.context)
        except Exception as exc:  # noqa: BLE001  the border of a unit: a bug in one claim must not end its siblings
            claim = state["claim"]
            failure = failure_of(exc, unit_id=claim.id, claim_id=claim.claim_id, stage=stage)
            return {"failures": {claim.id: failure}}

    return run
