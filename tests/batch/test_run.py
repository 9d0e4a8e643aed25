"""What the driver keeps, does again, and stops at."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from peerlens.batch.inputs import read_input
from peerlens.batch.jobs import Outcome, Unit
from peerlens.batch.ledger import BatchLedger, open_batch_ledger
from peerlens.batch.plan import Plan, make_plan
from peerlens.batch.reports import ReportFiles
from peerlens.batch.run import Ending, Interrupts, Standing, drive
from peerlens.batch.summary import Summary, write_summary
from peerlens.errors import StoreError, UnavailableError
from peerlens.settings import Settings
from tests.batch.scripted_crew import Script, ScriptedCrew, done, report_of, trouble


@pytest.fixture
def plan(folder: Path, settings: Settings) -> Plan:
    """Six lines on three papers, the last line saying the same as the first."""
    (folder / "c.md").write_text("# Geese\n\nWe count geese.\n", encoding="utf-8")
    rows = [("1", "a"), ("2", "b"), ("3", "c"), ("4", "a"), ("5", "b"), ("1", "a")]
    lines = [json.dumps({"id": name, "paper": paper, "review": f"Point {name}."}) for name, paper in rows]
    (folder / "m.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return make_plan(read_input(folder / "m.jsonl"), settings)


class Folder:
    """A batch's folder, driven by hand."""

    def __init__(self, place: Path, plan: Plan) -> None:
        self.place, self.plan = place, plan
        place.mkdir(exist_ok=True)

    def drive(self, crew: ScriptedCrew, **how: object) -> tuple[Ending, Summary]:
        with open_batch_ledger(self.place / "ledger.sqlite") as ledger:
            files = ReportFiles(self.place, self.plan, ledger)
            ending = drive(self.plan, ledger, files, crew, clock=lambda: 0.0, **how)  # type: ignore[arg-type]
            summary = write_summary(
                self.place, self.plan, ledger, files, name="m.jsonl", open_units=ending.open,
                ended="interrupted" if ending.interrupted else "",
            )  # fmt: skip
        return ending, summary

    def statuses(self) -> str:
        lines = json.loads((self.place / "summary.json").read_text())["lines"]
        return " ".join(line["status"] for line in lines)


@pytest.fixture
def out(tmp_path: Path, plan: Plan) -> Folder:
    return Folder(tmp_path / "out", plan)


def test_a_papers_units_stay_together_and_a_unit_asked_for_twice_is_done_once(out: Folder, folder: Path) -> None:
    crew = ScriptedCrew(done, size=1)
    _, summary = out.drive(crew)
    assert crew.units == ["1", "4", "2", "5", "3"]
    assert crew.given == [folder / "a.md", folder / "b.md", folder / "c.md"]
    assert sorted(path.name for path in (out.place / "reports").iterdir()) == [
        f"0000{line}-{name}.verify.json" for line, name in enumerate("123451", start=1)
    ]
    assert out.statuses() == "done done done done done done"
    totals = summary.overview.figures
    assert (totals["papers"], totals["usage"]["requests"], totals["work_seconds"]) == (3, 10, 10.0)  # type: ignore[index]


def test_what_is_done_is_not_done_again_and_its_report_is_left_alone(out: Folder) -> None:
    out.drive(ScriptedCrew(done))
    ruled = out.place / "reports" / "00001-1.verify.json"
    ruled.write_text("a person has ruled here")
    (out.place / "reports" / "00002-2.verify.json").unlink()
    again = ScriptedCrew(done)
    out.drive(again)
    assert again.units == []
    assert ruled.read_text() == "a person has ruled here"
    assert json.loads((out.place / "reports" / "00002-2.verify.json").read_text())["paper"]["title"] == "2"


