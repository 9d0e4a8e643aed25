"""Peerify as released: names, forms of evidence, what a claim is judged on, and what is counted instead of judged."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals import EvalResult, SuiteOptions, run_suite
from peerlens.evals.datasets.peerify_release import PeerifySet, evidence_texts, load, quotes_in
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.evals.suites import peerify
from peerlens.settings import EngineName, Settings
from peerlens.taxonomy import PartStatus, Verdict
from tests.evals.suites.test_predict import KETTLES, PONDS, Scripted, judgement

CLAIMS: dict[str, list[dict[str, Any]]] = {
    "B1_golden_supported": [
        {"paper_id": "coots", "claim": "Twice.", "label": "Supported", "paragraph": "Coots are counted from the air."}
    ],
    "B2_reviewer_author": [
        {
            "paper_id": "coots",
            "claim": "Said.",
            "label": "Contradicted",
            "author_response": "one",
            "combined_author_response": "We disagree with this.",
            "evidence": {"quote": "We disagree with this."},
        }
    ],
    "B3_reviewer_paper": [
        {"paper_id": "coots", "claim": "Three ponds.", "label": "refuted", "evidence": "“412 images of three ponds”"},
        {"paper_id": "coots", "claim": "Broken.", "label": "Not Determined",
         "justification": "Error during labeling: no JSON", "evidence": ""},
        {"paper_id": "coots", "claim": "Three ponds.", "label": "Supported", "evidence": ""},
        {"paper_id": "kettles", "claim": "It whistles.", "label": "Supported", "evidence": ""},
    ],
    "B4_agreement": [
        {"paper_id": "kettles", "claim": "Agreed.", "b2_label": "Supported", "b3_label": "Supported",
         "b3_evidence": ["A small network", {"text": "listens"}]},
        {"paper_id": "kettles", "claim": "Also broken.", "b2_label": "Not Determined", "b3_label": "Not Determined",
         "b2_justification": "Error during labeling: cut off"},
    ],
    "B6_human": [
        {"paper_id": "gone", "claim": "Answered.", "label": "Supported", "combined_author_response": "We agree."}
    ],
}  # fmt: skip
SILENT = judgement(PartStatus.SILENT)
JUDGEMENTS = {row["claim"]: SILENT for rows in CLAIMS.values() for row in rows}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "benchmark").mkdir(parents=True)
    for name, rows in CLAIMS.items():
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / "benchmark" / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (folder / "coots.md").write_text(PONDS, encoding="utf-8")
    (folder / "kettles").mkdir()
    (folder / "kettles" / "paper.md").write_text(KETTLES, encoding="utf-8")
    return folder


def run(
    data: Path, tmp_path: Path, *, split: str | None = None, **options: Any
) -> tuple[EvalResult, dict[str, VerdictRow]]:
    subject = Scripted(tmp_path / "home", JUDGEMENTS)
    result = run_suite(
        "peerify", data, settings=subject.settings, out=tmp_path / "out", subject=subject, split=split,
        options=SuiteOptions(**options),
    )  # fmt: skip
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow)
    return result, {f"{row.set_} {row.claim} {row.dropped or ''}".strip(): row for row in rows}


def test_sets_have_the_names_of_the_paper_and_labels_their_aliases(data: Path, tmp_path: Path) -> None:
    result, rows = run(data, tmp_path)
    assert {row.set_ for row in rows.values()} == {*PeerifySet} - {PeerifySet.VERIFIABLE_ONLY}
    assert rows["LLMJudged Three ponds."].gold is Verdict.NOT_SUPPORTED
    assert result.metrics["PaperSourced accuracy"].n == 1
    assert result.metrics["HighAgreement accuracy"].n == 1


def test_rows_whose_labelling_broke_and_rows_given_twice_are_counted_instead(data: Path, tmp_path: Path) -> None:
    result, rows = run(data, tmp_path)
    assert result.metrics["dropped: labelling error"].value == 2
    assert result.metrics["dropped: the same claim again"].value == 1
    assert rows["LLMJudged Broken. labelling error"].gold is None


def test_claims_labelled_on_the_answer_are_judged_on_the_whole_answer(data: Path, tmp_path: Path) -> None:
    _, rows = run(data, tmp_path)
    assert rows["RebuttalSourced Said."].document.startswith("answer for coots ")
    assert rows["RebuttalSourced Said."].shows_gold is False  # located in the answer; the script shows nothing
    assert rows["HumanVerified Answered."].document.startswith("answer for gone ")
    assert rows["LLMJudged Three ponds."].document == "coots"


def test_oracle_judges_on_the_evidence_and_drops_what_has_none(data: Path, tmp_path: Path) -> None:
    result, rows = run(data, tmp_path, mode="oracle")
    assert rows["PaperSourced Twice."].document.startswith("evidence of PaperSourced:")
    assert rows["HighAgreement Agreed."].dropped is None
    assert rows["LLMJudged It whistles. no evidence given"].dropped == peerify.NO_EVIDENCE
    assert result.versions["mode"] == "oracle"


def test_a_paper_that_is_not_there_is_counted(data: Path, tmp_path: Path) -> None:
    (data / "coots.md").unlink()
    result, _ = run(data, tmp_path)
    assert result.metrics["dropped: no paper file"].value == 2


def test_manuscripts_are_read_from_a_zip_under_names_of_ours(data: Path, tmp_path: Path) -> None:
    (data / "coots.md").unlink()
    packed = tmp_path / "papers.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../coots.md", PONDS)
        archive.writestr("deep/kettles/paper.md", KETTLES)
    result, _ = run(data, tmp_path, manuscripts=packed)
    assert "dropped: no paper file" not in result.metrics
    assert not (tmp_path.parent / "coots.md").exists()


def test_what_is_no_zip_is_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "papers.zip").write_bytes(b"no")
    with pytest.raises(InputError, match="neither a folder nor a zip"):
        run(data, tmp_path, manuscripts=tmp_path / "papers.zip")


def test_a_split_names_sets_and_halves(data: Path, tmp_path: Path) -> None:
    _, rows = run(data, tmp_path, split="LLMJudged,HighAgreement")
    assert {row.set_ for row in rows.values()} == {"LLMJudged", "HighAgreement"}
    tune, test = (run(data, tmp_path, split=half)[1] for half in ("tune", "test"))
    assert not {row.paper for row in tune.values()} & {row.paper for row in test.values()}
    with pytest.raises(UsageError, match="no split 'B9'"):
        run(data, tmp_path, split="B9")


def test_a_claim_longer_than_the_window_is_left_out_and_counted(data: Path, tmp_path: Path) -> None:
    from peerlens.errors import ContextOverflowError

    subject = Scripted(tmp_path / "home", {**JUDGEMENTS, "It whistles.": ContextOverflowError("too long")})
    result = run_suite("peerify", data, settings=subject.settings, subject=subject, options=SuiteOptions(mode="full"))
    assert result.metrics["dropped: longer than the model's window"].value == 1
    assert result.metrics["LLMJudged failure_share"].value == 0.0


def test_the_full_paper_needs_a_model_server(data: Path, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, engine=EngineName.EMBEDDED)
    with pytest.raises(UsageError, match="needs a model server"):
        run_suite("peerify", data, settings=settings, options=SuiteOptions(mode="full"))


def test_on_a_wrong_paper_an_answer_is_exchanged_for_an_answer(data: Path, tmp_path: Path) -> None:
    _, rows = run(data, tmp_path, system="wrong-paper", split="LLMJudged,HighAgreement")
    assert {(row.paper, row.document) for row in rows.values() if row.dropped is None} == {
        ("coots", "kettles"),
        ("kettles", "coots"),
    }


@pytest.mark.parametrize(
    ("value", "texts"),
    [("a", ("a",)), ("  ", ()), (None, ()), (["a", "b"], ("a", "b")), ({"quote": "a", "page": 3}, ("a",)),
     ([{"text": "a"}, "b", None], ("a", "b")), ({"x": "a"}, ("a",))],
)  # fmt: skip
def test_evidence_is_read_in_every_form(value: Any, texts: tuple[str, ...]) -> None:
    assert evidence_texts(value) == texts


def test_quotations_are_taken_out_of_the_words_around_them() -> None:
    text = 'Abstract: "The data set has 412 images of three ponds." and “two observers labelled them”'
    assert quotes_in([text]) == ("The data set has 412 images of three ponds.", "two observers labelled them")
    assert quotes_in(["no marks here"]) == ("no marks here",)


def test_a_label_that_nobody_knows_names_its_row(tmp_path: Path) -> None:
    row = json.dumps({"paper_id": "p", "claim": "c", "label": "perhaps"})
    (tmp_path / "B3_x.jsonl").write_text(row + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"B3_x\.jsonl, row 1: unknown label 'perhaps'"):
        load(tmp_path)
