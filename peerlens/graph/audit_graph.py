"""A whole audit: every weakness label on a branch of its own, then done."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send

from peerlens.graph.label_graph import build_label_graph
from peerlens.graph.state import AuditState, GraphContext


async def first(state: AuditState, runtime: Runtime[GraphContext]) -> AuditState:
    """Where a family's first call fills a cache that the others use, one label goes ahead alone."""
    if not runtime.context.family.warms_up:
        return {}
    ahead: AuditState = await build_label_graph().ainvoke({"label": state["labels"][0]}, context=runtime.context)  # type: ignore[assignment]  # LabelOutput is what the label graph gives
    return ahead


async def report(state: AuditState) -> AuditState:
    """Where all branches meet."""
    return {}


def _fan_out(state: AuditState) -> list[Send] | str:
    done = state.get("rows", {})
    return [Send("label", {"label": label}) for label in state["labels"] if label not in done] or "report"


def build_audit_graph() -> CompiledStateGraph[Any, GraphContext, Any, Any]:
    """Compile the graph of an audit over the graph of one label."""
    graph = StateGraph(AuditState, context_schema=GraphContext)
    graph.add_node("first", first)
    graph.add_node("label", build_label_graph())
    graph.add_node("report", report)
    graph.add_edge(START, "first")
    graph.add_conditional_edges("first", _fan_out, ["label", "report"])
    graph.add_edge("label", "report")
    graph.add_edge("report", END)
    return graph.compile()
