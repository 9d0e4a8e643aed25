"""Finding a place by its name."""

from __future__ import annotations

import pytest

from peerlens.schema import Mark
from peerlens.store.passages import make_passages
from peerlens.tools.places import find_place
from tests.tools.papers import paper, tools


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        ("Table 1", ["Table 1: Error by model.", "| Model | MAE |\n|---|---|\n| CootCount | 2.7 |"]),
        ("tab. 2", ["Table 2: Error by pond.", "| Pond | MAE |\n|---|---|\n| Alder | 2.1 |"]),
        ("Figure 1", ["Figure 1: The ponds."]),
        ("Fig. 9", []),
        ("Section 2.1", ["Without tile shuffling the error rises to 3.3."]),
        ("Sec. 7", []),
        ("the abstract", ["We present image captioning (IC) of ponds."]),
        ("Ablations", ["Without tile shuffling the error rises to 3.3."]),
        ("Appendix C", []),
        ("nowhere at all", []),
        ("", []),
    ],
)
def test_a_named_place_gives_its_passages(named: str, shown: list[str]) -> None:
    on = tools()
    assert [on.text_of(one) for one in on.place(named)][: len(shown) or None] == shown


def test_a_section_includes_its_subsections() -> None:
    on = tools()
    assert {on.section_of(one.start).number for one in on.place("Section 2")} == {"2", "2.1"}


def test_captions_below_their_rows_get_the_rows_above() -> None:
    on = tools("# T\n\n## 1 R\n\n| A |\n|---|\n| 1 |\n\nTable 1: One.\n\n| B |\n|---|\n| 2 |\n\nTable 2: Two.\n")
    assert [on.text_of(one) for one in on.place("Table 2")] == ["| B |\n|---|\n| 2 |", "Table 2: Two."]


def test_a_printed_line_number_gives_the_passage_it_is_in() -> None:
    manuscript = paper()
    passages = make_passages(manuscript)
    marks = tuple(Mark(start=one.start, value=10 * number) for number, one in enumerate(passages, start=1))
    marked = manuscript.model_copy(update={"line_marks": marks})
    numbered = make_passages(marked)
    assert find_place("line 23", marked, numbered) == (numbered[1],)
    assert find_place("lines 20-30", marked, numbered) == (numbered[1], numbered[2])
    assert find_place("line 23", manuscript, passages) == ()


ROWS = "| Pond | Geese |\n| --- | --- |\n| {} | 8 |"


@pytest.mark.parametrize(
    ("others", "shown"),
    [
        (f"{ROWS.format('Moor')}\n\nTable 3: Moors.", "Reed"),  # below elsewhere: the rows above
        (f"Table 3: Moors.\n\n{ROWS.format('Moor')}", "Lake"),  # above elsewhere: the rows below
    ],
)
def test_between_two_stretches_of_rows_a_caption_stands_as_the_captions_elsewhere_do(others: str, shown: str) -> None:
    run = f"{ROWS.format('Reed')}\n\nTable 1: Reeds or lakes.\n\n{ROWS.format('Lake')}"
    paper = tools(f"# Geese\n\n## 1 Ponds\n\nGeese swim.\n\n{run}\n\nGeese fly.\n\n{others}\n\nGeese rest.\n")
    rows = " ".join(paper.text_of(one) for one in paper.place("Table 1"))
    assert shown in rows
    assert ({"Reed", "Lake"} - {shown}).pop() not in rows.replace("Table 1: Reeds or lakes.", "")
