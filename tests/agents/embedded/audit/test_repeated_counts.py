"""Counts of the same things in two places, and counts that only look so."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import repeated_counts
from tests.agents.embedded.audit.small_papers import audited, sections


def observed(**parts: str) -> list[str]:
    return [one.observation for one in repeated_counts.propose(audited(sections(**parts)))]


@pytest.mark.parametrize(
    ("one", "other", "observation"),
    [
        (
            "It scales to our data set with 106,346 observations.",
            "In total, only 5,000 observations are used.",
            "The paper counts 106,346 observations in one place and 5,000 observations in another.",
        ),
        (
            "We recruited a total of 24 participants.",
            "Of geese we know little. In all, 26 participants took part.",
            "The paper counts 24 participants in one place and 26 participants in another.",
        ),
        (
            "We evaluate it on five benchmark data sets.",
            "Geese swim. Experiments on a total of six benchmark data sets bear this out.",
            "The paper counts five benchmark data sets in one place and six benchmark data sets in another.",
        ),
    ],
)
def test_two_counts_of_the_whole_are_found(one: str, other: str, observation: str) -> None:
    assert observed(Introduction=one, Method="Geese fly.", Conclusion=other) == [observation]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We recruited a total of 24 participants.", "In all, 24 participants took part."),
        ("We recruited a total of 24 participants.", "In all, 26 experts took part."),
        ("We recruited a total of 24 participants.", "After filtering, a total of 20 participants remained."),
        ("We recruited a total of 24 participants.", "There were 12 participants per group."),
        ("We recruited a total of 24 participants.", "A total of 20 expert participants came."),
        ("We took a total of about 1,000 images.", "In all, 1,012 images were taken."),
        ("We took a total of more than 1,000 images.", "In all, 1,412 images were taken."),
        ("A total of 300 images of PondNet are used.", "A total of 500 images of MarshNet are used."),
        ("We evaluate it on five data sets.", "One data set has four ponds. We use six data sets of old."),
        ("We took 1,000 images.", "We showed 16 images."),
    ],
)
def test_counts_that_agree_round_or_are_of_other_things_are_no_finding(one: str, other: str) -> None:
    assert observed(Introduction=one, Method="Geese fly.", Results=other) == []


def test_two_counts_in_one_section_may_be_of_two_studies() -> None:
    assert observed(Study="We recruited a total of 24 participants. Later, a total of 26 participants came.") == []
