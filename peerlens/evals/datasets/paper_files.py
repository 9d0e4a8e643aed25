"""Find manuscripts by paper id in a folder or a zip: ``ID.md`` (or mmd, txt, pdf, …) or ``ID/paper.*``."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from peerlens.errors import InputError
from peerlens.evals.datasets.files import files_below

SUFFIXES: Final = (".mmd", ".md", ".txt", ".tex", ".xml", ".html", ".docx", ".pdf")
"""What a paper is read from, best first: text that evidence was quoted from before a file that must be parsed."""
MAX_BYTES: Final = 100 * 2**20
T = TypeVar("T")


@contextmanager
def paper_files(source: Path, papers: Iterable[str]) -> Iterator[dict[str, Path]]:
    """The files of those papers that have one. A zip's are unpacked for the time of the block, under names of ours.

    Raises ``InputError`` when ``source`` is neither a folder nor a zip, or an entry unpacks to more than 100 MiB.
    """
    wanted = set(papers)
    if source.is_dir():
        yield _best(((path.relative_to(source).as_posix(), path) for path in files_below(source)), wanted)
        return
    try:
        archive = zipfile.ZipFile(source)
    except (OSError, zipfile.BadZipFile) as exc:
        raise InputError(f"{source.name} is neither a folder nor a zip", hint="name the manuscripts' folder") from exc
    with archive, TemporaryDirectory(prefix="peerlens-papers-") as folder:
        names = _best(((info.filename, info) for info in archive.infolist() if not info.is_dir()), wanted)
        found: dict[str, Path] = {}
        for number, (paper, info) in enumerate(sorted(names.items())):
            if info.file_size > MAX_BYTES:
                raise InputError(f"{source.name}: {info.filename} is too large", hint="unpack it and name the folder")
            path = Path(folder) / f"paper-{number}{PurePosixPath(info.filename).suffix.casefold()}"
            try:
                path.write_bytes(archive.read(info))
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as exc:
                raise InputError(
                    f"{source.name}: {info.filename} cannot be unpacked", hint="is the zip whole?"
                ) from exc
            found[paper] = path
        yield found


def _best(named: Iterable[tuple[str, T]], wanted: set[str]) -> dict[str, T]:
    """The best file of each paper by suffix, the first of several alike."""
    ranked: dict[str, tuple[int, T]] = {}
    for name, found in named:
        path = PurePosixPath(name)
        suffix = path.suffix.casefold()
        paper = path.parent.name if path.stem == "paper" else path.stem
        if paper not in wanted or suffix not in SUFFIXES:
            continue
        rank = SUFFIXES.index(suffix)
        if paper not in ranked or rank < ranked[paper][0]:
            ranked[paper] = (rank, found)
    return {paper: found for paper, (_, found) in ranked.items()}
