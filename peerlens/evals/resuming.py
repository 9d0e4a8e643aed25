"""Take up a run that broke off: what was judged under the same versions is not judged again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from peerlens.errors import InputError, UsageError
from peerlens.evals.metrics import METRICS
from peerlens.evals.rows import FILE_NAME, ResumableRow, Row, read_rows, write_row
from peerlens.evals.subject import Subject

R = TypeVar("R", bound=ResumableRow)


class Resumed:
    """A subject with the rows of an earlier run; all else is the subject's own."""

    def __init__(self, subject: Subject, rows: Sequence[ResumableRow]) -> None:
        self._subject = subject
        self._rows = {row.identity: row for row in rows}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._subject, name)

    def remembered(self, row: R) -> R | None:
        """The stored row of what is about to be judged, if every version of it is the same."""
        known = self._rows.get(row.identity)
        if not isinstance(known, type(row)) or known.asked != row.asked:
            return None
        wanted = {**row.versions, "metrics": METRICS}
        return known if all(known.versions.get(name) == value for name, value in wanted.items()) else None


def remembered(subject: Subject, row: R) -> R | None:
    """What an earlier run has of this row, ``None`` where nothing was taken up."""
    return subject.remembered(row) if isinstance(subject, Resumed) else None


def take_up(subject: Subject, out: Path | None, model: type[Row]) -> Subject:
    """The subject with what ``predictions.jsonl`` in ``out`` holds; failures are not kept, they are tried again.

    Raises ``UsageError`` without ``out`` and for suites whose rows cannot be taken up.
    """
    if out is None:
        raise UsageError("--resume needs the folder of the run", hint="name it with --out DIR")
    if not issubclass(model, ResumableRow):
        raise UsageError("this suite cannot be taken up", hint="suites whose items are verdicts or votes can")
    path = out / FILE_NAME
    if not path.exists():
        return subject
    _cut_short(path)
    rows = [row for row in read_rows(path, model) if row.error is None]
    store(path, rows)
    return cast(Subject, Resumed(subject, rows))


def store(path: Path, rows: Iterable[Row]) -> None:
    """Write rows in place of a file, in one step. Raises ``InputError`` where that cannot be done."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text("".join(map(write_row, rows)), encoding="utf-8")
        beside.replace(path)
    except OSError as exc:
        raise InputError(f"cannot write {path}: {exc.strerror}", hint="name another folder with --out DIR") from exc


def _cut_short(path: Path) -> None:
    """Drop a last line that a kill left unfinished."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        path.write_bytes(data[: data.rfind(b"\n") + 1])
