"""``claims.csv`` and ``failures.jsonl``: a row for each claim judged, a line for each thing that broke."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from typing import TextIO

from peerlens.batch.results import LineResult
from peerlens.report.csv_table import cell
from peerlens.report.wording import deciding, standing
from peerlens.schema import Finding, Report

_COLUMNS = (
    "line", "id", "paper", "paper_id", "review_id", "finding", "claim_id", "claim", "label", "reason", "confidence",
    "abstained", "stance", "kind", "weakness", "file", "section", "page", "quote", "rationale", "gold",
)  # fmt: skip


class ClaimTable:
    """The rows of ``claims.csv``; the header is written first."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(_COLUMNS)

    def add(self, line: LineResult) -> None:
        for task in line.tasks:
            for finding in task.report.findings if task.report is not None else ():
                assert task.report is not None
                row = _row(line, task.report, standing(finding))
                self._writer.writerow([cell(one) if isinstance(one, str) else one for one in row])


def _row(line: LineResult, report: Report, finding: Finding) -> tuple[object, ...]:
    evidence = deciding(finding)
    return (
        line.number,
        line.id,
        report.paper.source,
        report.paper.id,
        finding.review_id,
        finding.id,
        finding.claim_id,
        finding.claim,
        finding.label.value,
        finding.reason.value if finding.reason is not None else None,
        finding.confidence,
        "yes" if finding.abstained else "no",
        finding.stance.value,
        finding.kind.value,
        finding.weakness.value if finding.weakness is not None else None,
        evidence.file if evidence is not None else None,
        evidence.section if evidence is not None else None,
        evidence.page if evidence is not None else None,
        evidence.quote if evidence is not None else None,
        finding.rationale,
        line.gold,
    )


def failures_of(line: LineResult) -> Iterator[dict[str, object]]:
    """Everything that broke on a line: the line itself, reviews of it, a task of it, single claims."""
    for one in (*((line.trouble,) if line.trouble is not None else ()), *line.unread):
        yield _failure(line, None, one.stage, one.error, one.message, one.hint)
    for task in line.tasks:
        name = task.wanted.unit.task.value
        if task.trouble is not None:
            one = task.trouble
            yield _failure(line, name, one.stage, one.error, one.message, one.hint)
        for failure in task.report.failures if task.report is not None else ():
            yield _failure(line, name, failure.stage, failure.error, failure.message, None) | {
                "unit": failure.id,
                "claim_id": failure.claim_id,
            }


def write_failures(file: TextIO, line: LineResult) -> None:
    for failure in failures_of(line):
        file.write(json.dumps(failure, ensure_ascii=True) + "\n")


def _failure(
    line: LineResult, task: str | None, stage: str, error: str, message: str, hint: str | None
) -> dict[str, object]:
    return {
        "line": line.number,
        "id": line.id,
        "task": task,
        "stage": stage,
        "error": error,
        "message": message,
        "hint": hint,
    }
