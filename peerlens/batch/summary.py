"""What a run leaves in its folder beside the reports: ``summary.json``, tables, an overview."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from peerlens.batch.board import place_paper
from peerlens.batch.entries import Status
from peerlens.batch.jobs import Trouble
from peerlens.batch.ledger import BatchLedger
from peerlens.batch.plan import Plan, PlannedLine
from peerlens.batch.rates import Measuring, Rates
from peerlens.batch.reports import ReportFiles
from peerlens.batch.results import LineResult, results_by_paper
from peerlens.batch.run import added
from peerlens.batch.tables import ClaimTable, failures_of, write_failures
from peerlens.report.overview import BoardPaper, Overview
from peerlens.report.overview_html import overview_to_html
from peerlens.report.tally import tally
from peerlens.schema import Report, Usage
from peerlens.store.disk import whole_text, write_whole
from peerlens.taxonomy import Outcome, Verdict, Weakness
from peerlens.version import __version__

SCHEMA = "peerlens.batch/1"


@dataclass
class _Totals:
    """Counted over all reports of a batch. Nothing is counted by reviewer."""

    status: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    weaknesses: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    reviews: int = 0
    claims: int = 0
    requests: int = 0
    decided: int = 0
    engine_limit: int = 0
    overruled: int = 0
    usage: Usage = field(default_factory=Usage)
    work_seconds: float = 0.0
    papers: int = 0
    _counted: set[str] = field(default_factory=set)

    def add(self, line: LineResult) -> None:
        """Add a line. A unit that several lines ask for is counted once, but for the lines' own number."""
        self.status[line.status.value] += 1
        for failure in failures_of(line):
            self.stages[str(failure["stage"])] += 1
        for task in line.tasks:
            key = task.wanted.unit.key
            if task.report is not None and key not in self._counted:
                self._counted.add(key)
                self.work_seconds += task.seconds
                self._report(task.report)

    def _report(self, report: Report) -> None:
        number = tally(report)
        self.usage = added(self.usage, report.usage)
        self.reviews += len(report.reviews)
        self.requests += number.asked
        self.claims += number.claims
        self.decided += number.decided
        self.engine_limit += number.engine_limit
        self.overruled += number.overruled
        self.labels.update({verdict.value: count for verdict, count in number.verdicts.items()})
        for row in report.labels:
            self.weaknesses[row.label.value] += row.outcome is Outcome.FINDING

    def document(self, *, seconds: float) -> dict[str, object]:
        """The ``totals`` of ``summary.json``. ``decided`` is the coverage; ``engine_limit`` is not what papers lack."""
        return {
            "lines": sum(self.status.values()),
            **{status.value: self.status[status.value] for status in Status},
            "papers": self.papers,
            "reviews": self.reviews,
            "claims": self.claims,
            "requests": self.requests,
            "labels": {verdict.value: self.labels[verdict.value] for verdict in Verdict},
            "decided": self.decided,
            "engine_limit": self.engine_limit,
            "overruled": self.overruled,
            "weaknesses": {one.value: self.weaknesses[one.value] for one in Weakness if self.weaknesses[one.value]},
            "failures": dict(sorted(self.stages.items())),
            "usage": self.usage.model_dump(mode="json"),
            "work_seconds": round(self.work_seconds, 3),
            "seconds": round(seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """``summary.json`` as a document, and the same for a person to look at."""

    document: Mapping[str, object]
    overview: Overview
    rates: Rates | None

    @property
    def has_failures(self) -> bool:
        return self.overview.figures["failed"] != 0


def write_summary(
    folder: Path,
    plan: Plan,
    ledger: BatchLedger,
    files: ReportFiles,
    *,
    name: str,
    open_units: Mapping[str, Trouble],
    ended: str = "",
    today: str = "",
) -> Summary:
    """Write every file of the folder from the ledger, one paper in memory at a time. Raises ``StoreError``.

    ``ended``: why what is not done was not reached, "" where all was.
    """
    totals, board, rows = _Totals(), list[BoardPaper](), list[tuple[int, dict[str, object]]]()
    engine, cost = "", Measuring()
    results = results_by_paper(plan, ledger, open_units, ended=ended or "not reached")
    with whole_text(folder / "claims.csv") as claims, whole_text(folder / "failures.jsonl") as failures:
        table = ClaimTable(claims)
        for paper, lines in results:
            for line in lines:
                for task in line.tasks:
                    if task.report is not None:
                        files.write(task.wanted.name, task.wanted.unit.key, task.text)
                        engine = engine or " ".join(filter(None, (task.report.run.engine, task.report.run.model)))
                table.add(line)
                write_failures(failures, line)
                totals.add(line)
                rows.append((line.number, line.document()))
            totals.papers += paper != ""
            _measure(cost, lines)
            board += [placed for group in ([lines] if paper else _failed(lines)) if (placed := place_paper(group))]
    files.drop_others()
    rows.sort(key=lambda row: row[0])
    rates = cost.rates(today=today)
    figures = totals.document(seconds=ledger.seconds()) | {"rates": rates.model_dump() if rates is not None else None}
    document = {
        "schema": SCHEMA,
        "version": __version__,
        "input": name,
        "ended": ended or None,
        "lines": [row for _, row in rows],
        "totals": figures,
    }
    write_whole(folder / "summary.json", json.dumps(document, ensure_ascii=True, indent=2).encode("ascii") + b"\n")
    overview = Overview(name, engine, tuple(board), figures, ended)
    write_whole(folder / "overview.html", overview_to_html(overview).encode("utf-8", "replace"))
    return Summary(document, overview, rates)


def _measure(cost: Measuring, lines: Sequence[LineResult]) -> None:
    """Add the units of a paper, each once, where it was read for them: else they may have been judged before, too."""
    characters = {line.number: line.planned.characters for line in lines if isinstance(line.planned, PlannedLine)}
    units = {task.wanted.unit.key: (line.number, task) for line in lines for task in line.tasks}
    if not any(task.opening for _, task in units.values()):
        return
    for number, task in units.values():
        if task.report is not None:
            cost.add(task.report, seconds=task.seconds, opening=task.opening, characters=characters[number])


def _failed(lines: Sequence[LineResult]) -> list[list[LineResult]]:
    """Lines whose paper could not even be looked at, each by itself."""
    return [[line] for line in lines if line.status is Status.FAILED]
