"""Controls: which half a paper is in, which wrong paper it gets, and rules that never open one."""

from __future__ import annotations

import pytest

from peerlens.evals.controls import half_of, majority_rule, wording_of, wording_rule, wrong_papers
from peerlens.taxonomy import Verdict

PAPERS = [f"paper{number}" for number in range(20)]


def test_the_half_of_a_paper_depends_on_its_id_alone() -> None:
    assert {half_of(paper) for paper in PAPERS} == {"tune", "test"}
    assert half_of("paper3") == half_of("paper3")


def test_every_paper_gets_a_wrong_one_of_its_own_half_and_none_gets_itself() -> None:
    others = wrong_papers(PAPERS)
    assert set(others) == set(PAPERS)
    assert sorted(others.values()) == sorted(PAPERS)
    assert all(paper != other and half_of(paper) == half_of(other) for paper, other in others.items())
    assert wrong_papers(reversed(PAPERS)) == others


def test_a_single_paper_has_no_wrong_one() -> None:
    assert wrong_papers(["alone"]) == {}


@pytest.mark.parametrize(
    ("claim", "wording"),
    [
        ("The paper does not report the runtime.", "negated"),
        ("It isn’t evaluated on real data.", "negated"),
        ("Nothing is said in the notation section.", "plain"),
        ("The evaluation is limited to images.", "graded"),
        ("Training uses 8 GPUs.", "numeric"),
        ("The method outperforms all baselines.", "comparison"),
        ("The idea is novel.", "judgement"),
        ("The model has an encoder and a decoder.", "plain"),
    ],
)
def test_wordings_are_told_apart(claim: str, wording: str) -> None:
    assert wording_of(claim) == wording


def test_the_rules_learn_from_the_other_half_only() -> None:
    tune = next(paper for paper in PAPERS if half_of(paper) == "tune")
    test = next(paper for paper in PAPERS if half_of(paper) == "test")
    claims = [
        (tune, "It does not scale.", Verdict.SUPPORTED),
        (tune, "It has a loss.", Verdict.NOT_SUPPORTED),
        (tune, "It has a head.", Verdict.NOT_SUPPORTED),
        (test, "It does not converge.", Verdict.NOT_DETERMINED),
        (test, "It uses 3 seeds.", Verdict.NOT_DETERMINED),
    ]
    given = {(j.paper, c[1]): j.predicted for j, c in zip(wording_rule(claims), claims, strict=True)}
    assert given[test, "It does not converge."] is Verdict.SUPPORTED
    assert given[test, "It uses 3 seeds."] is Verdict.NOT_SUPPORTED  # unseen wording: the commonest of the half
    assert given[tune, "It has a loss."] is Verdict.NOT_DETERMINED
    assert [j.predicted for j in majority_rule(claims)[-2:]] == [Verdict.NOT_SUPPORTED] * 2


def test_without_another_half_the_rules_say_nothing() -> None:
    assert wording_rule([("paper0", "It has a loss.", Verdict.SUPPORTED)]) == []
