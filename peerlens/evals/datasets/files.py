"""Find the files of a data set below a folder, and read their lines."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from peerlens.errors import InputError


class Line(BaseModel):
    """Base of a row of foreign data: fields that are not asked for are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


L = TypeVar("L", bound=Line)


def files_below(data: Path) -> tuple[Path, ...]:
    """Every file below a folder, links followed, hidden folders left out, in a fixed order."""
    if not data.is_dir():
        what = "a file" if data.exists() else "no such folder"
        raise InputError(f"{data}: {what}", hint="give the folder of the data set with --data DIR")
    return tuple(sorted(_walk(data)))


def _walk(data: Path) -> Iterator[Path]:
    seen: set[str] = set()
    for folder, folders, names in os.walk(data, followlinks=True):
        real = os.path.realpath(folder)
        folders[:] = [] if real in seen else sorted(name for name in folders if not name.startswith("."))
        if real in seen:
            continue
        seen.add(real)
        yield from (Path(folder) / name for name in names)


def read_lines(path: Path, model: type[L]) -> Iterator[L]:
    """The rows of a JSONL file. Raises ``InputError`` naming the line that does not fit."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield model.model_validate_json(line)
        except ValidationError as exc:
            raise InputError(
                f"{path.name}, line {number}: {exc.errors()[0]['msg']}", hint="is this the data set of this suite?"
            ) from exc


def read_json(path: Path) -> Any:
    """A JSON file, or ``None`` when it does not hold JSON."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError:
        return None


def fingerprint(paths: Iterable[Path]) -> str:
    """What changes when the bytes of these files do: 12 hex digits."""
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda path: path.name):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def read_text(path: Path) -> str:
    """The text of a UTF-8 file. Raises ``InputError`` when it is not one."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(f"cannot read {path}", hint="the file must be readable UTF-8 text") from exc
