"""SQLite files that survive being killed: opened whole, or set aside and begun anew."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from peerlens.errors import StoreError

Tables = Mapping[str, Sequence[str]]


@contextmanager
def open_database(path: Path, schema: str, tables: Tables) -> Iterator[sqlite3.Connection]:
    """Open (and if need be create) the database at ``path``; ``tables`` are the columns that ``schema`` gives each.

    What a transaction committed is on disk. A damaged file is set aside under the name ``….damaged`` and a new one
    begun: all that is lost is done anew. Raises ``StoreError``, also for what goes wrong within the block, where the
    disk or another process is in the way.
    """
    try:
        connection = _sound(path, schema, tables)
        try:
            yield connection
        finally:
            connection.close()
    except (sqlite3.Error, OSError) as exc:
        raise StoreError(
            f"the ledger {path} cannot be used: {exc}",
            hint="check disk space and permissions, or choose another --home",
        ) from exc


def _sound(path: Path, schema: str, tables: Tables) -> sqlite3.Connection:
    connection = _connect(path)
    try:
        if _is_sound(connection, schema, tables):
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    os.replace(path, path.with_name(f"{path.name}.damaged"))
    for rest in ("-wal", "-shm"):
        path.with_name(path.name + rest).unlink(missing_ok=True)
    connection = _connect(path)
    _is_sound(connection, schema, tables)
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=10.0)


def _is_sound(connection: sqlite3.Connection, schema: str, tables: Tables) -> bool:
    """Make the tables where they are missing; whether the file is a whole database with those tables in it."""
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(schema)
        for table, columns in tables.items():
            found = tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            if found != tuple(columns):
                return False
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError as exc:
        if getattr(exc, "sqlite_errorcode", None) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return False
        raise
