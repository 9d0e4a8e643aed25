"""Claims without evidence in the paper, and claims whose evidence joins sections, by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from peerlens.evals import SuiteOptions, run_suite
from peerlens.evals.grounding import sections_by_claim
from peerlens.evals.rows import DiagnosisRow
from peerlens.evals.suites.actreview import figures
from peerlens.taxonomy import Weakness
from tests.evals.suites.test_actreview import Alike
from tests.evals.suites.test_predict import PONDS


def row(**fields: object) -> DiagnosisRow:
    base = {"suite": "actreview", "item": "1", "paper": "p", "label": Weakness.L2_1_2, "task": "chained"}
    return DiagnosisRow.model_validate(base | fields)


def test_evidence_counts_for_the_claim_it_belongs_to_or_for_all() -> None:
    assert sections_by_claim(2, ["s1", None, "s2"], [0, 1, 0]) == [frozenset({"s1", "s2"}), frozenset()]
    assert sections_by_claim(2, ["s1", None], []) == [frozenset({"s1"})] * 2
    assert sections_by_claim(1, [], []) == [frozenset()]


def test_the_rates_and_the_alignment_of_suggestions_by_hand() -> None:
    """Four claims: one in two sections, one in one, two in none. Three suggestions: best cosines .9, .4 and .2."""
    rows = [
        row(claims=["a", "b", "c"], evidence=["x", "y", "z", "w"], evidence_sections=["s1", "s2", "s1", None],
            evidence_of=[0, 0, 1, 2], suggestions=["m", "n"], own_similarity=[[0.9, 0.1], [0.3, 0.4], [0.0, 0.2]]),
        row(item="2", claims=["d"], evidence_sections=[], suggestions=["o"], own_similarity=[[0.2]]),
        row(item="3", claims=["e"], evidence=["v"]),  # a paper that was not read counts for neither rate
    ]  # fmt: skip
    found = figures(rows)
    assert (found["unsupported-claim rate"].value, found["unsupported-claim rate"].n) == (0.5, 4)
    assert (found["cross-section rate"].value, found["cross-section rate"].n) == (0.5, 2)
    assert found["claim–suggestion alignment"].value == pytest.approx((0.9 + 0.4 + 0.2) / 3)
    assert found["claim–suggestion alignment"].n == 3


def test_anothers_evidence_is_located_and_given_to_its_claims(tmp_path: Path) -> None:
    (tmp_path / "coots.md").write_text(PONDS, encoding="utf-8")
    reference = {"id": "1", "paper": "coots.md", "label": "L2.1.2", "claims": []}
    (tmp_path / "references.jsonl").write_text(json.dumps(reference) + "\n", encoding="utf-8")
    theirs = tmp_path / "theirs" / "replies.jsonl"
    theirs.parent.mkdir()
    evidence = [["412 images of three ponds", "errs by 2.7 birds"], "words that stand nowhere"]
    theirs.write_text(json.dumps({"id": "1", "claims": ["a", "b"], "evidence": evidence}) + "\n", encoding="utf-8")
    subject = Alike(tmp_path / "home", {})
    found = run_suite(
        "actreview", tmp_path / "references.jsonl", settings=subject.settings, subject=subject,
        options=SuiteOptions(predictions=theirs),
    ).metrics  # fmt: skip
    assert found["unsupported-claim rate"].value == 0.5
    assert found["cross-section rate"].value == 1.0
