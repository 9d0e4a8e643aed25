"""A run that broke off is taken up: what was judged is not judged again, failures and other versions are."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import UsageError
from peerlens.evals import run_suite
from peerlens.evals.rows import VerdictRow, read_rows
from peerlens.schema import Claim, Finding
from peerlens.tools import PaperTools
from tests.evals.suites.test_own import data
from tests.evals.suites.test_predict import JUDGEMENTS, Scripted

__all__ = ["data"]  # a fixture


class Counting(Scripted):
    """Notes the claims that it judges."""

    def __init__(self, home: Path) -> None:
        super().__init__(home, JUDGEMENTS)
        self.judged: list[str] = []

    def judge(self, claim: Claim, tools: PaperTools) -> Finding:
        self.judged.append(claim.text)
        return super().judge(claim, tools)


def run(data: Path, tmp_path: Path, *, resume: bool = True, engine: str = "scripted") -> Counting:
    subject = Counting(tmp_path / "home")
    subject.engine = engine
    run_suite("own", data, settings=subject.settings, subject=subject, out=tmp_path / "out", resume=resume)
    return subject


def rows(tmp_path: Path) -> list[VerdictRow]:
    return list(read_rows(tmp_path / "out" / "predictions.jsonl", VerdictRow))


def test_only_failures_are_judged_again_and_the_rows_are_those_of_a_whole_run(data: Path, tmp_path: Path) -> None:
    assert len(run(data, tmp_path, resume=False).judged) == 3
    whole = rows(tmp_path)
    again = run(data, tmp_path)
    assert again.judged == ["It breaks."]
    assert again.opened == [data.name]  # the paper of the failure alone
    assert rows(tmp_path) == whole


def test_a_run_cut_off_within_a_line_goes_on_after_the_last_whole_one(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path, resume=False)
    whole = rows(tmp_path)
    path = tmp_path / "out" / "predictions.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(lines[0] + lines[1][:40], encoding="utf-8")
    assert run(data, tmp_path).judged == ["Drones fly early.", "It breaks."]
    assert rows(tmp_path) == whole


def test_what_another_engine_judged_is_judged_again(data: Path, tmp_path: Path) -> None:
    run(data, tmp_path, resume=False)
    assert len(run(data, tmp_path, engine="scripted 2").judged) == 3
    assert {row.versions["engine"] for row in rows(tmp_path) if row.dropped is None} == {"scripted 2"}


def test_without_an_earlier_run_everything_is_judged(data: Path, tmp_path: Path) -> None:
    assert len(run(data, tmp_path).judged) == 3


def test_resuming_needs_a_folder_and_a_suite_of_verdicts(data: Path, tmp_path: Path) -> None:
    subject = Counting(tmp_path / "home")
    with pytest.raises(UsageError, match="needs the folder"):
        run_suite("own", data, settings=subject.settings, subject=subject, resume=True)
    with pytest.raises(UsageError, match="cannot be taken up"):
        run_suite("stance", data, settings=subject.settings, subject=subject, out=tmp_path / "out", resume=True)
