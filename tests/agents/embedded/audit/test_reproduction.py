"""Settings a paper does not give, as one finding; and papers for which there is nothing to say."""

from __future__ import annotations

import pytest

from peerlens.agents.abstain import MIN_CONFIDENCE
from peerlens.agents.embedded.audit.checks import reproduction
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.family import Candidate
from peerlens.agents.rules import derive
from peerlens.taxonomy import Ground, Severity, Verdict
from tests.agents.embedded.audit.small_papers import audited, padded, sections

TRAINED = padded(20, of="The pond network was trained as a deep convolutional neural network on a dataset of geese.")
TOLD = (
    "We use Adam with a learning rate of 0.001, a batch size of 32 and 50 epochs on one GPU. All figures are means "
    "over five seeds. The images are split by pond. The code is on GitHub."
)


def paper(told: str, *, method: str = TRAINED) -> AuditPaper:
    return audited(
        sections(
            Abstract="We propose a network that counts geese.",
            Introduction="We evaluate a network against two baselines.",
            Method=method,
            Experiments=f"We evaluate on ponds and compare with baselines. {told}",
        )
    )


def only(candidates: list[Candidate]) -> Candidate:
    (one,) = candidates
    assert one.judgement is not None
    assert derive(one.judgement.parts)[0] is Verdict.SUPPORTED
    return one


def test_all_that_is_missing_is_one_finding_with_a_part_and_a_scan_for_each() -> None:
    found = only(reproduction.propose(paper("The geese were many.")))
    assert found.observation == (
        "The paper does not state the learning rate, the optimiser, how long training runs, the hardware, the "
        "number of runs or seeds, how the data are split or whether code is available."
    )
    assert found.severity is Severity.MAJOR
    assert found.judgement is not None
    assert len(found.judgement.parts) == 7
    assert found.judgement.scan is not None
    assert found.judgement.scan.complete
    assert {"learning rate", "GitHub"} <= set(found.judgement.scan.queries)


def test_a_paper_that_gives_them_all_gets_none() -> None:
    assert reproduction.propose(paper(TOLD)) == []


@pytest.mark.parametrize(
    ("left_out", "missing", "severity"),
    [
        (" with a learning rate of 0.001, a batch size of 32", "the learning rate or the batch size", "moderate"),
        (" on one GPU", "the hardware", "minor"),
        (
            " The images are split by pond. The code is on GitHub.",
            "how the data are split or whether code is available",
            "minor",
        ),
        (" The code is on GitHub.", "whether code is available", "minor"),
        (
            TOLD[TOLD.index(" on one GPU") :],
            "the hardware, the number of runs or seeds, how the data are split or whether code is available",
            "minor",
        ),
    ],
)
def test_the_weight_follows_what_is_missing_and_what_does_not_speak_to_it_is_not_shown(
    left_out: str, missing: str, severity: str
) -> None:
    found = only(reproduction.propose(paper(TOLD.replace(left_out, ""))))
    assert (found.observation, found.severity) == (f"The paper does not state {missing}.", Severity(severity))
    assert found.against == ()


def test_settings_in_a_table_or_a_caption_count() -> None:
    table = "Table 1: Settings.\n\n| Setting | Value |\n| --- | --- |\n| Learning rate | 0.1 |\n| Batch size | 8 |"
    told = TOLD.replace(" with a learning rate of 0.001, a batch size of 32", "")
    assert reproduction.propose(paper(f"{told}\n\n{table}")) == []


def test_a_checklist_or_related_work_does_not_give_the_settings() -> None:
    text = sections(
        Abstract="We propose a network that counts geese.",
        Related_Work="Reed trained with Adam, a learning rate of 0.1, a batch size of 8 and 10 epochs on a GPU.",
        Method=TRAINED,
        Experiments="We evaluate on ponds and compare with baselines.",
        Checklist="Question: Are the learning rate and batch size given? Answer: [Yes]",
    )
    assert "the learning rate" in only(reproduction.propose(audited(text))).observation


@pytest.mark.parametrize(
    "pointer", ["Training details are in Appendix B.", "See the supplementary material for hyper-parameters."]
)
def test_details_that_the_paper_keeps_in_a_part_not_supplied_are_in_doubt_and_the_row_says_where(pointer: str) -> None:
    pointing = paper(f"The geese were many. {pointer}")
    (found,) = reproduction.propose(pointing)
    assert found.observation.startswith("The pages supplied do not state ")
    assert found.judgement is not None
    assert found.judgement.confidence < MIN_CONFIDENCE
    assert "points for details to a part that was not supplied" in reproduction.examined(pointing)


