"""A paper of several files: one text, each stretch knows its file, and what a supplement brings is not missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from peerlens.errors import PaperError
from peerlens.schema import Manuscript
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library
from peerlens.store.parsers import gather_files, parse
from peerlens.store.passages import make_passages
from peerlens.taxonomy import SectionKind
from tests.store.parsers.pdf_writer import Page
from tests.store.parsers.pdf_writer import pdf as pdf_of


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paper, more = tmp_path / "paper.md", tmp_path / "more.html"
    paper.write_text(
        "# Coots\n\n## 1 Data\n\nThere are 412 images. Details are in the supplementary material and in Table S1.\n"
    )
    more.write_text(
        "<!doctype html><h1>Supplement</h1><h2>Cameras</h2><p>Six cameras were used.</p>"
        "<table><caption>Table S1: Cameras.</caption><tr><td>A</td><td>6</td></tr></table>"
    )
    return paper, more


def test_a_supplement_stands_behind_the_paper_and_is_no_longer_missing(files: tuple[Path, Path]) -> None:
    paper, more = files
    alone, both = parse(paper), parse(paper, supplements=[more])
    assert {one.what for one in alone.missing} == {"supplementary material", "Table S1"}
    assert both.missing == ()
    assert both.text.startswith(alone.text)
    assert [(one.name, one.start) for one in both.files] == [("paper.md", 0), ("more.html", len(alone.text) + 2)]
    cameras = next(one for one in both.sections if one.title == "Cameras")
    assert (cameras.kind, cameras.in_appendix) == (SectionKind.APPENDIX, True)
    assert len({one.id for one in both.sections}) == len(both.sections)


def test_passages_name_their_file(files: tuple[Path, Path]) -> None:
    both = parse(files[0], supplements=[files[1]])
    found = {(one.file, "cameras" in both.text[one.start : one.end].lower()) for one in make_passages(both)}
    assert ("more.html", True) in found
    assert ("paper.md", True) not in found
    assert {one.file for one in make_passages(parse(files[0]))} == {None}


def test_the_identity_covers_every_file(files: tuple[Path, Path]) -> None:
    paper, more = files
    first = gather_files(paper, [more]).identity
    assert first != gather_files(paper).identity
    more.write_text(more.read_text().replace("Six", "Ten"))
    assert gather_files(paper, [more]).identity != first


def test_pages_count_in_each_file_and_end_with_it(files: tuple[Path, Path], tmp_path: Path) -> None:
    pdf = tmp_path / "s.pdf"
    page = Page()
    page.lines(72, 700, ["Six cameras were used on the lake in the year", "of the count and they were never moved."])
    pdf.write_bytes(pdf_of(page))
    both = parse(pdf, supplements=[files[0]])
    assert both.pages == 1
    assert both.page_at(0) == 1
    assert both.page_at(both.files[1].start) is None
    turned = parse(files[0], supplements=[pdf])
    assert (turned.page_at(0), turned.page_at(turned.files[1].start)) == (None, 1)


def test_purging_by_one_file_removes_what_was_stored_with_it(files: tuple[Path, Path], tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings = Settings(home=home, retriever=RetrieverName.BM25, supplements=(files[1],))
    with Library(home).open(files[0], settings=settings) as store:
        identity = store.manuscript.id
        assert {passage.file for passage in store.passages} == {"paper.md", "more.html"}
    assert Library(home).purge(files[0]) == (identity,)
    assert Library(home).papers() == ()


def test_a_supplement_that_cannot_be_read_is_named(files: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="gone"):
        parse(files[0], supplements=[tmp_path / "gone.pdf"])


def test_text_of_two_files_is_never_one_passage(files: tuple[Path, Path]) -> None:
    both: Manuscript = parse(files[0], supplements=[files[1]])
    edge = both.files[1].start
    assert not [one for one in make_passages(both) if one.start < edge < one.end]
