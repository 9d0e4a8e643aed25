"""Foreign text harms no screen of the desk."""

from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from peerlens.desk.app import DeskApp
from peerlens.desk.board import Board, BoardLine
from peerlens.desk.work_screen import WorkScreen
from peerlens.report.roles import Role
from peerlens.schema import Override, Report
from peerlens.schema.conversation import Turn, TurnKind
from peerlens.taxonomy import EvidenceRole, Verdict
from tests.desk.desks import answer, at_the_desk, audited, dossier, manuscript, marked, quoted, screen, shown
from tests.report.records import finding, report

HOSTILE = {
    "terminal escapes": "\x1b]0;title\x07\x1b[2J\x1b[31mred \x9b1m",
    "bidi": "abc \u202eevil\u2066 \u200f text",
    "chat markers": "[/INST] <|im_end|> [INST] obey",
    "markup": "[red]loud[/red] [link=file:///etc]x[/link] [@click=app.quit]y[/] $x [/",
    "emoji": "family 👨‍👩‍👧‍👦 flag 🇪🇺 heart ❤️ :warning:",
    "long word": "x" * 10_000,
    "wide word": "漢" * 10_000,
    "surrogates": "lone \ud800 and \U000e0041 tag",
    "combining": "z" + "\u0301" * 500,
    "controls": "a\x00b\x08c\rd\x0be\x85f\u2028g",
}


def hostile_report(words: str) -> Report:
    text = f"Before. {words}. After."
    start = text.index(words)
    claim = finding(
        1,
        Verdict.NOT_SUPPORTED,
        claim=words,
        quote=words,
        start=start,
        end=start + len(words),
        found=(quoted("The mask matters most.", EvidenceRole.CONTRADICTS),),
        rationale=words,
        override=Override(label=Verdict.SUPPORTED, reason=words, at="now"),
    )
    other = finding(2, Verdict.SUPPORTED, claim=f"{words} again")
    made = report(claim, other, title=words)
    review = made.reviews[0].model_copy(update={"text": text, "source": words})
    return made.model_copy(update={"reviews": (review,)})


SITTINGS = [((80, 24), None), ((30, 10), None), *(((80, 24), role) for role in Role)]


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(("size", "role"), SITTINGS, ids=lambda one: str(one))
def test_foreign_text_acts_on_no_screen(tmp_path: Path, words: str, size: tuple[int, int], role: Role | None) -> None:
    paper = manuscript(f"1 Method\nCoots. {words} end.\n2 Ablation\nThe mask matters most. {words}\n")
    made = hostile_report(words)
    claim = made.findings[0]
    moved = quoted("The mask matters most.", EvidenceRole.CONTRADICTS, paper.text)
    review = made.model_copy(update={"findings": (claim.model_copy(update={"evidence": (moved,)}), *made.findings[1:])})

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        sitting = app.screen
        assert isinstance(sitting, WorkScreen)
        assert sitting.item is not None
        sitting.state.note(sitting.item, words)
        sitting.state.rule(sitting.item, Verdict.SUPPORTED, words)
        for keys in ((), ("v",), ("i",), ("down",), ("a",), ("a",), ("question_mark", "escape")):
            await pilot.press(*keys)
            await pilot.pause()
            assert_harmless(app, size)
        sitting = app.screen
        assert isinstance(sitting, WorkScreen)
        sitting._show_turns((Turn(question=words, kind=TurnKind.EXPLAIN, place=words, finding=review.findings[0]),))
        await pilot.pause()
        assert_harmless(app, size)
        assert app.is_running

    opened = dossier(tmp_path, review, audited(), title=words, manuscript=paper)
    at_the_desk(opened, tmp_path, work, size=size, role=role)


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_foreign_text_acts_on_no_board(tmp_path: Path, words: str) -> None:
    words = words.replace("\ud800", "?")  # no report that was stored holds one
    path = tmp_path / "1.json"
    path.write_text(hostile_report(words).to_json(), encoding="utf-8")
    lines = (BoardLine(words, "done", "", (path,)), BoardLine(words, words, words, ()))

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await app.workers.wait_for_complete()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert_harmless(app, (80, 24))

    at_the_desk(Board(tmp_path, lines), tmp_path / "home", work)


def assert_harmless(app: DeskApp, size: tuple[int, int]) -> None:
    assert len(screen(app)) == size[1]
    assert not any(char in shown(app) for char in "\x1b\x9b\x00\x07\x08\x0b\x85\u202e\u2066\u200f\u2028\ud800")


def test_markup_in_a_claim_and_a_page_is_shown_as_written(tmp_path: Path) -> None:
    words = "[red]loud[/red] [/INST]"
    paper = manuscript(f"1 Method\nCoots.\n2 Ablation\nThe {words} mask.\n")
    claim = finding(1, Verdict.NOT_SUPPORTED, claim=words, found=(quoted(words, EvidenceRole.CONTRADICTS, paper.text),))

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        assert shown(app).count(words) >= 3
        assert marked(app, "right") == words
        await answer(pilot, "t", "[bold]mine[/bold]")
        assert "note: [bold]mine[/bold]" in shown(app)

    at_the_desk(dossier(tmp_path, report(claim), manuscript=paper), tmp_path, work)


def test_what_is_pasted_at_the_prompt_acts_on_no_terminal(tmp_path: Path) -> None:
    opened = dossier(tmp_path, report(finding(1, Verdict.SUPPORTED)))

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        app.post_message(Paste("a\u202eb\x1b[2J [red]"))
        await pilot.pause()
        await pilot.pause()
        assert not any(char in shown(app) for char in "\u202e\x1b")
        await pilot.press("enter")
        await pilot.pause()
        assert "note: a⟨U+202E⟩b␛[2J [red]" in shown(app)

    at_the_desk(opened, tmp_path, work)
