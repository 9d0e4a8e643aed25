"""A zip with a paper in it: opened within bounds, the paper found by rule, its supplements with it."""

from __future__ import annotations

import io
import lzma
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from peerlens.errors import DamagedFileError, PaperError
from peerlens.store.parsers.formats import Format, sniff
from peerlens.store.parsers.latex_source import is_root

MAX_ENTRIES = 5_000
MAX_UNPACKED = 400 * 2**20
MAX_ENTRY = 200 * 2**20
_MAX_RATIO = 300  # how much an entry of more than a MiB may unpack to, against its packed size
_SYSTEM = re.compile(r"(?:^|/)(?:__MACOSX|\.|Thumbs\.db$|desktop\.ini$|~\$)", re.IGNORECASE)
_SUPPLEMENT = re.compile(r"suppl?|append|extended[-_ ]?data|(?:^|[-_ ])s(?:i|m)(?:[-_ .\d]|$)", re.IGNORECASE)
_MAIN = re.compile(r"^(?:main|paper|ms|manuscript|article|submission|root|camera[-_ ]?ready|final)$", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:read[-_ ]?me|licen[cs]e|copying|notice|requirements.*|change(?:log|s)?|install|contributing|cite"
    r"|citation|robots)$",
    re.IGNORECASE,
)
_DOCUMENTS = (".pdf", ".docx", ".html", ".htm", ".xml", ".nxml", ".md", ".mmd", ".txt")
_LATEX_PARTS = (".tex", ".ltx", ".bib", ".bbl")
_WEAK = (".md", ".mmd", ".txt")
BROKEN = (  # what opening and reading a damaged or strange zip raises, by its way of packing
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, RuntimeError, ValueError,
)  # fmt: skip
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".jar")


@dataclass(frozen=True)
class Chosen:
    """``main`` and ``supplements`` are names in the zip; ``files`` the bytes of these and of what LaTeX may read in."""

    main: str
    supplements: tuple[str, ...]
    files: dict[str, bytes]
    ignored: tuple[str, ...]


