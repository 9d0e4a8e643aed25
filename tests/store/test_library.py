"""One folder a paper: read and indexed once, locked, rebuilt when wrong, purged to the last byte."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

import peerlens.store.library as library_module
import peerlens.store.lock as lock_module
from peerlens.errors import PaperError, StoreError, StoreLockedError, UsageError
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library, PaperStore
from peerlens.store.parsers import paper_id
from peerlens.tools import PaperTools
from tests.store.word_vectors import WordVectors

TEXT = "# Coots\n\n## 1 Data\n\nThere are 412 images of coots.\n\n## 2 Results\n\nThe error is 2.7 on the test split.\n"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "paper.md"
    path.write_text(TEXT)
    return path


def _open(
    paper: Path, embedder: WordVectors | None = None, *, retriever: RetrieverName = RetrieverName.HYBRID
) -> PaperStore:
    home = paper.parent / "home"
    return Library(home).open(paper, settings=Settings(home=home, retriever=retriever), embedder=embedder)


def _ranked(store: PaperStore, query: str) -> list[str]:
    tools = PaperTools(store)
    return [tools.text_of(hit.passage) for hit in tools.search(query)]


def _folder_of(paper: Path) -> Path:
    return paper.parent / "home" / "papers" / paper_id(paper.read_bytes())


@pytest.mark.parametrize("name", ["manuscript.json", "index/*/chroma", "index", "../*.pid"])
def test_a_folder_or_file_where_the_other_is_expected_is_an_error_of_the_store_or_healed(
    paper: Path, name: str
) -> None:
    with _open(paper, WordVectors()) as store:
        before = store.passages
    (found,) = {*_folder_of(paper).glob(name)} or {_folder_of(paper).parent / f"{_folder_of(paper).name}.pid"}
    if found.is_dir():
        shutil.rmtree(found)
        found.write_text("a file")
    else:
        found.unlink(missing_ok=True)
        (found / "inside").mkdir(parents=True)
    refused = None
    try:
        with _open(paper, WordVectors()) as store:
            assert store.passages == before
    except StoreError as error:
        refused = error
    assert refused is None or (str(found) in refused.message and refused.exit_status == 3)


@pytest.mark.parametrize("damage", ["text", "sections", "blocks"])
def test_a_stored_reading_whose_spans_leave_its_text_is_made_again(paper: Path, damage: str) -> None:
    with _open(paper, WordVectors()) as store:
        whole = store.manuscript
    stored = _folder_of(paper) / "manuscript.json"
    cut = {
        "text": {"text": whole.text[:40]},
        "sections": {"sections": ()},
        "blocks": {"blocks": (*whole.blocks, whole.blocks[-1].model_copy(update={"end": 10_000}))},
    }[damage]
    stored.write_text(whole.model_copy(update=cut).model_dump_json())
    with _open(paper, WordVectors()) as store:
        assert store.manuscript == whole


def test_a_full_or_refusing_disk_is_an_error_of_the_store(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StoreError, match="No space left on device"):
        _open(paper, WordVectors())
    assert not list(_folder_of(paper).glob("*.part"))


def test_purging_where_nothing_may_be_written_is_an_error_of_the_store(
    paper: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _open(paper, WordVectors()):
        pass

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(lock_module.FileLock, "acquire", refuse)
    for purge in (lambda: Library(paper.parent / "home").purge(paper), Library(paper.parent / "home").purge_all):
        with pytest.raises(StoreError, match="Read-only file system"):
            purge()


def test_a_file_in_the_place_of_the_home_is_an_error_and_a_missing_home_is_known(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for use in (Library.exists, Library.folders, Library.purge_all):
        with pytest.raises(StoreError, match="Not a directory") if use is Library.exists else nullcontext():
            use(Library(tmp_path / "file"))
    assert not Library(tmp_path / "none").exists()
    assert Library(tmp_path).exists()


def test_indexing_the_same_file_again_embeds_nothing(paper: Path) -> None:
    embedder = WordVectors()
    with _open(paper, embedder) as store:
        first = store.fingerprint, store.passages
    assert embedder.embedded > 0
    embedder.embedded = 0
    with _open(paper, embedder) as store:
        assert (store.fingerprint, store.passages) == first
    assert embedder.embedded == 0


@pytest.mark.parametrize("retriever", list(RetrieverName))
def test_every_retriever_ranks_the_passage_that_answers_first(paper: Path, retriever: RetrieverName) -> None:
    with _open(paper, WordVectors(), retriever=retriever) as store:
        tools = PaperTools(store, retriever=retriever)
        assert "2.7" in tools.text_of(tools.search("the error on the test split")[0].passage)
        assert tools.search("") == ()
        best = tools.best_sentences("412 images of coots", k=1)[0]
        assert tools.manuscript.text[best.start : best.end] == "There are 412 images of coots."


def test_another_model_makes_another_index_and_no_vectors_mix(paper: Path) -> None:
    with _open(paper, WordVectors(dimensions=64)) as store:
        old = store.fingerprint
    with _open(paper, WordVectors(dimensions=96)) as store:
        assert store.fingerprint != old
        assert "2.7" in _ranked(store, "error on the test split")[0]
        assert [one.name for one in (store.folder / "index").iterdir()] == [store.fingerprint]
    with _open(paper, WordVectors(name="other")) as store:
        assert store.fingerprint != old


def test_a_new_passage_rule_or_parser_makes_a_new_index(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _open(paper, WordVectors()) as store:
        old = store.fingerprint
    monkeypatch.setattr(library_module, "PASSAGE_RULE", "another/2")
    embedder = WordVectors()
    with _open(paper, embedder) as store:
        assert store.fingerprint != old
    assert embedder.embedded > 0


def test_a_changed_file_is_another_paper_without_stale_passages(paper: Path) -> None:
    with _open(paper, WordVectors()) as store:
        old = store.manuscript.id
    paper.write_text(TEXT.replace("2.7", "2.9"))
    with _open(paper, WordVectors()) as store:
        assert store.manuscript.id != old
        found = _ranked(store, "error on the test split")
    assert "2.9" in found[0]
    assert not any("2.7" in words for words in found)


@pytest.mark.parametrize(
    "damage",
    [
        lambda place: shutil.rmtree(place / "chroma"),
        lambda place: (place / "chroma" / "chroma.sqlite3").write_bytes(b""),
        lambda place: (place / "chroma" / "chroma.sqlite3").write_bytes(b"junk" * 500),
        lambda place: [shutil.rmtree(one) for one in (place / "chroma").iterdir() if one.is_dir()],
        lambda place: [one.write_bytes(b"junk") for one in (place / "chroma").rglob("*.bin")],
        lambda place: [one.write_bytes(b"") for one in (place / "chroma").rglob("*.bin")],
        lambda place: (place / "sentences.npz").unlink(),
        lambda place: (place / "sentences.npz").write_bytes(b"junk"),
        lambda place: np.savez(place / "sentences.npz", owners=[0], spans=[[0, 1]], vectors=[[1.0]]),
    ],
)
def test_a_damaged_index_is_rebuilt_and_never_partial(paper: Path, damage: object) -> None:
    with _open(paper, WordVectors()) as store:
        whole = _ranked(store, "error on the test split of images")
        place = store.folder / "index" / store.fingerprint
    damage(place)  # type: ignore[operator]
    with _open(paper, WordVectors()) as store:
        assert _ranked(store, "error on the test split of images") == whole
        assert len(PaperTools(store).best_sentences("error", k=50)) == 2


def test_a_damaged_reading_is_read_again(paper: Path) -> None:
    with _open(paper, WordVectors()) as store:
        reading = store.folder / "manuscript.json"
    reading.write_text("{")
    with _open(paper, WordVectors()) as store:
        assert store.manuscript.title == "Coots"


def test_without_vectors_no_model_is_asked_for(paper: Path) -> None:
    with _open(paper, None, retriever=RetrieverName.BM25) as store:
        assert "2.7" in _ranked(store, "error")[0]
        assert not list(store.folder.rglob("chroma*"))


def test_a_second_process_is_told_who_has_the_paper(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock_module, "LOCK_WAIT_S", 0.2)
    with _open(paper, None, retriever=RetrieverName.BM25):
        script = (
            "import sys; from pathlib import Path; import peerlens.store.lock as l; l.LOCK_WAIT_S = 0.2\n"
            "from peerlens.settings import *; from peerlens.store.library import Library; home = Path(sys.argv[2])\n"
            "Library(home).open(Path(sys.argv[1]), settings=Settings(home=home, retriever=RetrieverName.BM25))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(paper), str(paper.parent / "home")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "StoreLockedError" in done.stderr
        assert f"process {__import__('os').getpid()} has this paper open" in done.stderr
        with pytest.raises(StoreLockedError):
            Library(paper.parent / "home").purge(paper)
    with _open(paper, None, retriever=RetrieverName.BM25) as store:
        assert store.passages


def test_folders_are_for_their_owner_only(paper: Path) -> None:
    with _open(paper, WordVectors()) as store:
        for folder in (store.folder, store.folder.parent):
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_purge_leaves_no_byte_of_a_paper_and_no_other_paper_touched(paper: Path) -> None:
    other = paper.with_name("other.md")
    other.write_text("# Gulls\n\n## 1 Data\n\nThere are 9 gulls.\n")
    for one in (paper, other):
        with _open(one, WordVectors()) as store:
            (store.folder / "ledger.sqlite").write_text("x")
    home = paper.parent / "home"
    library = Library(home)
    assert library.purge(paper) == (paper_id(paper.read_bytes()),)
    assert library.papers() == (paper_id(other.read_bytes()),)
    assert not [one for one in home.rglob("*") if paper_id(paper.read_bytes()) in str(one)]
    assert not [one for one in home.rglob("*") if one.is_file() and b"coots" in one.read_bytes().lower()]
    assert library.purge(paper_id(other.read_bytes())) == (paper_id(other.read_bytes()),)
    assert [one for one in home.rglob("*") if one.is_file()] == []
    assert library.purge(paper) == ()


def test_purge_all_deletes_every_paper(paper: Path) -> None:
    with _open(paper, WordVectors()):
        pass
    library = Library(paper.parent / "home")
    assert library.purge_all() == (paper_id(paper.read_bytes()),)
    assert library.papers() == ()
    assert library.purge_all() == ()
    assert Library(paper.parent / "nowhere").purge_all() == ()


def test_purging_what_is_neither_file_nor_id_is_wrong_use(paper: Path) -> None:
    with pytest.raises(UsageError, match="neither a file nor the id"):
        Library(paper.parent / "home").purge("../papers")


def test_an_unreadable_paper_leaves_nothing_behind(paper: Path) -> None:
    paper.write_text(" \n")
    with pytest.raises(PaperError):
        _open(paper, WordVectors())
    assert Library(paper.parent / "home").papers() == ()
    paper.write_text(TEXT)
    with _open(paper, WordVectors()) as store:
        assert store.passages
