"""The lexicon is readable, complete and leads from a claim's words to its concept."""

from __future__ import annotations

import pytest

from peerlens.agents.embedded.concepts import CLOSED_KINDS, concepts_in, lexicon


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("ablation studies on tile size", "ablation"),
        ("statistical significance test", "significance_test"),
        ("how long inference takes", "runtime"),
        ("number of trainable parameters", "parameter_count"),
        ("the licence of the data", "licence"),
        ("hyper-parameter settings", "hyperparameters"),
        ("inter-annotator agreement", "annotator_agreement"),
    ],
)
def test_the_longest_name_wins(words: str, name: str) -> None:
    assert next(mention.concept.name for mention in concepts_in(words)) == name


def test_every_kind_is_a_known_one() -> None:
    assert {concept.kind for concept in lexicon()} <= CLOSED_KINDS | {"detail"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("runtime", "One tile takes 38 ms on a laptop CPU."),
        ("seeds", "We report the mean of five runs."),
        ("code_release", "Our code is available at https://example.org."),
        ("error_bars", "It reaches 3.1 ± 0.2."),
        ("ablation", "Without the head the error rises to 3.0."),
        ("complexity", "Updates cost O(n log n)."),
    ],
)
def test_a_concept_is_shown_without_being_named(name: str, sentence: str) -> None:
    concept = next(one for one in lexicon() if one.name == name)
    assert concept.shown.search(sentence)


@pytest.mark.parametrize(
    ("name", "sentence", "shows"),
    [
        ("error_bars", "Table 2 gives the standard deviation over five seeds.", True),
        ("error_bars", "Weights are drawn from a normal distribution with a small standard deviation.", False),
        ("error_bars", "We normalise the pictures by mean and standard deviation of the training set.", False),
        ("limitations", "A limitation of our approach is its cost.", True),
        ("limitations", "To overcome these limitations, we propose a filter.", False),
        ("limitations", "Existing counters share two drawbacks.", False),
        ("code_release", "The script that runs every experiment is released with this paper.", True),
        ("code_release", "The script draws one line a lake.", False),
        ("seeds", "The error is averaged over ten training runs.", True),
        ("seeds", "All were trained in 10 trials and then evaluated across 10 test trials.", False),
    ],
)
def test_words_used_for_something_else_show_nothing(name: str, sentence: str, shows: bool) -> None:
    concept = next(one for one in lexicon() if one.name == name)
    shown = concept.shown.search(sentence) is not None and concept.unless.search(sentence) is None
    assert shown is shows
