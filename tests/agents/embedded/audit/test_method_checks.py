"""What each check says on a paper that shows its fault, on a sound one, and on near misses."""

from __future__ import annotations

import pytest

from peerlens.agents.abstain import MIN_CONFIDENCE
from peerlens.agents.embedded.audit.checks import ablation, baselines, breadth, efficiency, overclaim, spread
from peerlens.agents.embedded.audit.coverage import applicability
from peerlens.agents.embedded.audit.kinds import system_names
from peerlens.agents.embedded.audit.result_tables import result_tables
from peerlens.agents.family import Candidate
from peerlens.agents.rules import derive
from peerlens.taxonomy import Ground, PartStatus, Severity, Verdict, Weakness
from tests.agents.embedded.audit.invented import SOUND, paper

NO_ABLATION = "### 4.1 Ablation\n\nWithout the reed filter the accuracy falls to 72.0. -> The pictures are wet."
NO_SPREAD = (
    "All networks are trained with five random seeds, and we report mean and standard deviation. -> All is trained."
)
COST = "Training a network takes 3 hours on one GPU. -> "


def quotes(candidate: Candidate) -> list[str]:
    assert candidate.judgement is not None
    assert derive(candidate.judgement.parts)[0] is Verdict.SUPPORTED
    return [" ".join(one.quote.split()) for one in candidate.judgement.evidence]


@pytest.mark.parametrize("check", [ablation, baselines, breadth, efficiency, overclaim, spread])
def test_a_sound_paper_gives_no_candidate(check: object) -> None:
    assert check.propose(paper()) == []  # type: ignore[attr-defined]


# --- ablation


def test_a_method_of_two_modules_without_any_variant_has_no_ablation() -> None:
    (found,) = ablation.propose(paper(a=NO_ABLATION))
    assert found.topic == "ablation"
    assert quotes(found) == ["We propose a method that consists of two modules, a reed filter and a beak head."]
    assert found.judgement is not None
    assert [part.status for part in found.judgement.parts] == [PartStatus.SUPPORTED] * 2
    assert found.judgement.scan is not None
    assert found.judgement.scan.complete


@pytest.mark.parametrize(
    "instead",
    [
        "### 4.1 Ablation study\n\nSee the table.",
        "### 4.1 Effect of the reed filter\n\nIt helps.",
        "We study the effect of the reed filter in Table 2.",
        "We removed the filter module and the error doubled.",
        "| HeronNet w/o filter | 72.0 | 70.0 |",
        "Accuracy with and without the filter differs by nine points.",
        "A sensitivity analysis of the threshold is in the appendix.",
    ],
)
def test_a_variant_reported_in_any_words_answers_for_the_ablation(instead: str) -> None:
    assert ablation.propose(paper(a=NO_ABLATION.replace("The pictures are wet.", instead))) == []


def test_a_table_with_two_variants_of_one_name_answers_for_the_ablation() -> None:
    rows = "| HeronNet | 81.5 | 77.9 | -> | Heron-A | 80.1 | 75.0 |\n| Heron-B | 81.5 | 77.9 |"
    assert ablation.propose(paper(a=NO_ABLATION, b=rows)) == []


def test_a_method_whose_parts_are_not_told_gets_a_note_where_nothing_of_it_is_varied() -> None:
    plain = "We propose a method that consists of two modules, a reed filter and a beak head. -> We propose a method."
    method = "HeronNet consists of two modules: the reed filter and the beak head. -> HeronNet counts."
    (found,) = ablation.propose(paper(a=NO_ABLATION, b=plain, c=method))
    assert found.severity is Severity.MINOR
    assert found.observation == "The paper reports no ablation, variant or sensitivity study of the method it proposes."


