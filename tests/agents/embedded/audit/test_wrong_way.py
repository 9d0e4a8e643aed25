"""Numbers that run against the words around them, and numbers that only look so."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import wrong_way
from tests.agents.embedded.audit.small_papers import audited, sections


def observed(text: str) -> list[str]:
    paper = audited(sections(Introduction="Geese fly.", Results=f"{text} Geese swim."))
    return [one.observation for one in wrong_way.propose(paper)]


@pytest.mark.parametrize(
    ("text", "observation"),
    [
        ("The error of 21.44% was lower than 18.97%.", "calls 21.44% lower than 18.97%, which runs the other way"),
        ("The rate (40.2) is much higher than 51.7.", "calls 40.2 higher than 51.7, which runs the other way"),
        ("An error of 3.2 is better than 2.9.", "calls 3.2 better than 2.9, which runs the other way"),
        ("An accuracy of 84.1 was worse than 82.0.", "calls 84.1 worse than 82.0, which runs the other way"),
        ("It reduces the error from 18.97 to 21.44.", "says “reduces” of a change from 18.97 to 21.44"),
        ("The share of geese rises from 40% to 31%.", "says “rises” of a change from 40% to 31%"),
        ("It improves the accuracy from 88.2 to 87.1.", "says “improves” of a change from 88.2 to 87.1"),
        ("The recall degraded from 70.1 to 75.3.", "says “degraded” of a change from 70.1 to 75.3"),
    ],
)
def test_words_and_numbers_at_odds_are_found(text: str, observation: str) -> None:
    (found,) = observed(text)
    assert found.startswith(f"One sentence {observation}")


@pytest.mark.parametrize(
    "text",
    [
        "The error of 18.97% was lower than 21.44%.",
        "It reduces the error from 21.44 to 18.97.",
        "The error of 21.44 was not lower than 18.97.",
        "It improves the score from 3.1 to 2.9.",  # which way is better is not said
        "The rate is lowered from $10^{-3}$ to $10^{-2}$.",
        "Gains increase by 3.1 from 2 to 1 nests.",
        "Error drops from 5 days to 7 hours.",
        "Increasing the width significantly closes the gap from 33% to 8%.",  # another verb's numbers
        "Increasing the width narrows the gap from 33% to 8%.",
        "The table shows the loss of small ponds (degrades from 83.0 to 81.6 at dawn).",  # the loss is not what moves
        "An increase in width takes the gap from 33% to 8%.",
        "The increase ranges from 9.1 to 2.3.",
        "The variance of the estimate (14) is lower than using formula (13).",
        "It drops from about 5 to 7.",
        "The model of 7B is 3 points lower than 2.1.",
        "We lowered the step and went from 5 to 7 ponds.",
        "Reducing the noise increased the count from 3 to 5.",
        "The 21.4 birds were lower than the 18.2 birds, by weight, at 3.1.",
        "It reduces the number from 12:30 to 14:30.",
    ],
)
def test_what_agrees_or_cannot_be_set_against_each_other_is_no_finding(text: str) -> None:
    assert observed(text) == []


TABLE = """Table 1: Counting errors.

| Method | filter | error |
|---|---|---|
| Supervised learning | | 18.97 ± 0.37% |
| HeronNet | x | 21.44 ± 4.05% |
| HeronNet | o | 14.43 ± 0.43% |"""


def test_a_number_called_lower_than_that_of_a_row_is_set_against_the_row() -> None:
    text = f"The error 21.44% was lower than that of supervised learning, which is poor.\n\n{TABLE}"
    paper = audited(sections(Introduction="Geese fly.", Results=text))
    (found,) = wrong_way.propose(paper)
    assert found.observation == (
        "One sentence calls 21.44% lower than that of “Supervised learning”, for which the table gives 18.97 ± 0.37%."
    )
    assert found.judgement is not None
    assert [" ".join(one.quote.split())[:24] for one in found.judgement.evidence] == [
        "The error 21.44% was low",
        "| HeronNet | x | 21.44 ±",
        "| Supervised learning | ",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "The error 21.44% was higher than that of supervised learning.",
        "The error 14.43% was lower than that of supervised learning.",
        "The error 21.44% was lower than that of crane learning.",
        "The error 20.10% was lower than that of supervised learning.",
    ],
)
def test_a_comparison_that_the_rows_bear_out_or_do_not_know_is_no_finding(sentence: str) -> None:
    assert wrong_way.propose(audited(sections(Introduction="Geese fly.", Results=f"{sentence}\n\n{TABLE}"))) == []
