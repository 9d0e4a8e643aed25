"""A person's work on one paper: every action stored as it is made, undone and redone without losing any."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pydantic import ValidationError

from peerlens.errors import StoreError
from peerlens.store.disk import store_errors
from peerlens.store.rulings import Ruling
from peerlens.store.sqlite_file import open_sqlite
from peerlens.store.wordings import Wording

FILE = "desk.sqlite"
_TABLES = {
    "actions": ("id INTEGER PRIMARY KEY", "at TEXT NOT NULL", "kind TEXT NOT NULL", "key TEXT NOT NULL",
                "value TEXT NOT NULL", "state TEXT NOT NULL"),
    "wordings": ("id INTEGER PRIMARY KEY", "key TEXT NOT NULL", "value TEXT NOT NULL"),
    "places": ("name TEXT PRIMARY KEY", "value TEXT NOT NULL"),
}  # fmt: skip


class ActionKind(StrEnum):
    """What a person can do to a claim, a question or an audit row."""

    RULE = "rule"
    NOTE = "note"
    DONE = "done"


class _State(StrEnum):
    """``undone`` actions can be redone until another action is made; then they are ``dropped``, but kept."""

    MADE = "made"
    UNDONE = "undone"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Work:
    """All that stands, by content key. A ruling of ``None`` was given and taken back.

    ``touched``: what was ever noted or marked done, also where that was taken back. ``wordings``: how each claim and
    question read whenever it was worked on, the oldest first.
    """

    rulings: dict[str, Ruling | None] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    touched: frozenset[str] = frozenset()
    wordings: dict[str, tuple[Wording, ...]] = field(default_factory=dict)


class Session:
    """The actions on one paper. What a method returned from is on the disk."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def act(self, kind: ActionKind, key: str, value: str, *, at: str, wording: Wording | None = None) -> None:
        """Store an action. ``value``: a ``Ruling`` as JSON, a note, "1"; "" takes back. Raises ``StoreError``.

        ``wording``: the claim or question as it reads now, so that it is known again where it reads otherwise.
        """
        with self._writing():
            self._connection.execute("UPDATE actions SET state = ? WHERE state = ?", (_State.DROPPED, _State.UNDONE))
            self._connection.execute(
                "INSERT INTO actions (at, kind, key, value, state) VALUES (?, ?, ?, ?, ?)",
                (at, kind, key, value, _State.MADE),
            )
            if wording is not None:
                row = (key, wording.model_dump_json())
                self._connection.execute("DELETE FROM wordings WHERE key = ? AND value = ?", row)
                self._connection.execute("INSERT INTO wordings (key, value) VALUES (?, ?)", row)

    def undo(self) -> tuple[ActionKind, str] | None:
        """Take the last action back; its kind and key, ``None`` where there is none."""
        return self._turn("max", _State.MADE, _State.UNDONE)

    def redo(self) -> tuple[ActionKind, str] | None:
        """Make the action that was undone last again."""
        return self._turn("min", _State.UNDONE, _State.MADE)

    def _turn(self, end: str, old: _State, new: _State) -> tuple[ActionKind, str] | None:
        with self._writing():
            row = self._connection.execute(
                f"SELECT id, kind, key FROM actions WHERE id = (SELECT {end}(id) FROM actions WHERE state = ?)", (old,)
            ).fetchone()
            if row is None:
                return None
            self._connection.execute("UPDATE actions SET state = ? WHERE id = ?", (new, row[0]))
        return ActionKind(row[1]), str(row[2])

    def work(self) -> Work:
        """What stands after all actions, in their order. One that cannot be read is passed over."""
        rulings: dict[str, Ruling | None] = {}
        notes: dict[str, str] = {}
        done: dict[str, bool] = {}
        touched: set[str] = set()
        for kind, key, value, state in self._connection.execute(
            "SELECT kind, key, value, state FROM actions WHERE state != ? ORDER BY id", (_State.DROPPED,)
        ):
            made = state == _State.MADE
            if kind == ActionKind.RULE:
                if made:
                    rulings[key] = _ruling(value)
                else:
                    rulings.setdefault(key, None)
                continue
            touched.add(key)
            if made and kind == ActionKind.NOTE:
                notes[key] = value
            elif made:
                done[key] = value != ""
        kept = {key: note for key, note in notes.items() if note}
        marked = frozenset(key for key, is_done in done.items() if is_done)
        return Work(rulings, kept, marked, frozenset(touched), self._wordings(rulings, touched))

    def _wordings(self, rulings: Mapping[str, Ruling | None], touched: Set[str]) -> dict[str, tuple[Wording, ...]]:
        """By key. What was stored without one has the words of its ruling, or none but its key."""
        found: dict[str, list[Wording]] = {key: [] for key in (*rulings, *sorted(touched))}
        for key, value in self._connection.execute("SELECT key, value FROM wordings ORDER BY id"):
            wording = _wording(value)
            if wording is not None and key in found:
                found[key].append(wording)
        for key, ruling in rulings.items():
            if ruling is not None and not found[key]:
                found[key].append(Wording(text=ruling.claim, quote=ruling.quote))
        return {key: tuple(wordings) for key, wordings in found.items()}

    def keep_place(self, name: str, value: object) -> None:
        """Remember where the person is; ``value`` as JSON."""
        with self._writing():
            self._connection.execute("INSERT OR REPLACE INTO places VALUES (?, ?)", (name, json.dumps(value)))

    def place(self, name: str) -> object:
        row = self._connection.execute("SELECT value FROM places WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Raises ``StoreError``, too, where the file is gone: a purge must not be undone, nor work lost in silence."""
        if not self._path.exists():
            raise StoreError(f"{self._path} is gone: the paper was purged", hint="open the paper again")
        try:
            with self._connection:
                yield
        except sqlite3.Error as exc:
            raise StoreError(f"{self._path} cannot be written: {exc}", hint="check disk space and permissions") from exc


@contextmanager
def open_session(folder: Path) -> Iterator[Session]:
    """The session of the paper in ``folder``, which is made where it is missing. Raises ``StoreError``."""
    path = folder / FILE
    with store_errors(path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open_sqlite(path, _TABLES, what="the desk's session") as connection:
        yield Session(connection, path)


def _ruling(value: str) -> Ruling | None:
    try:
        return Ruling.model_validate_json(value) if value else None
    except ValidationError:
        return None


def _wording(value: str) -> Wording | None:
    try:
        return Wording.model_validate_json(value)
    except ValidationError:
        return None
