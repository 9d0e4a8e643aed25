"""Lists that are shorter or longer than the number that announces them, and lists that cannot be counted."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import announced
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, sections


def observed(said: str) -> list[str]:
    found = announced.propose(audited(sections(Experiments=f"Geese fly. {said} The pond is wet.")))
    assert all(one.severity is Severity.MINOR for one in found)
    return [one.observation for one in found]


def test_fewer_names_than_announced_are_counted() -> None:
    assert observed("We count on four different data sets: Pond-A, Marsh-B [3] and Lake-C (large).") == [
        "The text announces four data sets and lists 3 names: Pond-A, Marsh-B, Lake-C."
    ]


def test_more_names_than_announced_are_counted() -> None:
    assert observed("There are two baselines, namely Reed, Moor, and Heath.") == [
        "The text announces two baselines and lists 3 names: Reed, Moor, Heath."
    ]


@pytest.mark.parametrize(
    "said",
    [
        "We count on three data sets: Pond-A, Marsh-B and Lake-C.",
        "We count on four data sets: Pond-A, Geese and Ducks, and Lake-C.",
        "We count on four data sets: Pond-A/B, Marsh-B and Lake-C.",
        "We count on four data sets, such as Pond-A, Marsh-B and Lake-C.",
        "We count on four data sets: Pond-A, Marsh-B and others.",
        "We count on four data sets: Pond-A, Marsh-B and Lake-C, each with geese.",
        "We count on four data sets: the pond is wet, and the marsh is dry.",
        "We count on two data sets: Pond-A, Geese and Ducks.",
        "We count on four ponds: Pond-A, Marsh-B and Lake-C.",
    ],
)
def test_lists_that_agree_or_cannot_be_counted_are_left_alone(said: str) -> None:
    assert observed(said) == []
