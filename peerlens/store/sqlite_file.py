"""A small SQLite file of the store: made where it is missing, set aside where it is damaged."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from peerlens.errors import StoreError

Tables = Mapping[str, tuple[str, ...]]
"""Name of each table and the definitions of its columns, the name of a column first."""


@contextmanager
def open_sqlite(path: Path, tables: Tables, *, what: str) -> Iterator[sqlite3.Connection]:
    """Open (and if need be create) the file at ``path``; what is committed is on the disk.

    A damaged file is set aside under the name ``….damaged`` and a new one begun. Raises ``StoreError`` where the disk
    or another process is in the way, also for what goes wrong while the file is open.
    """
    try:
        connection = _sound(path, tables)
        try:
            yield connection
        finally:
            connection.close()
    except (sqlite3.Error, OSError) as exc:
        raise StoreError(
            f"{what} {path} cannot be used: {exc}",
            hint="check disk space and permissions, or choose another --home (of a batch: --out)",
        ) from exc


def _sound(path: Path, tables: Tables) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10.0)
    try:
        if _is_sound(connection, tables):
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    os.replace(path, path.with_name(f"{path.name}.damaged"))
    for rest in ("-wal", "-shm"):
        path.with_name(path.name + rest).unlink(missing_ok=True)
    connection = sqlite3.connect(path, timeout=10.0)
    _is_sound(connection, tables)
    return connection


def _is_sound(connection: sqlite3.Connection, tables: Tables) -> bool:
    """Make the tables where they are missing; whether the file is a whole database with just those columns."""
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        for name, columns in tables.items():
            connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({', '.join(columns)})")
            found = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            if found != [column.split()[0] for column in columns]:
                return False
        return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.DatabaseError as exc:
        if getattr(exc, "sqlite_errorcode", None) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            return False
        raise