@pytest.mark.parametrize(
    "said", ["More is in Appendix B.", "We vary the height of the mast.", "Raw vs. filtered with reeds."]
)
def test_where_something_may_be_varied_or_a_part_is_not_supplied_there_is_no_such_note(said: str) -> None:
    plain = "We propose a method that consists of two modules, a reed filter and a beak head. -> We propose a method."
    method = "HeronNet consists of two modules: the reed filter and the beak head. -> HeronNet counts."
    instead = NO_ABLATION.replace("The pictures are wet.", said)
    assert ablation.propose(paper(a=instead, b=plain, c=method)) == []


def test_components_of_other_work_are_not_the_papers_own() -> None:
    others = "We propose a method that consists of two modules, a reed filter and a beak head. -> We propose a method."
    method = (
        "HeronNet consists of two modules: the reed filter and the beak head. -> Such nets typically have two modules."
    )
    assert [one.severity for one in ablation.propose(paper(a=NO_ABLATION, b=others, c=method))] == [Severity.MINOR]


@pytest.mark.parametrize(
    "instead",
    [
        "We vary the height of the mast.",
        "Figure 2: Accuracy of RawHRN, SoftHRN and SoftHRNQ on the ponds.",
        "Figure 2: Raw counting vs. counting with reeds vs. both with beaks.",
        "HeronNet-R counts 60 herons and HeronNet-B counts 70.",
        "The plain version counts 60 herons.",
        "Further results are in Appendix C.",
    ],
)
def test_versions_compared_in_other_words_or_elsewhere_leave_an_absent_ablation_in_doubt(instead: str) -> None:
    found = ablation.propose(paper(a=NO_ABLATION.replace("The pictures are wet.", instead)))
    assert all(one.judgement is not None and one.judgement.confidence < MIN_CONFIDENCE for one in found)


@pytest.mark.parametrize(
    "said",
    [
        "Without loss of generality we take one pond.",
        "A principal component analysis gives the first plot.",
        "The full model of the pond is known.",
    ],
)
def test_words_that_only_look_like_an_ablation_answer_nothing(said: str) -> None:
    (found,) = ablation.propose(paper(a=NO_ABLATION.replace("The pictures are wet.", said)))
    assert found.severity is Severity.MAJOR
    assert found.against == ()


def test_rows_named_for_the_sizes_of_a_backbone_are_no_variants() -> None:
    rows = "| HeronNet | 81.5 | 77.9 | -> | Reed-18 | 80.1 | 75.0 |\n| Reed-50 | 81.5 | 77.9 |"
    assert [one.topic for one in ablation.propose(paper(a=NO_ABLATION, b=rows))] == ["ablation"]


# --- baselines


def test_results_set_beside_nothing_lack_a_comparison() -> None:
    found = baselines.propose(
        paper(
            a="HeronNet outperforms older counters on most ponds. -> HeronNet counts well.",
            b="We train the baselines with the\nsame learning rate. -> ",
            c="The neural baselines are trained for 40 epochs as well. -> ",
            d="Accuracy of counters on two data sets (higher is better). -> Accuracy.",
        )
    )
    assert [one.topic for one in found] == ["baselines"]


def test_one_sentence_that_compares_is_a_comparison() -> None:
    assert (
        baselines.propose(
            paper(
                b="We train the baselines with the\nsame learning rate. -> ",
                c="The neural baselines are trained for 40 epochs as well. -> HeronNet is better than the forest.",
            )
        )
        == []
    )


def test_a_looser_word_of_comparison_leaves_the_absence_in_doubt() -> None:
    (found,) = baselines.propose(
        paper(
            a="HeronNet outperforms older counters on most ponds. -> HeronNet counts well.",
            b="We train the baselines with the\nsame learning rate. -> Accuracy is drawn relative to the reeds.",
            c="The neural baselines are trained for 40 epochs as well. -> ",
            d="Accuracy of counters on two data sets (higher is better). -> Accuracy.",
        )
    )
    assert found.judgement is not None
    assert found.judgement.confidence < MIN_CONFIDENCE


def test_the_row_shows_a_sentence_that_names_another_method() -> None:
    shown = applicability(Weakness.L2_1_2, paper()).note
    assert shown.startswith("The checks located 3 sentences that set something beside another method, for example Sect")


