"""A question counts as answered only where the paper holds the kind of thing it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from peerlens.agents.embedded.answer import answer
from peerlens.agents.embedded.decompose.review import decompose
from peerlens.reviews import read_reviews
from peerlens.schema import Request
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.taxonomy import EvidenceRole, RequestStatus
from peerlens.tools import PaperTools

PAPER = """# Weighing Voles

## Abstract
We weigh voles with a small scale and 231 photographs.

## 1 Data
The 231 photographs are split into 180 for training and 51 for testing. No night photographs are included.

## 2 Method
The network has 1.3 million parameters. We train for 25 epochs with a learning rate of 0.002.
We use a small batch size of 8 because the memory of the device is limited.
Details of the temperature sensor are given in Appendix B.

We chose α = 0.3 because smaller values blur the fur. We run the experiment 5 times with different seeds.
Different initialization schemes can be found in Appendix B.

**Results on out-of-season (OOS) voles.** The error stays below 6 grams.
The embedding space should 1) be compact and 2) be smooth.

All steps of our new algorithm are in Algorithm 7. Algorithm 1 is short.

### 2.1 Ablation
Without the scale token the error rises from 4.1 to 5.2 grams.

## 3 Limits
All runs use an NVIDIA T4 GPU. We compare the network with VoleNet [3] on both scales.
We did not run a significance test. One photograph takes 12 ms on a laptop CPU.
"""


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[PaperTools]:
    source = tmp_path / "voles.md"
    source.write_text(PAPER, encoding="utf-8")
    settings = Settings(home=tmp_path / "home", retriever=RetrieverName.BM25)
    store = Library(settings.home).open(source, settings=settings)
    try:
        yield PaperTools(store)
    finally:
        store.close()


def looked_up(question: str, tools: PaperTools) -> Request:
    (review,) = read_reviews(question.encode(), name="-")
    (ask,) = decompose(review).asks
    request = answer(ask, tools)
    assert (request.id, request.quote) == ("r1.q1", question)
    for one in request.evidence:
        assert tools.manuscript.text[one.start : one.end] == one.quote
    return request


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many parameters does the network have?", "1.3 million parameters"),
        ("How many photographs are in the data?", "231 photographs"),
        ("Is the learning rate 0.02 or 0.002?", "a learning rate of 0.002"),
        ("What is the batch size?", "batch size of 8"),
        ("Why was a small batch size used?", "because the memory"),
        ("Could the authors report the runtime?", "12 ms"),
        ("Please add an ablation.", "rises from 4.1 to 5.2"),
        ("How many random seeds were used?", "5 times with different seeds"),
        ("Where do they report the error?", "rises from 4.1 to 5.2"),
        ("Where is the ablation?", "rises from 4.1 to 5.2"),
        ("Which GPU was used?", "NVIDIA T4 GPU"),
        ("Do they compare with VoleNet?", "with VoleNet"),
        ("Is there a comparison with VoleNet?", "with VoleNet"),
        ("What does OOS stand for?", "(OOS)"),
        ("How was alpha chosen?", "We chose α = 0.3"),
        ("How was $\\alpha$ chosen?", "We chose α = 0.3"),
    ],
)
def test_a_sentence_with_the_content_asked_for_answers(question: str, words: str, tools: PaperTools) -> None:
    request = looked_up(question, tools)
    assert request.status is RequestStatus.ANSWERED
    assert any(words in one.quote and one.role is EvidenceRole.SUPPORTS for one in request.evidence)


@pytest.mark.parametrize(
    "question",
    [
        "Why were 25 epochs used?",
        "Please report a significance test.",
    ],
)
def test_a_mention_without_the_content_asked_for_answers_in_part_at_most(question: str, tools: PaperTools) -> None:
    request = looked_up(question, tools)
    assert request.status is RequestStatus.PARTLY_ANSWERED
    assert {one.role for one in request.evidence} == {EvidenceRole.CONTEXT}


@pytest.mark.parametrize(
    "question",
    [
        "Which optimiser was chosen?",
        "Please add a map of the burrows.",
        "How many assistants held the voles?",
        "Why?",
        "It would be interesting to explore how much training is needed for the embedding.",
        "Please fix the typos in the abstract.",
        "The notation for photographs should be unified.",
        "Would LoRA keep the error of the network small?",
        "Please define OOS before using it in the abstract.",
        "The overall writing is confusing, the part on training should be stated clearly.",
        "Are there references for the assertion «the memory of the device is limited»?",
        "Investigating the scale, the quality and the theory of the token would strengthen the study.",
        "Was it the same for both algorithms?",
        "What does it even mean for the batch size to be small?",
        "What is meant by different seeds?",
        "Do they compare with MouseNet?",
        "Where does the learning come from?",
        "Which TPU was used?",
    ],
)
def test_what_the_paper_does_not_speak_of_is_not_found(question: str, tools: PaperTools) -> None:
    request = looked_up(question, tools)
    assert (request.status, request.evidence) == (RequestStatus.NOT_FOUND, ())


def test_a_pointer_that_names_the_head_of_what_is_asked_is_enough(tools: PaperTools) -> None:
    request = looked_up("Is random initialization used?", tools)
    assert request.status is RequestStatus.POINTED_ELSEWHERE
    assert "initialization schemes" in request.evidence[0].quote


@pytest.mark.parametrize(
    "question", ["Which temperature sensor was used?", "Where do they describe the temperature sensor?"]
)
def test_a_pointer_to_a_missing_appendix_for_just_that_is_pointed_elsewhere(question: str, tools: PaperTools) -> None:
    request = looked_up(question, tools)
    assert request.status is RequestStatus.POINTED_ELSEWHERE
    assert "Appendix B" in request.evidence[0].quote
