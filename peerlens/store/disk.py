"""Files of the store: written whole or not at all, and what the disk refuses said in one line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from peerlens.errors import StoreError


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses at ``path`` (or the file it names) into a ``StoreError``."""
    try:
        yield
    except OSError as exc:
        raise StoreError(
            f"{exc.filename or path}: cannot be used ({exc.strerror or exc})",
            hint="check disk space and permissions, or choose another --home (of a batch: --out)",
        ) from exc


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, its folder made if need be. Raises ``StoreError``."""
    with store_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise


@contextmanager
def whole_text(path: Path) -> Iterator[TextIO]:
    """A file to write text to, which takes its place whole when the block ends well. Raises ``StoreError``."""
    part = path.with_name(f"{path.name}.part")
    with store_errors(path):
        try:
            with part.open("w", encoding="utf-8", errors="replace", newline="") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
