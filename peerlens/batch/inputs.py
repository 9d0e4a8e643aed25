"""Read a batch's input, whatever its form, into numbered lines. Nothing is judged before all of it has been read."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from peerlens.batch.dump import forums_in
from peerlens.batch.entries import Entry, Line, Task
from peerlens.batch.folder import papers_in
from peerlens.batch.lines import lines_of
from peerlens.batch.table import rows_of
from peerlens.errors import InputError
from peerlens.reviews.tabular import looks_tabular
from peerlens.text.harmless import printable_name

MAX_BYTES = 2 * 1024**3


def read_input(path: Path, *, tasks: Sequence[Task] = ()) -> tuple[Line, ...]:
    """Every line of the input at ``path``: a manifest, a benchmark or a table in JSON lines, a CSV, a dump, a folder.

    ``tasks``: what is done where a line does not say; verify where there are reviews, else an audit, where empty.
    Raises ``InputError`` where the input as a whole cannot be used.
    """
    lines = papers_in(path, tasks=tasks) if path.is_dir() else _file(path)
    if not lines:
        raise InputError(f"{path}: holds nothing to do", hint="see `peerlens batch --help` for what it may hold")
    return _with_notes([_with_tasks(line, tasks) for line in lines])


def _file(path: Path) -> list[Line]:
    name, folder = printable_name(path) or str(path), path.parent
    try:
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a regular file", hint="save it to a file first")
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"{path}: larger than {MAX_BYTES >> 30} GiB", hint="split it")
        data = path.read_bytes()
    except FileNotFoundError as exc:
        raise InputError(f"{path}: no such file", hint="check the path") from exc
    except OSError as exc:
        raise InputError(f"{path}: cannot be read ({exc.strerror})", hint="check its permissions") from exc
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        return rows_of(data, folder, name=name)
    if suffix == ".json" or (suffix not in (".jsonl", ".ndjson") and data.lstrip()[:1] == b"["):
        return forums_in(data, folder, name=name)
    if suffix not in (".jsonl", ".ndjson") and looks_tabular(data[:8192].decode("utf-8", "replace")):
        return rows_of(data, folder, name=name)
    if suffix not in (".jsonl", ".ndjson") and not _holds_an_object(data):
        raise InputError(
            f"{path}: no line of it is a JSON object", hint="see `peerlens batch --help` for what a set may be"
        )
    return lines_of(data, folder, name=name)


def _holds_an_object(data: bytes) -> bool:
    """Whether a line begins as one, in any encoding that has ASCII in it."""
    return any(
        row.strip(b"\xef\xbb\xbf\xff\xfe \t\r").startswith(b"{") for row in data.replace(b"\0", b"").split(b"\n")
    )


def _with_tasks(line: Line, tasks: Sequence[Task]) -> Line:
    if not isinstance(line, Entry) or line.tasks:
        return line
    asked = tuple(task for task in Task if task in tasks and (line.reviews or task is not Task.VERIFY))
    return replace(line, tasks=asked or ((Task.VERIFY,) if line.reviews else (Task.AUDIT,)))


def _with_notes(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Lines that name one thing twice say so: nothing is overwritten, but somebody may have meant another."""
    first: dict[tuple[str, str], Line] = {}
    noted: list[Line] = []
    for line in lines:
        if isinstance(line, Entry):
            key = (str(line.paper) if line.reviews else "", _alike(line.id))
            earlier = first.setdefault(key, line)
            if earlier is not line:
                how = "the same id as" if earlier.id == line.id else f"an id that {_how(earlier.id, line.id)} that of"
                line = replace(line, notes=(*line.notes, f"{how} line {earlier.line}"))
        noted.append(line)
    return tuple(noted)


def _alike(identity: str) -> str:
    """What ids have in common that people, and some file systems, take for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", identity).casefold())


def _how(one: str, other: str) -> str:
    return "differs only in case from" if one.casefold() == other.casefold() else "looks like"
