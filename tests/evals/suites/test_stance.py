"""What became of each sentence of a review: stances and kinds, by the claim that shares most with the sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.agents.embedded.decompose.review import decompose
from peerlens.errors import OutputInvalidError
from peerlens.evals import run_suite, score
from peerlens.evals.rows import SentenceRow, read_rows
from peerlens.schema import Decomposition, Review
from tests.evals.suites.test_predict import PONDS, Scripted

SENTENCES = [
    ("The paper counts coots from the air.", "arg_fact", "none"),
    ("The evaluation is weak because no second observer was used.", "arg_evaluative", "pol_negative"),
    ("Please report the runtime of the counter.", "arg_request", "none"),
    ("I thank the authors.", "arg_social", "none"),
]


class Reader(Scripted):
    """Takes reviews apart for real."""

    def decompose(self, review: Review) -> Decomposition:
        return decompose(review)


class Broken(Scripted):
    def decompose(self, review: Review) -> Decomposition:
        raise OutputInvalidError("the reply is no record")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "papers").mkdir(parents=True)
    (folder / "papers" / "coots.md").write_text(PONDS, encoding="utf-8")
    rows = [
        {"paper_id": "coots", "review_id": "r", "sent": i, "text": text, "review_action": action, "polarity": polarity}
        for i, (text, action, polarity) in enumerate(SENTENCES)
    ]
    (folder / "sentences.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def test_a_sentence_has_the_stance_and_kind_of_the_claim_it_became(data: Path, tmp_path: Path) -> None:
    subject = Reader(tmp_path / "home", {})
    result = run_suite("stance", data, settings=subject.settings, subject=subject, out=tmp_path / "out")
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", SentenceRow)
    assert [(row.gold_stance, row.became, row.stance) for row in rows[:3]] == [
        ("description", "claim", "description"),
        ("criticism", "claim", "criticism"),
        (None, "request", None),
    ]
    assert result.metrics["accuracy"].value == 1.0
    assert result.metrics["criticism became a claim"].value == 1.0
    assert score(tmp_path / "out" / "predictions.jsonl") == result


def test_kinds_hold_requests_and_unused_sentences_too(data: Path, tmp_path: Path) -> None:
    subject = Reader(tmp_path / "home", {})
    result = run_suite("kinds", data, settings=subject.settings, subject=subject)
    assert result.metrics["accuracy"].n == 4
    assert result.metrics["confusion[request → request]"].value == 1
    assert result.metrics["confusion[unused → unused]"].value == 1


def test_a_review_that_cannot_be_taken_apart_is_dropped_with_the_error(data: Path, tmp_path: Path) -> None:
    subject = Broken(tmp_path / "home", {})
    result = run_suite("kinds", data, settings=subject.settings, subject=subject)
    assert result.metrics["dropped: OutputInvalidError"].value == 4