@pytest.mark.parametrize(
    "pointer",
    [
        "First, we fine-tune the pond network (see Appendix C.3.2).",
        "The network was trained on geese (Appendix D).",
        "We sample geese from the network as told in the supplementary material.",
    ],
)
def test_a_pointer_out_of_a_sentence_that_tells_of_a_run_may_lead_to_its_settings(pointer: str) -> None:
    pointing = paper(f"The geese were many. {pointer}")
    (found,) = reproduction.propose(pointing)
    assert found.judgement is not None
    assert found.judgement.confidence < MIN_CONFIDENCE
    assert "points for details to a part that was not supplied" in reproduction.examined(pointing)


def test_what_is_missing_from_the_whole_paper_has_no_place_and_no_quote() -> None:
    trained = "We train the network with Adam on a dataset of geese."
    assert trained not in TOLD
    found = only(reproduction.propose(paper(f"{trained} " + TOLD.replace(" The code is on GitHub.", ""))))
    assert found.observation == "The paper does not state whether code is available."
    assert found.judgement is not None
    assert found.judgement.evidence == ()


def test_a_setting_of_the_run_is_quoted_from_the_section_of_the_set_up_or_from_none() -> None:
    text = sections(
        Abstract="We propose a network that counts geese.",
        Introduction="We evaluate a network against two baselines.",
        Method=TRAINED,
        Experiments="We compare with baselines.\n\n## First pond\n\nWe train the neural network on pond geese.\n\n"
        "## Training details\n\nWe train the neural network with Adam for 50 epochs on one GPU with five seeds.",
    )
    found = only(reproduction.propose(audited(text)))
    assert found.judgement is not None
    assert [one.section for one in found.judgement.evidence] == ["Training details"]


def test_a_pointer_to_proofs_is_none_to_settings() -> None:
    (found,) = reproduction.propose(paper("The geese were many. Proofs are in Appendix B."))
    assert found.severity is not Severity.MINOR


def test_a_learning_rate_that_is_spoken_of_without_its_value_is_not_given() -> None:
    (found,) = reproduction.propose(paper("The learning rate matters much. The geese were many."))
    assert "the learning rate" in found.observation


def test_a_part_not_supplied_that_holds_something_else_only_lowers_the_weight() -> None:
    found = only(reproduction.propose(paper("The geese were many. The lemma is proved in Appendix B.")))
    assert found.severity is Severity.MODERATE


def test_a_set_up_taken_over_from_other_work_leaves_the_settings_of_training_in_doubt() -> None:
    sure, doubtful = reproduction.propose(paper("We follow the training settings of Reed et al. (2019)."))
    assert "learning rate" not in sure.observation
    assert "learning rate" in doubtful.observation
    assert doubtful.judgement is not None
    assert doubtful.judgement.confidence < MIN_CONFIDENCE


@pytest.mark.parametrize(
    ("left_out", "instead", "item"),
    [
        (" on one GPU", " on a public cloud with 64 vCPUs", "hardware"),
        (" on one GPU", ", in 16 GB RAM", "hardware"),
        (" on one GPU", ", with 12 cores", "hardware"),
        (" The code is on GitHub.", " The splits are in our repository.", "code"),
        (" The code is on GitHub.", " Supplementary code is attached.", "code"),
        (" The code is on GitHub.", " See https://anonymous.example/ponds.", "code"),
        (" All figures are means over five seeds.", " Bars are repeated counts.", "seeds"),
        (" a batch size of 32", " full gradients", "batch size"),
    ],
)
def test_a_setting_told_in_other_words_is_never_called_absent(left_out: str, instead: str, item: str) -> None:
    assert left_out in TOLD
    found = reproduction.propose(paper(TOLD.replace(left_out, instead)))
    sure = [one for one in found if one.judgement is not None and one.judgement.confidence >= MIN_CONFIDENCE]
    assert not any(item in one.observation for one in sure)


@pytest.mark.parametrize(
    ("left_out", "instead", "item"),
    [
        (" on one GPU", ". This is the core of the idea; point clouds are read", "hardware"),
        (" on one GPU", ". A multi-server model counts in threads of geese", "hardware"),
        (" All figures are means over five seeds.", " The input has zero mean. We average the pixels.", "seeds"),
        (" All figures are means over five seeds.", " The procedure repeats until all geese are counted.", "seeds"),
        ("Adam with", "a gradient-based search and", "optimiser"),
    ],
)
def test_words_with_another_meaning_do_not_put_an_absence_in_doubt(left_out: str, instead: str, item: str) -> None:
    assert left_out in TOLD
    found = reproduction.propose(paper(TOLD.replace(left_out, instead)))
    sure = [one for one in found if one.judgement is not None and one.judgement.confidence >= MIN_CONFIDENCE]
    assert any(item in one.observation for one in sure)


