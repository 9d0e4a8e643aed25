"""Every screen of the desk as it was looked at and found good, at 80×24 and at 160×50.

The screens lie in ``screens/`` as text, reversed stretches between ⟦ and ⟧. After a change that is meant to show, run
this file with ``REWRITE_SCREENS=1`` and look at the difference.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from peerlens.desk.app import DeskApp
from peerlens.desk.board import Board, read_board
from peerlens.desk.dossier import Dossier
from peerlens.report.roles import Role
from tests.desk.desks import answer, at_the_desk, audited, coots, dossier
from tests.desk.test_board import batch

SCREENS = Path(__file__).parent / "screens"


def _paper(folder: Path) -> Dossier:
    return dossier(folder, coots(), audited())


def _unstored(folder: Path) -> Dossier:
    return dossier(folder, coots(), audited(), manuscript=None)


def _board(folder: Path) -> Board:
    return read_board(batch(folder / "out"))


Opened = Callable[[Path], Dossier | Board]
CASES: dict[str, tuple[Opened, Role | None, tuple[str, ...]]] = {
    "claims": (_paper, None, ()),
    "ruled": (_paper, None, ("n:see table 2", "t:ask [them]", "x", "k")),
    "scan": (_paper, None, ("v",)),
    "passage": (_paper, None, ("right_square_bracket",)),
    "run": (_paper, None, ("i",)),
    "question": (_paper, None, ("j", "j", "j")),
    "search": (_paper, None, ("slash:mask",)),
    "prompt": (_paper, None, ("n",)),
    "audit": (_paper, None, ("a",)),
    "help": (_paper, None, ("question_mark",)),
    "author": (_paper, Role.AUTHOR, ()),
    "chair": (_paper, Role.CHAIR, ()),
    "reviewer": (_paper, Role.REVIEWER, ()),
    "unstored": (_unstored, None, ()),
    "board": (_board, None, ()),
}


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
@pytest.mark.parametrize("name", CASES)
def test_the_screen_is_the_one_that_was_found_good(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    opened, role, keys = CASES[name]
    seen: list[str] = []

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await app.workers.wait_for_complete()
        for key in keys:
            press, _, words = key.partition(":")
            await (answer(pilot, press, words) if words else pilot.press(press))
        await pilot.pause()
        seen.extend(_drawn(app))

    at_the_desk(opened(tmp_path), tmp_path / "home", work, size=size, role=role)
    path = SCREENS / f"{name}.{size[0]}x{size[1]}.txt"
    text = "\n".join(seen) + "\n"
    if os.environ.get("REWRITE_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_no_screen_is_kept_that_is_not_looked_at() -> None:
    kept = {path.name for path in SCREENS.iterdir()}
    assert kept == {f"{name}.{size}.txt" for name in CASES for size in ("80x24", "160x50")}


def _drawn(app: DeskApp) -> list[str]:
    """The lines of the screen; a stretch in reverse stands between ⟦ and ⟧."""
    lines = []
    for strip in app.screen._compositor.render_strips():
        parts = [f"⟦{one.text}⟧" if one.style and one.style.reverse else one.text for one in strip]
        lines.append("".join(parts).replace("⟧⟦", "").rstrip())
    return lines
