"""References to a number like a section's and to a part that no caption names, and what only looks like them."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import float_parts
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.taxonomy import Severity
from tests.agents.embedded.audit.small_papers import audited

ROWS = "| Model | Error |\n| --- | --- |\n| Reed | 3.1 |"
PARTS = "(A) Geese. (B) Ducks. (C, D) Swans by day and night. (E-F) The pond."


def told(said: str, *, caption: str = PARTS, tables: str = "1 2") -> AuditPaper:
    captions = "\n\n".join(f"Table {number}: Errors.\n\n{ROWS}" for number in tables.split())
    return audited(
        f"# Counting Geese\n\n## 1 Introduction\n\nGeese fly.\n\n## 2 Results\n\n{said}\n\n{captions}\n\n"
        f"Figure 1: Birds. {caption}\n\n### 2.1 Ponds\n\nPonds are wet.\n"
    )


def test_a_table_called_by_a_sections_number_is_a_note() -> None:
    (found,) = float_parts.of_section(told("As shown in Table 2.1, the reed model errs less."))
    assert found.observation == "The text refers to Table 2.1, a number that no caption bears; it is a section's."
    assert found.severity is Severity.MINOR
    assert found.judgement is not None
    assert [one.quote for one in found.judgement.evidence] == ["As shown in Table 2.1, the reed model errs less."]


@pytest.mark.parametrize(
    ("said", "tables"),
    [
        ("As shown in Table 2, the reed model errs less.", "1 2"),
        ("As shown in Table 9.9, the reed model errs less.", "1 2"),
        ("As Table 2.1 of [3] shows, the reed model errs less.", "1 2"),
        ("As shown in Table 2.1, the reed model errs less.", "2.1 2.2"),
        ("The table has 2.1 geese.", "1 2"),
    ],
)
def test_numbers_of_captions_of_no_section_and_of_other_work_are_left_alone(said: str, tables: str) -> None:
    assert float_parts.of_section(told(said, tables=tables)) == []


@pytest.mark.parametrize("said", ["The model is right (Figure 1G).", "See Fig. 1(g) for the model."])
def test_a_part_beyond_the_last_one_named_is_a_note(said: str) -> None:
    (found,) = float_parts.parts_beyond(told(said))
    assert found.observation.casefold() == (
        "the text refers to figure 1g; the parts that its caption names end at (f)."
    )
    assert found.severity is Severity.MINOR


@pytest.mark.parametrize(
    ("said", "caption"),
    [
        ("The pond is wet (Figure 1F).", PARTS),
        ("The pond is wet (Figure 1G).", "(A) Geese. (B) Ducks."),
        ("The pond is wet (Figure 1G).", "(A) Geese. (C) Ducks. (D) Swans."),
        ("Figure 1 gives an account.", PARTS),
        ("The pond is wet (Figure 1G of [3]).", PARTS),
        ("The pond is wet (Figure 2G).", PARTS),
    ],
)
def test_parts_named_or_of_captions_that_name_few_are_left_alone(said: str, caption: str) -> None:
    assert float_parts.parts_beyond(told(said, caption=caption)) == []
