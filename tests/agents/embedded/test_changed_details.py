"""A claim that is false in one detail is not taken for what the paper says: names, directions, pairs."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.names import name_pattern, nameless, names_in
from peerlens.agents.embedded.nearest import numbers_agree
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.paired_directions import crossed
from peerlens.agents.embedded.reading import reading_of
from peerlens.agents.embedded.reversal import reversals, turned_in_place
from peerlens.tools import PaperTools
from tests.agents.embedded.conftest import Judge

POORLY = (
    "The {} method, treating each trace on its own, produces the {} continuous depth profiles, frequently leaving "
    "jumps between neighbouring traces because it handles every one of them by itself."
)
MEASURED = "The authors assess the quality of rebuilt depth profiles on the Kinder survey by reporting {}, SSIM and {}."
SMOOTHED = "The added smoothing stage clearly {} the depth profile and makes it {} when the antenna has loose contact."
VARIED = (
    "Among the plot types examined, the {} plots exhibited the {} variation of all the types in the upland surveys."
)
TUNED = "A Bayesian search available in the {} tool was used to choose the best settings of the depth reader."

TRUE = (
    POORLY.format("TraceNet", "least"),
    MEASURED.format("RMSE", "PeatScore"),
    SMOOTHED.format("improves", "more robust"),
    VARIED.format("ridge", "greatest"),
    TUNED.format("Tunewell"),
)
OTHER_NAME = (
    POORLY.format("BogMap", "least"),
    MEASURED.format("RMSE", "PSNR"),
    MEASURED.format("MAE", "PeatScore"),
    TUNED.format("Optimix"),
    "The authors train all readers with the Lumen optimizer; for example, they walk the Kinder survey with QuickStep.",
)
TURNED_ROUND = (
    SMOOTHED.format("worsens", "less robust"),
    SMOOTHED.format("harms", "more fragile"),
    POORLY.format("TraceNet", "most"),
    VARIED.format("ridge", "smallest"),
    VARIED.format("valley", "greatest"),
)


@pytest.mark.parametrize("claim", TRUE)
def test_a_long_paraphrase_is_supported(judge: Judge, claim: str) -> None:
    assert judge("bogmap", claim)[0] == "Supported"


def test_symbols_of_a_formula_stand_in_no_names_place(judge: Judge) -> None:
    claim = (
        "If BogMap is run without iterations (N_iter = 0) and with μ at zero, it is equivalent to PeatFlow (see [12])."
    )
    assert judge("bogmap", claim)[0] == "Supported"


def test_a_letter_with_a_subscript_is_no_name() -> None:
    assert names_in("With N_recur and x_i at 1, FID_AR drops.") == ("FID_AR",)


@pytest.mark.parametrize("claim", OTHER_NAME)
def test_the_same_said_of_another_name_is_not_supported(judge: Judge, claim: str) -> None:
    assert judge("bogmap", claim)[0] != "Supported"


@pytest.mark.parametrize("claim", TURNED_ROUND)
def test_the_same_said_the_other_way_round_is_not_supported(judge: Judge, claim: str) -> None:
    assert judge("bogmap", claim)[0] != "Supported"


def test_a_name_put_in_the_place_of_another_in_a_list_is_contradicted(judge: Judge) -> None:
    verdict, _, judgement = judge("bogmap", MEASURED.format("MAE", "PeatScore"))
    assert verdict == "Not Supported"
    assert "RMSE, not of MAE" in judgement.rationale


def test_an_example_that_names_what_stands_nowhere_lowers_a_claim_to_partly(judge: Judge) -> None:
    claim = (
        "Across all runs we modified only the rate of the reader and left every other option at Lumen's standard "
        "settings; for example, we explored several rates for {}."
    )
    assert judge("bogmap", claim.format("BogMap"))[0] == "Supported"
    assert judge("bogmap", claim.format("QuickStep"))[0] == "Partially Supported"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("the valley plots show the greatest variation", True),
        ("the ridge plots show the smallest variation", True),
        ("the ridge plots show the greatest variation", False),
        ("the river plots show the greatest variation", False),
    ],
)
def test_respectively_ties_each_thing_to_its_own_direction(claim: str, expected: bool) -> None:
    line = "Note that the ridge plots and the valley plots are the most and least varied, respectively."
    assert crossed(claim, line) is expected


def test_a_word_of_degree_is_turned_round_before_its_adjective() -> None:
    assert reversals("It gives the least robust profile.") == (("least", "It gives the most robust profile."),)


@pytest.mark.parametrize(
    "text", ["More than ten plots were walked.", "Most of the plots were walked.", "a low-rank map"]
)
def test_an_amount_or_a_compound_is_no_direction(text: str) -> None:
    assert reversals(text) == ()


def test_a_name_that_ends_in_a_letter_alone_is_not_the_word_it_spells() -> None:
    assert name_pattern("Shap-E").search("the shape of the object") is None
    assert len(name_pattern("Shap-E").findall("Shap-E and ShapE and Shap E")) == 3
    assert name_pattern("k-NN").search("a kNN classifier") is not None


def test_a_text_without_its_names_keeps_its_words() -> None:
    assert nameless("We train BERT on the GLUE benchmark.") == "We train on the benchmark."


AHEAD = "Our surveys show that TraceNet outperforms both RodFit and PeatNet on the uplands."


@pytest.mark.parametrize(
    "claim",
    [
        "RodFit outperforms both TraceNet and PeatNet in the surveys.",
        "According to the surveys, PeatNet is better than TraceNet.",
        "TraceNet underperforms RodFit.",
    ],
)
def test_a_comparison_with_its_sides_exchanged_is_not_what_the_sentence_says(claim: str) -> None:
    assert crossed(claim, AHEAD)


@pytest.mark.parametrize(
    "claim",
    [
        "TraceNet outperforms RodFit and PeatNet in the surveys.",
        "RodFit underperforms TraceNet.",
        "On the uplands, TraceNet is better than PeatNet.",
    ],
)
def test_a_comparison_with_its_sides_in_place_is(claim: str) -> None:
    assert not crossed(claim, AHEAD)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It degrades the worst-plot depth.", "It improves the worst plot depth at no cost."),
        ("Only BogMap holds while largely destroying detail.", "BogMap alone holds while greatly preserving detail."),
        ("The loss grows with the number of rods.", "We see that the loss shrinks with the number of rods."),
    ],
)
def test_an_opposite_among_the_same_words_is_a_turn(claim: str, line: str) -> None:
    assert turned_in_place(claim, line)


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("It improves the worst-plot depth.", "It improves the worst plot depth at no cost."),
        ("The depth improves with practice.", "The reading time degrades in frost, as rods bend."),
        ("The error falls and recall improves.", "Recall improves as the error decreases."),
    ],
)
def test_the_same_direction_or_another_place_is_none(claim: str, line: str) -> None:
    assert not turned_in_place(claim, line)


def test_a_list_with_one_number_changed_is_not_the_list_that_is_printed() -> None:
    claimed = quantities("The rates were chosen from 0.3, 0.05, 0.02, 0.01 and 0.002.")
    assert not numbers_agree(claimed, "The rate is one of {0.7, 0.05, 0.02, 0.01, 0.002}.")
    assert numbers_agree(claimed, "The rate is one of {0.3, 0.05, 0.02, 0.01, 0.002}.")


def test_the_number_of_a_section_is_no_number_of_what_it_says(papers: dict[str, PaperTools]) -> None:
    reading = reading_of(papers["bogmap"])
    heading = next(line for line in reading.lines if line.heading and "Method" in line.text)
    before = reading.context(reading.lines[heading.index + 1]).split("Method")[0]
    assert "2" in heading.text
    assert "2" not in before
