"""A report's file name: harmless and unique whatever the id."""

from __future__ import annotations

import os
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peerlens.batch.entries import Task
from peerlens.batch.names import report_name


@given(st.text())
def test_no_id_leads_anywhere(identity: str) -> None:
    name = report_name(7, identity, Task.VERIFY)
    assert PurePosixPath(name).name == name == PureWindowsPath(name).name
    assert len(os.fsencode(name)) <= 100
    assert name.startswith("00007")


@pytest.mark.parametrize(
    ("identity", "name"),
    [
        ("R1", "00001-R1.verify.json"),
        ("../R2", "00001-R2.verify.json"),
        ("a/b\\c:d", "00001-a-b-c-d.verify.json"),
        ("CON", "00001-CON.verify.json"),
        ("..", "00001.verify.json"),
        ("", "00001.verify.json"),
        ("论文", "00001.verify.json"),
        ("x" * 200, f"00001-{'x' * 60}.verify.json"),
    ],
)
def test_what_is_harmless_of_an_id_stays_readable(identity: str, name: str) -> None:
    assert report_name(1, identity, Task.VERIFY) == name


def test_lines_and_tasks_never_share_a_name_even_where_case_counts_for_nothing() -> None:
    names = [report_name(line, one, task) for line, one in ((1, "R1"), (2, "r1"), (3, "R1")) for task in Task]
    assert len({name.casefold() for name in names}) == 6
