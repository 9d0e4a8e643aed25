"""Which finished work may stand in for which new work: the keys of units in the ledger."""

from __future__ import annotations

from peerlens.agents.response.fingerprint import rules_fingerprint
from peerlens.graph.state import GraphContext
from peerlens.schema import Ask, Claim, Finding, Request, Review
from peerlens.store.ledger import unit_key
from peerlens.taxonomy import Weakness


def review_key(review: Review, context: GraphContext) -> str:
    return unit_key("decompose", {"review": review.model_dump(mode="json"), "family": context.family.fingerprint})


def claim_key(claim: Claim, context: GraphContext) -> str:
    """Two claims with the same words, kind and stance share a unit, wherever they stand."""
    return unit_key(
        "claim",
        {
            "claim": claim.text,
            "kind": claim.kind,
            "stance": claim.stance,
            "field": claim.source.field,
            "family": context.family.fingerprint,
            **context.configuration,
        },
    )


def ask_key(ask: Ask, context: GraphContext) -> str:
    return unit_key("ask", {"ask": ask.text, "family": context.family.fingerprint, **context.configuration})


def response_key(target: Finding | Request, review: Review, context: GraphContext) -> str:
    """Of what the response says to one point: the point where it stands, the review, the whole response."""
    matching = context.response
    assert matching is not None
    return unit_key(
        "response",
        {
            "point": target.claim if isinstance(target, Finding) else target.text,
            "stance": target.stance if isinstance(target, Finding) else "request",
            "quote": target.quote,
            "source": target.source.model_dump(),
            "review": review.model_dump(mode="json"),
            "place": [matching.orders.get(review.id), len(matching.orders)],
            "response": matching.read.response.model_dump(mode="json"),
            "rules": rules_fingerprint(),
            "family": context.family.fingerprint,
            **context.configuration,
        },
    )


def label_key(label: Weakness, context: GraphContext) -> str:
    return unit_key("label", {"label": label, "family": context.family.fingerprint, **context.configuration})
