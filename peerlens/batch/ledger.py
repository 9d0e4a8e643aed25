"""The one truth about a batch: each unit's report or failure, kept the moment it is known, in one transaction."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from peerlens.batch.jobs import Outcome, Trouble
from peerlens.store.sqlite_file import open_sqlite

_TABLES = {
    "units": (
        "key TEXT PRIMARY KEY", "task TEXT NOT NULL", "report BLOB", "trouble TEXT", "broken INTEGER NOT NULL",
        "seconds REAL NOT NULL", "opening REAL NOT NULL",
    ),
    "written": ("name TEXT PRIMARY KEY", "key TEXT NOT NULL"),
    "spent": ("run INTEGER PRIMARY KEY", "seconds REAL NOT NULL"),
}  # fmt: skip


_KEEP = """
INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET report = excluded.report,
  trouble = excluded.trouble, broken = excluded.broken, seconds = excluded.seconds, opening = excluded.opening
WHERE units.trouble IS NOT NULL OR units.broken > 0
"""


class BatchLedger:
    """Units by key. A unit with a whole report is stored once and never changed; one that failed may be done again.

    ``broken`` counts the claims of a report that broke off: with any, the unit counts as failed.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._run: int | None = None

    def settled(self, *, retry_failed: bool) -> set[str]:
        """Keys of units that need no doing: those done, and without ``retry_failed`` those that failed."""
        where = "WHERE trouble IS NULL AND broken = 0" if retry_failed else ""
        return {str(row[0]) for row in self._connection.execute(f"SELECT key FROM units {where}")}

    def keys(self) -> set[str]:
        """Keys of all units that it holds."""
        return {str(row[0]) for row in self._connection.execute("SELECT key FROM units")}

    def keep(self, outcome: Outcome, *, task: str, broken: int) -> None:
        """What this returned from is on disk."""
        report = None if outcome.report is None else zlib.compress(outcome.report.encode("utf-8"), 6)
        trouble = None if outcome.trouble is None else outcome.trouble.model_dump_json()
        with self._connection:
            self._connection.execute(
                _KEEP,
                (outcome.key, task, report, trouble, broken, outcome.seconds, outcome.opening),
            )

    def outcome(self, key: str) -> Outcome | None:
        row = self._connection.execute(
            "SELECT report, trouble, seconds, opening FROM units WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            return None
        return Outcome(
            key=key,
            report=None if row[0] is None else zlib.decompress(row[0]).decode("utf-8"),
            trouble=None if row[1] is None else Trouble.model_validate_json(row[1]),
            seconds=row[2],
            opening=row[3],
        )

    def written_from(self, name: str) -> str | None:
        """The key of the unit whose report the file of this name holds."""
        row = self._connection.execute("SELECT key FROM written WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def written(self) -> dict[str, str]:
        """The files written, and the key of the unit whose report each holds."""
        return {str(name): str(key) for name, key in self._connection.execute("SELECT name, key FROM written")}

    def forget_written(self, name: str) -> None:
        with self._connection:
            self._connection.execute("DELETE FROM written WHERE name = ?", (name,))

    def note_written(self, name: str, key: str) -> None:
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO written VALUES (?, ?)", (name, key))

    def spend(self, seconds: float) -> None:
        """Note how long this run has taken by now."""
        with self._connection:
            if self._run is None:
                self._run = self._connection.execute("INSERT INTO spent (seconds) VALUES (0)").lastrowid
            self._connection.execute("UPDATE spent SET seconds = ? WHERE run = ?", (seconds, self._run))

    def seconds(self) -> float:
        """By the wall, of all runs on this folder."""
        return float(self._connection.execute("SELECT coalesce(sum(seconds), 0) FROM spent").fetchone()[0])


@contextmanager
def open_batch_ledger(path: Path) -> Iterator[BatchLedger]:
    """Raises as ``open_sqlite`` does."""
    with open_sqlite(path, _TABLES, what="the ledger of the batch") as connection:
        yield BatchLedger(connection)