def test_reports_of_lines_that_are_no_longer_asked_for_go_unless_somebody_changed_them(
    out: Folder, folder: Path, settings: Settings
) -> None:
    out.drive(ScriptedCrew(done))
    reports = out.place / "reports"
    before = (reports / "00002-2.verify.json").read_bytes()
    (reports / "00003-3.verify.json").write_text("changed by a person")
    (reports / "notes.txt").write_text("a person's")
    rows = [{"id": "1", "paper": "a", "review": "Point 1."}, {"id": "5", "paper": "b", "review": "Point 5."}]
    (folder / "n.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    other = Folder(out.place, make_plan(read_input(folder / "n.jsonl"), settings))
    crew = ScriptedCrew(done)
    other.drive(crew)
    assert crew.units == []
    assert sorted(path.name for path in reports.iterdir()) == [
        "00001-1.verify.json", "00002-5.verify.json", "00003-3.verify.json", "notes.txt",
    ]  # fmt: skip
    again = ScriptedCrew(done)
    out.drive(again)
    assert again.units == []
    assert (reports / "00002-2.verify.json").read_bytes() == before
    assert (reports / "00003-3.verify.json").read_text() == "changed by a person"
    assert not (reports / "00002-5.verify.json").exists()


def _failing(*names: str, error: str = "PaperError", lasting: bool = True, stops: bool = False) -> Script:
    return lambda unit: trouble(unit, error, lasting=lasting, stops=stops) if unit.entry.id in names else done(unit)


def test_a_unit_that_fails_costs_its_lines_and_is_done_again_only_when_asked(out: Folder) -> None:
    _, summary = out.drive(ScriptedCrew(_failing("1", "3")))
    assert (out.statuses(), summary.has_failures) == ("failed done failed done done failed", True)
    untouched = ScriptedCrew(done)
    out.drive(untouched)
    retried = ScriptedCrew(done)
    _, summary = out.drive(retried, retry_failed=True)
    assert (untouched.units, retried.units) == ([], ["1", "3"])
    assert (out.statuses(), summary.has_failures) == ("done done done done done done", False)
    assert (out.place / "failures.jsonl").read_text() == ""


def test_a_report_with_claims_that_broke_off_is_a_failure_with_a_report(out: Folder) -> None:
    out.drive(ScriptedCrew(lambda unit: done(unit, broken=2 if unit.entry.id == "2" else 0)))
    line = json.loads((out.place / "summary.json").read_text())["lines"][1]
    assert (line["status"], line["reports"]) == ("failed", ["reports/00002-2.verify.json"])
    assert line["reason"] == "2 claims broke off (verify: no record)"
    retried = ScriptedCrew(done)
    out.drive(retried, retry_failed=True)
    assert retried.units == ["2"]


def test_a_review_that_cannot_be_read_fails_its_line_beside_the_report_on_the_others(
    folder: Path, tmp_path: Path, settings: Settings
) -> None:
    rows = [
        {"id": "1", "paper": "a", "reviews": [{"text": "Point 1."}, {"text": ""}]},
        {"id": "2", "paper": "a", "reviews": [{"text": "Point 2."}]},
    ]
    (folder / "n.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = Folder(tmp_path / "out", make_plan(read_input(folder / "n.jsonl"), settings))
    _, summary = out.drive(ScriptedCrew(done))
    line = json.loads((out.place / "summary.json").read_text())["lines"][0]
    assert (line["status"], line["reports"]) == ("failed", ["reports/00001-1.verify.json"])
    assert line["reason"] == "review 2: holds no review text"
    failures = [json.loads(one) for one in (out.place / "failures.jsonl").read_text().splitlines()]
    assert [(one["line"], one["stage"], one["message"]) for one in failures] == [(1, "read", line["reason"])]
    (paper,) = summary.overview.papers
    assert (summary.has_failures, paper.note) == (
        True,
        "line 1: review 2: holds no review text; no claim in its reviews",
    )
    stopped = Folder(tmp_path / "stopped", out.plan)
    interrupts = Interrupts(1)
    stopped.drive(ScriptedCrew(done), interrupts=interrupts)
    line = json.loads((stopped.place / "summary.json").read_text())["lines"][0]
    assert (line["status"], line["reason"]) == ("failed", "review 2: holds no review text; interrupted")


def test_rates_come_from_papers_that_were_read_for_the_batch_alone(out: Folder) -> None:
    def stored(unit: Unit) -> Outcome:
        return done(unit).model_copy(update={"opening": 1.5 if unit.entry.id == "2" else 0.0})

    _, summary = out.drive(ScriptedCrew(stored))
    assert summary.rates is not None
    assert (summary.rates.papers, summary.rates.paper_s) == (1, 1.5)
    again = Folder(out.place.parent / "again", out.plan)
    _, summary = again.drive(ScriptedCrew(lambda unit: done(unit).model_copy(update={"opening": 0.0})))
    assert summary.rates is None


def test_a_paper_that_is_open_elsewhere_is_tried_again_behind_the_others(out: Folder) -> None:
    locked = iter([True, True])

    def script(unit: object) -> Outcome:
        if unit.entry.id == "1" and next(locked, False):  # type: ignore[attr-defined]
            return trouble(unit, "StoreLockedError", lasting=False)  # type: ignore[arg-type]
        return done(unit)  # type: ignore[arg-type]

    crew = ScriptedCrew(script, size=1)
    out.drive(crew)
    assert crew.units == ["1", "4", "2", "5", "3", "1", "1"]
    assert out.statuses() == "done done done done done done"


def test_a_paper_that_stays_open_elsewhere_is_left_for_the_next_run(out: Folder) -> None:
    crew = ScriptedCrew(_failing("1", error="StoreLockedError", lasting=False), size=1)
    ending, _ = out.drive(crew)
    assert crew.units.count("1") == 4
    assert (ending.error, out.statuses()) == (None, "failed done done done done failed")
    again = ScriptedCrew(done)
    out.drive(again)
    assert again.units == ["1"]


def test_a_server_that_has_gone_stops_the_batch_after_three_units_and_all_are_done_by_the_next_run(
    out: Folder,
) -> None:
    crew = ScriptedCrew(_failing(*"12345", error="ServerUnreachableError", lasting=False), size=1)
    ending, _ = out.drive(crew)
    assert crew.units == ["1", "4", "2"]
    assert isinstance(ending.error, UnavailableError)
    assert ending.error.message == "ServerUnreachableError on 2"
    again = ScriptedCrew(done, size=1)
    out.drive(again)
    assert again.units == ["1", "4", "2", "5", "3"]


def test_single_refusals_between_answers_do_not_stop_a_batch(out: Folder) -> None:
    crew = ScriptedCrew(_failing("1", "2", "3", error="ServerUnreachableError", lasting=False), size=1)
    ending, _ = out.drive(crew)
    assert (ending.error, len(crew.units)) == (None, 5)


def test_a_full_disk_stops_the_batch_at_once(out: Folder) -> None:
    crew = ScriptedCrew(_failing("1", error="StoreError", lasting=False, stops=True), size=1)
    ending, _ = out.drive(crew)
    assert crew.units == ["1"]
    assert ending.error is not None
    assert ending.error.exit_status == 3


def test_one_interrupt_finishes_what_is_in_flight_and_the_rest_is_not_reached(out: Folder) -> None:
    interrupts = Interrupts()

    def interrupt(_: Outcome) -> None:
        interrupts.count = 1

    crew = ScriptedCrew(done, size=1, on_event=interrupt)
    ending, _ = out.drive(crew, interrupts=interrupts)
    assert (crew.units, ending.interrupted) == (["1"], True)
    lines = json.loads((out.place / "summary.json").read_text())["lines"]
    assert [(line["status"], line["reason"]) for line in lines] == [
        ("done", None),
        *[("skipped", "interrupted")] * 4,
        ("done", None),
    ]


def test_progress_tells_what_earlier_runs_did_and_how_long_the_rest_takes(out: Folder) -> None:
    out.drive(ScriptedCrew(_failing("3"), size=1))
    shown: list[Standing] = []
    out.drive(ScriptedCrew(done), retry_failed=True, on_progress=shown.append)
    assert (shown[-1].total, shown[-1].before, shown[-1].done, shown[-1].left) == (5, 4, 1, 0)
    waiting = Standing(total=10, before=2, done=3, failed=1, claims=9, usage=shown[-1].usage, seconds=8.0)
    assert (waiting.left, waiting.seconds_left) == (4, 8.0)


def test_the_outcome_is_the_same_when_a_run_is_cut_anywhere(plan: Plan, tmp_path: Path) -> None:
    whole = Folder(tmp_path / "whole", plan)
    whole.drive(ScriptedCrew(done))
    for cut in range(1, 6):
        out = Folder(tmp_path / f"cut-{cut}", plan)
        with pytest.raises(_KilledError):
            out.drive(ScriptedCrew(_dying_after(cut), size=1))
        crew = ScriptedCrew(done)
        out.drive(crew)
        assert len(crew.units) == 5 - (cut - 1)
        for name in ("claims.csv", "failures.jsonl", "summary.json"):
            assert (out.place / name).read_bytes() == (whole.place / name).read_bytes()


class _KilledError(Exception):
    """The driver's process ends here."""


def _dying_after(units: int) -> Callable[..., Outcome]:
    count = iter(range(units))

    def script(unit: object) -> Outcome:
        if next(count) == units - 1:
            raise _KilledError
        return done(unit)  # type: ignore[arg-type]

    return script


def test_a_ledger_of_damaged_bytes_is_set_aside_and_everything_is_done_anew(out: Folder) -> None:
    out.drive(ScriptedCrew(done))
    (out.place / "ledger.sqlite").write_bytes(b"no database at all" * 500)
    crew = ScriptedCrew(done)
    out.drive(crew)
    assert len(crew.units) == 5
    assert (out.place / "ledger.sqlite.damaged").exists()


def test_a_unit_that_is_done_is_never_replaced(tmp_path: Path, plan: Plan) -> None:
    unit = next(plan.planned()).wanted[0].unit
    with open_batch_ledger(tmp_path / "l.sqlite") as ledger:
        ledger.keep(done(unit), task="verify", broken=0)
        first = ledger.outcome(unit.key)
        ledger.keep(trouble(unit, "PaperError"), task="verify", broken=0)
        assert ledger.outcome(unit.key) == first
        assert isinstance(ledger, BatchLedger)


@pytest.mark.parametrize("why", ["full", "locked"])
def test_a_full_disk_or_a_locked_ledger_ends_the_run_and_what_was_kept_is_whole(
    out: Folder, plan: Plan, why: str
) -> None:
    with pytest.raises(StoreError, match=why):
        _drive_into(why, out, plan)
    again = ScriptedCrew(done, size=1)
    out.drive(again)
    assert again.units == ["2", "5", "3"]
    assert out.statuses() == "done done done done done done"


def _drive_into(why: str, out: Folder, plan: Plan) -> None:
    """The disk of the ledger is full after two units, or another process holds its file from then on."""
    path = out.place / "ledger.sqlite"
    with open_batch_ledger(path) as ledger, contextlib.closing(sqlite3.connect(path)) as other:
        ledger._connection.execute("PRAGMA busy_timeout = 0")
        pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]

        def script(unit: Unit) -> Outcome:
            if len(crew.units) < 3:
                return done(unit)
            if why == "full":
                ledger._connection.execute(f"PRAGMA max_page_count = {pages}")
            else:
                other.execute("BEGIN IMMEDIATE")
            return _large(unit)

        crew = ScriptedCrew(script, size=1)
        drive(plan, ledger, ReportFiles(out.place, plan, ledger), crew, clock=lambda: 0.0)


def _large(unit: Unit) -> Outcome:
    """A report that no page of the ledger has room for."""
    made = report_of(unit.entry.id, requests=2)
    paper = made.paper.model_copy(update={"title": random.Random(unit.key).randbytes(30_000).hex()})
    return Outcome(key=unit.key, report=made.model_copy(update={"paper": paper}).to_json())
