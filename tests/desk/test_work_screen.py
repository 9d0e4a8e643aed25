"""A person at the desk: what stands on the screen, what keys do, what is kept."""

from pathlib import Path

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from peerlens.desk.app import DeskApp
from peerlens.desk.worklist import claim_items
from peerlens.report.roles import Role
from peerlens.schema import Failure, Override, PaperWarning, Report, Unused
from peerlens.store.marks import stored_work
from peerlens.store.wordings import content_key
from peerlens.taxonomy import Verdict
from tests.desk.desks import answer, at_the_desk, audited, coots, dossier, marked, screen, shown


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_the_first_screen_has_the_costliest_claim_in_its_review_beside_the_passage_in_its_page(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        lines = screen(app)
        assert len(lines) == size[1]
        assert {len(line) for line in lines} == {size[0]}
        assert lines[0].startswith("peerlens · claims · Counting Coots")
        assert lines[0].rstrip().endswith("4 of 4 left · embedded agents")
        assert "W1 · answers this, p. 2 · The paper has no ablation." in lines[2]
        assert marked(app, "left") == "The paper has no ablation."
        assert marked(app, "right") == "We remove the mask and the lens in turn."
        assert "1/2 p. 2 · 2 Ablation" in shown(app)
        assert "misses three" not in shown(app), "another page is shown"

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=size)


def test_claims_stand_by_what_it_costs_to_be_wrong_about_them(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        text = shown(app)
        places = [text.index(words) for words in ("W1 ·", "W2 ·", "W3 ·", "r1.q1 ·")]
        assert places == sorted(places)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(100, 40))


def test_moving_shows_the_next_claim_and_its_passages_in_turn(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("right_square_bracket")
        assert marked(app, "right") == "The mask matters most."
        await pilot.press("right_square_bracket")
        assert marked(app, "right") == "We remove the mask and the lens in turn."
        await pilot.press("down")
        await pilot.pause()
        assert marked(app, "left") == "Three in ten are missed."
        assert "misses three coots" in shown(app)
        await pilot.press("k")
        await pilot.pause()
        assert marked(app, "left") == "The paper has no ablation."

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)


def test_a_click_chooses_a_claim(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        row = next(y for y, line in enumerate(screen(app)) if "W2 ·" in line)
        await pilot.click("#list", offset=(5, row - 1))
        await pilot.pause()
        assert marked(app, "left") == "Three in ten are missed."

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("s", Verdict.SUPPORTED),
        ("p", Verdict.PARTIALLY_SUPPORTED),
        ("n", Verdict.NOT_SUPPORTED),
        ("d", Verdict.NOT_DETERMINED),
    ],
)
def test_a_ruling_needs_a_reason_and_is_stored_at_once_and_shown_beside_the_verdict(
    tmp_path: Path, key: str, label: Verdict
) -> None:
    opened = dossier(tmp_path, coots())

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press(key, "enter")
        assert stored_work(opened.folder).rulings == {}
        await answer(pilot, key, "see table 2")
        (ruling,) = stored_work(opened.folder).rulings.values()
        assert ruling is not None
        assert (ruling.label, ruling.reason, ruling.claim) == (label, "see table 2", "The paper has no ablation.")
        assert "ruled by a person" in shown(app)
        assert "the paper answers this, p. 2" in shown(app)
        assert "3 of 4 left" in shown(app)

    at_the_desk(opened, tmp_path, work, size=(120, 30))


def test_keys_typed_into_a_reason_are_words_and_escape_drops_it(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots())

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "q", "u", "x", "escape")
        await pilot.pause()
        assert app.is_running
        assert stored_work(opened.folder).rulings == {}

    at_the_desk(opened, tmp_path, work)


