"""The files of a paper: one file, a folder, or a LaTeX root with what it reads in, and supplements."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from peerlens.errors import PaperError
from peerlens.store.parsers.archive import pick
from peerlens.store.parsers.formats import Format, sniff
from peerlens.store.parsers.latex_source import find_file, is_root, names_read
from peerlens.text.harmless import printable_name

MAX_BYTES = 200 * 1024 * 1024
_MAX_FOLDER = 5_000
_MAX_READ_IN = 400


@dataclass(frozen=True)
class PaperFiles:
    """``source``: what the user named, as shown. ``identity`` covers the bytes of all files."""

    source: str
    identity: str
    main: str
    files: dict[str, bytes]
    supplements: tuple[str, ...] = ()


def paper_id(data: bytes) -> str:
    """The identity of a paper in one file: other bytes are another paper."""
    return hashlib.sha256(data).hexdigest()[:16]


def gather_files(path: Path, supplements: Sequence[Path] = ()) -> PaperFiles:
    """Read the paper's own files. Raises ``PaperError`` for what is no file or folder, unreadable or too large."""
    shown = printable_name(path) or str(path)
    if path.is_dir():
        main, files = _folder(path, shown)
    else:
        data = read_file(path)
        main, files = path.name, {path.name: data}
        if sniff(data, source=shown) is Format.LATEX:
            files = _with_read_in(main, data, path.parent)
    named = [path.name for path in supplements]
    added: list[str] = []
    for name, file in zip(named, supplements, strict=True):
        key = name
        while key in files:
            key = f"supplement/{key}"
        data = read_file(file)
        sniff(data, source=name)
        if data not in files.values():  # what is there already is read once
            files[key] = data
            added.append(key)
    if sum(map(len, files.values())) > MAX_BYTES:
        raise PaperError(f"{shown}: more than {MAX_BYTES >> 20} MiB in all", hint="leave out what is not the paper")
    return PaperFiles(shown, _identity(main, files), main, files, tuple(added))


def read_file(path: Path) -> bytes:
    """The bytes of a file, its size checked first."""
    try:
        if path.is_dir():
            raise PaperError(f"{path}: is a folder, not a file", hint="name the file itself")
        if path.exists() and not path.is_file():
            raise PaperError(f"{path}: is not a regular file", hint="save it to a file first")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise PaperError(f"{path}: {size / 2**20:.0f} MiB is too large", hint=f"the limit is {MAX_BYTES >> 20} MiB")
        return path.read_bytes()
    except FileNotFoundError as exc:
        raise PaperError(f"{path}: no such file", hint="check the path") from exc
    except OSError as exc:
        raise PaperError(f"{path}: cannot be read ({exc.strerror})", hint="check the path and permissions") from exc


def _identity(main: str, files: dict[str, bytes]) -> str:
    if len(files) == 1:
        return paper_id(files[main])
    listed = [[name, hashlib.sha256(files[name]).hexdigest()] for name in (main, *sorted(set(files) - {main}))]
    return hashlib.sha256(json.dumps(listed).encode("utf-8", errors="surrogatepass")).hexdigest()[:16]


def _folder(path: Path, shown: str) -> tuple[str, dict[str, bytes]]:
    """The LaTeX root in a folder and what it reads in."""
    sources = [name for name in _names_below(path, shown) if name.lower().endswith((".tex", ".ltx"))]
    roots = {name: data for name in sources if is_root(data := read_file(path / name))}
    if not roots:
        raise PaperError(
            f"{shown}: no LaTeX root (a .tex file with \\documentclass) in this folder",
            hint="name the paper's own file",
        )
    main = pick(list(roots), shown)
    return main, _with_read_in(main, roots[main], path)


def _names_below(path: Path, shown: str) -> Iterator[str]:
    count = 0
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            count += 1
            if count > _MAX_FOLDER:
                raise PaperError(f"{shown}: more than {_MAX_FOLDER:,} files in this folder", hint="name the root file")
            if not name.startswith("."):
                yield (Path(folder) / name).relative_to(path).as_posix()


def _with_read_in(main: str, data: bytes, folder: Path) -> dict[str, bytes]:
    """The root and, by POSIX names relative to ``folder``, every file in that folder that it leads to."""
    files = {main: data}
    waiting = [main]
    inside = _inside(folder)
    while waiting and len(files) <= _MAX_READ_IN:
        reader = waiting.pop()
        beside = [str(PurePosixPath(main).with_suffix(".bbl"))] if reader == main else []
        for wanted in (*names_read(files[reader]), *beside):
            found = find_file(wanted, reader, main, inside)
            if found is not None and found not in files:
                files[found] = read_file(folder / found)
                waiting.append(found)
    return files


def _inside(folder: Path) -> Callable[[str], bool]:
    """Whether a name is a regular file that lies in ``folder`` for real, links resolved."""
    top = folder.resolve()

    def is_inside(name: str) -> bool:
        try:
            real = (folder / name).resolve()
            return real.is_relative_to(top) and real.is_file()
        except (OSError, ValueError):
            return False

    return is_inside


def ids_of(files: PaperFiles) -> list[str]:
    """The identity of each file by itself: how a stored paper is found again from one of its files."""
    return sorted({paper_id(data) for data in files.files.values()} | {files.identity})
