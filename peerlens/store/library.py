"""The home folder: one folder a paper, with its reading, its index and its runs; opened under a lock of its own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from filelock import FileLock, Timeout
from pydantic import TypeAdapter, ValidationError

from peerlens.errors import PaperError, StoreError, StoreLockedError, UsageError
from peerlens.schema import Manuscript, Passage
from peerlens.settings import RetrieverName, Settings
from peerlens.store.paper import IndexedPaper, embedded_texts, searched
from peerlens.store.parsers import paper_id, parse_bytes, parser_version, read_file, sniff
from peerlens.store.passages import PASSAGE_RULE, make_passages
from peerlens.text.harmless import printable_name

if TYPE_CHECKING:
    from peerlens.store.embedders import Embedder
    from peerlens.store.index import ChromaIndex
    from peerlens.store.sentences import SentenceTable

LOCK_WAIT_S = 10.0
_ID = re.compile(r"[0-9a-f]{16}")
_PASSAGES = TypeAdapter(tuple[Passage, ...])
_LEXICAL = "no vectors"


class PaperStore(IndexedPaper):
    """An open paper: nobody else may open it until it is closed. Use it as a context manager.

    ``folder`` is the paper's own; ``fingerprint`` names parser, passage rule and embedding model.
    """

    def __init__(
        self,
        manuscript: Manuscript,
        passages: Sequence[Passage],
        *,
        folder: Path,
        fingerprint: str,
        lock: _Lock,
        embedder: Embedder | None = None,
        vectors: ChromaIndex | None = None,
        sentences: SentenceTable | None = None,
    ) -> None:
        super().__init__(manuscript, passages, embedder=embedder, vectors=vectors, sentences=sentences)
        self.folder = folder
        self.fingerprint = fingerprint
        self._lock = lock
        self._chroma = vectors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._chroma is not None:
            self._chroma.close()
            self._chroma = None
        self._lock.release()


class Library:
    """All papers under one home folder."""

    def __init__(self, home: Path) -> None:
        self._papers = home / "papers"

    def open(self, path: Path, *, settings: Settings, embedder: Embedder | None = None) -> PaperStore:
        """Read and index the paper at ``path``, or find that done, and lock it.

        ``embedder`` stands in for the built-in model. With BM25 alone no model is needed and no vectors are made.
        Raises ``PaperError`` for unusable files, ``ModelMissingError`` without a model, ``StoreLockedError`` when
        another process has the paper open for longer than ten seconds.
        """
        data = read_file(path)
        sniff(data, source=printable_name(path))
        identity = paper_id(data)
        folder = self._folder(identity)
        lock = _Lock(self._papers / f"{identity}.lock")
        lock.acquire(what=printable_name(path))
        try:
            manuscript = _manuscript(folder, data, path, settings)
            if settings.retriever is RetrieverName.BM25:
                return _lexical(manuscript, folder, lock)
            return _with_vectors(manuscript, folder, lock, embedder or _built_in())
        except BaseException:
            lock.release()
            raise

    def folders(self) -> tuple[Path, ...]:
        """The folder of every stored paper."""
        if not self._papers.is_dir():
            return ()
        return tuple(sorted(one for one in self._papers.iterdir() if one.is_dir() and _ID.fullmatch(one.name)))

    def papers(self) -> tuple[str, ...]:
        """The ids of all stored papers."""
        return tuple(folder.name for folder in self.folders())

    def purge(self, paper: str | Path) -> tuple[str, ...]:
        """Delete every byte stored about a paper, named by its file or its id. Returns the ids deleted.

        Raises ``UsageError`` when it is neither, ``StoreLockedError`` when the paper is open elsewhere.
        """
        name = str(paper)
        if _ID.fullmatch(name):
            identity = name
        elif Path(name).is_file():
            identity = paper_id(read_file(Path(name)))
        else:
            raise UsageError(
                f"{name}: neither a file nor the id of a stored paper", hint="`peerlens runs` lists what is stored"
            )
        return (identity,) if self._purge(identity) else ()

    def purge_all(self) -> tuple[str, ...]:
        """Delete every byte stored about every paper, unfinished ones included. Returns the ids deleted."""
        if not self._papers.is_dir():
            return ()
        found = {one.name.split(".")[0] for one in self._papers.iterdir()}
        return tuple(identity for identity in sorted(found) if _ID.fullmatch(identity) and self._purge(identity))

    def _purge(self, identity: str) -> bool:
        folder = self._papers / identity
        lock_path = self._papers / f"{identity}.lock"
        if not folder.exists() and not lock_path.exists():
            return False
        lock = _Lock(lock_path)
        lock.acquire(what=identity)
        try:
            existed = folder.exists()
            if existed:
                shutil.rmtree(folder)
        except OSError as exc:
            raise StoreError(f"{exc.filename}: cannot be deleted ({exc.strerror})", hint="delete it by hand") from exc
        finally:
            lock.release()
            lock_path.unlink(missing_ok=True)
        return existed

    def _folder(self, identity: str) -> Path:
        folder = self._papers / identity
        with _store_errors(folder):
            for one in (self._papers.parent, self._papers, folder):
                one.mkdir(mode=0o700, parents=True, exist_ok=True)
                one.chmod(0o700) if one != self._papers.parent else None
        return folder


class _Lock:
    """The lock of one paper, and beside it the number of the process that has it."""

    def __init__(self, path: Path) -> None:
        self._lock = FileLock(path, timeout=LOCK_WAIT_S, mode=0o600)
        self._holder = path.with_suffix(".pid")

    def acquire(self, *, what: str) -> None:
        try:
            self._lock.acquire(poll_interval=0.1)
        except Timeout as exc:
            holder = self._holder.read_text(encoding="ascii") if self._holder.exists() else "unknown"
            raise StoreLockedError(
                f"{what}: process {holder} has this paper open", hint="wait until it ends, or end it, then try again"
            ) from exc
        self._holder.write_text(str(os.getpid()), encoding="ascii")

    def release(self) -> None:
        if self._lock.is_locked:
            self._holder.unlink(missing_ok=True)
            self._lock.release()


def _manuscript(folder: Path, data: bytes, path: Path, settings: Settings) -> Manuscript:
    """The stored reading if the same parser made it, else a new one, which is stored."""
    stored = folder / "manuscript.json"
    version = parser_version(sniff(data, source=printable_name(path)))
    try:
        known = Manuscript.model_validate_json(stored.read_bytes())
        if known.parser == version:
            return known.model_copy(update={"source": printable_name(path)})
    except (FileNotFoundError, ValidationError):
        pass
    try:
        manuscript = parse_bytes(data, source=printable_name(path), password=settings.password, parser=settings.parser)
    except PaperError:
        if not any(folder.iterdir()):
            folder.rmdir()
        raise
    _write(stored, manuscript.model_dump_json().encode("utf-8"))
    return manuscript


def _lexical(manuscript: Manuscript, folder: Path, lock: _Lock) -> PaperStore:
    fingerprint = _fingerprint(manuscript, _LEXICAL)
    passages = _passages(folder / "index" / fingerprint, manuscript)
    return PaperStore(manuscript, passages, folder=folder, fingerprint=fingerprint, lock=lock)


def _with_vectors(manuscript: Manuscript, folder: Path, lock: _Lock, embedder: Embedder) -> PaperStore:
    from peerlens.store.index import build_index, open_index
    from peerlens.store.sentences import load_table, make_table

    fingerprint = _fingerprint(manuscript, embedder.identity)
    place = folder / "index" / fingerprint
    passages = _passages(place, manuscript)
    ranked = searched(passages)
    ids = [passage.id for passage in ranked]
    table = load_table(place / "sentences.npz", manuscript, ranked, dimensions=embedder.dimensions)
    if table is None:
        table = make_table(manuscript, ranked, embedder)
        with _store_errors(place):
            table.save(place / "sentences.tmp.npz")
            os.replace(place / "sentences.tmp.npz", place / "sentences.npz")
    vectors = open_index(place / "chroma", ids, identity=fingerprint)
    if vectors is None:
        made = embedder.embed(embedded_texts(manuscript, ranked))
        with _store_errors(place):
            vectors = build_index(place / "chroma", ids, made, identity=fingerprint)
    _drop_others(folder / "index", fingerprint)
    return PaperStore(
        manuscript,
        passages,
        folder=folder,
        fingerprint=fingerprint,
        lock=lock,
        embedder=embedder,
        vectors=vectors,
        sentences=table,
    )


def _fingerprint(manuscript: Manuscript, embedding: str) -> str:
    parts = json.dumps([manuscript.id, manuscript.parser, PASSAGE_RULE, embedding])
    return hashlib.sha256(parts.encode("utf-8")).hexdigest()[:16]


def _passages(place: Path, manuscript: Manuscript) -> tuple[Passage, ...]:
    """The passages, kept in a file of their own so that the vectors can always be made again from them."""
    stored = place / "passages.json"
    made = make_passages(manuscript)
    try:
        if _PASSAGES.validate_json(stored.read_bytes()) == made:
            return made
    except (FileNotFoundError, ValidationError):
        pass
    _write(stored, _PASSAGES.dump_json(made))
    return made


def _drop_others(folder: Path, fingerprint: str) -> None:
    """Delete indexes made by another parser, rule or model, but keep the one without vectors."""
    for one in folder.iterdir():
        if one.name != fingerprint and (one / "chroma").exists():
            shutil.rmtree(one, ignore_errors=True)


def _built_in() -> Embedder:
    from peerlens.store.embedders.minilm import MiniLm, find_files

    return MiniLm(find_files())


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with _store_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)


@contextmanager
def _store_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise StoreError(
            f"{exc.filename or path}: cannot be written ({exc.strerror})",
            hint="check the disk, or choose another --home",
        ) from exc
