"""Figures and tables nobody refers to, references to none, and what only looks like either."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.checks import floats
from peerlens.agents.embedded.audit.float_references import labels_in
from peerlens.agents.family import Candidate
from peerlens.agents.rules import derive
from peerlens.taxonomy import Severity, Verdict
from tests.agents.embedded.audit.small_papers import audited, sections

TABLE = "| Model | Error |\n| --- | --- |\n| Reed | 3.1 |\n| Moor | 2.9 |"


def table(number: int, words: str = "Errors on the ponds.") -> str:
    return f"Table {number}: {words}\n\n{TABLE}"


def observed(candidates: list[Candidate]) -> list[tuple[str, Severity]]:
    for one in candidates:
        assert one.judgement is not None
        assert derive(one.judgement.parts)[0] is Verdict.SUPPORTED
    return [(one.observation, one.severity) for one in candidates]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("as Figs. 3a–c and 5 show", {"Figure 3", "Figure 5"}),
        ("see Tables 2-4", {"Table 2", "Table 3", "Table 4"}),
        ("in Fig.~2(a), and Tab. 1", {"Figure 2", "Table 1"}),
        ("Fig. 3 and Table 2", {"Figure 3", "Table 2"}),
        ("summed up in Tb.1 and Tbl. 2", {"Table 1", "Table 2"}),
        ("**Figure 4** and Figure [5](#f5)", {"Figure 4", "Figure 5"}),
        ("see Table  $1^3$", {"Table 1"}),
        ("Algorithm 2, line 4", {"Algorithm 2"}),
        ("see Pi in Table I", {"Table 1"}),
        ("Figs. 2 and 3, FIG. IV", {"Figure 2", "Figure 3", "Figure 4"}),
        ("Tables II–IV", {"Table 2", "Table 3", "Table 4"}),
        ("Tab. 3 and Tab.4; Figures 1(a) & 2(b)", {"Table 3", "Table 4", "Figure 1", "Figure 2"}),
        ("in Figure I did not draw, a Table I made", set()),
        ("a table with 3 rows, stable 4, comfig 5", set()),
    ],
)
def test_the_labels_that_a_text_names(text: str, labels: set[str]) -> None:
    assert set(labels_in(text)) == labels


def test_two_tables_that_nothing_refers_to_are_one_note() -> None:
    words = "Table 1 has the errors. Table 2 has the times."
    paper = audited(
        sections(Introduction="Geese.", Results="\n\n".join([words, *(table(n, f"Part {n}.") for n in range(1, 5))]))
    )
    assert observed(floats.unreferenced(paper)) == [("The text never refers to Table 3 and Table 4.", Severity.MINOR)]


def test_one_table_that_nothing_refers_to_is_minor() -> None:
    paper = audited(sections(Results=f"Table 1 has errors.\n\n{table(1)}\n\n{table(2, 'Times.')}"))
    assert observed(floats.unreferenced(paper)) == [("The text never refers to Table 2.", Severity.MINOR)]


@pytest.mark.parametrize(
    "words",
    [
        "Tables 1 to 4 have the errors.",
        "Table 1, the table below, and the others have errors; see Table 2.",
        "Table 1 and Table 2 have errors. [MISSING_PAGE_FAIL:4]",
        "Table 1 and Table 2 have errors. Table summarizes the ducks.",
        "Table 1 and Table 2 have errors. The ducks are in Tables and .",
        "Table 1 and Table 2 have errors. Theorem implies that Table shows the rest.",
        "Table 1, Table 2 and Table ?? have errors.",
        "Table 1 and Table 2 have errors, see \\autoref{tab:more}.",
        "Table 1 and Table 2 have errors, and Table 9 has times.",
        "The ponds were small.",
        "Table 1 and Table 2 have errors, and Table 4.4 has times.",
    ],
)
def test_what_may_be_referred_to_in_another_way_or_was_lost_in_reading_is_no_finding(words: str) -> None:
    paper = audited(sections(Results="\n\n".join([words, *(table(n, f"Part {n}.") for n in range(1, 5))])))
    assert floats.unreferenced(paper) == []


def test_videos_and_algorithms_are_not_told() -> None:
    more = "\n\n".join(f"Algorithm {n}: Count the geese, part {n}." for n in (1, 2))
    paper = audited(sections(Results=f"Table 1 and Table 2 have errors.\n\n{table(1)}\n\n{table(2, 'T.')}\n\n{more}"))
    assert floats.unreferenced(paper) == []


def test_a_table_beyond_the_last_is_a_finding_where_the_file_is_whole() -> None:
    words = "Table 1 and Table 2 have errors. The ducks are in Table 7."
    paper = audited(sections(Results=f"{words}\n\n{table(1)}\n\n{table(2, 'Times.')}"))
    assert observed(floats.nonexistent(paper)) == [
        ("The text refers to Table 7, which the paper does not have; its last is Table 2.", Severity.MODERATE)
    ]


@pytest.mark.parametrize(
    ("words", "tables"),
    [
        ("Table 1 and Table 3 have errors. Ducks are in Table 7.", (1, 3)),  # a gap: a caption was lost
        ("Table 1 has errors. Ducks are in Table 7 in Appendix B.", (1, 2)),  # a part was not supplied
        ("Table 1 has errors, like Table 7 of Reed et al. (2019).", (1, 2)),  # of another paper
        ("Table 1 and Table 2 have errors.", (1, 2)),
    ],
)
def test_a_number_that_may_stand_in_a_lost_part_is_no_finding(words: str, tables: tuple[int, ...]) -> None:
    paper = audited(sections(Results="\n\n".join([words, *(table(n, f"Part {n}.") for n in tables)])))
    assert floats.nonexistent(paper) == []


def test_a_bare_table_may_be_the_one_that_is_meant() -> None:
    words = "Table 1 and Table 2 have errors. The ducks are in Table 3."
    paper = audited(sections(Results=f"{words}\n\n{table(1)}\n\n{table(2)}", Ducks=f"Here they are.\n\n{TABLE}"))
    assert floats.nonexistent(paper) == []


def test_two_captions_with_one_number_are_told_but_a_continuation_is_not() -> None:
    twice = audited(sections(Results=f"Table 1.\n\n{table(1)}\n\nMore.\n\n{table(1, 'Times of the drone.')}"))
    assert observed(floats.repeated(twice)) == [("Two captions bear the number Table 1.", Severity.MINOR)]
    on = audited(sections(Results=f"Table 1.\n\n{table(1)}\n\nMore.\n\n{table(1, 'Errors (continued).')}"))
    assert floats.repeated(on) == []