@pytest.mark.parametrize(
    "claim",
    [
        "We prove that our approach generalizes classical feed-forward layers.",
        "Our approach generalizes convolution.",
        "By Theorem 1 our method generalizes to any graph.",
    ],
)
def test_a_theorem_that_generalises_is_no_claim_about_data(claim: str) -> None:
    confined = "HeronNet was not tested at night. -> Our experiments are restricted to graphs with small herons."
    audited = paper(a=f"We presented a network that counts herons. -> {claim}", b=confined)
    assert [one for one in breadth.propose(audited) if "generality" in one.observation] == []


# --- spread


def test_significant_with_a_wide_margin_is_no_finding_of_its_own() -> None:
    claim = "HeronNet outperforms older counters on most ponds. -> HeronNet significantly outperforms older counters."
    wide = "| HeronNet | 81.5 | 77.9 | -> | HeronNet | 98.5 | 97.9 |"
    found = spread.propose(paper(a=NO_SPREAD, b=claim, c=wide))
    assert all(one.judgement is not None and one.judgement.confidence < MIN_CONFIDENCE for one in found)


@pytest.mark.parametrize(
    ("caption", "found"),
    [
        ("Statistics of two data sets and accuracies of counters.", 1),
        ("Results of the count: scores and runtime of counters.", 1),
        ("Runtime of counters on two data sets.", 0),
        ("Hyper-parameters of the best accuracy.", 0),
    ],
)
def test_a_table_of_scores_counts_though_its_caption_names_sizes_or_costs_as_well(caption: str, found: int) -> None:
    changed = paper(a=f"Accuracy of counters on two data sets (higher is better). -> {caption}")
    plain = len(result_tables(paper()))
    assert len(result_tables(changed)) == plain - 1 + found


def test_where_captions_follow_their_tables_the_one_below_the_rows_is_quoted() -> None:
    claim = "HeronNet outperforms older counters on most ponds. -> HeronNet significantly outperforms older counters."
    text = SOUND.replace("Table 1: Accuracy of counters on two data sets (higher is better).\n\n", "").replace(
        "| HeronNet | 81.5 | 77.9 |\n", "| HeronNet | 81.5 | 77.9 |\n\nTable 1: Accuracy of counters.\n"
    )
    more = "| Pond | Herons |\n|---|---|\n| A | 61.2 |\n| B | 70.3 |\n| C | 81.5 |\n\nTable 2: Ponds.\n\n"
    found = spread.propose(paper(text.replace("### 4.1 Ablation", f"{more}### 4.1 Ablation"), a=NO_SPREAD, b=claim))
    sure = [one for one in found if one.judgement is not None and one.judgement.confidence >= MIN_CONFIDENCE]
    assert [quote for one in sure for quote in quotes(one)][1:] == ["Table 1: Accuracy of counters."]


def test_where_captions_stand_above_here_and_below_there_nothing_is_said_of_a_table() -> None:
    below = "| Pond | Herons |\n|---|---|\n| A | 61.2 |\n| B | 70.3 |\n\nTable 2: Ponds.\n\n"
    text = SOUND.replace("### 4.1 Ablation", f"{below}### 4.1 Ablation")
    found = spread.propose(paper(text, a=NO_SPREAD))
    assert all(one.judgement is not None and one.judgement.confidence < MIN_CONFIDENCE for one in found)


CLOSE = "| Regression forest | 70.3 | 66.1 | -> | Regression forest | 70.3 | 77.6 |"


def test_the_closest_call_of_the_table_is_named_with_its_rows() -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD, b=CLOSE))
    assert found.observation == (
        "The result tables come without any spread, repeated runs or test; Table 1 prints 77.9 for “HeronNet” and 77.6 "
        "for “Regression forest” under “Marsh-B accuracy”."
    )
    assert [quote.split("|")[1].strip() for quote in quotes(found)] == ["HeronNet", "Regression forest"]


