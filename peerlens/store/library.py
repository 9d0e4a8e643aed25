"""The home folder: one folder a paper, with its reading, its index and its runs; opened under a lock of its own."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pydantic import ValidationError

from peerlens.errors import PaperError, UnavailableError, UsageError
from peerlens.schema import Manuscript, Passage
from peerlens.settings import RetrieverName, Settings
from peerlens.store.disk import store_errors, write_whole
from peerlens.store.lock import PaperLock
from peerlens.store.paper import IndexedPaper, embedded_texts, searched
from peerlens.store.parsers import PaperFiles, gather_files, ids_of, is_current, paper_id, parse_files, read_file, sniff
from peerlens.store.parsers.versions import CURRENT
from peerlens.store.passages import PASSAGE_RULE, make_passages

if TYPE_CHECKING:
    from peerlens.store.embedders import Embedder
    from peerlens.store.index import ChromaIndex
    from peerlens.store.sentences import SentenceTable

_ID = re.compile(r"[0-9a-f]{16}")
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
        lock: PaperLock,
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


def paper_identity(path: Path) -> tuple[str, int]:
    """The id under which the paper at ``path`` is stored, and the bytes of its files. Raises ``PaperError``."""
    files = gather_files(path)
    sniff(files.files[files.main], source=files.source)
    return files.identity, sum(map(len, files.files.values()))


def reading_rules() -> str:
    """What makes a manuscript and passages of files: another one makes what is stored stale."""
    return "|".join((*sorted(CURRENT), PASSAGE_RULE))


class Library:
    """All papers under one home folder."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._papers = home / "papers"

    def open(self, path: Path, *, settings: Settings, embedder: Embedder | None = None) -> PaperStore:
        """Read and index the paper at ``path``, or find that done, and lock it.

        ``embedder`` stands in for the built-in model. With BM25 alone no model is needed and no vectors are made.
        Raises ``PaperError`` for unusable files, ``ModelMissingError`` without a model, ``StoreLockedError`` when
        another process has the paper open for longer than ten seconds.
        """
        files = gather_files(path, settings.supplements)
        sniff(files.files[files.main], source=files.source)
        identity = files.identity
        folder = self._folder(identity)
        lock = PaperLock(self._papers / f"{identity}.lock")
        lock.acquire(what=files.source)
        try:
            manuscript = _manuscript(folder, files, settings)
            return _indexed(manuscript, folder, lock, settings, embedder)
        except BaseException:
            lock.release()
            raise

    def open_stored(self, identity: str, *, settings: Settings, embedder: Embedder | None = None) -> PaperStore:
        """The paper with this id as it was read before, without its file. Otherwise as ``open``.

        Raises ``UsageError`` where it is not stored here, or in no form that can be read.
        """
        folder = self.folder_of(identity)
        manuscript = self.manuscript(identity)
        if manuscript is None:
            raise UsageError(f"the paper {identity} is not stored here", hint="name its file")
        lock = PaperLock(self._papers / f"{identity}.lock")
        lock.acquire(what=manuscript.source)
        try:
            return _indexed(manuscript, folder, lock, settings, embedder)
        except BaseException:
            lock.release()
            raise

    def folder_of(self, identity: str) -> Path:
        """Where all of a paper is stored, whether it is or not. Raises ``UsageError`` for what is no paper's id."""
        if not _ID.fullmatch(identity):
            raise UsageError(f"{identity!r} is not the id of a paper", hint="`peerlens runs` lists what is stored")
        return self._papers / identity

    def manuscript(self, identity: str) -> Manuscript | None:
        """The stored reading of a paper, ``None`` where there is none that can be read."""
        try:
            known = Manuscript.model_validate_json((self.folder_of(identity) / "manuscript.json").read_bytes())
        except (OSError, ValidationError):
            return None
        return known if _fits(known) else None

    def is_indexed(self, identity: str, *, retriever: RetrieverName) -> bool:
        """Whether a paper was read before, and indexed if ``retriever`` takes that. Stale readings count as well."""
        folder = self.folder_of(identity)
        return (folder / "manuscript.json").is_file() and (
            retriever is RetrieverName.BM25 or (folder / "index").is_dir()
        )

    def folders(self) -> tuple[Path, ...]:
        """The folder of every stored paper."""
        return tuple(one for one in self._stored() if one.is_dir() and _ID.fullmatch(one.name))

    def exists(self) -> bool:
        """Whether there is a home folder at all. Raises ``StoreError`` where it cannot be looked into."""
        with store_errors(self._home):
            if not os.path.lexists(self._home):
                return False
            os.listdir(self._home)
        return True

    def _stored(self) -> list[Path]:
        """What lies in the folder of papers. Raises ``StoreError`` where it cannot be looked into."""
        with store_errors(self._papers):
            return sorted(self._papers.iterdir()) if os.path.lexists(self._papers) else []

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
        elif Path(name).exists():
            return self._purge_files(Path(name))
        else:
            raise UsageError(
                f"{name}: neither a file nor the id of a stored paper", hint="`peerlens runs` lists what is stored"
            )
        return (identity,) if self._purge(identity) else ()

    def _purge_files(self, path: Path) -> tuple[str, ...]:
        """Purge every stored paper that one of these files belongs to, alone or with supplements."""
        wanted = {paper_id(read_file(path))} if path.is_file() else set()
        try:
            wanted.add(gather_files(path).identity)
        except PaperError:
            if not wanted:
                raise
        held = [one.name for one in self.folders() if one.name in wanted or wanted & set(_file_ids(one))]
        left = [identity for identity in sorted(wanted) if identity not in held]
        return tuple(identity for identity in (*held, *left) if self._purge(identity))

    def purge_all(self) -> tuple[str, ...]:
        """Delete every byte stored about every paper, unfinished ones included. Returns the ids deleted."""
        found = {one.name.split(".")[0] for one in self._stored()}
        return tuple(identity for identity in sorted(found) if _ID.fullmatch(identity) and self._purge(identity))

    def _purge(self, identity: str) -> bool:
        folder = self._papers / identity
        lock_path = self._papers / f"{identity}.lock"
        if not folder.exists() and not lock_path.exists():
            return False
        lock = PaperLock(lock_path)
        lock.acquire(what=identity)
        try:
            with store_errors(folder):
                existed = os.path.lexists(folder)
                if existed:
                    shutil.rmtree(folder)
                lock_path.unlink(missing_ok=True)
        finally:
            lock.release()
        return existed

    def _folder(self, identity: str) -> Path:
        folder = self._papers / identity
        with store_errors(folder):
            for one in (self._papers.parent, self._papers, folder):
                one.mkdir(mode=0o700, parents=True, exist_ok=True)
                one.chmod(0o700) if one != self._papers.parent else None
        return folder


