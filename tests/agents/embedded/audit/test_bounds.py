"""A bound or a rank said to hold throughout, beside tables that bear it out and tables that do not."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import bounds
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, sections

ROWS = """| Method | Pond-A | Marsh-B | Lake-C | Bay-D |
|---|---|---|---|---|
| Template matcher | 61.2 | 58.4 | 55.0 | 61.0 |
| Regression forest | 70.3 | 78.4 | 60.1 | 62.0 |
| Reed counter | 72.3 | 79.4 | 60.2 | 63.0 |
| HeronNet | 88.5 | 77.9 | 89.6 | 88.1 |"""


def counted(claim: str, *, rows: str = ROWS) -> AuditPaper:
    return audited(
        sections(
            "HeronNet: Counting Herons With Two Streams",
            Abstract="We propose HeronNet, a network that counts herons.",
            Results=f"Table 1 has the accuracy. {claim} Geese fly.\n\nTable 1: Accuracy of counters.\n\n{rows}",
            References="[1] A. Crane. Counting by template matcher and forest. 2019.",
        )
    )


def test_a_cell_beyond_the_bound_is_told_with_its_place() -> None:
    (found,) = bounds.propose(counted("HeronNet gives a high accuracy ($>88\\%$) for all four ponds."))
    assert found.observation == (
        "The text says above 88% throughout, but Table 1 prints 77.9 under “HeronNet, Marsh-B”."
    )
    assert found.severity is Severity.MINOR
    assert found.judgement is not None
    assert [one.quote.strip()[:10] for one in found.judgement.evidence] == ["HeronNet g", "| HeronNet"]


@pytest.mark.parametrize(
    "claim",
    [
        "HeronNet stays above 75% on all ponds.",
        "HeronNet is above 88% on most ponds, for all geese.",
        "HeronNet improves accuracy by more than 88% on all ponds.",
        "The nets of others are above 88% for all ponds.",
        "HeronNet is above 89.5% for all ponds.",  # fails in most cells: something else is meant
        "HeronNet is above 88% on Pond-A and Lake-C, for all seasons.",
    ],
)
def test_a_bound_that_holds_or_is_about_something_else_is_left_alone(claim: str) -> None:
    assert bounds.propose(counted(claim)) == []


def test_a_place_behind_the_rank_claimed_is_told() -> None:
    (found,) = bounds.propose(counted("As Table 1 shows, our method consistently ranks within the top two."))
    assert found.observation == (
        "The text says that “HeronNet” is always among the first 2, but in Table 1 it is number 3, with 77.9 under "
        "“HeronNet, Marsh-B”."
    )


@pytest.mark.parametrize(
    "claim",
    [
        "As Table 1 shows, our method consistently ranks within the top three.",
        "As Table 1 shows, our method ranks within the top two on most ponds.",
        "As Table 1 shows, the forest consistently ranks within the top two.",
    ],
)
def test_a_rank_that_holds_or_is_hedged_or_is_of_another_is_left_alone(claim: str) -> None:
    assert bounds.propose(counted(claim)) == []
