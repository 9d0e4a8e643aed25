"""The three standard streams as they really are: closed, full, or read by somebody who has gone."""

from __future__ import annotations

import io
import os
import sys
from typing import Any

from peerlens.errors import UnavailableError


class OutputError(UnavailableError):
    """Standard output cannot be written: the result did not arrive."""


def prepare_streams() -> None:
    """Make writing safe for the whole process.

    A closed stream is held open on the null device, so that no file opened later gets its number; writing to it is an
    error as before. Messages that standard error does not take are dropped. What standard output does not take
    raises ``OutputError``, except where its reader has gone (``| head -1``): the rest is dropped in silence.
    """
    _hold_closed()
    sys.stderr = _text(_Messages(2, "w", closefd=False), sys.stderr, errors="backslashreplace", every_line=True)
    sys.stdout = _text(_Results(1, "w", closefd=False), sys.stdout, errors="strict", every_line=os.isatty(1))


def finish_output() -> None:
    """Write what is still held back. Raises ``OutputError`` when it cannot be written."""
    sys.stdout.flush()


class _Messages(io.FileIO):
    """Standard error: losing a message changes neither the result nor the status."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError:
            return len(memoryview(data).cast("B"))


class _Results(io.FileIO):
    """Standard output: the first error counts, what comes after it is dropped."""

    _broken = False

    def write(self, data: Any, /) -> int:
        if not self._broken:
            try:
                return super().write(data)
            except BrokenPipeError:
                self._broken = True
            except OSError as exc:
                self._broken = True
                raise OutputError(
                    f"standard output cannot be written ({exc.strerror})",
                    hint="free the disk or name another place, then run it again",
                ) from exc
        return len(memoryview(data).cast("B"))


def _text(raw: io.FileIO, before: Any, *, errors: str, every_line: bool) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=before.encoding if before is not None else "utf-8",
        errors=before.errors if before is not None else errors,
        line_buffering=every_line,
    )


def _hold_closed() -> None:
    for number, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            held = os.open(os.devnull, mode)
            if held != number:
                os.dup2(held, number)
                os.close(held)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "r", closefd=False)), encoding="utf-8")
