"""What gives a setting beyond doubt, and what only sounds like it."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.audit.located import PATTERNS
from peerlens.agents.embedded.audit.run_settings import SETTING, TRAINING
from peerlens.agents.embedded.concepts import lexicon


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("the learning rate", "with a learning rate of 0.01"),
        ("the learning rate", "an initial learning rate $10^{-3}$ that decays"),
        ("the learning rate", "Adam with lr 0.01"),
        ("the learning rate", "LR = 0.01"),
        ("the batch size", "a batch size of 32"),
        ("the batch size", "the effective batch size is 256"),
        ("the batch size", "in mini-batches of 64 pictures"),
        ("the optimiser", "We use the RAdam optimizer."),
        ("how long training runs", "trained for 40 epochs"),
        ("how long training runs", "after 100k gradient steps"),
        ("how long training runs", "with early stopping"),
        ("the hardware", "on a single A100 40GB GPU"),
        ("the hardware", "two GPUs"),
        ("the number of runs or seeds", "averaged over five seeds"),
        ("the number of runs or seeds", "each model is trained 3 times"),
        ("how the data are split", "1,000 test examples"),
        ("how the data are split", "We split the ponds by year."),
        ("whether code is available", "Our code is available online."),
        ("whether code is available", "an anonymous link to our code"),
    ],
)
def test_a_setting_that_is_given_is_located(name: str, text: str) -> None:
    assert PATTERNS[name].search(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("the learning rate", "the learning rate, and 30 ponds"),
        ("the learning rate", "Linear regression: LR (10 ponds)"),
        ("the batch size", "identical minibatch size, $k = 100$ Gibbs steps"),
        ("the batch size", "the batch dimension"),
        ("how long training runs", "a clip of 32 frames"),
        ("how long training runs", "These two steps count geese."),
        ("how long training runs", "in different steps [22, 12]"),
        ("the hardware", "parameters are summed on the server"),
        ("the number of runs or seeds", "uses 4 times less frames"),
        ("the number of runs or seeds", "the average of this equation"),
        ("how the data are split", "units for training"),
        ("how the data are split", "a protocol of split learning with SplitNN"),
        ("the number of runs or seeds", "clients provide the random seed as a part of x"),
        ("how the data are split", "constraints on the training data"),
        ("whether code is available", "the officially released source of others"),
    ],
)
def test_words_that_only_sound_like_a_setting_locate_none(name: str, text: str) -> None:
    assert not PATTERNS[name].search(text)


def test_strict_words_are_known_for_every_setting_of_training() -> None:
    assert {item.name for item in (*TRAINING, *SETTING)} == set(PATTERNS)


@pytest.mark.parametrize(
    "words",
    ["an NVIDIA A100", "two P100 cards", "a GTX 1080", "a Titan Xp", "one Tesla K80", "an AMD Ryzen 9", "EPYC cores",
     "a MacBook", "an Apple M2", "a laptop", "64 GB of RAM", "eight CPU cores", "a single CPU", "16 vCPUs",
     "one workstation", "a TPU", "a Jetson board", "4 GPUs"],
)  # fmt: skip
def test_hardware_that_silences_the_audit_answers_a_review_that_misses_it_too(words: str) -> None:
    (hardware,) = (concept for concept in lexicon() if concept.name == "hardware")
    sentence = f"All models were trained on {words}."
    assert PATTERNS["the hardware"].search(sentence)
    assert hardware.shown.search(sentence)