def test_a_significant_gain_is_shown_with_the_closest_call() -> None:
    claim = "HeronNet outperforms older counters on most ponds. -> HeronNet significantly outperforms older counters."
    (found,) = spread.propose(paper(a=NO_SPREAD, b=claim, c=CLOSE))
    assert found.observation.endswith("77.9 for “HeronNet” and 77.6 for “Regression forest” under “Marsh-B accuracy”.")
    assert quotes(found)[0] == "HeronNet significantly outperforms older counters."


def test_a_table_that_holds_only_the_own_row_is_no_error() -> None:
    alone = (
        "| Template matcher | 61.2 | 58.4 |\n| Regression forest | 70.3 | 66.1 |\n| HeronNet | 81.5 | 77.9 |\n -> "
        "| HeronNet, small | 61.2 | 58.4 |\n| HeronNet, wide | 70.3 | 66.1 |\n| HeronNet | 81.5 | 77.9 |\n"
        "| Reed | a | b |\n"
    )
    assert len(spread.propose(paper(a=NO_SPREAD, b=alone))) == 1


SAID = (
    "HeronNet outperforms older counters on most ponds. -> HeronNet significantly outperforms older counters. On "
    "marshes HeronNet performs significantly better."
)


def test_significant_said_again_and_again_without_any_table_spread_or_test_is_told_with_the_figure() -> None:
    text = SOUND[: SOUND.index("Table 1:")] + SOUND[SOUND.index("### 4.1") :]
    (found,) = spread.propose(paper(text, a=NO_SPREAD, b=SAID))
    assert found.severity is Severity.MODERATE
    assert quotes(found) == ["HeronNet significantly outperforms older counters."]
    drawn = (
        NO_SPREAD + " In Figure 2, our counter is significantly better.\n\nFigure 2: Accuracy by pond.\n\nHerons fly."
    )
    (found,) = spread.propose(paper(text, a=drawn, b=SAID))
    assert found.observation == (
        'The paper calls differences "significant" in Section 4 (“… our counter is significantly better.”), and '
        "reports neither a test nor a spread or repeated runs."
    )
    assert quotes(found) == ["In Figure 2, our counter is significantly better.", "Figure 2: Accuracy by pond."]
    shaded = drawn.replace("Accuracy by pond", "Accuracy by pond (shaded area: one standard deviation)")
    assert spread.propose(paper(text, a=shaded, b=SAID)) == []
    runs = NO_SPREAD.replace("All is trained.", "Each was trained with three seeds.")
    assert spread.propose(paper(text, a=runs, b=SAID)) == []
    assert spread.propose(paper(text, a=NO_SPREAD)) == []


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("Table 1 shows that the beak head is significantly better.", True),
        ("The reed filter significantly outperforms the forest.", True),
        ("The forest significantly outperforms the matcher [3].", False),
        ("A longer reed filter may be significantly better.", False),
    ],
)
def test_what_sections_of_results_call_significantly_better_is_the_papers_own_unless_cited(
    said: str, called: bool
) -> None:
    found = spread.significant(paper(a=f"Each epoch reads all training pictures. -> {said}"))
    assert [line.text.strip() for line in found] == [said] * called


def test_a_lead_that_is_wide_in_one_column_and_close_in_another_is_a_close_call() -> None:
    rows = "| HeronNet | 81.5 | 77.9 | -> | HeronNet | 98.5 | 66.4 |"
    (found,) = spread.propose(paper(a=NO_SPREAD, b=SAID, c=rows))
    assert found.topic == "significance test"
    assert "Table 1 prints 66.4" in found.observation


def test_a_name_that_the_title_opens_with_is_the_papers_own_though_related_work_names_it() -> None:
    named = "Older counters are a template matcher -> HeronNet differs. Older counters are a template matcher"
    assert "HeronNet" in system_names(paper(a=named))


def test_spread_that_a_part_not_supplied_may_give_is_in_doubt() -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD.replace("All is trained.", "Error bars are in Appendix C.")))
    assert found.judgement is not None
    assert found.judgement.confidence < MIN_CONFIDENCE


