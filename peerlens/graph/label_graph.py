"""One weakness label: recall → apply → gather → propose → verify → reply → suggest → check, ending in its row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from peerlens.agents.audit_rows import empty_row, finding_id, row_of
from peerlens.agents.family import Candidate
from peerlens.agents.findings import finding_of
from peerlens.agents.weighing import Weighed
from peerlens.agents.withhold import observed, why_withheld
from peerlens.graph.failures import failure_of
from peerlens.graph.state import GraphContext, LabelInput, LabelOutput, LabelState
from peerlens.graph.units import label_key
from peerlens.schema import Claim, LabelRow
from peerlens.taxonomy import Ground, Stance, Verdict, Weakness, Withheld

_Node = Callable[[LabelState, GraphContext], Awaitable[LabelState]]


async def recall(state: LabelState, context: GraphContext) -> LabelState:
    """Take a finished row from the ledger, if there is one."""
    stored = context.ledger.recall(label_key(state["label"], context), LabelRow) if context.ledger else None
    return {} if stored is None else {"rows": {state["label"]: stored}}


async def apply(state: LabelState, context: GraphContext) -> LabelState:
    """Applicability first: a proof needs no ablation, and some labels are beyond a family."""
    label = state["label"]
    found = await context.family.applies(label, context.tools)
    if found.ground is not None:
        return _finished(empty_row(label, found), context)
    return {"applicability": found}


async def gather(state: LabelState, context: GraphContext) -> LabelState:
    return {"gathered": await context.family.gather(state["label"], context.tools)}


async def propose(state: LabelState, context: GraphContext) -> LabelState:
    return {"candidates": await context.family.propose(state["label"], state["gathered"], context.tools)}


async def verify(state: LabelState, context: GraphContext) -> LabelState:
    """Observations are verified like any claim; one that holds only in part gets one chance to be said narrower."""
    kept: list[Weighed] = []
    aside: list[Weighed] = []
    for number, candidate in enumerate(state["candidates"], start=1):
        weighed = await _observe(state["label"], number, candidate, context)
        if weighed.finding.label is Verdict.PARTIALLY_SUPPORTED:
            narrower = await context.family.restate(candidate, weighed.finding, context.tools)
            if narrower is not None:
                weighed = await _observe(state["label"], number, narrower, context)
        why = why_withheld(weighed.candidate, weighed.finding)
        if why is None:
            kept.append(weighed)
        else:
            aside.append(replace(weighed, withheld=why))
    return {"weighed": tuple(kept), "aside": tuple(aside)}


async def _observe(label: Weakness, number: int, candidate: Candidate, context: GraphContext) -> Weighed:
    words = candidate.observation
    claim = Claim(
        id=finding_id(label, number),
        review_id="",
        text=words,
        quote=words,
        start=0,
        end=len(words),
        stance=Stance.CRITICISM,
    )
    judgement = candidate.judgement
    if judgement is None:
        retrieved = await context.family.retrieve(claim, context.tools)
        judgement = await context.family.verify(claim, retrieved, context.tools)
    return Weighed(candidate=candidate, finding=observed(finding_of(claim, judgement), context.tools))


async def reply(state: LabelState, context: GraphContext) -> LabelState:
    """The paper's best reply must fail before an observation becomes a finding."""
    kept: list[Weighed] = []
    aside = list(state["aside"])
    for weighed in state["weighed"]:
        answer = await context.family.best_reply(weighed.candidate, weighed.finding, context.tools)
        if answer.holds:
            aside.append(replace(weighed, reply=answer, withheld=Withheld.REPLY_HOLDS))
        else:
            kept.append(replace(weighed, reply=answer))
    return {"weighed": tuple(kept), "aside": tuple(aside)}


async def suggest(state: LabelState, context: GraphContext) -> LabelState:
    revised = [
        replace(
            weighed,
            suggestions=await context.family.revise(
                state["label"], weighed.candidate, weighed.finding, state["gathered"], context.tools
            ),
        )
        for weighed in state["weighed"]
    ]
    return {"weighed": tuple(revised)}


async def check(state: LabelState, context: GraphContext) -> LabelState:
    """Withhold what is not earned, and commit the row."""
    row = row_of(
        state["label"],
        state["weighed"],
        aside=state["aside"],
        note=state["applicability"].note,
        tools=context.tools,
    )
    unfound = state["applicability"].unfound
    if unfound is not None and row.reason is Ground.NOTHING_LOCATED:
        row = row.model_copy(update={"reason": unfound, "outcome": unfound.outcome})
    return _finished(row, context)


def _finished(row: LabelRow, context: GraphContext) -> LabelState:
    if context.ledger is not None:
        context.ledger.put(label_key(row.label, context), "label", row.model_dump_json())
    return {"rows": {row.label: row}}


_NODES: tuple[_Node, ...] = (recall, apply, gather, propose, verify, reply, suggest, check)


def build_label_graph() -> CompiledStateGraph[Any, GraphContext, Any, Any]:
    """Compile the graph of one label: ``LabelInput`` in, ``LabelOutput`` out."""
    graph = StateGraph(LabelState, context_schema=GraphContext, input_schema=LabelInput, output_schema=LabelOutput)
    names = [node.__name__ for node in _NODES]
    for name, node in zip(names, _NODES, strict=True):
        graph.add_node(name, _recording_failure(name, node))
    graph.add_edge(START, names[0])
    for name, following in pairwise(names):
        graph.add_conditional_edges(name, _go_on_to(following), [following, END])
    graph.add_edge(names[-1], END)
    return graph.compile()


def _go_on_to(following: str) -> Callable[[LabelState], str]:
    return lambda state: END if state.get("rows") else following


def _recording_failure(stage: str, node: _Node) -> Callable[..., Awaitable[LabelState]]:
    async def run(state: LabelState, runtime: Runtime[GraphContext]) -> LabelState:
        try:
            return await node(state, runtime.context)
        except Exception as exc:  # noqa: BLE001  the border of a unit: a bug in one label must not end its siblings
            label = state["label"]
            failure = failure_of(exc, unit_id=label.value, claim_id=None, stage=stage)
            return {"failures": {label.value: failure}, "rows": {label: empty_row(label, Ground.BROKE_OFF)}}

    return run
