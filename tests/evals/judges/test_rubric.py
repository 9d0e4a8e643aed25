"""Rubrics: hard constraints rule, weights count, and without a rubric one is made in view of the candidates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from peerlens.evals.datasets.judged import Criterion, load
from peerlens.evals.judges.judge import JudgeRow, Kind, Mark
from peerlens.evals.judges.rubric import score
from tests.agents.served.conftest import Serve
from tests.agents.served.scripts import script
from tests.agents.served.server import ScriptedServer
from tests.evals.judges.conftest import Judge, Write

Rows = Callable[[], tuple[JudgeRow, ...]]

RUBRIC = [
    {"text": "Says nothing false.", "hard": True},
    {"text": "Names a place.", "weight": 3},
    {"text": "Can be done.", "weight": 1},
]
ITEM = {"id": "1", "context": "Coots.", "candidates": {"zorro-7b": "Add an ablation.", "ada-9b": "Do better."}}
GRADES = {
    "rationale": "It names a place.",
    "grades": [
        {"criterion": 1, "met": True, "grade": 5},
        {"criterion": 2, "met": True, "grade": 5},
        {"criterion": 3, "met": False, "grade": 2},
    ],
}
MADE = {
    "criteria": [
        {"text": "Is true.", "hard": True, "weight": 1},
        {"text": "Names what to ablate.", "hard": False, "weight": 3},
        {"text": "Is short.", "hard": False, "weight": 1},
    ]
}


def row(*grades: Mark) -> JudgeRow:
    names = ("constraint 1", "criterion 2", "criterion 3")
    return JudgeRow(
        suite="judge", item="1", paper="p", kind=Kind.RUBRIC, voter="model", key="k", systems=("a",),
        criteria=tuple(Criterion.model_validate(one) for one in RUBRIC), marks=dict(zip(names, grades, strict=False)),
    )  # fmt: skip


def prompts(server: ScriptedServer, draft: str) -> list[str]:
    return [one.user for one in server.received if one.draft == draft]


@pytest.mark.parametrize(
    ("grades", "expected"),
    [
        (("yes", 5, 2), (3 * 1 + 1 * 0.25) / 4),
        (("yes", 1, 1), 0.0),
        (("yes", 5, 5), 1.0),
        (("no", 5, 5), 0.0),
        (("yes", 5), None),
    ],
)
def test_a_broken_constraint_is_nought_else_weights_count(grades: tuple[Mark, ...], expected: float | None) -> None:
    assert score(row(*grades)) == expected


def test_each_candidate_is_graded_by_the_rubric_given(serve: Serve, judge: Judge, write: Write) -> None:
    server = serve(script({"GradesDraft": GRADES}))
    metrics = judge("rubric", write({**ITEM, "rubric": RUBRIC}), server=server).metrics
    assert metrics["zorro-7b: rubric score"].value == pytest.approx(0.8125)
    assert metrics["ada-9b: hard constraint broken"].value == 0.0
    assert "1. (hard constraint) Says nothing false.\n2. Names a place." in prompts(server, "GradesDraft")[0]
    assert not prompts(server, "RubricDraft")


def test_without_a_rubric_one_is_made_from_the_candidates_and_kept(
    serve: Serve, judge: Judge, write: Write, tmp_path: Path
) -> None:
    server = serve(script({"RubricDraft": MADE, "GradesDraft": GRADES}))
    data = write({**ITEM, "label": "L2.1.2"})
    metrics = judge("rubric", data, server=server).metrics
    (request,) = prompts(server, "RubricDraft")
    assert "Add an ablation." in request
    assert "Do better." in request
    assert "zorro" not in request
    assert metrics["requests"].value == 3.0
    assert all("Names what to ablate." in one for one in prompts(server, "GradesDraft"))
    (again,) = load(tmp_path / "out" / "rubrics.jsonl").items
    assert [one.text for one in again.rubric] == ["Is true.", "Names what to ablate.", "Is short."]
    (first,) = load(data).items
    assert (again.candidates, again.about) == (first.candidates, first.about)


def test_a_rubric_that_could_not_be_made_fails_every_candidate(serve: Serve, judge: Judge, write: Write) -> None:
    server = serve(script({"RubricDraft": {"criteria": "none"}, "GradesDraft": GRADES}))
    metrics = judge("rubric", write(ITEM), server=server).metrics
    assert metrics["failure_share"].value == 1.0
    assert metrics["failure_share"].n == 2
    assert not prompts(server, "GradesDraft")


@pytest.mark.parametrize("numbers", [(1, 2), (1, 2, 2), (1, 2, 4)])
def test_a_reply_that_passes_over_a_criterion_is_a_failure(
    serve: Serve, judge: Judge, write: Write, rows: Rows, numbers: tuple[int, ...]
) -> None:
    grades = {"rationale": "", "grades": [{"criterion": n, "met": True, "grade": 5} for n in numbers]}
    judge("rubric", write({**ITEM, "rubric": RUBRIC}), server=serve(script({"GradesDraft": grades})))
    assert [(one.error or "").partition(":")[0] for one in rows()] == ["OutputInvalidError"] * 2
