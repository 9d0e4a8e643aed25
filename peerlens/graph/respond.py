"""Hold the points of a review against the authors' response, once all have been judged on the manuscript."""

from __future__ import annotations

from langgraph.graph import END
from langgraph.runtime import Runtime
from langgraph.types import Send

from peerlens.graph.failures import failure_of
from peerlens.graph.state import GraphContext, PointInput, ReviewState
from peerlens.graph.units import response_key
from peerlens.schema import Finding, PointResponse, Request, Review

STAGE = "respond"


def fan_out(state: ReviewState, runtime: Runtime[GraphContext]) -> list[Send] | str:
    """One branch a point; the end where no response was handed in."""
    if runtime.context.response is None:
        return END
    points: list[Finding | Request] = [*state.get("findings", {}).values(), *state.get("requests", {}).values()]
    return [Send(STAGE, PointInput(review=state["review"], point=point)) for point in points] or END


async def respond(state: PointInput, runtime: Runtime[GraphContext]) -> ReviewState:
    """What the response says to one point. The verdict stands whatever comes of it."""
    point, review, context = state["point"], state["review"], runtime.context
    try:
        said = await _said(point, review, context)
    except Exception as exc:  # noqa: BLE001  the border of a unit: one point must not end the others
        claim_id = point.claim_id if isinstance(point, Finding) else None
        unit = f"{point.id}.response"
        return {"failures": {unit: failure_of(exc, unit_id=unit, claim_id=claim_id, stage=STAGE)}}
    answered = point.model_copy(update={"response": said})
    if isinstance(answered, Finding):
        return {"findings": {point.id: answered}}
    return {"requests": {point.id: answered}}


async def _said(point: Finding | Request, review: Review, context: GraphContext) -> PointResponse:
    from peerlens.agents.response.answering import respond as answer

    assert context.response is not None
    key = response_key(point, review, context)
    if context.ledger and (known := context.ledger.recall(key, PointResponse)):
        return known
    orders = context.response.orders
    matcher = context.response.read.matcher(review, order=orders[review.id], number=len(orders))
    said = await answer(point, context.response.read, matcher)
    if context.ledger:
        context.ledger.put(key, "response", said.model_dump_json())
    return said
