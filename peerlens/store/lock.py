"""The lock of one paper, and beside it the number of the process that has it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from peerlens.errors import StoreLockedError
from peerlens.store.disk import store_errors

LOCK_WAIT_S = 10.0


class PaperLock:
    """Held by one process at a time. The lock is the file at ``path``; a ``.pid`` file beside it names the holder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(path, timeout=LOCK_WAIT_S, mode=0o600)
        self._holder = path.with_suffix(".pid")

    def acquire(self, *, what: str) -> None:
        """Raises ``StoreLockedError`` after ten seconds, ``StoreError`` where no lock can be made."""
        with store_errors(self._path):
            try:
                self._lock.acquire(poll_interval=0.1)
            except Timeout as exc:
                raise StoreLockedError(
                    f"{what}: process {self._read_holder()} has this paper open",
                    hint="wait until it ends, or end it, then try again",
                ) from exc
            try:
                self._holder.write_text(str(os.getpid()), encoding="ascii")
            except OSError:
                self._lock.release()
                raise

    def release(self) -> None:
        if self._lock.is_locked:
            with suppress(OSError):
                self._holder.unlink(missing_ok=True)
            self._lock.release()

    def _read_holder(self) -> str:
        try:
            return self._holder.read_text(encoding="ascii").strip() or "unknown"
        except (OSError, UnicodeDecodeError):
            return "unknown"
