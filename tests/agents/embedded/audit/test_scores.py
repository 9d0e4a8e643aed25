"""Tables read cell by cell, with their names, and which way of each score is better."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.scores import (
    Score,
    ScoreTable,
    ahead,
    direction,
    plain,
    score_of,
    score_tables,
    tables_named,
)
from tests.agents.embedded.audit.small_papers import FILLER, audited, sections


def read(rows: str, caption: str = "Table 2: Accuracy of counters.") -> ScoreTable:
    (table,) = score_tables(audited(sections(Introduction="Geese fly.", Results=f"{FILLER}\n\n{caption}\n\n{rows}")))
    return table


def values(table: ScoreTable) -> dict[tuple[str, ...], float]:
    return {tuple(filter(None, score.at)): score.value for score in table.scores}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("81.5", (81.5, 1)),
        ("**81.50**", (81.5, 2)),
        ("$\\mathbf{81.5}$", (81.5, 1)),
        ("81.5 ± 0.3", (81.5, 1)),
        ("81.5 (+2.1)", (81.5, 1)),
        ("81.5%", (81.5, 1)),
        ("-0.47", (-0.47, 2)),
        ("1,024", (1024.0, 0)),
        (".913", (0.913, 3)),
        ("30.2/10.1", None),
        ("12.3k", None),
        ("3 of 5", None),
        ("-", None),
        ("↑2.1", None),
        ("HeronNet", None),
        ("", None),
    ],
)
def test_a_cell_is_a_score_only_when_it_holds_one_number(cell: str, expected: tuple[float, int] | None) -> None:
    assert score_of(cell) == expected


def test_a_score_has_the_names_of_its_row_its_titles_and_the_heading_over_its_rows() -> None:
    table = read("""<table><tr><td>Model</td><td>Method</td><td colspan="2">Pond-A</td></tr>
<tr><td>Model</td><td>Method</td><td>F1</td><td>MAE</td></tr>
<tr><td colspan="4">By day</td></tr>
<tr><td rowspan="2">Small</td><td>Forest [3]</td><td>70.1</td><td>3.2</td></tr>
<tr><td>HeronNet (ours)</td><td>80.1</td><td>2.2</td></tr></table>""")
    assert values(table) == {
        ("By day", "Small", "Forest", "Pond-A", "F1"): 70.1,
        ("By day", "Small", "Forest", "Pond-A", "MAE"): 3.2,
        ("By day", "Small", "HeronNet", "Pond-A", "F1"): 80.1,
        ("By day", "Small", "HeronNet", "Pond-A", "MAE"): 2.2,
    }
    assert [table.sign(score) for score in table.scores] == [1, -1, 1, -1]
    assert table.orderly


def test_a_table_that_is_cut_into_passages_keeps_its_titles() -> None:
    rows = "\n".join(f"| Counter number {i} of the long list of many counters | {i}.5 | {i}.7 |" for i in range(60))
    table = read(f"| Counter | Pond-A | Marsh-B |\n|---|---|---|\n{rows}")
    assert len(table.scores) == 120
    assert {score.at[-1] for score in table.scores} == {"Pond-A", "Marsh-B"}


def test_blank_labels_are_those_of_the_row_above() -> None:
    table = read("| Size | Method | Pond-A |\n|---|---|---|\n| Small | Forest | 1.5 |\n| | HeronNet | 2.5 |")
    assert values(table) == {("Small", "Forest", "Pond-A"): 1.5, ("Small", "HeronNet", "Pond-A"): 2.5}


def test_titles_that_repeat_make_a_table_disorderly() -> None:
    assert not read("| Method | Pond-A | Pond-A |\n|---|---|---|\n| Forest | 1.5 | 2.5 |\n| Net | 1.7 | 2.7 |").orderly


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("accuracy",), 1),
        (("RMSE (↓)",), -1),
        (("Pond-A", "Test accuracy for ponds under different images per class"), 1),
        (("WG(↑)", "error"), 1),
        (("Gap(↓)", "accuracy"), -1),
        (("Scores (lower is better)",), -1),
        (("accuracy and error",), 0),
        (("Pond-A", ""), 0),
        (("per pond",), 0),
    ],
)
def test_which_way_is_better_is_said_by_the_nearest_words(words: tuple[str, ...], expected: int) -> None:
    assert direction(*words) == expected


def test_a_caption_that_speaks_of_errors_of_measurement_says_nothing_of_the_measure() -> None:
    rows = "| Method | Pond-A |\n|---|---|\n| Forest | 1.5 |\n| HeronNet | 2.5 |"
    table = read(rows, caption="Table 2: Scores with standard errors and the running time.")
    assert {table.sign(score) for score in table.scores} == {0}


def test_ahead_is_by_more_than_the_coarser_print() -> None:
    line = audited(sections(Introduction="Geese fly.")).body[0]
    fine, coarse = Score(81.46, 2, "81.46", (), line), Score(81.5, 1, "81.5", (), line)
    assert not ahead(coarse, fine, sign=1)
    assert ahead(Score(81.6, 1, "81.6", (), line), fine, sign=1)
    assert ahead(fine, Score(81.6, 1, "81.6", (), line), sign=-1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Table 2 shows it.", {"2"}),
        ("Tables 2 and 3 show it.", {"2", "3"}),
        ("see Tab. A.1", {"A.1"}),
        ("Table [1] shows 2.5", {"1"}),
        ("Table2", {"2"}),
        ("the table", set()),
    ],
)
def test_the_tables_that_a_text_names(text: str, expected: set[str]) -> None:
    assert tables_named(text) == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("HeronNet [12]", "HeronNet"),
        ("+ TAG", "TAG"),
        ("Forest (Crane et al., 2019)", "Forest"),
        ("HeronNet (ours)*", "HeronNet"),
        ("$\\mathrm{RMSE}\\downarrow$", "RMSE↓"),
        ("W&amp;S", "W&S"),
    ],
)
def test_a_label_is_read_without_citations_and_marks(label: str, expected: str) -> None:
    assert plain(label).replace(" ", "") == expected
