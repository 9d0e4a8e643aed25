"""The absence screen, equivalence and the ratings: what is asked, what is counted, on the paper where it is at hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from peerlens.errors import InputError
from peerlens.evals.judges.judge import JudgeRow
from peerlens.evals.judges.ratings import RATINGS, TechnicalError
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.agents.served.server import Received, ScriptedServer
from tests.evals.judges.conftest import Judge, Write
from tests.evals.suites.test_predict import PONDS

Rows = Callable[[], tuple[JudgeRow, ...]]

RATED = {"rationale": "", **dict.fromkeys(RATINGS, 2), **dict.fromkeys(TechnicalError, False)}


def prompts(server: ScriptedServer, draft: str) -> list[str]:
    return [one.user for one in server.received if one.draft == draft]


def test_the_screen_tells_present_absent_and_uncertain_apart(
    serve: Serve, judge: Judge, write: Write, rows: Rows
) -> None:
    def screen(request: Received) -> object:
        presence = "absent" if "ablation" in request.user else "unsure" if "seeds" in request.user else "present"
        return {"rationale": "So.", "presence": presence, "material": presence == "present"}

    data = write({"id": "1", "claim": "No ablation."}, {"id": "2", "claim": "No seeds."}, {"id": "3", "claim": "Slow."})
    metrics = judge("absence", data, server=serve(script({"AbsenceDraft": screen}))).metrics
    third = pytest.approx(1 / 3)
    assert [metrics[name].value for name in ("present", "absent", "uncertain")] == [third, third, third]
    assert (metrics["material, of the present"].value, metrics["material, of the present"].n) == (1.0, 1)
    assert [one.marks["presence"] for one in rows()] == ["absent", "uncertain", "present"]


def test_without_context_the_screen_reads_passages_of_the_paper(
    serve: Serve, judge: Judge, write: Write, tmp_path: Path
) -> None:
    (tmp_path / "coots.md").write_text(PONDS, encoding="utf-8")
    server = serve(script({"AbsenceDraft": {"rationale": "", "presence": "present", "material": True}}))
    judge("absence", write({"id": "1", "paper": "coots.md", "label": "L2.2.2"}), server=server)
    (request,) = prompts(server, "AbsenceDraft")
    assert "412 images" in request
    assert "L2.2.2 Missing or Insufficient Experimental and Reproducibility Details" in request


def test_a_paper_that_cannot_be_read_drops_its_items(serve: Serve, judge: Judge, write: Write, tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").write_bytes(b"%PDF-1.4 broken")
    server = serve(script({"AbsenceDraft": {"rationale": "", "presence": "present", "material": True}}))
    metrics = judge("absence", write({"id": "1", "paper": "empty.pdf", "claim": "Slow."}), server=server).metrics
    assert metrics["dropped: DamagedFileError"].value == 1.0
    assert not prompts(server, "AbsenceDraft")


def test_equivalence_counts_the_same_and_reads_no_paper(
    serve: Serve, judge: Judge, write: Write, tmp_path: Path
) -> None:
    (tmp_path / "coots.md").write_text(PONDS, encoding="utf-8")
    server = serve(script({"EquivalenceDraft": lambda one: {"rationale": "", "same": "Nine" in one.user}}))
    pairs = [{"id": "1", "a": "Nine are missed.", "b": "It misses 9."}, {"id": "2", "a": "It is slow.", "b": "Fast."}]
    metrics = judge("equivalence", write(*({"paper": "coots.md", **one} for one in pairs)), server=server).metrics
    assert metrics["equivalent"].value == 0.5
    assert not [one for one in prompts(server, "EquivalenceDraft") if "412 images" in one]


def test_ratings_are_means_by_system_and_errors_shares(serve: Serve, judge: Judge, write: Write) -> None:
    def rate(request: Received) -> object:
        wrong = {"correctness": 0, "wrong_theory": True, "context_omission": True} if "Proof" in request.user else {}
        return RATED | wrong

    data = write(
        {"id": "1", "candidates": {"zorro-7b": "Proof fails.", "ada-9b": "No seeds."}},
        {"id": "2", "candidates": {"zorro-7b": "No seeds.", "ada-9b": "No seeds."}},
    )
    server = serve(script({"RatingsDraft": rate}))
    metrics = judge("ratings", data, server=server).metrics
    assert metrics["zorro-7b: correctness"].value == 1.0
    assert metrics["zorro-7b: wrong_theory"].value == 0.5
    assert metrics["zorro-7b: any technical error"].value == 0.5
    assert metrics["ada-9b: any technical error"].value == 0.0
    assert not [one for one in prompts(server, "RatingsDraft") if "zorro" in one or "ada-9b" in one]


@pytest.mark.parametrize("grade", [3, -1, "good"])
def test_a_rating_outside_0_to_2_is_a_failure(serve: Serve, judge: Judge, write: Write, grade: object) -> None:
    server = serve(script({"RatingsDraft": RATED | {"correctness": grade}}))
    metrics = judge("ratings", write({"id": "1", "candidates": {"a": "x"}}), server=server).metrics
    assert metrics["failure_share"].value == 1.0
    assert "a: correctness" not in metrics


@pytest.mark.parametrize("kind", ["absence", "equivalence", "ratings", "rubric"])
def test_an_item_without_what_a_judge_needs_is_named(judge: Judge, write: Write, kind: str) -> None:
    with pytest.raises(InputError, match="item-9"):
        judge(kind, write({"id": "item-9"}))
