"""Claims taken from reviews: each system, each way of holding claims to be the same, quality, labels and failures."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from peerlens.errors import InputError, UsageError
from peerlens.evals import EvalResult, SuiteOptions, run_suite
from peerlens.evals.rows import read_rows
from peerlens.evals.suites.extraction import ExtractionRow
from peerlens.settings import EngineName, RetrieverName, Settings
from tests.agents.served.conftest import Serve, serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received, ScriptedServer
from tests.evals.judges.test_golden import check
from tests.evals.suites.test_predict import PONDS

__all__ = ["serve"]  # a fixture

SENTENCES = ["The data set has 412 images.", "Swans are counted from the air.", "The paper is a pleasure to read."]
CLAIMS = [
    {"claim": "The data set has 412 images.", "label": "Supported"},
    {"claim": "Swans are counted.", "label": "Not Supported"},
]
Run = Callable[..., EvalResult]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the suite on a paper, a review of three sentences, and the two claims that a person found in it."""
    (tmp_path / "coots.md").write_text(PONDS, encoding="utf-8")

    def made(*, server: ScriptedServer | None = None, claims: Any = CLAIMS, **options: Any) -> EvalResult:
        row = {"id": "1", "paper": "coots.md", "review": " ".join(SENTENCES), "claims": claims}
        (tmp_path / "reviews.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
        settings = Settings(
            home=tmp_path / "home", retriever=RetrieverName.BM25,
            engine=EngineName.OPENAI if server else EngineName.EMBEDDED, base_url=server.url if server else None,
        )  # fmt: skip
        return run_suite(
            "extraction", tmp_path, settings=settings, out=tmp_path / "out", options=SuiteOptions(**options)
        )

    return made


def values(result: EvalResult) -> dict[str, float | None]:
    return {name: figure.value for name, figure in result.metrics.items()}


def same(request: Received) -> object:
    """Two claims are the same that name one thing."""
    first, second = request.user.split("<second>")
    return {"rationale": "", "same": any(word in first and word in second for word in ("412", "Swans"))}


GOOD = {"rationale": "", "atomic": True, "faithful": True, "decontextualised": True, "fluent": True}


def test_each_sentence_as_a_claim_by_words_alone(run: Run) -> None:
    result = run(system="sentences", mode="lexical")
    found = values(result)
    assert (found["precision"], found["recall"], found["F1"]) == (pytest.approx(2 / 3), 1.0, pytest.approx(0.8))
    assert (found["claims a review"], found["requests a review"]) == (3.0, 0.0)
    assert result.versions["equivalence"] == "shared stems of 0.6 or more, no judge"
    assert "atomic" not in found


def test_another_system_is_scored_with_its_labels(run: Run, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs" / "claims.jsonl"
    theirs.parent.mkdir()
    claims = [{"claim": "The data set has 412 images", "label": "Not Supported"}, "Swans are not known to us at all."]
    theirs.write_text(json.dumps({"id": "1", "claims": claims}) + "\n", encoding="utf-8")
    found = values(run(predictions=theirs, mode="lexical"))
    assert (found["precision"], found["recall"]) == (0.5, 0.5)
    assert (found["label right, of the matched"], found["found and labelled right"]) == (0.0, 0.0)
    assert "seconds a review" not in found


def test_the_judge_says_which_claims_are_the_same_and_how_well_each_was_taken(serve: Serve, run: Run) -> None:
    def quality(request: Received) -> object:
        return GOOD | {"fluent": "pleasure" not in request.user.rpartition("<claim>")[2]}

    server = serve(script({"EquivalenceDraft": same, "QualityDraft": quality}))
    result = run(server=server, system="sentences")
    found = values(result)
    assert (found["precision"], found["recall"]) == (pytest.approx(2 / 3), 1.0)
    assert (found["atomic"], found["fluent"]) == (1.0, pytest.approx(2 / 3))
    assert found["requests of the judge a review"] == 6.0 + 3.0
    assert result.versions["equivalence"].startswith("judge")


def test_a_broken_judge_is_a_failure_of_the_review(serve: Serve, run: Run, tmp_path: Path) -> None:
    server = serve(script({"EquivalenceDraft": {"rationale": "", "same": "perhaps"}, "QualityDraft": GOOD}))
    result = run(server=server, system="sentences")
    assert result.metrics["failure_share"].value == 1.0
    assert "precision" not in result.metrics
    (row,) = read_rows(tmp_path / "out" / "predictions.jsonl", ExtractionRow)
    assert (row.error or "").startswith("OutputInvalidError")


def test_end_to_end_gives_claims_and_labels_in_one_reply_on_the_paper(serve: Serve, run: Run) -> None:
    reply = {"claims": [{"claim": "The set has 412 images.", "label": "Supported"},
                        {"claim": "Swans are counted.", "label": "supported"}]}  # fmt: skip
    server = serve(script({"EndToEndDraft": reply, "EquivalenceDraft": same, "QualityDraft": GOOD}))
    found = values(run(server=server, system="end-to-end"))
    (request,) = [one for one in server.received if one.draft == "EndToEndDraft"]
    check("EndToEndDraft", request)
    check("QualityDraft", min((one for one in server.received if one.draft == "QualityDraft"), key=lambda o: o.user))
    assert "two observers labelled" in request.user
    assert SENTENCES[1] in request.user
    assert (found["F1"], found["label right, of the matched"]) == (1.0, 0.5)
    assert (found["requests a review"], found["prompt tokens a review"]) == (1.0, 100.0)


def test_the_rules_take_the_review_apart_and_in_two_tasks_ours_labels_the_claims(run: Run) -> None:
    found = values(run(system="embedded", mode="lexical"))
    assert found["recall"] == 1.0
    assert "label right, of the matched" not in found
    ours = values(run(mode="lexical"))
    assert ours["recall"] == 1.0
    assert ours["label right, of the matched"] is not None


def test_reviews_of_a_file_of_probes_are_read_with_their_labels(tmp_path: Path) -> None:
    from peerlens.evals.datasets.extraction import load
    from peerlens.taxonomy import Verdict

    (tmp_path / "review-1.md").write_text(" ".join(SENTENCES), encoding="utf-8")
    claims = [{"quote": SENTENCES[0], "expect": "Supported"}]
    probes = {"paper": "coots.md", "reviews": [{"review": "review-1.md", "claims": claims}]}
    (tmp_path / "expected.json").write_text(json.dumps(probes), encoding="utf-8")
    (item,) = load(tmp_path).items
    assert (item.review.text.strip(), item.claims[0].label) == (" ".join(SENTENCES), Verdict.SUPPORTED)


@pytest.mark.parametrize("claims", [[7], [{"claim": " "}], [{"claim": "x", "label": "Perhaps"}]])
def test_claims_that_are_none_are_refused(run: Run, claims: list[Any]) -> None:
    with pytest.raises(InputError, match="is no claim"):
        run(system="sentences", mode="lexical", claims=claims)


def test_an_unknown_system_names_the_known_ones(run: Run) -> None:
    with pytest.raises(UsageError) as caught:
        run(system="oracle", mode="lexical")
    assert caught.value.hint == "known: ours, embedded, sentences, end-to-end"
