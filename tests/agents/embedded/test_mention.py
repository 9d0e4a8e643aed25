"""A thing that a sentence merely names is told from one that the paper used, by the build of the sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from peerlens.agents.embedded.mention import mere_mentions, merely_named
from peerlens.agents.embedded.reading import reading_of
from peerlens.agents.embedded.wording import Act
from peerlens.taxonomy import SectionKind
from peerlens.tools import PaperTools

NAMED = (
    "Unlike {}, whose tides are made up, our questions are asked by sailors.",
    "Inspired by {} (Orr and Pell, 2018), this task asks for two stations at once.",
    "This step is akin to the sorting task of {} [12], where records come in any order.",
    "Numerous depth readers have been developed, with {} as the best known example.",
    "Models such as {} (Hull et al., 2021) write fluent tide reports.",
    "Orr et al. (2020) propose {} for counting seals.",
    "The map is drawn with a score that is widely used in the {} contests (Pell et al., 2013).",
    "Our reader can easily be combined with {} for further savings.",
    "Note that {} also belongs to the readers that need a sonar.",
    "{} (Pell, 2019) is a simulator of harbours that needs no sonar.",
    "In the spirit of BargeNet and {}, we split the coast into cells.",
)
USED = (
    "We compare with {} (Hull et al., 2021) on the northern coast.",
    "Tide records come from {} and are filtered by hand.",
    "All soundings in this task are sourced from {} [7].",
    "We compare our reader with strong rivals such as BargeNet and {}.",
    "Unlike {}, which reaches 61.2, our reader reaches 70.3 on the northern coast.",
    "The encoder is initialised with {} and trained for two days.",
    "Depths are then screened with {}, which was run on the top twenty stations by our team.",
    "For this we employ {} (Orr, 2010) to rank the stations.",
    "We test the robustness of {} on the northern coast.",
    "Results of {} are reported beside ours in the second row, and its accuracy is lower.",
)


def _spot(sentence: str) -> tuple[str, int, int]:
    text = sentence.format("HarborSim")
    return text, text.index("HarborSim"), text.index("HarborSim") + len("HarborSim")


@pytest.mark.parametrize("sentence", NAMED)
def test_a_sentence_that_says_what_a_thing_is_like_shows_no_use_of_it(sentence: str) -> None:
    text, start, end = _spot(sentence)
    assert merely_named(text, start, end, act=Act.USE, results=False)


@pytest.mark.parametrize("sentence", USED)
def test_a_sentence_that_says_what_was_done_with_a_thing_shows_its_use(sentence: str) -> None:
    text, start, end = _spot(sentence)
    assert not merely_named(text, start, end, act=Act.USE, results=False)


def test_what_belongs_to_a_rival_is_no_comparison_with_it() -> None:
    text, start, end = _spot("What we use as the input is a chart which obeys the assumption of calm water of {} [10].")
    assert merely_named(text, start, end, act=Act.TEST, results=True)
    text, start, end = _spot("We report the results of {} in the second row.")
    assert not merely_named(text, start, end, act=Act.TEST, results=True)


def test_a_rival_described_among_the_experiments_took_part_in_them() -> None:
    text, start, end = _spot("{} (Pell, 2019) is a simulator of harbours that needs no sonar.")
    assert not merely_named(text, start, end, act=Act.COMPARE, results=True)


def test_a_method_built_on_another_is_not_compared_with_it() -> None:
    text, start, end = _spot("Therefore we developed a new reader based on {}, which overcomes its limits.")
    assert merely_named(text, start, end, act=Act.COMPARE, results=False)
    assert not merely_named(text, start, end, act=Act.USE, results=False)


def test_a_sentence_wrapped_over_two_lines_is_read_as_one_line_is() -> None:
    text, start, end = _spot("Guided by pre-trained chart readers, e.g., {} Orr et al. (2019),\nwe ask for depths.")
    assert merely_named(text, start, end, act=Act.COMPARE, results=False)
    text, start, end = _spot("This step is similar\nto the sorting\ntask of {} [12].")
    assert merely_named(text, start, end, act=Act.USE, results=True)


@pytest.mark.parametrize(("sentences", "mere"), [(2, True), (3, False)])
def test_a_name_spoken_of_in_three_sentences_of_the_method_is_no_mere_mention(
    papers: dict[str, PaperTools], sentences: int, mere: bool
) -> None:
    some = next(
        line for line in reading_of(papers["bogmap"]).lines if line.kind is SectionKind.METHOD and not line.heading
    )
    told = ("HarborSim (Pell, 2019) is a simulator.", "HarborSim is fast.", "HarborSim (Pell) is small.")[:sentences]
    shown = [
        (replace(some, start=100 * place, end=100 * place + len(text), text=text, under="2 Charts"), 100 * place,
         100 * place + 9)
        for place, text in enumerate(told)
    ]  # fmt: skip
    assert (mere_mentions(shown, Act.USE) == {100 * place for place in range(sentences)}) is mere
    assert mere_mentions(shown, Act.COMPARE) == {100 * place for place in range(sentences)}


@pytest.mark.parametrize("name", ["1", "A", "A1-", "A ", "GPT-4 base ", "1.5, "])
def test_a_crowd_of_names_before_a_name_counts_as_one_of_them(name: str) -> None:
    one, crowd = (_spot(f"We look at tasks such as {name * times}( and run {{}} there.") for times in (1, 100))
    assert merely_named(*crowd, act=Act.USE, results=False) is merely_named(*one, act=Act.USE, results=False)