def test_what_is_typed_acts_in_its_order_however_fast_it_comes(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        for key in (*"jtxq", "ctrl+u", *"aun", "enter", *"jt", "tab", *"j", "enter", *"kk"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        app.post_message(Key("t", "t"))
        app.post_message(Paste("two\nlines \x1b[2J"))
        app.post_message(Key("enter", "\r"))
        await pilot.pause()
        work = app.screen.state.work  # type: ignore[attr-defined]
        assert work.notes[content_key("The paper has no ablation.")] == "two lines ␛[2J"
        assert work.notes[content_key("Three in ten are missed.")] == "aun"
        assert work.notes[content_key("No code is given.")] == "j"
        assert (work.done, work.rulings) == (frozenset(), {})

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)


def test_a_reason_typed_on_what_has_no_verdict_becomes_a_note_and_no_keys(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots(), audited())

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "s")
        await pilot.pause()
        assert "only a claim has a verdict" in screen(app)[-1]
        await pilot.press(*"xtaq", "enter")
        await pilot.pause()
        assert "note: xtaq" in shown(app)
        assert "claims" in screen(app)[0]
        await pilot.press("a", "d", *"ux", "enter")
        await pilot.pause()
        assert "note: ux" in shown(app)
        kept = stored_work(opened.folder)
        assert (kept.rulings, kept.done, sorted(kept.notes.values())) == ({}, frozenset(), ["ux", "xtaq"])

    at_the_desk(opened, tmp_path, work)


@pytest.mark.parametrize(
    ("key", "words"),
    [("v", "20 of 20 passages were read"), ("right_square_bracket", "2/2 p. 2"), ("i", "the run (i or Escape")],
)
def test_a_key_right_behind_a_move_is_about_the_claim_moved_to(tmp_path: Path, key: str, words: str) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await pilot.pause()
        for one in ("k", key):
            app.post_message(Key(one, one if len(one) == 1 else None))
        await pilot.pause()
        assert words in shown(app)
        assert "The paper has no ablation." in shown(app)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(160, 50))


@pytest.mark.parametrize("size", [(30, 10), (40, 12), (60, 20), (80, 24)])
def test_the_screen_what_is_left_and_the_agents_stand_on_top_whatever_is_searched_for(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "slash", "a search for a whole sentence with many words in it")
        top = screen(app)[0]
        assert len(top) == size[0]
        agents = "embedded agents" if size[0] >= 40 else "embed"
        assert all(words in top for words in ("claims", "4 of 4 left", agents))
        assert "search for" in shown(app), "every part of the screen is on it"
        assert ("search: a" in top) is (size[0] == 80)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=size)


def test_where_a_search_led_is_where_a_second_opening_goes_on_and_its_words_do_not_stay(tmp_path: Path) -> None:
    async def leave(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "slash", "hundred")
        await pilot.pause(0.4)
        await pilot.press("escape")
        await pilot.pause(0.4)
        assert "hold" not in screen(app)[-1]

    async def come_back(app: DeskApp, pilot: Pilot[None]) -> None:
        assert marked(app, "left") == "Three in ten are missed."

    at_the_desk(dossier(tmp_path, coots()), tmp_path, leave)
    at_the_desk(dossier(tmp_path, coots()), tmp_path, come_back)


def test_a_reason_is_read_to_its_end_where_there_are_lines_for_it(tmp_path: Path) -> None:
    why = "Table 2 has it, and the text below it says which part was taken out and what that cost on lake four"

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "s", why)
        await answer(pilot, "t", "ask them")
        said = " ".join("".join(screen(app)).split())
        assert "what that cost on lake four)" in said
        assert "- note: ask them" in said

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(80, 40))


def test_what_a_review_says_beside_its_points_is_listed_with_why(tmp_path: Path) -> None:
    review = coots().reviews[0]
    left = (Unused(start=0, end=29, why="typo or wording correction"), Unused(start=0, end=2, why="heading"))
    opened = dossier(tmp_path, coots(reviews=(review.model_copy(update={"unused": left}),)))

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("i")
        await pilot.pause()
        said = " ".join("".join(line[:80] for line in screen(app)).split())
        assert "r1, neither claim nor question: “W1 The paper has no ablation.” (typo or wording correction)" in said
        assert "(heading)" not in said

    at_the_desk(opened, tmp_path, work, size=(160, 60))


