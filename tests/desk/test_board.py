"""A batch folder on the desk: its papers, what waits in each, opened and left again."""

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from peerlens.desk.app import DeskApp
from peerlens.desk.board import is_batch, read_board
from peerlens.errors import InputError
from peerlens.schema import Report
from tests.desk.desks import answer, at_the_desk, coots, many, marked, screen, shown


def named(report: Report, identity: str, title: str) -> Report:
    return report.model_copy(update={"paper": report.paper.model_copy(update={"id": identity, "title": title})})


def batch(folder: Path) -> Path:
    """Two papers with reports, one that failed, one whose report lies outside of the folder."""
    (folder / "reports").mkdir(parents=True)
    for name, report in (("a", named(coots(), "a" * 16, "Coots [red]")), ("b", named(many(3), "b" * 16, "Ducks"))):
        (folder / "reports" / f"{name}.json").write_text(report.to_json(), encoding="utf-8")
    (folder.parent / "outside.json").write_text(coots().to_json(), encoding="utf-8")
    lines = [
        {"line": 1, "id": "a", "status": "done", "reason": None, "reports": ["reports/a.json"]},
        {"line": 2, "id": "b", "status": "done", "reason": None, "reports": ["reports/b.json"]},
        {"line": 3, "id": "c", "status": "failed", "reason": "no text in c.pdf", "reports": []},
        {"line": 4, "id": "d", "status": "done", "reason": None, "reports": ["../outside.json"]},
    ]
    document = {"schema": "peerlens.batch/1", "lines": lines, "totals": {}}
    (folder / "summary.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_the_board_counts_what_waits_in_each_paper(tmp_path: Path, size: tuple[int, int]) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await app.workers.wait_for_complete()
        await pilot.pause()
        text = shown(app)
        assert screen(app)[0].startswith("peerlens · board · 4 papers · 7 of 7 left · embedded agents · out")
        assert "  2 first    4 left  Coots [red] · a" in text
        assert "  3 first    3 left  Ducks · b" in text
        rows = screen(app)[1:5]
        assert ["Ducks" in rows[0], "Coots" in rows[1], "c ·" in rows[2], "d ·" in rows[3]] == [True] * 4
        assert "c · failed · no text in c.pdf" in text
        assert "d · done · no report" in text

    at_the_desk(read_board(batch(tmp_path / "out")), tmp_path / "home", work, size=size)


def test_a_paper_is_opened_worked_on_and_left_and_the_board_counts_again(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert screen(app)[0].startswith("peerlens · claims · Coots [red]"), "the cursor began at the top"
        assert marked(app, "left") == "The paper has no ablation."
        await answer(pilot, "n", "see table 2")
        await pilot.press("escape")
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "6 of 7 left" in screen(app)[0]
        assert "  1 first    3 left  Coots [red] · a" in shown(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "c: failed, nothing to open (no text in c.pdf)" in screen(app)[-1]

    at_the_desk(read_board(batch(tmp_path / "out")), tmp_path / "home", work)


def test_a_folder_without_a_summary_is_no_batch_and_a_broken_summary_is_said(tmp_path: Path) -> None:
    assert not is_batch(tmp_path)
    for text in ("{", "[]", '{"schema": "peerlens.batch/2", "lines": []}', '{"schema": 1}'):
        (tmp_path / "summary.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"summary\.json"):
            read_board(tmp_path)
