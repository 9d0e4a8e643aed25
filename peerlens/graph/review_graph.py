"""One review: decompose, then every claim and every question on a branch of its own, then the authors' response."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send

from peerlens.graph.claim_graph import build_claim_graph
from peerlens.graph.failures import failure_of
from peerlens.graph.respond import STAGE, respond
from peerlens.graph.respond import fan_out as fan_out_points
from peerlens.graph.state import AskInput, GraphContext, ReviewState
from peerlens.graph.units import ask_key, review_key
from peerlens.reviews.sizes import review_too_long, rows_too_long
from peerlens.schema import Ask, Decomposition, Failure, Request, Review

_EMPTY = Decomposition(claims=(), asks=(), unused=())


async def decompose(state: ReviewState, runtime: Runtime[GraphContext]) -> ReviewState:
    """Take the review apart, or take the parts from the ledger."""
    review, context = state["review"], runtime.context
    if review.id in context.given:
        return {"decomposition": context.given[review.id]}
    key = review_key(review, context)
    try:
        if (refused := review_too_long(review)) is not None:
            raise refused
        if context.ledger and (known := context.ledger.recall(key, Decomposition)):
            return {"decomposition": known, "failures": _refused(review, known)}
        decomposition = await context.family.decompose(review)
        if context.ledger:
            context.ledger.put(key, "decompose", decomposition.model_dump_json())
    except Exception as exc:  # noqa: BLE001  the border of a unit: one review must not end the others
        failure = failure_of(exc, unit_id=review.id, claim_id=None, stage="decompose")
        return {"decomposition": _EMPTY, "failures": {review.id: failure}}
    return {"decomposition": decomposition, "failures": _refused(review, decomposition)}


def _refused(review: Review, parts: Decomposition) -> dict[str, Failure]:
    """Rows of ready-made claims that are too long to be judged, by the ids of their claims."""
    refused = ((parts.claims[number - 1], error) for number, error in rows_too_long(review).items())
    return {
        claim.id: failure_of(error, unit_id=claim.id, claim_id=claim.claim_id, stage="decompose")
        for claim, error in refused
    }


async def answer(state: AskInput, runtime: Runtime[GraphContext]) -> ReviewState:
    """Look one question up in the manuscript."""
    ask, context = state["ask"], runtime.context
    key = ask_key(ask, context)
    try:
        if context.ledger and (found := context.ledger.recall(key, Request)):
            return {
                "requests": {ask.id: found.model_copy(update={name: getattr(ask, name) for name in Ask.model_fields})}
            }
        request = await context.family.answer(ask, context.tools)
        if context.ledger:
            context.ledger.put(key, "ask", request.model_dump_json())
    except Exception as exc:  # noqa: BLE001  the border of a unit: one question must not end the others
        failure = failure_of(exc, unit_id=ask.id, claim_id=None, stage="answer")
        return {"failures": {ask.id: failure}}
    return {"requests": {ask.id: request}}


async def report(state: ReviewState) -> ReviewState:
    """Where all branches meet. A fan-out with nothing in it comes here directly."""
    return {}


def _fan_out(state: ReviewState) -> list[Send] | str:
    parts, refused = state["decomposition"], state.get("failures", {})
    sends = [Send("claim", {"claim": claim}) for claim in parts.claims if claim.id not in refused]
    sends += [Send("answer", {"ask": ask}) for ask in parts.asks]
    return sends or "report"


def build_review_graph() -> CompiledStateGraph[Any, GraphContext, Any, Any]:
    """Compile the graph of one review over the graph of one claim."""
    graph = StateGraph(ReviewState, context_schema=GraphContext)
    graph.add_node("decompose", decompose)
    graph.add_node("claim", build_claim_graph())
    graph.add_node("answer", answer)
    graph.add_node("report", report)
    graph.add_node(STAGE, respond)
    graph.add_edge(START, "decompose")
    graph.add_conditional_edges("decompose", _fan_out, ["claim", "answer", "report"])
    graph.add_edge("claim", "report")
    graph.add_edge("answer", "report")
    graph.add_conditional_edges("report", fan_out_points, [STAGE, END])
    graph.add_edge(STAGE, END)
    return graph.compile()