def test_done_note_undo_and_redo(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots())

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        assert "3 of 4 left" in shown(app)
        assert marked(app, "left") == "Three in ten are missed.", "the next claim comes up"
        await answer(pilot, "t", "ask [red]them[/red]")
        assert "- note: ask [red]them[/red]" in shown(app)
        await pilot.press("u", "u")
        await pilot.pause()
        assert "undone: mark on W1" in screen(app)[-1]
        assert "4 of 4 left" in shown(app)
        assert "note:" not in shown(app)
        await pilot.press("u")
        await pilot.pause()
        assert "nothing to be undone" in screen(app)[-1]
        await pilot.press("r", "r")
        await pilot.pause()
        assert "done again: note on W2" in screen(app)[-1]
        assert "3 of 4 left" in shown(app)

    at_the_desk(opened, tmp_path, work)


def test_a_second_opening_goes_on_where_the_first_was(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots())

    async def leave(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "n", "see table 2")
        await pilot.press("down")
        await pilot.pause(0.4)

    async def come_back(app: DeskApp, pilot: Pilot[None]) -> None:
        assert marked(app, "left") == "Three in ten are missed."
        assert "3 of 4 left" in shown(app)

    at_the_desk(opened, tmp_path, leave)
    at_the_desk(dossier(tmp_path, coots()), tmp_path, come_back)


def test_a_ruling_stands_beside_the_verdict_of_another_run(tmp_path: Path) -> None:
    async def rule(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "n", "see table 2")

    async def look(app: DeskApp, pilot: Pilot[None]) -> None:
        text = shown(app)
        assert "ruled by a person: the paper answers this (see table 2), against what the agents found" in text
        assert "nothing found in the pages supplied" in text
        assert "openai agents" in text

    at_the_desk(dossier(tmp_path, coots()), tmp_path, rule)
    first, *others = coots().findings
    changed = first.model_copy(update={"label": Verdict.SUPPORTED, "evidence": ()})
    run = coots().run.model_copy(update={"engine": "openai", "model": "other-model"})
    again = coots(findings=(changed, *others), run=run)
    at_the_desk(dossier(tmp_path, again), tmp_path, look, size=(160, 50))


def test_work_follows_a_claim_that_another_model_words_otherwise_and_goes_on_under_one_point(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots())
    first, *others = coots().findings
    again = coots(findings=(first.model_copy(update={"claim": "Ablations are lacking."}), *others))

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "n", "see table 2")
        await answer(pilot, "t", "ask them")
        await pilot.press("x")
        await pilot.pause()

    async def go_on(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("home")
        await pilot.pause()
        text = shown(app)
        assert "✓Pn W1 · " in text
        assert "(see table 2)" in text
        assert "note: ask them" in text
        assert "of yours" not in text
        await answer(pilot, "s", "on second thoughts")

    at_the_desk(opened, tmp_path, work)
    at_the_desk(dossier(tmp_path, again), tmp_path, go_on, size=(120, 40))
    kept = stored_work(opened.folder)
    ((key, ruling),) = kept.rulings.items()
    assert ruling is not None
    assert (ruling.label, ruling.claim) == (Verdict.SUPPORTED, "Ablations are lacking.")
    assert [one.text for one in kept.wordings[key]] == ["The paper has no ablation.", "Ablations are lacking."]


def test_an_author_sees_a_ruling_as_one_and_what_the_agents_found_beside_it() -> None:
    first, *others = coots().findings
    ruling = Override(label=Verdict.SUPPORTED, reason="Table 2 is none", at="now")
    items = claim_items(coots(findings=(first.model_copy(update={"override": ruling}), *others)), Role.AUTHOR)
    said = {item.id: item.words for item in items}
    assert said[first.id].startswith("no answer, as ruled; found by the agents: the paper answers this, p. 2")
    assert not any("as ruled" in words for name, words in said.items() if name != first.id)


def test_filter_and_search_narrow_the_list_and_escape_widens_it(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "f")
        await pilot.pause()
        assert "only: left" in screen(app)[0]
        assert "W1 ·" not in shown(app)
        await pilot.press("f")
        await pilot.pause()
        assert "only: Not Supported" in screen(app)[0]
        assert [line for line in screen(app) if "W2 ·" in line or "W3 ·" in line] == []
        await pilot.press("escape")
        await answer(pilot, "slash", "hundred")
        assert "1 of 4 hold “hundred”" in screen(app)[-1]
        assert marked(app, "left") == "Three in ten are missed."
        await pilot.press("escape")
        await pilot.pause()
        assert "W1 ·" in shown(app)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)


