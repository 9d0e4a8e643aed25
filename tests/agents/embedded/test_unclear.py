"""What a reviewer finds unclear is answered by a sentence that says it, not by one that has a name of it."""

from __future__ import annotations

import pytest

from peerlens.taxonomy import EvidenceRole, Verdict
from tests.agents.embedded.conftest import Judge


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("It is unclear whether the code will be released.", "Our code is available"),
        ("It is not clear if AdamW was used.", "AdamW optimizer"),
        ("It is unclear whether VineNet has the higher precision.", "VineNet"),
    ],
)
def test_a_sentence_that_says_it_answers(judge: Judge, claim: str, passage: str) -> None:
    label, _, record = judge("leafscan", claim)
    assert label is Verdict.NOT_SUPPORTED
    assert passage in record.evidence[0].quote


@pytest.mark.parametrize(
    "claim",
    [
        "It is unclear whether the gain of LeafScan holds for larger backbones.",
        "It is unclear whether VineNet was given the same budget.",
        "It is not clear whether BlightFormer works in greenhouses.",
    ],
)
def test_a_name_alone_does_not(judge: Judge, claim: str) -> None:
    label, _, record = judge("leafscan", claim)
    assert label in (Verdict.NOT_DETERMINED, Verdict.SUPPORTED)
    assert all(one.role is not EvidenceRole.CONTRADICTS for one in record.evidence)


@pytest.mark.parametrize("claim", ["There is no experimental analysis.", "The paper has no experiments."])
def test_experiments_under_any_name_are_a_counterexample(judge: Judge, claim: str) -> None:
    label, _, record = judge("leafscan", claim)
    assert label is Verdict.NOT_SUPPORTED
    assert "LeafScan" in record.evidence[0].quote
