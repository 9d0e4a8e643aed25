"""Make the screenshots of docs/desk.md: the real desk on the example paper, driven by keys."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from pathlib import Path

from textual.pilot import Pilot

from peerlens.api import audit, verify
from peerlens.desk.app import DeskApp
from peerlens.desk.board import Board, read_board
from peerlens.desk.dossier import Dossier, dossier_of
from peerlens.schema import Report
from peerlens.settings import EngineName, Settings

FOLDER = Path(__file__).resolve().parent
EXAMPLES = FOLDER.parents[1] / "examples"
NAMES = {"]": "right_square_bracket", ":": "colon", " ": "space", "?": "question_mark", ".": "full_stop", ",": "comma"}
SIZE = (110, 30)
_WEB_FONT = re.compile(r"@font-face\s*\{[^}]*\}\s*")
"""Fonts that a viewer would fetch: any monospaced one will do."""


async def typed(pilot: Pilot[None], text: str) -> None:
    for char in text:
        await pilot.press("enter" if char == "\n" else NAMES.get(char, char))
    while getattr(pilot.app.screen, "busy", False):
        await pilot.pause(0.05)
    await pilot.pause()


async def shots(opened: Dossier | Board, settings: Settings, steps: list[tuple[str, str]]) -> None:
    """Type each text and keep the screen under its name."""
    app = DeskApp(opened, settings, now=lambda: "2026-11-30T12:00:00+00:00")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        for text, name in steps:
            await typed(pilot, text)
            if name:
                drawn = app.export_screenshot(title="peerlens desk", simplify=True)
                (FOLDER / f"{name}.svg").write_text(_WEB_FONT.sub("", drawn), encoding="utf-8")


def batch_of(folder: Path, report: Report) -> Board:
    """A batch folder with the report in it, as `peerlens batch` leaves one."""
    (folder / "reports").mkdir(parents=True)
    (folder / "reports" / "1.json").write_text(report.to_json(), encoding="utf-8")
    lines = [
        {"line": 1, "id": "example", "status": "done", "reason": None, "reports": ["reports/1.json"]},
        {"line": 2, "id": "scanned", "status": "failed", "reason": "scanned.pdf has no text layer", "reports": []},
    ]
    document = {"schema": "peerlens.batch/1", "lines": lines, "totals": {}}
    (folder / "summary.json").write_text(json.dumps(document), encoding="utf-8")
    return read_board(folder)


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home) / "home", engine=EngineName.EMBEDDED, quiet=True)
        paper = EXAMPLES / "paper.pdf"
        report = verify(paper, EXAMPLES / "review-1.md", EXAMPLES / "review-2.md", settings=settings)
        audit(paper, settings=settings)
        opened = dossier_of(report, settings)
        steps = [
            ("", "claims"),
            ("j", ""),
            ("nSection 4 says 1.2\n", "ruled"),
            (":where do they report the seeds?\n", "answer"),
            ("a", "audit"),
        ]
        asyncio.run(shots(opened, settings, steps))
        asyncio.run(shots(batch_of(Path(home) / "out", report), settings, [("", "board")]))


if __name__ == "__main__":
    main()