def unpack(data: bytes, *, source: str) -> Chosen:
    """Find the paper in a zip and read what belongs to it, in memory.

    The paper is the LaTeX root (the file with ``\\documentclass``), else the one document that its name does not call a
    supplement, a main-like name (``main``, ``paper``, ``manuscript``…) or the only PDF deciding between several.
    Supplements are documents whose names say so. Raises ``PaperError`` where that leaves a choice, and for archives
    with unsafe names, links, archives inside, or more than the bounds allow.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _choose(_Entries(archive, source), source)
    except BROKEN as exc:
        raise DamagedFileError(f"{source}: broken zip archive", hint="download or make it again") from exc


class _Entries:
    """The checked entries of an archive; reading counts against one allowance."""

    def __init__(self, archive: zipfile.ZipFile, source: str) -> None:
        self._archive = archive
        self._source = source
        self._left = MAX_UNPACKED
        infos = archive.infolist()
        if len(infos) > MAX_ENTRIES:
            self._refuse(f"more than {MAX_ENTRIES:,} entries")
        if sum(info.file_size for info in infos) > MAX_UNPACKED:
            self._refuse(f"unpacks to more than {MAX_UNPACKED >> 20} MiB")
        self._infos: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            self._check(info)
            if not info.is_dir() and not _SYSTEM.search(info.filename):
                self._infos[info.filename] = info

    @property
    def names(self) -> list[str]:
        return list(self._infos)

    def _check(self, info: zipfile.ZipInfo) -> None:
        name = info.filename
        if (
            name.startswith(("/", "\\"))
            or ".." in re.split(r"[/\\]", name)
            or re.match(r"[A-Za-z]:", name)
            or "\\" in name
        ):
            self._refuse("a name in it leads out of the archive")
        if stat.S_ISLNK(info.external_attr >> 16):
            self._refuse("a symbolic link in it")
        if info.flag_bits & 1:
            self._refuse("it is encrypted")
        if name in self._infos:
            self._refuse("two entries have the same name")
        if info.file_size > MAX_ENTRY:
            self._refuse(f"an entry unpacks to more than {MAX_ENTRY >> 20} MiB")
        if info.file_size > 2**20 and info.file_size > _MAX_RATIO * max(info.compress_size, 1):
            self._refuse("an entry is packed beyond belief")
        if name.lower().endswith(_ARCHIVES) and not _SYSTEM.search(name):
            self._refuse("an archive inside the archive")

    def _refuse(self, why: str) -> None:
        raise PaperError(f"{self._source}: zip refused: {why}", hint="unpack it yourself and name the paper's own file")

    def read(self, name: str, *, limit: int = MAX_ENTRY) -> bytes:
        """The first ``limit`` bytes of an entry."""
        with self._archive.open(self._infos[name]) as file:
            data = file.read(min(limit, self._left) + 1)[:limit]
        self._left -= len(data)
        if self._left <= 0:
            self._refuse(f"unpacks to more than {MAX_UNPACKED >> 20} MiB")
        return data


def _choose(entries: _Entries, source: str) -> Chosen:
    latex = {name: entries.read(name) for name in entries.names if name.lower().endswith(_LATEX_PARTS)}
    roots = [name for name, data in latex.items() if name.lower().endswith((".tex", ".ltx")) and is_root(data)]
    documents = [name for name in entries.names if name.lower().endswith(_DOCUMENTS) and not _ABOUT.match(_stem(name))]
    documents = [name for name in documents if _readable(entries.read(name, limit=16_384), name)]
    main = pick(roots, source) if roots else pick(_strong(documents), source)
    named = [name for name in (*roots, *documents) if name != main and _SUPPLEMENT.search(_stem(name))]
    files = {name: latex.get(name) or entries.read(name) for name in (main, *named)}
    supplements = tuple(_unlike(named, main, files))
    files = latex | files if roots else files
    used = {main, *named, *(name for name in files if roots and name not in roots)}
    return Chosen(main, supplements, files, tuple(name for name in entries.names if name not in used))


def _unlike(names: Sequence[str], main: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The files whose bytes are neither the paper's nor those of a file before: what is there twice is read once."""
    seen = {files[main]}
    for name in names:
        if files[name] not in seen:
            seen.add(files[name])
            yield name


def _readable(head: bytes, name: str) -> bool:
    try:
        return sniff(head, source=name) is not Format.ZIP or name.lower().endswith(".docx")
    except PaperError:
        return False


def _stem(name: str) -> str:
    return PurePosixPath(name).stem


def _strong(documents: Sequence[str]) -> list[str]:
    """Documents that are no notes beside the paper: Markdown and text count only where there is nothing else."""
    strong = [name for name in documents if not name.lower().endswith(_WEAK)]
    return strong or list(documents)


def pick(candidates: Sequence[str], source: str) -> str:
    """The one that is the paper. Raises ``PaperError`` when none or several can be."""
    own = [name for name in candidates if not _SUPPLEMENT.search(_stem(name))] or list(candidates)
    shallow = min(map(_depth, own), default=0)
    for narrowed in (
        [name for name in own if _MAIN.match(_stem(name))],
        [name for name in own if name.lower().endswith(".pdf")],
        [name for name in own if _depth(name) == shallow],
    ):
        left = [name for name in narrowed if name in own]
        own = left or own
    if len(own) == 1:
        return own[0]
    if not own:
        raise PaperError(
            f"{source}: no paper in the archive", hint="it should hold a LaTeX root, a PDF, DOCX, HTML or JATS file"
        )
    shown = ", ".join(own[:5]) + (", …" if len(own) > 5 else "")
    raise PaperError(
        f"{source}: several files in the archive could be the paper ({shown})",
        hint="unpack it and name the paper, the other files with --supplement FILE",
    )


def _depth(name: str) -> int:
    return name.count("/")
