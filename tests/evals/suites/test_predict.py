"""The suites end to end on invented papers: real parsing and BM25, verdicts from a script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from peerlens.agents.scripted import ScriptedFamily
from peerlens.errors import OutputInvalidError
from peerlens.evals import run_suite, score
from peerlens.evals.controls import wrong_papers
from peerlens.evals.rows import RankingRow, VerdictRow, read_rows
from peerlens.graph.judge import judge_claim
from peerlens.schema import Claim, Finding, Judgement, Part
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.taxonomy import PartStatus, Polarity, Reason
from peerlens.tools import PaperTools

PONDS = """# Counting coots

## 1 Introduction

Coots are counted from the air with a small drone in the early morning of a windless day.

## 2 Data

The data set has 412 images of three ponds, which two observers labelled independently of each other.

## 3 Results

Our counter errs by 2.7 birds an image, and the best of the older counters errs by 2.6 birds an image.
"""
KETTLES = """# Hearing kettles

## 1 Introduction

A kettle that is about to boil can be heard before it whistles, with a microphone of the cheapest kind.

## 2 Method

A small network listens to spectrograms of two seconds each and says how long the kettle still needs.
"""


def judgement(status: PartStatus, reason: Reason | None = None) -> Judgement:
    part = Part(text="it", polarity=Polarity.OPINION, status=status, main=True, reason=reason)
    return Judgement(parts=(part,), evidence=(), scan=None, steps=(), confidence=0.9, rationale="scripted")


class Scripted:
    """A subject that parses and ranks for real and judges by a script, with BM25 alone."""

    versions: Mapping[str, str] = {"peerlens": "test"}
    engine = "scripted"
    retrievers = (RetrieverName.BM25,)

    def __init__(self, home: Path, judgements: Mapping[str, Judgement | Exception]) -> None:
        self.settings = Settings(home=home, retriever=RetrieverName.BM25)
        self.family = ScriptedFamily(decompositions={}, judgements=judgements)
        self.opened: list[str] = []

    @contextmanager
    def open(self, path: Path) -> Iterator[PaperTools]:
        self.opened.append(path.parent.name)
        with Library(self.settings.home).open(path, settings=self.settings) as store:
            yield PaperTools(store, retriever=RetrieverName.BM25)

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        return asyncio.run(judge_claim(claim, tools, self.family))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two papers; a located B1 claim of each, one that is not located, one of B3, one of B6, one of a bad paper."""
    folder = tmp_path / "data" / "any" / "where"
    for name, text in (("coots", PONDS), ("kettles", KETTLES)):
        (folder / name).mkdir(parents=True)
        (folder / name / "paper.md").write_text(text, encoding="utf-8")
    rows = [
        b1(0, "coots", "Two people annotated 412 pictures of ponds.", span(PONDS, "The data set has")),
        b1(1, "kettles", "The network takes spectrograms lasting two seconds.", span(KETTLES, "A small network")),
        b1(2, "coots", "Drones fly early.", None),
        b1(3, "bad", "Nothing to read.", None),
        {"bench": "B3", "row": 4, "paper_id": "coots", "claim": "No ablation is given.", "label": "Contradicted"},
        {"bench": "B3", "row": 5, "paper_id": "kettles", "claim": "It breaks.", "label": "Supported"},
        {
            "bench": "B6",
            "row": 6,
            "paper_id": "coots",
            "claim": "The authors agree.",
            "label": "Supported",
            "author_response": "We agree with this.",
        },
    ]
    (folder / "claims_x.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "quality_x.jsonl").write_text('{"paper_id": "bad", "usable": false}\n', encoding="utf-8")
    return tmp_path / "data"


def b1(row: int, paper: str, claim: str, spans: tuple[int, int] | None) -> dict[str, object]:
    located = [] if spans is None else [{"start": spans[0], "end": spans[1], "para_score": 1.0}]
    return {"bench": "B1", "row": row, "paper_id": paper, "claim": claim, "label": "Supported", "spans": located}


def span(text: str, opening: str) -> tuple[int, int]:
    start = text.index(opening)
    return start, text.index("\n", start)


JUDGEMENTS: dict[str, Judgement | Exception] = {
    "Two people annotated 412 pictures of ponds.": judgement(PartStatus.UNDECIDABLE, Reason.ENGINE_LIMIT),
    "The network takes spectrograms lasting two seconds.": judgement(PartStatus.SILENT),
    "Drones fly early.": judgement(PartStatus.SILENT),
    "No ablation is given.": judgement(PartStatus.UNDECIDABLE, Reason.VAGUE),
    "It breaks.": OutputInvalidError("the reply is no record"),
    "The authors agree.": judgement(PartStatus.UNDECIDABLE, Reason.OPINION),
}


def test_retrieval_ranks_each_located_claim_on_its_own_paper_beside_two_controls(data: Path, tmp_path: Path) -> None:
    subject = Scripted(tmp_path / "home", {})
    result = run_suite("retrieval", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", RankingRow)
    assert {row.retriever for row in rows if row.item == "B1:0"} == {
        "bm25",
        "control: random order",
        "control: reading order",
    }
    best = next(row for row in rows if row.item == "B1:0" and row.retriever == "bm25")
    assert PONDS[slice(*best.ranked[0])].startswith("The data set has 412 images")
    assert result.metrics["hit@1"].value == 1.0
    assert result.metrics["hit@1"].n == 2
    assert result.metrics["dropped: B1, gold not located"].value == 1
    assert result.metrics["dropped: B1, marked unusable"].value == 1
    assert score(tmp_path / "out" / "predictions.jsonl") == result


def test_verdicts_judge_every_claim_on_its_own_and_on_a_wrong_paper_opening_each_once(
    data: Path, tmp_path: Path
) -> None:
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    result = run_suite("verdicts", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow)
    assert sorted(subject.opened[:2]) == ["coots", "kettles"]
    assert len(subject.opened) == 3  # and the answer
    others = wrong_papers(["coots", "kettles"])
    wrong = [row for row in rows if row.arm == "wrong paper"]
    assert {(row.paper, row.document) for row in wrong} == set(others.items())
    assert all(row.gold is None for row in wrong if row.set_ == "B1")
    answer = next(row for row in rows if row.set_ == "B6")
    assert (answer.document, answer.reason) == ("answer for coots", Reason.OPINION)
    assert score(tmp_path / "out" / "predictions.jsonl") == result


def test_a_claim_that_breaks_off_is_a_failure_and_not_a_label(data: Path, tmp_path: Path) -> None:
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    result = run_suite("verdicts", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow)
    broken = [row for row in rows if row.claim == "It breaks."]
    assert {(row.predicted, row.error) for row in broken} == {
        (None, "ClaimFailedError: verify: OutputInvalidError: the reply is no record")
    }
    assert result.metrics["B3 failure_share"].value == 0.5
    assert result.metrics["B3 accuracy"].n == 1


def test_a_paper_that_cannot_be_read_drops_its_claims_with_the_error(data: Path, tmp_path: Path) -> None:
    next(data.rglob("kettles/paper.md")).write_bytes(b"%PDF-1.4\nnot really")
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    run_suite("retrieval", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", RankingRow)
    assert {row.dropped for row in rows if row.paper == "kettles"} == {"DamagedFileError"}


def test_probes_are_judged_on_the_manuscript_their_file_names(tmp_path: Path) -> None:
    folder = tmp_path / "probes"
    folder.mkdir()
    (folder / "coots.md").write_text(PONDS, encoding="utf-8")
    claims = [
        {"id": "1", "claim": "No ablation is given.", "expect": "Not Determined", "family": "absence"},
        {"id": "2", "claim": "It breaks.", "expect": "Supported"},
    ]
    (folder / "mine.json").write_text(json.dumps({"paper": "coots.md", "claims": claims}), encoding="utf-8")
    lone = {"paper": "gone.md", "claims": claims[:1]}
    (folder / "lone.json").write_text(json.dumps(lone), encoding="utf-8")
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    result = run_suite("probes", folder, settings=subject.settings, subject=subject)
    assert result.metrics["mine accuracy"].value == 1.0
    assert result.metrics["mine flips"].value == 0
    assert result.metrics["mine right[absence]"].n == 1
    assert result.metrics["mine failure_share"].value == 0.5
    assert result.metrics["dropped: lone, no paper file"].value == 1


def test_progress_is_told_row_by_row(data: Path, tmp_path: Path) -> None:
    subject, seen = Scripted(tmp_path / "home", {}), list[int]()
    run_suite("retrieval", data, settings=subject.settings, subject=subject, notify=seen.append)
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) == 2 * 3 + 2 + 2  # two located claims by three orders, two dropped of B1, two of B3


def test_every_row_says_which_parser_and_data_it_stands_on(data: Path, tmp_path: Path) -> None:
    subject = Scripted(tmp_path / "home", {})
    result = run_suite("retrieval", data, settings=subject.settings, subject=subject)
    assert result.versions["parser"].startswith("markdown")
    assert result.versions["data"].startswith("peerify ")
