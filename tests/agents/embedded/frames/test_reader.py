"""What a claim says is read from its words alone."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.frames.frame import Quantifier
from peerlens.agents.embedded.frames.reader import read_claim
from peerlens.taxonomy import Polarity, Reason

ABSENCE, PRESENCE = Polarity.ABSENCE, Polarity.PRESENCE


@pytest.mark.parametrize(
    ("claim", "polarity", "target"),
    [
        ("No ablation.", ABSENCE, "ablation"),
        ("Lack of baselines", ABSENCE, "baselines"),
        ("Insufficient ablations weaken the claims.", ABSENCE, "ablations"),
        ("Missing error bars make the results hard to interpret.", ABSENCE, "error bars"),
        ("Insufficient case studies on foals are inadequate to provide support.", ABSENCE, "case studies"),
        ("The lack of baselines is a major weakness.", ABSENCE, "baselines"),
        ("It is unclear whether the code will be released.", ABSENCE, "code"),
        ("The paper does not report error bars.", ABSENCE, "error bars"),
        ("Error bars are nowhere reported.", ABSENCE, "Error bars"),
        ("There are no error bars in the paper.", ABSENCE, "error bars"),
        ("It is not the case that no error bars are reported.", PRESENCE, "error bars"),
        ("I doubt that the authors report error bars.", ABSENCE, "error bars"),
        ("The paper never fails to report error bars.", PRESENCE, "error bars"),
        ("The paper does not lack error bars.", PRESENCE, "error bars"),
        ("The code has not been released.", ABSENCE, "code"),
        ("Results are given without error bars.", ABSENCE, "error bars"),
        ("The model is not compared with ZebraNet.", ABSENCE, "ZebraNet"),
        ("No experiment on the ZebraSet dataset is reported.", ABSENCE, "ZebraSet dataset"),
    ],
)
def test_polarity_and_target(claim: str, polarity: Polarity, target: str) -> None:
    draft = read_claim(claim).drafts[0]
    assert (draft.polarity, draft.target) == (polarity, target)


def test_without_as_a_modifier_denies_nothing() -> None:
    draft = read_claim("ZebraNet without stripes loses 3.1 points.").drafts[0]
    assert draft.polarity is Polarity.NUMERIC


@pytest.mark.parametrize("verb", ["misses", "skips", "excluded", "ignores about", "avoided only", "overlooks"])
@pytest.mark.parametrize("amount", ["17 of 20 nests", "3 % of the frames", "three nests in a hundred", "0.4 points"])
def test_an_amount_that_a_system_misses_is_no_absence(verb: str, amount: str) -> None:
    assert [draft.polarity for draft in read_claim(f"ZebraNet {verb} {amount}.").drafts] != [ABSENCE]
    assert [draft.polarity for draft in read_claim(f"The paper misses {amount}.").drafts] == [ABSENCE]


def test_neither_nor_gives_two_absences() -> None:
    drafts = read_claim("Neither code nor data is released.").drafts
    assert [(draft.polarity, draft.target) for draft in drafts] == [(ABSENCE, "code"), (ABSENCE, "data")]


def test_instances_of_a_list_are_parts() -> None:
    drafts = read_claim("The paper omits strong baselines such as ZebraNet, GnuFormer or OkapiLM.").drafts
    assert [draft.target for draft in drafts] == ["ZebraNet", "GnuFormer", "OkapiLM"]


@pytest.mark.parametrize("claim", ["Insufficient error bars are given.", "Hardly any error bars are shown."])
def test_absence_by_degree_is_graded(claim: str) -> None:
    draft = read_claim(claim).drafts[0]
    assert draft.polarity is ABSENCE
    assert draft.graded


def test_an_exclusive_keeps_its_member() -> None:
    draft = read_claim("The model was evaluated only on ZebraSet.").drafts[0]
    assert draft.quantifier is Quantifier.ONLY
    assert draft.member == "ZebraSet"


def test_a_universal_on_the_left_is_turned_round() -> None:
    versus = read_claim("Every baseline has a higher error than ZebraNet.").drafts[0].versus
    assert versus is not None
    assert (versus.left, versus.sign, versus.metric, versus.every) == ("ZebraNet", -1, "error", True)


@pytest.mark.parametrize(
    ("claim", "limit"),
    [
        ("The idea is interesting.", Reason.OPINION),
        ("The paper has minor errors.", Reason.OPINION),
        ("There are several serious inconsistencies in the notation.", Reason.OPINION),
        ("The limitations are addressed fairly.", Reason.OPINION),
        ("Societal impact is discussed quite adequately.", Reason.OPINION),
        ("The achieved improvement is limited.", Reason.OPINION),
        ("There is no technical contribution in this work.", Reason.OPINION),
        ("The paper offers little insight.", Reason.OPINION),
        ("There is no big drawback in this work.", Reason.OPINION),
        ("The experimental comparison provided is insufficient.", Reason.OPINION),
        ("The rebuttal does not answer my question.", Reason.ABOUT_DISCUSSION),
        ("The paper does not explain why stripes help.", Reason.ENGINE_LIMIT),
        ("ZebraNet would generalise to okapis.", Reason.INFERENCE),
        ("Stripes were first proposed by others.", Reason.EXTERNAL_KNOWLEDGE),
    ],
)
def test_what_no_text_settles_carries_its_limit(claim: str, limit: Reason) -> None:
    assert read_claim(claim).limit is limit


def test_a_comment_that_trails_behind_is_no_core_part() -> None:
    drafts = read_claim("The paper reports no error bars, which makes the results hard to trust.").drafts
    assert [draft.core for draft in drafts] == [True, False]


@pytest.mark.parametrize("claim", ["we have:", "The paper has no:", "There is no .", "We use", "It reports;"])
def test_a_statement_without_its_object_is_one_part_without_target(claim: str) -> None:
    assert [draft.target for draft in read_claim(claim).drafts] == [""]
