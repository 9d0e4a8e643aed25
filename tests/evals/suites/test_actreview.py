"""Weaknesses against references: replies of every form, alignment, abstention, what is generated and what is scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from peerlens.agents.audit_rows import empty_row
from peerlens.errors import InputError, UsageError
from peerlens.evals import EvalResult, SuiteOptions, run_suite
from peerlens.evals.datasets.diagnoses import load, read_claims
from peerlens.evals.rows import DiagnosisRow, read_rows
from peerlens.schema import LabelRow
from peerlens.taxonomy import Ground, Weakness
from peerlens.tools import PaperTools
from tests.evals.suites.test_predict import PONDS, Scripted

NEEDS = "the extra eval is not installed: make test-extras"
REFERENCES = [
    {"id": "1", "paper": "coots.md", "label": "L2.1.2", "claims": ["no ablation", "no baseline"],
     "suggestions": ["add an ablation"]},
    {"id": "2", "paper": "coots.md", "label": "L2.3.1", "claims": []},
    {"id": "3", "paper": "coots.md", "label": "L2.7.1", "claims": []},
    {"id": "4", "paper": "coots.md", "label": "L2.2.2", "claims": ["no seeds"]},
]  # fmt: skip


class Alike(Scripted):
    """Texts are as alike as the words they share; the audit ends without findings."""

    def similarity(self, texts: Any, others: Any) -> tuple[tuple[float, ...], ...]:
        def shared(a: str, b: str) -> float:
            one, two = set(a.split()), set(b.split())
            return len(one & two) / len(one | two)

        return tuple(tuple(shared(a, b) for b in others) for a in texts)

    def audit(self, tools: PaperTools, labels: Any) -> tuple[LabelRow, ...]:
        return tuple(empty_row(label, Ground.NOTHING_LOCATED) for label in labels)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "coots.md").write_text(PONDS, encoding="utf-8")
    (folder / "references.jsonl").write_text("".join(json.dumps(row) + "\n" for row in REFERENCES), encoding="utf-8")
    return folder


def run(data: Path, tmp_path: Path, **options: Any) -> EvalResult:
    subject = Alike(tmp_path / "home", {})
    return run_suite(
        "actreview", data, settings=subject.settings, subject=subject, out=tmp_path / "out",
        options=SuiteOptions(**options),
    )  # fmt: skip


def given(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "theirs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_what_another_system_wrote_is_aligned_and_abstentions_count(data: Path, tmp_path: Path) -> None:
    for library in ("scipy", "rouge_score", "sacrebleu"):
        pytest.importorskip(library, reason=NEEDS)
    theirs = given(
        tmp_path,
        {"id": "1", "claims": "Claim 1: no baseline\nClaim 2: no ablation\nClaim 3: typos in Table 2",
         "suggestions": [{"what": "add an ablation"}]},
        {"id": "2", "claims": "None."},
        {"id": "3", "claims": ["too slow"]},
        {"id": "4", "claims": "  "},
    )  # fmt: skip
    metrics = {name: figure.value for name, figure in run(data, tmp_path, predictions=theirs).metrics.items()}
    assert metrics["answer rate on supported"] == 1.0
    assert metrics["abstention rate on unsupported"] == 0.5
    assert metrics["balanced accuracy"] == 0.75
    assert metrics["aligned claims: similarity"] == 1.0
    assert metrics["aligned claims: ROUGE-L"] == 1.0
    assert metrics["over-generation"] == pytest.approx(2 / 4)
    assert metrics["under-generation"] == 0.0
    assert metrics["Spec of claims"] == pytest.approx((1 + 0.3) / 4)
    assert metrics["Sugg.sim"] == 1.0
    assert metrics["failure_share"] == 0.25
    rows = read_rows(tmp_path / "out" / "predictions.jsonl", DiagnosisRow)
    assert rows[3].error == "empty reply"


def test_ours_abstains_where_the_audit_finds_nothing(data: Path, tmp_path: Path) -> None:
    metrics = {name: figure.value for name, figure in run(data, tmp_path).metrics.items()}
    assert (metrics["answer rate on supported"], metrics["abstention rate on unsupported"]) == (0.0, 1.0)
    assert metrics["under-generation"] == 1.0
    assert metrics["claims generated"] == 0.0


def test_in_task_2_the_claims_given_are_not_measured_and_failures_are(data: Path, tmp_path: Path) -> None:
    result = run(data, tmp_path, mode="task2")
    assert "aligned claims: similarity" not in result.metrics
    assert result.metrics["failure_share"].value == 0.5  # the script judges neither reference claim
    assert "Evid.spec" in result.metrics


def test_an_item_nobody_answered_is_dropped(data: Path, tmp_path: Path) -> None:
    result = run(data, tmp_path, predictions=given(tmp_path, {"id": "2", "claims": []}))
    assert result.metrics["dropped: no prediction given"].value == 3


@pytest.mark.parametrize(
    ("reply", "claims"),
    [
        ("Claim 1: a\nClaim 2: b", ("a", "b")),
        ("**Claim 1**: a\ngoes on\n\n- Claim 2: b", ("a goes on", "b")),
        ("None", ()),
        ("*None.*", ()),
        ("Claim 1: None", ()),
        ("I cannot say.", None),
        (["a", " "], ("a",)),
        (None, ()),
        (7, None),
    ],
)
def test_replies_are_read_leniently_and_nonsense_is_no_abstention(reply: Any, claims: tuple[str, ...] | None) -> None:
    assert read_claims(reply) == claims


def test_references_that_are_none_and_unknown_tasks_are_refused(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown mode"):
        run(data, tmp_path, mode="task3")
    (data / "references.jsonl").write_text('{"id": "1", "paper": "x", "label": "L9", "claims": []}\n', encoding="utf-8")
    with pytest.raises(InputError, match="label 'L9' cannot be read"):
        load(data)
    (data / "references.jsonl").unlink()
    with pytest.raises(InputError, match="no JSONL of reference diagnoses"):
        load(data)


def test_a_label_may_carry_its_name(data: Path) -> None:
    row = {**REFERENCES[0], "label": f"L2.1.2 — {Weakness('L2.1.2').display_name}"}
    (data / "references.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert load(data).items[0].label is Weakness.L2_1_2
