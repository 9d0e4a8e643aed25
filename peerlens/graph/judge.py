"""Judge a claim, hold points against a response, audit labels: with a family and no ledger, as evaluation calls it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.graph.state import CompiledStateGraph

from peerlens.agents.audit_rows import merge_rows
from peerlens.agents.family import Family
from peerlens.agents.response.answering import ReadResponse, respond
from peerlens.errors import OutputInvalidError
from peerlens.graph.audit_graph import build_audit_graph
from peerlens.graph.claim_graph import build_claim_graph
from peerlens.graph.state import GraphContext
from peerlens.schema import Claim, Failure, Finding, LabelRow, PointResponse, Request, Response, Review
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools


class ClaimFailedError(OutputInvalidError):
    """The claim ended as a failure; ``failure`` is its record."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(f"{failure.stage}: {failure.error}: {failure.message}")
        self.failure = failure


async def judge_claim(
    claim: Claim,
    tools: PaperTools,
    family: Family,
    *,
    graph: CompiledStateGraph[Any, GraphContext, Any, Any] | None = None,
) -> Finding:
    """Run the claim graph without a ledger. Raises ``ClaimFailedError`` when a step broke."""
    context = GraphContext(tools=tools, family=family, ledger=None, configuration={})
    out = await (graph or build_claim_graph()).ainvoke({"claim": claim}, context=context)
    if out.get("failures"):
        raise ClaimFailedError(out["failures"][claim.id])
    finding = out["findings"][claim.id]
    assert isinstance(finding, Finding)
    return finding


async def respond_to(
    points: Sequence[Finding | Request], review: Review, response: Response, tools: PaperTools, family: Family
) -> tuple[PointResponse, ...]:
    """What the authors' response says to each point of a single review, in their order."""
    read = ReadResponse.of(response, tools, family)
    matcher = read.matcher(review, order=1, number=1)
    return tuple([await respond(point, read, matcher) for point in points])


async def audit_labels(labels: Sequence[Weakness], tools: PaperTools, family: Family) -> tuple[LabelRow, ...]:
    """Run the audit graph without a ledger: one row for each label, in the order asked, merged across labels."""
    context = GraphContext(tools=tools, family=family, ledger=None, configuration={})
    out = await build_audit_graph().ainvoke({"labels": tuple(labels)}, context=context)
    return merge_rows([out["rows"][label] for label in labels])
