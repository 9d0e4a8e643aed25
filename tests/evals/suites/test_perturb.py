"""The perturbation suite on one invented pair: real parsing, real checks, and what counts as found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from peerlens.agents.audit_rows import empty_row
from peerlens.agents.embedded.audit.skills import propose
from peerlens.errors import InputError
from peerlens.evals import run_suite, score
from peerlens.evals.datasets.perturb import load
from peerlens.evals.rows import PerturbedRow, read_rows
from peerlens.schema import AuditFinding, Claim, Finding, LabelRow
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.taxonomy import Ground, Outcome, Weakness
from peerlens.tools import PaperTools

CLEAN = r"""\documentclass{article}
\title{Counting Herons}
\begin{document}
\section{Introduction}
Our data set contains 4,812 observations of herons. Herons are counted by hand elsewhere.
\section{Data}
In total, 4,812 observations were made at dawn. The ponds are small.
\section{Results}
The counter lowers the error from 21.4 to 18.9. Its colour is grey, and 0.731 is its weight.
\end{document}
"""
ERRORS = (
    ("P1", "In total, 4,812 observations were made at dawn.", "In total, 3,100 observations were made at dawn."),
    ("P2", "lowers the error from 21.4 to 18.9", "lowers the error from 18.9 to 21.4"),
    ("P3", "The ponds are small.", "The ponds are enormous and full of eels."),
)


class Checks:
    """The embedded checks alone, every candidate a finding."""

    versions: Mapping[str, str] = {"peerlens": "test"}
    engine = "checks"
    retrievers = (RetrieverName.BM25,)

    def __init__(self, home: Path) -> None:
        self.settings = Settings(home=home, retriever=RetrieverName.BM25)

    @contextmanager
    def open(self, path: Path) -> Iterator[PaperTools]:
        with Library(self.settings.home).open(path, settings=self.settings) as store:
            yield PaperTools(store, retriever=RetrieverName.BM25)

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        raise AssertionError("nothing is judged here")

    def audit(self, tools: PaperTools, labels: Sequence[Weakness]) -> tuple[LabelRow, ...]:
        return tuple(_row(label, tools) for label in labels)


def _row(label: Weakness, tools: PaperTools) -> LabelRow:
    findings = []
    for candidate in propose(label, tools):
        assert candidate.judgement is not None
        findings.append(
            AuditFinding(
                id=f"f{len(findings)}",
                claim=candidate.observation,
                assessment=candidate.assessment,
                severity=candidate.severity,
                confidence=0.8,
                rationale="",
                parts=(),
                evidence=candidate.judgement.evidence,
                scan=None,
            )
        )
    if not findings:
        return empty_row(label, Ground.NOTHING_LOCATED)
    return LabelRow(
        label=label, name=label.display_name, outcome=Outcome.FINDING, reason=None, findings=tuple(findings)
    )  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    papers = tmp_path / "perturb" / "dev" / "papers"
    papers.mkdir(parents=True)
    corrupted = CLEAN
    rows = []
    for number, original, perturbed in ERRORS:
        assert original in corrupted
        corrupted = corrupted.replace(original, perturbed)
        rows.append(
            {
                "paper_id": "herons",
                "category": "statement",
                "perturbation_id": number,
                "error": "incorrect",
                "original": original,
                "perturbed": perturbed,
            }
        )
    rows.append(rows[0] | {"category": "surface"})  # a text that is not stored
    (papers / "herons_clean.md").write_text(CLEAN, encoding="utf-8")
    (papers / "herons_statement.md").write_text(corrupted, encoding="utf-8")
    (papers.parent / "perturbations.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return tmp_path / "perturb"


def test_an_error_is_found_when_something_new_quotes_the_words_put_in(data: Path, tmp_path: Path) -> None:
    subject = Checks(tmp_path / "home")
    result = run_suite("perturb", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    (row,) = read_rows(tmp_path / "out" / "predictions.jsonl", PerturbedRow)
    assert [(error.item, error.kind, error.found) for error in row.errors] == [
        ("herons:statement:P1", "number", True),
        ("herons:statement:P2", "other", True),
        ("herons:statement:P3", "other", False),
    ]
    assert row.clean == ()
    assert len(row.corrupted) == 2
    figures = {name: (figure.value, figure.n) for name, figure in result.metrics.items()}
    assert figures == {
        "number found": (1.0, 1),
        "other found": (0.5, 2),
        "all found": (pytest.approx(2 / 3), 3),
        "findings on a clean paper": (0.0, 1),
        "new on corrupted": (2.0, 1),
        "new on corrupted, no error quoted": (0.0, 1),
    }
    assert score(tmp_path / "out" / "predictions.jsonl").metrics == result.metrics


def test_what_explicit_checks_could_see_is_told_from_the_changed_words_alone(data: Path) -> None:
    (pair,) = load(data).pairs
    assert [error.changed for error in pair.errors] == [
        ("3,100",),
        ("18.9 to",),
        ("enormous and full of eels.",),
    ]


def test_a_folder_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"perturbations\.jsonl"):
        load(tmp_path)
