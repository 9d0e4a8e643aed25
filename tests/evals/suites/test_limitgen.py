"""The LimitGen suite on two invented twins: real parsing, rows from a script that looks for a word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from peerlens.agents.audit_rows import empty_row
from peerlens.errors import InputError
from peerlens.evals import run_suite, score
from peerlens.evals.rows import TwinRow, read_rows
from peerlens.schema import AuditFinding, Claim, Finding, LabelRow
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.taxonomy import Ground, Outcome, Severity, Weakness
from peerlens.tools import PaperTools


class WordWatcher:
    """Finds the label on every paper that does not speak of an ablation."""

    versions: Mapping[str, str] = {"peerlens": "test"}
    engine = "scripted"
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
        if "ablation" in tools.manuscript.text:
            return tuple(empty_row(label, Ground.NOTHING_LOCATED) for label in labels)
        return tuple(_found(label) for label in labels)


def _found(label: Weakness) -> LabelRow:
    finding = AuditFinding(
        id="f1",
        claim="It has none.",
        assessment="",
        severity=Severity.MAJOR,
        confidence=0.8,
        rationale="",
        parts=(),
        evidence=(),
        scan=None,
    )
    return LabelRow(
        label=label, name=label.display_name, outcome=Outcome.FINDING, reason=None, findings=(finding,)
    )  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One paper whose ablation a twin takes away, and one that never had any."""
    folder = tmp_path / "limitgen" / "dev"
    folder.mkdir(parents=True)
    papers = [
        {
            "paper_id": "herons",
            "blocks": [
                ["title", "Herons"],
                ["abstract", "We count herons with a small network on clear days."],
                ["sec 4 | Results", "The network is right in most of the pictures that were taken."],
                ["sec 4.1 | 4.1 Parts", "An ablation of the filter shows that it matters a great deal."],
            ],
        },
        {
            "paper_id": "coots",
            "blocks": [["title", "Coots"], ["sec 1 | Data", "Coots were counted from the air."], ["sec 2 | More", "x"]],
        },
    ]
    items = [
        {
            "item_id": "herons:ablation",
            "paper_id": "herons",
            "type": "ablation",
            "patch": [{"block": "sec 4.1 | 4.1 Parts", "perturbed": None}],
        },
        {"item_id": "coots:ablation", "paper_id": "coots", "type": "ablation", "patch": []},
        {"item_id": "herons:odd", "paper_id": "herons", "type": "unmapped", "patch": []},
    ]
    _write(folder / "papers_clean.jsonl", papers)
    _write(folder / "items.jsonl", items)
    mapped = {"labels": {"1.2": "analysis"}, "limitgen_type": {"ablation": ["1.2", "1.1"]}}
    (tmp_path / "label_map.json").write_text(json.dumps(mapped), encoding="utf-8")
    return tmp_path / "limitgen"


def _write(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_a_label_counts_where_it_fires_on_the_twin_and_not_on_the_clean_paper(data: Path, tmp_path: Path) -> None:
    subject = WordWatcher(tmp_path / "home")
    result = run_suite("limitgen", data, settings=subject.settings, out=tmp_path / "out", subject=subject)
    rows = {row.item: row for row in read_rows(tmp_path / "out" / "predictions.jsonl", TwinRow)}
    assert set(rows) == {"herons:ablation", "coots:ablation"}
    assert (rows["herons:ablation"].clean, rows["herons:ablation"].perturbed) == ((), ("L2.1.2",))
    assert (rows["coots:ablation"].clean, rows["coots:ablation"].perturbed) == (("L2.1.2",), ("L2.1.2",))
    figures = {name: figure.value for name, figure in result.metrics.items() if name.startswith("ablation")}
    assert figures == {
        "ablation fires on perturbed": 1.0,
        "ablation fires on clean": 0.5,
        "ablation difference": 0.5,
        "ablation new on perturbed": 1.0,
        "ablation gone on perturbed": 0.0,
    }
    assert result.n == 2
    assert score(tmp_path / "out" / "predictions.jsonl").metrics == result.metrics


def test_without_a_map_of_labels_the_suite_says_so(data: Path, tmp_path: Path) -> None:
    (tmp_path / "label_map.json").unlink()
    subject = WordWatcher(tmp_path / "home")
    with pytest.raises(InputError, match="label_map"):
        run_suite("limitgen", data, settings=subject.settings, subject=subject)
