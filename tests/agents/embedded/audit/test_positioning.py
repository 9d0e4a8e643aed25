"""Papers that discuss no other work, tables with systems nobody introduces, and what only looks like either."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import positioning
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited, padded, sections

LIST = "\n\n".join(f"[{number}] A. Reed. On geese, part {number}. Journal of Ponds, 2019." for number in range(1, 8))


def table(*names: str, head: str = "Method") -> str:
    rows = "\n".join(f"| {name} | 3.1 | 2.9 |" for name in names)
    return f"Table 1: Errors on two ponds.\n\n| {head} | East | West |\n| --- | --- | --- |\n{rows}"


def test_a_long_paper_that_cites_next_to_nothing_is_a_finding() -> None:
    (found,) = positioning.no_related_work(
        audited(sections(Introduction="Geese fly.", Method=padded(90), References=LIST))
    )
    assert (found.observation, found.severity) == ("The paper has no discussion of related work.", Severity.MAJOR)


@pytest.mark.parametrize(
    "parts",
    [
        {"Related_Work": "Others counted geese."},
        {"Background": "Others counted geese."},
        {"Discussion": " ".join(f"Reed [{number}] counted geese." for number in range(1, 7))},
    ],
)
def test_a_section_about_it_or_citations_in_the_text_are_enough(parts: dict[str, str]) -> None:
    text = sections(Introduction="Geese fly.", Method=padded(90), **parts, References=LIST)
    assert positioning.no_related_work(audited(text)) == []


def test_a_file_without_its_list_of_references_and_a_short_note_are_not_judged() -> None:
    assert positioning.no_related_work(audited(sections(Introduction="Geese.", Method=padded(90)))) == []
    assert positioning.no_related_work(audited(sections(Method=padded(20), References=LIST))) == []


def uncited(words: str, rows: str) -> list[tuple[str, Severity]]:
    text = sections(Introduction="Geese fly.", Results=f"Errors are in Table 1. {words}\n\n{rows}", References=LIST)
    return [(one.observation, one.severity) for one in positioning.uncited(audited(text))]


def test_systems_that_stand_in_a_table_only_are_one_finding() -> None:
    assert uncited("", table("ReedNet", "MoorFormer", "Ours")) == [
        (
            "The results list ReedNet and MoorFormer, which the text neither describes nor gives a reference for.",
            Severity.MODERATE,
        )
    ]
    assert uncited("", table("ReedNet", "Ours"))[0][1] is Severity.MINOR


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("ReedNet and MoorFormer are older.", table("ReedNet", "MoorFormer")),
        ("Reed-Net is older, and so is Moorformer.", table("ReedNet", "MoorFormer")),
        ("ReedNet and MoorFormer are older.", table("ReedNet-large", "MoorFormer-2")),
        ("", table("ReedNet [3]", "MoorFormer (Reed et al., 2019)")),
        ("", table("ReedNet", "MoorFormer", head="Dataset")),
        ("", table("LSTM", "Random", "w/o memory", "Average")),
        ("We propose GooseNet.", table("GooseNet", "GooseNet-large")),
        ("", table("ReedNet + MoorFormer", "ReedNet (tuned)")),
    ],
)
def test_what_is_introduced_cited_well_known_or_no_system_is_left_alone(words: str, rows: str) -> None:
    assert uncited(words, rows) == []