def test_tables_of_trained_models_without_spread_or_runs_are_named() -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD))
    assert found.topic == "spread of results"
    assert quotes(found) == ["Table 1: Accuracy of counters on two data sets (higher is better)."]


def test_significantly_better_without_a_test_is_quoted() -> None:
    claim = "HeronNet outperforms older counters on most ponds. -> HeronNet significantly outperforms older counters."
    (found,) = spread.propose(paper(a=NO_SPREAD, b=claim))
    assert found.topic == "significance test"
    assert quotes(found)[0] == "HeronNet significantly outperforms older counters."


def test_an_average_over_runs_without_spread_is_said_narrowly() -> None:
    averaged = NO_SPREAD.replace("All is trained.", "Results are averaged over 5 runs.")
    (found,) = spread.propose(paper(a=averaged))
    assert quotes(found) == ["Results are averaged over 5 runs."]


@pytest.mark.parametrize(
    "said",
    [
        "Error bars show the range over runs.",
        "We give 95% confidence intervals for all results.",
        "Differences are tested with a Wilcoxon test.",
        "We use 10-fold cross-validation.",
    ],
)
def test_spread_tests_or_repeats_in_any_form_answer(said: str) -> None:
    assert spread.propose(paper(a=NO_SPREAD.replace("All is trained.", said))) == []


def test_runs_repeated_without_any_spread_are_quoted() -> None:
    (found,) = spread.propose(
        paper(a=NO_SPREAD.replace("All is trained.", "Each network was trained with three seeds."))
    )
    assert found.observation == "The paper repeats its runs, and reports no spread of the results and no test."
    assert quotes(found) == ["Each network was trained with three seeds."]


SECOND = """HeronNet was not tested at night. -> HeronNet was not tested at night.

Table 2: Accuracy on pictures taken in fog.

| Method | Fog accuracy | Rain accuracy |
|---|---|---|
| Template matcher | 51.2 ± 0.3 | 48.4 ± 0.2 |
| Regression forest | 60.3 ± 0.4 | 56.1 ± 0.5 |
| HeronNet | 71.5 ± 0.2 | 67.9 ± 0.1 |"""


def test_the_spread_of_one_table_does_not_cover_another() -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD, b=SECOND))
    assert found.observation == (
        "Table 1 gives scores of trained models without a spread, where other tables of the paper do."
    )
    assert found.severity is Severity.MINOR
    assert [one.quote for one in found.against] == ["Table 2: Accuracy on pictures taken in fog."]


def test_one_value_with_a_spread_in_the_text_leaves_the_tables_a_note() -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD.replace("All is trained.", "Accuracy is 81.5 ± 0.4.")))
    assert found.severity is Severity.MINOR
    assert [one.quote for one in found.against] == ["Accuracy is 81.5 ± 0.4."]


@pytest.mark.parametrize(
    "said",
    [
        "Weights are drawn with a standard deviation of 0.02.",
        "Spins take the values ±1.",
        "The older forest of Moor et al. gives 70.3 ± 0.4 over all results.",
    ],
)
def test_a_spread_that_is_not_of_the_papers_results_answers_nothing(said: str) -> None:
    (found,) = spread.propose(paper(a=NO_SPREAD.replace("All is trained.", said)))
    assert found.observation == "The result tables come without any spread, repeated runs or test."


@pytest.mark.parametrize(
    "said",
    [
        "Weights are drawn from a normal distribution with standard deviation 0.02.",
        "We fix the random seed.",
        r"The input $\pmb{x}$ is a picture.",
    ],
)
def test_a_spread_of_something_else_answers_nothing(said: str) -> None:
    assert len(spread.propose(paper(a=NO_SPREAD.replace("All is trained.", said)))) == 1


def test_others_improving_significantly_are_not_the_papers_claim() -> None:
    claim = "HeronNet outperforms older counters on most ponds. -> Convolution significantly improves many tasks."
    (found,) = spread.propose(paper(a=NO_SPREAD, b=claim))
    assert found.topic == "spread of results"