def test_the_scan_says_what_was_looked_for_and_what_was_not_supplied(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("v")
        await pilot.pause()
        assert "20 of 20 passages were read" in shown(app)
        assert "ablation, ablate" in shown(app)
        assert "not supplied: Appendix C" in shown(app)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(160, 50))


def test_the_audit_is_a_screen_of_17_rows_and_is_remembered(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots(), audited())

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        await pilot.pause()
        text = shown(app)
        assert screen(app)[0].startswith("peerlens · audit")
        assert sum(f"L2.{group}.{n} ·" in text for group in range(1, 8) for n in range(1, 4)) == 17
        assert "1 of 1 left" in text
        assert "A judgement: The cause of the gain stays open." in text
        assert marked(app, "right") == "The mask matters most."

    async def again(app: DeskApp, pilot: Pilot[None]) -> None:
        assert screen(app)[0].startswith("peerlens · audit")
        await pilot.press("a")
        await pilot.pause()
        assert screen(app)[0].startswith("peerlens · claims")

    at_the_desk(opened, tmp_path, work, size=(160, 60))
    at_the_desk(opened, tmp_path, again, size=(160, 60))


def test_a_report_is_written_with_the_ruling_and_no_file_is_replaced_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "n", "see table 2")
        await pilot.press("w", "enter")
        await pilot.pause()
        assert "written: paper.claims.md" in screen(app)[-1]
        await pilot.press("w", "enter")
        await pilot.pause()
        assert "not written: paper.claims.md is there already" in screen(app)[-1]
        await pilot.press("w", "ctrl+u")
        await pilot.press(*"out.json", "enter")
        await pilot.pause()

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)
    assert "ruled by a person" in (tmp_path / "paper.claims.md").read_text(encoding="utf-8")
    written = Report.model_validate_json((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert written.findings[0].override is not None
    assert written.findings[0].override.reason == "see table 2"


def test_a_smaller_terminal_keeps_the_claim_and_its_page_in_sight(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("down")
        for width, height in ((40, 12), (200, 60), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            await pilot.pause()
            assert len(screen(app)) == height
            assert marked(app, "left") == "Three in ten are missed."
            assert "Three in" in shown(app)
            assert "misses" in shown(app)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work)


def test_authors_have_the_reviewers_order_and_one_row_for_a_shared_point(tmp_path: Path) -> None:
    first, second, third = coots().findings
    shared = third.model_copy(update={"same_as": first.id})

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        text = shown(app)
        assert "W1 · answered, p. 2 · The paper has no ablation." in text
        assert "answered: the paper answers this, p. 2" in text
        assert "W2 · half answered" in text
        assert "W3 ·" not in text
        assert "also said in W3" in text
        assert "3 of 3 left" in text

    at_the_desk(
        dossier(tmp_path, coots(findings=(first, second, shared))), tmp_path, work, size=(120, 40), role=Role.AUTHOR
    )


def test_chairs_have_what_needs_a_person_on_top_and_reviewers_a_question(tmp_path: Path) -> None:
    async def chair(app: DeskApp, pilot: Pilot[None]) -> None:
        text = shown(app)
        assert text.index("Look at these first (2)") < text.index("W2 ·") < text.index("Nothing found in the pages")
        assert "- A criticism that the paper seems to answer; is the passage enough?" in text
        assert "Point at" not in text, "how to reply is for authors"
        assert "3 of 3 left" in text, "a question waits for its authors"
        await answer(pilot, "n", "see table 2")
        assert "Look at these first (2)" in shown(app)
        assert "2 of 3 left" in shown(app)

    async def reviewer(app: DeskApp, pilot: Pilot[None]) -> None:
        assert "does p. 2 · 2 Ablation answer this?" in shown(app)

    at_the_desk(dossier(tmp_path, coots()), tmp_path, chair, role=Role.CHAIR, size=(80, 40))
    at_the_desk(dossier(tmp_path, coots()), tmp_path, reviewer, role=Role.REVIEWER)


def test_without_the_papers_text_the_quote_is_shown_and_it_is_said(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        assert "quote only, the paper is not stored here: p. 2" in shown(app)
        assert marked(app, "right") == "We remove the mask and the lens in turn."

    at_the_desk(dossier(tmp_path, coots(), manuscript=None), tmp_path, work, size=(160, 50))


def test_help_lists_the_keys_and_ctrl_c_leaves_with_130(tmp_path: Path) -> None:
    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "your verdict with a reason" in shown(app)
        await pilot.press("q")
        await pilot.pause()
        assert screen(app)[0].startswith("peerlens · claims")
        await pilot.press("ctrl+c")

    assert at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(80, 50)).return_code == 130


def test_a_purge_meanwhile_is_said_and_the_desk_stays(tmp_path: Path) -> None:
    from peerlens.store.library import Library

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        Library(tmp_path).purge("0" * 16)
        await pilot.press("x")
        await pilot.pause()
        assert "the paper was purged" in screen(app)[-1]

    at_the_desk(dossier(tmp_path, coots()), tmp_path, work, size=(160, 30))


def test_a_ruling_on_a_claim_that_this_run_does_not_have_is_kept_and_said(tmp_path: Path) -> None:
    opened = dossier(tmp_path, coots())

    async def rule(app: DeskApp, pilot: Pilot[None]) -> None:
        await answer(pilot, "n", "see table 2")

    async def look(app: DeskApp, pilot: Pilot[None]) -> None:
        assert "your work on 1 point that this run does not have is kept" in screen(app)[-1]
        assert "ruled by a person" not in shown(app)

    at_the_desk(opened, tmp_path, rule)
    at_the_desk(dossier(tmp_path, coots(findings=coots().findings[1:])), tmp_path, look)
    assert len(stored_work(opened.folder).rulings) == 1


def test_what_broke_off_and_what_was_noted_in_reading_is_shown(tmp_path: Path) -> None:
    warning = PaperWarning(code="hidden_text", message="hidden text was left out", page=2)
    paper = coots().paper.model_copy(update={"warnings": (warning,)})
    failure = Failure(id="r1.c9", claim_id=None, stage="verify", error="OutputInvalidError", message="no [verdict]")

    async def work(app: DeskApp, pilot: Pilot[None]) -> None:
        assert "! hidden text was left out (p. 2)" in screen(app)[-1]
        assert "r1.c9 · broke off at verify · no [verdict]" in shown(app)
        assert "4 of 4 left" in shown(app)
        await pilot.press("i")
        await pilot.pause()
        assert "4 claims: 3 decided" in shown(app)
        assert "! hidden text was left out (p. 2)" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert marked(app, "left") == "The paper has no ablation."

    at_the_desk(dossier(tmp_path, coots(paper=paper, failures=(failure,))), tmp_path, work, size=(160, 60))
