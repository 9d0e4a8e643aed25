"""The one truth about finished work on a paper: a content-addressed table of units, written as each is done."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from peerlens.store.sqlite_file import open_sqlite

_TABLES = {"units": ("key TEXT PRIMARY KEY", "kind TEXT NOT NULL", "record TEXT NOT NULL")}
Kept = TypeVar("Kept", bound=BaseModel)


def unit_key(kind: str, parts: Mapping[str, object]) -> str:
    """Hash of all that determines a unit's result. ``parts`` must be JSON-serialisable; order does not matter."""
    text = json.dumps([kind, parts], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class Ledger:
    """Finished units of one paper. What ``put`` returned from is on disk; a unit is stored once and never changed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, key: str) -> str | None:
        """The stored record as JSON text, or ``None``."""
        row = self._connection.execute("SELECT record FROM units WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def recall(self, key: str, kind: type[Kept]) -> Kept | None:
        """The stored record, or ``None``. One that is no record of this kind is thrown away: the unit is done anew."""
        stored = self.get(key)
        if stored is None:
            return None
        try:
            return kind.model_validate_json(stored)
        except ValidationError:
            with self._connection:
                self._connection.execute("DELETE FROM units WHERE key = ?", (key,))
            return None

    def put(self, key: str, kind: str, record: str) -> None:
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO units VALUES (?, ?, ?)", (key, kind, record))

    def wait_for_disk_less(self) -> None:
        """Let the system write when it likes: what ``put`` returned from survives a kill, not a power cut."""
        self._connection.execute("PRAGMA synchronous=NORMAL")

    def count(self, kind: str) -> int:
        return int(self._connection.execute("SELECT count(*) FROM units WHERE kind = ?", (kind,)).fetchone()[0])


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """Open (and if need be create) the ledger at ``path``.

    A damaged file is set aside under the name ``….damaged`` and a new one begun: all that is lost is done anew. Raises
    ``StoreError`` where the disk or another process is in the way.
    """
    with open_sqlite(path, _TABLES, what="the ledger") as connection:
        yield Ledger(connection)