def test_an_acronym_of_the_field_is_not_the_papers_own_system() -> None:
    title = "# HeronNet: Counting Herons With Two Streams -> # Our CNN For Herons"
    claim = "HeronNet outperforms older counters on most ponds. -> CNNs significantly improve many tasks."
    (found,) = spread.propose(paper(a=NO_SPREAD, b=claim, c=title))
    assert found.topic == "spread of results"


def test_what_is_not_trained_does_not_vary_from_run_to_run() -> None:
    abstract = "HeronNet outperforms older counters on most ponds. -> It is a training-free method."
    assert spread.propose(paper(a=NO_SPREAD, b=abstract)) == []


def test_a_table_without_a_caption_is_not_quoted() -> None:
    assert (
        spread.propose(paper(a=NO_SPREAD, b="Table 1: Accuracy of counters on two data sets (higher is better). -> "))
        == []
    )


# --- efficiency


@pytest.mark.parametrize(
    "said",
    [
        "Experiments on ponds show the super search efficiency (1000 x faster than the matcher) of our methods.",
        "Experiments on ponds reveal awesome efficiency and fair accuracy.",
        "We verify the effectiveness and high-efficiency of our HeronNet.",
        "HeronNet distinguishes itself through versatility and efficiency.",
        "HeronNet not only counts well but also preserves high efficiency.",
        "HeronNet is universal and cheap.",
        "To count herons in a more efficient and principled way, HeronNet has two streams.",
        "Our network counts herons in an efficient manner.",
        "Our experiments demonstrate the effectiveness and scalability of HeronNet.",
    ],
)
def test_efficiency_claimed_in_any_words_meets_the_condition_and_the_row_names_the_cost(said: str) -> None:
    claiming = paper(a=f"HeronNet outperforms older counters on most ponds. -> {said}")
    assert efficiency.condition(claiming).ground is None
    assert "; words of a cost stand in " in efficiency.examined(claiming)


@pytest.mark.parametrize(
    "said", ["HeronNet is sample-efficient and outperforms others.", "Older counters are not efficient."]
)
def test_thrift_of_another_kind_or_of_others_does_not_meet_the_condition(said: str) -> None:
    claiming = paper(a=f"HeronNet outperforms older counters on most ponds. -> {said}")
    assert efficiency.condition(claiming).ground is Ground.CONDITION_NOT_MET


@pytest.mark.parametrize(
    "said",
    [
        "The search needs 3 trials where the older one needs 200 trials.",
        "Figure 3 shows the wall-clock of all counters.",
        "HeronNet is faster in every pond.",
        "The run time is in Appendix B.",
    ],
)
def test_a_cost_told_in_other_words_or_elsewhere_leaves_its_absence_in_doubt(said: str) -> None:
    found = efficiency.propose(paper(a=FAST, b=COST + said))
    assert all(one.judgement is not None and one.judgement.confidence < MIN_CONFIDENCE for one in found)


@pytest.mark.parametrize(
    "claim",
    [
        "We propose a novel and efficient counting model.",
        "We present a faster gradient variant.",
        "Ours is the first scalable heron search algorithm that runs fast enough.",
        "We propose an efficient technique for counting herons.",
        "The paper then proposes an efficient technique for counting herons.",
    ],
)
def test_efficiency_claimed_in_any_of_these_words_meets_the_condition(claim: str) -> None:
    audited = paper(a=f"We presented a network that counts herons. -> {claim}")
    assert efficiency.condition(audited).ground is None


def test_a_system_that_the_title_names_is_the_papers_own_though_related_work_names_it_too() -> None:
    said = "To count herons in a more efficient and principled way, HeronNet has two streams."
    audited = paper(
        a=f"HeronNet outperforms older counters on most ponds. -> {said}",
        b="a template matcher and a regression forest. -> a template matcher and a forest. HeronNet surpasses both.",
    )
    assert efficiency.condition(audited).ground is None


