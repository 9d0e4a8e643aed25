"""No denial reaches a model: the statement that is denied does."""

from __future__ import annotations

import pytest

from peerlens.agents.served.positive import denies, positive


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("The paper does not report an ablation.", "The paper report an ablation."),
        ("There is no ablation study.", "There is ablation study."),
        ("The authors did not test geese.", "The authors test geese."),
        ("The code is not released.", "The code is released."),
        ("The method has not been compared with SORT.", "The method has been compared with SORT."),
        ("The paper lacks error bars.", "The paper has error bars."),
        ("Error bars are missing.", "Error bars is given."),
        ("The counter is trained without a mask.", "The counter is trained with mask."),
        ("No seeds are given.", "Seeds are given."),
        ("The paper fails to cite Smith.", "The paper cite Smith."),
        ("The setting isn't described.", "The setting is described."),
        ("How D is computed is unclear.", "How D is computed is clear."),
    ],
)
def test_the_first_negation_is_taken_out(said: str, turned: str) -> None:
    assert positive(said) == turned
    assert not denies(turned)


@pytest.mark.parametrize("said", ["The paper reports an ablation.", "A notable result is shown.", "Nothing stands."])
def test_what_denies_nothing_is_left_alone(said: str) -> None:
    assert positive(said) is None


def test_a_double_negation_is_not_half_undone() -> None:
    assert positive("The paper does not work without labels.") is None
