"""Factual errors of reviews among reliable segments: which segments count, and recall at a bound on false alarms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.evals import run_suite, score
from peerlens.evals.datasets.reviewcritique import SegmentKind, load
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.suites.reviewcritique import recall_at
from peerlens.taxonomy import PartStatus, Reason
from tests.evals.suites.test_predict import PONDS, Scripted, judgement

SEGMENTS = [
    ("- The authors count coots from the air.", "Yes", None, "Summary"),
    ("There is no second observer at all.", "No", "Misunderstanding", "Weakness"),
    ("They should also count swans and herons.", "No", "Out-of-scope", "Weakness"),
    ("The writing is not good enough yet.", "No", "Writing", "Weakness"),
    ("Strengths of the paper as I see them", "Yes", None, "Section title"),
    ("Too short.", "Yes", None, "Weakness"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "dev"
    folder.mkdir(parents=True)
    rows = [
        {"paper_id": "coots", "reviewer_model": "m", "seg": i, "text": text, "reliable": reliable, "error_type": error,
         "topic_1": topic}
        for i, (text, reliable, error, topic) in enumerate(SEGMENTS)
    ]  # fmt: skip
    (folder / "segments.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    paper = {"paper_id": "coots", "title": "Counting", "body_text": PONDS}
    (folder / "papers.jsonl").write_text(json.dumps(paper) + "\n", encoding="utf-8")
    return tmp_path / "data"


def test_segments_are_sorted_by_what_the_experts_found_and_titles_left_out(data: Path) -> None:
    assert [(one.text.split()[0], one.kind) for one in load(data).segments] == [
        ("The", SegmentKind.RELIABLE),
        ("There", SegmentKind.FACTUAL_ERROR),
        ("They", SegmentKind.BEYOND),
        ("The", SegmentKind.OTHER_ERROR),
    ]


def test_recall_of_errors_is_measured_against_reliable_segments_alone(data: Path, tmp_path: Path) -> None:
    judgements = {
        "The authors count coots from the air.": judgement(PartStatus.UNDECIDABLE, Reason.OPINION),
        "There is no second observer at all.": judgement(PartStatus.UNDECIDABLE, Reason.OPINION),
        "They should also count swans and herons.": judgement(PartStatus.UNDECIDABLE, Reason.OPINION),
    }
    subject = Scripted(tmp_path / "home", judgements)
    result = run_suite("reviewcritique", data, settings=subject.settings, subject=subject, out=tmp_path / "out")
    assert score(tmp_path / "out" / "predictions.jsonl") == result
    metrics = {name: figure.value for name, figure in result.metrics.items()}
    assert metrics["recall of factual errors at 10% false alarms"] == 0.0  # all scores are alike: a threshold flags all
    assert metrics["AUC of factual errors over reliable"] == 0.5
    assert metrics["factual error called Not Determined"] == 1.0
    assert metrics["failure_share"] == 0.25
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow)
    assert [row.gold for row in rows] == [None] * 4


def test_recall_is_that_of_the_lowest_threshold_within_the_false_alarms_allowed() -> None:
    reliable = [0.1] * 8 + [0.5, 0.9]
    assert recall_at([0.9, 0.6, 0.5, 0.0], reliable, false_alarms=0.1) == (0.5, 0.1)
    assert recall_at([0.9, 0.6, 0.5, 0.0], reliable, false_alarms=0.2) == (0.75, 0.2)
    assert recall_at([0.1], [0.1] * 5, false_alarms=0.1) == (0.0, 0.0)
    assert recall_at([], [0.1], false_alarms=0.1) is None