FAST = "We presented a network that counts herons. -> Our network is computationally efficient."


def test_claimed_efficiency_without_any_figure_is_a_candidate() -> None:
    (found,) = efficiency.propose(paper(a=FAST, b=COST))
    assert quotes(found) == ["Our network is computationally efficient."]


@pytest.mark.parametrize(
    "reported",
    [
        "It needs 12 ms a picture.",
        "The complexity is O(n log n).",
        "Peak memory is 2 GB.",
        "The model takes 4.1 GFLOPs.",
        "Throughput is given in Table 2.",
    ],
)
def test_any_figure_of_cost_answers(reported: str) -> None:
    assert efficiency.propose(paper(a=FAST, b=COST + reported)) == []


@pytest.mark.parametrize(
    "said",
    [
        "The survey of the ponds took 22 minutes a person.",
        "The complexity of the reeds is high.",
        "The reward r^o(a) is summed over ponds.",
        "Our budget for computation is limited.",
        "It trains on 4 times less frames.",
        "Part C shows the first, second and third axis of the training data.",
    ],
)
def test_time_of_people_and_words_of_cost_report_no_cost(said: str) -> None:
    assert [one.topic for one in efficiency.propose(paper(a=FAST, b=COST + said))] == ["cost and run time"]


@pytest.mark.parametrize(
    "claim",
    [
        "Our network is sample-efficient.",
        "Our network is label-efficient and parameter-efficient.",
        "Existing methods are computationally efficient.",
        "Our network may become computationally efficient.",
        "Our network could be faster.",
        "Our network counts more herons than Faster R-CNN and Fast-YOLO do.",
        "We compare ours with the Efficient Heron Transformer.",
    ],
)
def test_other_thrift_other_work_and_hopes_are_no_claim_of_efficiency(claim: str) -> None:
    audited = paper(a=f"We presented a network that counts herons. -> {claim}", b=COST)
    assert efficiency.condition(audited).ground is Ground.CONDITION_NOT_MET
    assert efficiency.propose(audited) == []


# --- breadth

ONE_SET = "We train HeronNet for 40 epochs on the Pond-A data set and the Marsh-B data set. -> We train on MNIST."
TABLE = "Accuracy of counters on two data sets (higher is better). -> Accuracy."


def test_one_named_data_set_is_said_to_be_the_only_one() -> None:
    (found,) = breadth.propose(paper(a=ONE_SET, b=TABLE, c="Pond-A accuracy | Marsh-B accuracy -> dry | wet"))
    assert found.observation == "The only data set named for the paper's own experiments is MNIST."
    assert quotes(found) == ["We train on MNIST."]


@pytest.mark.parametrize(
    "further",
    ["We also use three data sets of the city.", "We train on ImageNet, too.", "Others are the Fen data set."],
)
def test_any_further_data_silences_the_count(further: str) -> None:
    changed = paper(a=f"{ONE_SET} {further}", b=TABLE, c="Pond-A accuracy | Marsh-B accuracy -> dry | wet")
    assert breadth.propose(changed) == []


EASY = "We train HeronNet for 40 epochs on the Pond-A data set and the Marsh-B data set. -> "


def easy(said: str) -> list[Candidate]:
    columns = "Pond-A accuracy | Marsh-B accuracy -> dry | wet"
    return breadth.propose(paper(a=f"{EASY}{said}", b=TABLE, c=columns))


@pytest.mark.parametrize(
    "said",
    [
        "We adopt three data sets: MNIST, USPS and CIFAR10.",
        "We use MNIST, USPS and CIFAR-10 for federated learning (FL), in the FL environment.",
        "We use MNIST, USPS and CIFAR-10; HeronNet beats other counters on the three data sets.",
        "We use MNIST, USPS and CIFAR-10. Private data and real-world problems call for it.",
    ],
)
def test_small_image_sets_alone_are_named_and_called_easy(said: str) -> None:
    (found,) = easy(said)
    assert found.observation == "The only data sets named for the paper's own experiments are CIFAR-10, MNIST and USPS."
    assert found.assessment.startswith("These are small and easy sets")