def _manuscript(folder: Path, files: PaperFiles, settings: Settings) -> Manuscript:
    """The stored reading if the same parsers made it, else a new one, which is stored."""
    stored = folder / "manuscript.json"
    try:
        known = Manuscript.model_validate_json(stored.read_bytes())
        if is_current(known.parser, parser=settings.parser) and _fits(known):
            return known.model_copy(update={"source": files.source})
    except (OSError, ValidationError):
        pass
    try:
        manuscript = parse_files(
            files, password=settings.password, parser=settings.parser, models=settings.docling_models
        )
    except (PaperError, UnavailableError):
        if not any(folder.iterdir()):
            folder.rmdir()
        raise
    write_whole(folder / "files.json", json.dumps(ids_of(files)).encode())
    write_whole(stored, manuscript.model_dump_json().encode("utf-8"))
    return manuscript


def _file_ids(folder: Path) -> list[str]:
    """The identities of the single files a stored paper was read from."""
    try:
        return [str(one) for one in json.loads((folder / "files.json").read_bytes())]
    except (OSError, ValueError, TypeError):
        return []


def _fits(manuscript: Manuscript) -> bool:
    """Whether the spans of a stored reading lie in its text, as they no longer do in a damaged file."""
    spans = [(one.start, one.end) for one in manuscript.sections]
    spans += [(one.start, one.end) for one in manuscript.blocks]
    spans += [(one.start, one.end) for one in manuscript.captions]
    return bool(manuscript.sections) and all(0 <= start <= end <= len(manuscript.text) for start, end in spans)


def _indexed(
    manuscript: Manuscript, folder: Path, lock: PaperLock, settings: Settings, embedder: Embedder | None
) -> PaperStore:
    if settings.retriever is RetrieverName.BM25:
        return _lexical(manuscript, folder, lock)
    embedder = embedder or _built_in()
    with store_errors(folder):
        return _with_vectors(manuscript, folder, lock, embedder)


def _lexical(manuscript: Manuscript, folder: Path, lock: PaperLock) -> PaperStore:
    fingerprint = _fingerprint(manuscript, _LEXICAL)
    return PaperStore(manuscript, make_passages(manuscript), folder=folder, fingerprint=fingerprint, lock=lock)


def _with_vectors(manuscript: Manuscript, folder: Path, lock: PaperLock, embedder: Embedder) -> PaperStore:
    from peerlens.store.index import build_index, open_index
    from peerlens.store.sentences import load_table, make_table

    fingerprint = _fingerprint(manuscript, embedder.identity)
    place = folder / "index" / fingerprint
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    passages = make_passages(manuscript)
    ranked = searched(passages)
    ids = [passage.id for passage in ranked]
    table = load_table(place / "sentences.npz", manuscript, ranked, dimensions=embedder.dimensions)
    if table is None:
        table = make_table(manuscript, ranked, embedder)
        with store_errors(place):
            table.save(place / "sentences.tmp.npz")
            os.replace(place / "sentences.tmp.npz", place / "sentences.npz")
    vectors = open_index(place / "chroma", ids, identity=fingerprint)
    if vectors is None:
        made = embedder.embed(embedded_texts(manuscript, ranked))
        with store_errors(place):
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


def _drop_others(folder: Path, fingerprint: str) -> None:
    """Delete indexes made by another parser, rule or model."""
    for one in folder.iterdir():
        if one.name != fingerprint:
            shutil.rmtree(one, ignore_errors=True)


def _built_in() -> Embedder:
    from peerlens.store.embedders.minilm import MiniLm, find_files

    return MiniLm(find_files())
