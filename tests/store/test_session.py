"""A person's actions: stored at once, undone and redone, known again in other runs, gone after a purge."""

import sqlite3
from pathlib import Path

import pytest

from peerlens.errors import StoreError
from peerlens.store.library import Library
from peerlens.store.marks import stored_work
from peerlens.store.rulings import Ruling
from peerlens.store.session import FILE, ActionKind, Session, open_session
from peerlens.store.wordings import Wording, content_key
from peerlens.taxonomy import Verdict

AT = "2026-11-30T12:00:00+00:00"


def rule(session: Session, label: Verdict, *, claim: str = "A claim.", quote: str = "A claim.") -> str:
    ruling = Ruling(label=label, reason="It is in Table 2", at=AT, claim=claim, quote=quote)
    session.act(ActionKind.RULE, content_key(claim), ruling.model_dump_json(), at=AT)
    return content_key(claim)


def test_what_was_done_is_there_when_the_session_is_opened_again(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        key = rule(session, Verdict.SUPPORTED)
        session.act(ActionKind.NOTE, key, "ask [the authors]", at=AT)
        session.act(ActionKind.DONE, key, "1", at=AT)
        session.keep_place("claim", key)
    with open_session(tmp_path) as session:
        work = session.work()
        assert (work.rulings[key].label, work.notes[key], work.done) == (  # type: ignore[union-attr]
            Verdict.SUPPORTED, "ask [the authors]", {key})  # fmt: skip
        assert session.place("claim") == key


def test_an_action_is_on_the_disk_before_the_session_closes(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        key = rule(session, Verdict.SUPPORTED)
        assert stored_work(tmp_path).rulings[key] == session.work().rulings[key]


def test_undo_and_redo_go_step_by_step_through_reopening(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        key = rule(session, Verdict.SUPPORTED)
        rule(session, Verdict.NOT_SUPPORTED)
    with open_session(tmp_path) as session:
        assert session.undo() == (ActionKind.RULE, key)
        assert session.work().rulings[key].label is Verdict.SUPPORTED  # type: ignore[union-attr]
        assert session.undo() == (ActionKind.RULE, key)
        assert session.work().rulings[key] is None
        assert session.undo() is None
        assert session.redo() == (ActionKind.RULE, key)
        assert session.work().rulings[key].label is Verdict.SUPPORTED  # type: ignore[union-attr]
        session.redo()
        assert session.work().rulings[key].label is Verdict.NOT_SUPPORTED  # type: ignore[union-attr]
        assert session.redo() is None


def test_a_new_action_after_undo_ends_what_could_be_redone(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        key = rule(session, Verdict.SUPPORTED)
        session.undo()
        session.act(ActionKind.DONE, key, "1", at=AT)
        assert session.redo() is None
        assert session.work().done == {key}


def test_an_empty_note_and_an_unset_mark_take_back(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        for kind, value in (
            (ActionKind.NOTE, "x"),
            (ActionKind.NOTE, ""),
            (ActionKind.DONE, "1"),
            (ActionKind.DONE, ""),
        ):
            session.act(kind, "k", value, at=AT)
        assert session.work().notes == {}
        assert session.work().done == frozenset()


def test_a_damaged_session_is_set_aside_and_a_new_one_begun(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with open_session(tmp_path) as session:
        assert session.work().rulings == {}
    assert (tmp_path / f"{FILE}.damaged").read_bytes() == b"no database" * 100


def test_a_purge_takes_the_session_and_a_desk_left_open_says_so(tmp_path: Path) -> None:
    library = Library(tmp_path)
    identity = "0" * 16
    with open_session(tmp_path / "papers" / identity) as session:
        rule(session, Verdict.SUPPORTED)
        assert library.purge(identity) == (identity,)
        with pytest.raises(StoreError, match="purged"):
            rule(session, Verdict.SUPPORTED)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_how_a_point_read_is_kept_with_the_work_on_it_each_wording_once_the_newest_last(tmp_path: Path) -> None:
    first, second = (Wording(text=text, quote="no seeds") for text in ("No seeds.", "Seeds are missing."))
    with open_session(tmp_path) as session:
        for wording in (first, second, first):
            session.act(ActionKind.NOTE, "k", "x", at=AT, wording=wording)
        session.act(ActionKind.DONE, "other", "1", at=AT)
        key = rule(session, Verdict.SUPPORTED, claim="Ruled.", quote="all of it")
    assert stored_work(tmp_path).wordings == {
        "k": (second, first), "other": (), key: (Wording(text="Ruled.", quote="all of it"),)}  # fmt: skip


def test_a_session_of_before_wordings_were_kept_still_opens(tmp_path: Path) -> None:
    with open_session(tmp_path) as session:
        session.act(ActionKind.NOTE, "k", "x", at=AT)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("DROP TABLE wordings")
    connection.close()
    assert stored_work(tmp_path).notes == {"k": "x"}