@pytest.mark.parametrize(
    "said",
    [
        "We use MNIST and CIFAR-10, and all three data sets are split.",
        "We use MNIST and CIFAR-10, and the NYU Heron database.",
        "We use MNIST and CIFAR-10, and FEMNIST.",
        "We use MNIST and CIFAR-10, and proprietary data.",
        "We use MNIST and CIFAR-10, and five tabular data sets.",
    ],
)
def test_anything_beyond_small_image_sets_silences_the_check(said: str) -> None:
    assert easy(said) == []


# --- overclaim

ALL = "HeronNet outperforms older counters on most ponds. -> HeronNet outperforms all counters on all data sets."


def test_a_conceded_defeat_takes_back_a_statement_about_everything() -> None:
    lost = "HeronNet was not tested at night. -> HeronNet performs worse than older counters on some data sets."
    (found,) = overclaim.propose(paper(a=ALL, b=lost))
    assert quotes(found) == [
        "HeronNet outperforms all counters on all data sets.",
        "HeronNet performs worse than older counters on some data sets.",
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "HeronNet outperforms older counters on most data sets.",
        "HeronNet outperforms all counters on all data sets except one.",
        "Older counters outperform all others on all data sets.",
    ],
)
def test_a_statement_that_excepts_or_is_about_others_is_not_sweeping(claim: str) -> None:
    lost = "HeronNet was not tested at night. -> HeronNet performs worse than older counters on some data sets."
    said = f"HeronNet outperforms older counters on most ponds. -> {claim}"
    assert overclaim.propose(paper(a=said, b=lost)) == []


@pytest.mark.parametrize(
    ("lost", "taken_back"),
    [
        ("Our network outperforms MoorForest on all data sets while being faster.", False),
        ("HeronNet surpasses MoorForest, which was tested at night.", False),
        ("We find that our counter beats MoorForest on foggy data sets.", False),
        ("On some data sets MoorForest outperforms HeronNet by a little.", True),
        ("On all data sets of fog, MoorForest beats our method.", True),
        ("On small data sets MoorForest is better than HeronNet on all.", True),
    ],
)
def test_only_a_sentence_in_which_the_own_system_is_behind_takes_a_sweep_back(lost: str, taken_back: bool) -> None:
    unlike = "Our method\nis trained -> Our method, unlike our MoorForest,\nis trained"
    named = "Our method\nis trained -> It is trained" if taken_back else unlike
    found = overclaim.propose(paper(a=ALL, b=f"HeronNet was not tested at night. -> {lost}", c=named))
    assert bool(found) == taken_back


# --- applicability


def test_a_survey_and_a_theory_have_no_experiments_to_judge() -> None:
    survey = paper(
        a="# HeronNet: Counting Herons With Two Streams -> # Counting Herons: A Survey",
        b="Counting herons is slow. -> This survey covers counting. In this survey we list counters.",
    )
    title = "# HeronNet: Counting Herons With Two Streams -> # A Theory of Counting Herons"
    theory = paper(SOUND.split("Table 1:")[0], a=title)
    bare = paper(SOUND.split("Table 1:")[0], a=title, b="## 4 Experiments -> ## 4 Main theorem")
    for label in (Weakness.L2_1_1, Weakness.L2_1_2, Weakness.L2_1_3):
        assert applicability(label, survey).ground is Ground.CONDITION_NOT_MET
        assert applicability(label, theory).ground is Ground.ENGINE_LIMIT
        assert "“4 Experiments”" in applicability(label, theory).note
        assert applicability(label, bare).ground is Ground.CONDITION_NOT_MET
    assert applicability(Weakness.L2_1_2, paper()).ground is None
    assert applicability(Weakness.L2_1_2, paper(a=title)).ground is None  # tables of results: no mere theory
