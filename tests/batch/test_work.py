"""What a unit's end says of itself: whether it lasts, and whether all others would meet it as well."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from peerlens import errors
from peerlens.batch.entries import Task
from peerlens.batch.inputs import read_input
from peerlens.batch.jobs import UnitJob
from peerlens.batch.plan import make_plan
from peerlens.batch.work import PaperWork, _outcome, _trouble
from peerlens.errors import PeerlensError, StoreError
from peerlens.schema import Failure
from peerlens.settings import Settings
from tests.report.records import report

SERVER = ("ServerUnreachableError", "ServerRefusedError", "RateLimitedError")


def _all(kind: type[PeerlensError]) -> list[type[PeerlensError]]:
    return [kind, *(below for one in kind.__subclasses__() for below in _all(one))]


@pytest.mark.parametrize("kind", [one for one in _all(PeerlensError) if one.__module__ == errors.__name__])
def test_what_lies_with_the_machine_or_a_server_does_not_last_and_a_wrong_setting_stops(
    kind: type[PeerlensError],
) -> None:
    trouble = _trouble(kind("no"), "judge")
    assert trouble.lasting == (kind.exit_status != 3)
    assert trouble.stops == (kind.__name__ in ("UsageError", "ConfigError", "ModelMissingError"))
    assert (trouble.error, trouble.message) == (kind.__name__, "no")


def test_a_full_disk_stops_and_another_error_of_the_disk_does_not() -> None:
    for code, stops in ((errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EROFS, True), (errno.EACCES, False)):
        error = StoreError("no")
        error.__cause__ = OSError(code, "no")
        assert _trouble(error, "index").stops is stops


def test_a_bug_is_told_as_one_and_lasts() -> None:
    trouble = _trouble(ValueError("odd"), "judge")
    assert (trouble.error, trouble.message, trouble.lasting) == (
        "ValueError",
        "a bug in peerlens: ValueError('odd')",
        True,
    )


@pytest.mark.parametrize("error", [*SERVER, "OutputInvalidError"])
def test_claims_that_the_server_did_not_answer_leave_the_unit_open(error: str) -> None:
    failure = Failure(id="r1.c1", claim_id=None, stage="verify", error=error, message="gone")
    outcome = _outcome(UnitJob(key="k", task=Task.VERIFY, paper="0" * 16), report(failures=(failure,)), 2.0, 1.0)
    if error == "OutputInvalidError":
        assert outcome.report is not None
        assert (outcome.trouble, outcome.seconds, outcome.opening) == (None, 2.0, 1.0)
    else:
        assert outcome.report is None
        assert outcome.trouble is not None
        assert (outcome.trouble.error, outcome.trouble.lasting) == (error, False)


def test_only_reading_a_paper_that_is_not_stored_yet_counts_as_opening_it(folder: Path, settings: Settings) -> None:
    (folder / "m.jsonl").write_text(
        "".join(json.dumps({"paper": "a.md", "review": f"There is no point {n}."}) + "\n" for n in (1, 2)), "utf-8"
    )
    plan = make_plan(read_input(folder / "m.jsonl"), settings)
    (job,) = plan.jobs(set())
    openings = []
    for units in (job.units, job.units[:1]):
        work = PaperWork(settings)
        openings += [work.do(job.path, unit.job()).opening for unit in units]
        work.close()
    assert openings[0] > 0
    assert openings[1:] == [0.0, 0.0]