def test_one_sentence_with_two_settings_makes_it_a_paper_that_trains() -> None:
    few = paper("The pond model was fitted with learning rate 0.1 and 75 epochs.", method=padded(30))
    assert reproduction.condition(few).ground is None


def test_a_paper_that_trains_under_headings_of_its_own_is_asked_for_its_settings() -> None:
    text = sections(Abstract="We propose a network.", Ponds=TRAINED, Geese="We trained it again. Geese fly.")
    assert reproduction.condition(audited(text)).ground is None


def test_a_paper_that_trains_nothing_is_not_asked_for_learning_rates() -> None:
    counted = paper("The geese were many.", method=padded(30))
    assert reproduction.propose(counted) == []
    assert reproduction.condition(counted).ground is Ground.ENGINE_LIMIT


ROWS = "\n\nTable 1: Geese.\n\n| Lake | Geese |\n| --- | --- |\n| Reed | 8 |"
PROMPTED = padded(20, of="The pond question was put as a zero-shot prompt to the language model GPT-4, which answers.")


def test_a_paper_that_prompts_is_asked_for_version_decoding_and_wording() -> None:
    found = only(reproduction.propose(paper(f"The geese were many.{ROWS}", method=PROMPTED)))
    assert found.topic == "settings of the prompting"
    assert found.observation == (
        "The paper does not state the version of the models queried, the decoding settings or the wording of the "
        "prompts."
    )


def test_a_paper_that_prompts_and_says_how_gets_none() -> None:
    told = "We query gpt-4-0613 at temperature 0. The prompt template is in Table 2."
    assert reproduction.propose(paper(told, method=PROMPTED)) == []


def test_agents_without_data_are_not_asked_how_they_split_them() -> None:
    agents = TRAINED.replace("a dataset of geese", "flights over ponds")
    assert "split" not in only(reproduction.propose(paper("The geese were many.", method=agents))).observation


def bred(*said: str) -> AuditPaper:
    """A paper whose words are of ponds and geese, and these."""
    return audited(sections(Abstract="We count geese.", Experiments=f"{' '.join(said)} {padded(20)}"))


@pytest.mark.parametrize(
    "said",
    [
        "Both machines see the same minibatch size, and the learning rate is 0.02.",
        "A mini-batch size of 40 and a learning rate of 0.1 were used for both counters.",
    ],
)
def test_a_sentence_with_minibatch_size_and_learning_rate_sets_up_training(said: str) -> None:
    assert reproduction.condition(bred(said)).ground is None


TRAINED_BRIEFLY = (
    "We trained counters with one and two layers.",
    "Each counter was trained ten times on the eastern bank.",
    "A training sample of 300 geese was drawn.",
)


def test_a_few_sentences_on_models_trained_open_the_row_and_hold_what_is_missing_in_doubt() -> None:
    found = bred(*TRAINED_BRIEFLY)
    assert reproduction.condition(found).ground is None
    assert "They located none for the learning rate, the batch size" in reproduction.examined(found)
    (one,) = reproduction.propose(found)
    assert one.judgement is not None
    assert one.judgement.confidence < MIN_CONFIDENCE


def test_two_sentences_on_networks_trained_are_enough_where_others_speak_of_networks() -> None:
    words = ("A neural layer counts.", "Each convolution sees a pond.", "The deep part sees geese.")
    assert reproduction.condition(bred(*TRAINED_BRIEFLY[:2], *words)).ground is None
    assert reproduction.condition(bred(*TRAINED_BRIEFLY[:2], *words[:2])).ground is Ground.ENGINE_LIMIT


@pytest.mark.parametrize(
    "said",
    [
        ("Our observers were trained by the warden.", "The trained observers count geese.", "Dogs were trained, too."),
        TRAINED_BRIEFLY[:1],
        ("We use pre-trained counters.", "A pre-trained counter is taken.", "Pre-trained models are common."),
    ],
)
def test_people_trained_a_single_sentence_and_models_taken_over_are_no_training(said: tuple[str, ...]) -> None:
    assert reproduction.condition(bred(*said)).ground is Ground.ENGINE_LIMIT
