"""One run on a batch's folder at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from peerlens.errors import StoreLockedError, UsageError
from peerlens.store.disk import store_errors

LEDGER, LOCK, _HOLDER = "ledger.sqlite", "ledger.lock", "ledger.pid"


@contextmanager
def locked_folder(folder: Path, *, resume: bool) -> Iterator[None]:
    """Make the folder if need be, for its owner alone: reviews are confidential. Keep it from other runs.

    Raises ``UsageError`` where it holds something that is no batch, or a batch and ``resume`` is not given,
    ``StoreLockedError`` where another run has it, ``StoreError`` where it cannot be made.
    """
    with store_errors(folder):
        if os.path.lexists(folder) and not folder.is_dir():
            raise UsageError(f"--out {folder}: is a file", hint="name a folder")
        held = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
        if held and not resume:
            raise UsageError(f"--out {folder}: is not empty", hint="go on with --resume, or name another folder")
        if held - {LOCK, _HOLDER} and LEDGER not in held:
            raise UsageError(f"--out {folder}: holds something that is no batch", hint="name another folder")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK, timeout=0, mode=0o600)
        holder = folder / _HOLDER
        try:
            lock.acquire()
        except Timeout as exc:
            raise StoreLockedError(
                f"--out {folder}: {_holder(holder)} is at work on it", hint="wait until it ends, or end it"
            ) from exc
        try:
            holder.write_text(str(os.getpid()), encoding="ascii")
        except OSError:
            lock.release()
            raise
    try:
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _holder(path: Path) -> str:
    try:
        return f"process {int(path.read_text(encoding='ascii'))}"
    except (OSError, ValueError):
        return "another run"
