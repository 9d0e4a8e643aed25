"""Stored runs."""

from pathlib import Path

import pytest

from peerlens.errors import StoreError, UsageError
from peerlens.store.runs import RunRecord, Runs

RECORD = RunRecord(
    id="20261130-101500-abcdef",
    inputs="h",
    kind="verify",
    paper="p.pdf",
    title="T",
    reviews=("r.md",),
    engine="embedded",
    started="2026-11-30T10:15:00+00:00",
)


def test_a_run_is_listed_from_its_start_and_has_a_report_once_finished(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs")
    assert list(runs) == []
    runs.begin(RECORD)
    assert list(runs) == [RECORD]
    assert not runs.finished(RECORD.id)
    with pytest.raises(UsageError, match="has no report"):
        runs.report(RECORD.id)
    runs.finish(RECORD.id, "{}")
    assert runs.finished(RECORD.id)
    assert runs.report(RECORD.id) == "{}"


@pytest.mark.parametrize("run_id", ["../../etc/passwd", "", "x", "20261130-101500-ABCDEF", "20261130-101500-abcdef/.."])
def test_an_id_that_could_be_a_path_is_refused(tmp_path: Path, run_id: str) -> None:
    with pytest.raises(UsageError, match="not a run id"):
        Runs(tmp_path).get(run_id)


def test_an_unknown_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no run"):
        Runs(tmp_path).get(RECORD.id)


def test_a_damaged_run_file_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    runs.begin(RECORD)
    (tmp_path / f"{RECORD.id}.run.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot be read"):
        runs.get(RECORD.id)


@pytest.mark.parametrize("place", ["runs", f"runs/{RECORD.id}.run.json", f"runs/{RECORD.id}.run.json.part"])
def test_what_stands_in_the_way_of_a_record_is_an_error_of_the_store(tmp_path: Path, place: str) -> None:
    blocked = tmp_path / place
    if place == "runs":
        blocked.write_text("a file")
    else:
        (blocked / "inside").mkdir(parents=True)
    with pytest.raises(StoreError) as caught:
        Runs(tmp_path / "runs").begin(RECORD)
    assert caught.value.exit_status == 3


def test_listing_runs_where_a_file_or_folder_is_wrong_is_an_error_of_the_store(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file")
    with pytest.raises(StoreError, match="Not a directory"):
        list(Runs(tmp_path / "a"))
    (tmp_path / "b" / f"{RECORD.id}.run.json").mkdir(parents=True)
    with pytest.raises(StoreError, match="Is a directory"):
        list(Runs(tmp_path / "b"))
