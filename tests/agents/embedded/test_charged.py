"""Sentences that judge, and sentences that judge nothing."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.charged import judged_alike

PLAIN = "We map the ice of three lakes from pictures."


@pytest.mark.parametrize(
    "statement",
    [
        "The mapping of the lakes is unclear.",
        "The pictures are too few to map the lakes.",
        "The network adds significant complexity to the mapping.",
        "The mapping of lakes is very expensive.",
        "The mapping of lakes is important.",
        "Mapping lakes from pictures is not novel.",
        "Fog is one of the main limitations of mapping lakes.",
        "The paper overstates how well lakes are mapped.",
    ],
)
def test_a_plain_sentence_bears_out_no_judgement(statement: str) -> None:
    assert not judged_alike(statement, PLAIN)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("Fog is one of the main limitations of mapping lakes.", "In fog the maps degrade, a drawback of pictures."),
        ("The mapping of lakes is important.", "Lake maps are crucial for skaters."),
        ("Mapping lakes is challenging.", "It is hard to map lakes."),
        ("The paper proposes a novel and important map of lakes.", PLAIN),
        ("The paper addresses the challenging problem of mapping lakes.", PLAIN),
        ("The paper maps three lakes.", PLAIN),
    ],
)
def test_a_sentence_that_judges_or_need_not_bears_it_out(statement: str, line: str) -> None:
    assert judged_alike(statement, line)
