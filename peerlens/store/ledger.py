"""The one truth about finished work on a paper: a content-addressed table of units, written as each is done."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from peerlens.errors import StoreError

_SCHEMA = "CREATE TABLE IF NOT EXISTS units (key TEXT PRIMARY KEY, kind TEXT NOT NULL, record TEXT NOT NULL)"


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

    def put(self, key: str, kind: str, record: str) -> None:
        with self._connection:
            self._connection.execute("INSERT OR IGNORE INTO units VALUES (?, ?, ?)", (key, kind, record))

    def count(self, kind: str) -> int:
        return int(self._connection.execute("SELECT count(*) FROM units WHERE kind = ?", (kind,)).fetchone()[0])


@contextmanager
def open_ledger(path: Path) -> Iterator[Ledger]:
    """Open (and if need be create) the ledger at ``path``. Raises ``StoreError`` when the file is not usable."""
    try:
        connection = sqlite3.connect(path, timeout=10.0)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(_SCHEMA)
            yield Ledger(connection)
        finally:
            connection.close()
    except sqlite3.Error as exc:
        raise StoreError(
            f"the ledger {path.name} of this paper cannot be used: {exc}",
            hint="free disk space, or delete what is stored about the paper with `peerlens purge`",
        ) from exc
