"""A second process reads every other page of a longer paper: the same text, whatever becomes of that process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence

import pypdfium2 as pdfium
import pytest

from peerlens.errors import DamagedFileError
from peerlens.store.parsers import pdf_pages
from peerlens.store.parsers.pdf_pages import PageRead, read_pages
from tests.store.parsers.pdf_writer import Page, pdf

COUNT = 9


@pytest.fixture
def document() -> Iterator[pdfium.PdfDocument]:
    pages = [Page() for _ in range(COUNT)]
    for number, page in enumerate(pages):
        page.text(72, 700, f"Page {number} says that {number} ducks dive after dusk.")
    opened = pdfium.PdfDocument(pdf(*pages))
    yield opened
    opened.close()


@pytest.fixture(params=[True, False], ids=["two processes", "one process"])
def processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "_has_second_processor", lambda: request.param)


def words(pages: Sequence[PageRead]) -> list[str]:
    return [" ".join(word.text for sheet in page.sheets for run in sheet.runs for word in run) for page in pages]


EXPECTED = [f"Page {number} says that {number} ducks dive after dusk." for number in range(COUNT)]


@pytest.mark.usefixtures("processes")
def test_every_page_is_read_once_and_in_order(document: pdfium.PdfDocument, monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def noted() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", noted)
    pages = read_pages(document, "p.pdf")
    assert [page.index for page in pages] == list(range(COUNT))
    assert words(pages) == EXPECTED
    for child in children:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("broken", [4, 5])
def test_a_page_that_cannot_be_read_is_damage(
    document: pdfium.PdfDocument, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    real = pdf_pages.find_hidden

    def failing(*arguments: object) -> object:
        if arguments[0].index == broken:  # type: ignore[attr-defined]
            raise pdfium.PdfiumError("no page")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pdf_pages, "find_hidden", failing)
    with pytest.raises(DamagedFileError, match=f"{broken} of {COUNT} pages could be read"):
        read_pages(document, "p.pdf")


def test_what_the_second_process_leaves_undone_is_done_here(
    document: pdfium.PdfDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.getpid()
    real: Callable[..., list[PageRead]] = pdf_pages._read

    def dying(*arguments: object) -> list[PageRead]:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments)

    monkeypatch.setattr(pdf_pages, "_has_second_processor", lambda: True)
    monkeypatch.setattr(pdf_pages, "_read", dying)
    assert words(read_pages(document, "p.pdf")) == EXPECTED


def test_no_process_to_be_had_is_no_trouble(document: pdfium.PdfDocument, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise OSError("out of processes")

    monkeypatch.setattr(pdf_pages, "_has_second_processor", lambda: True)
    monkeypatch.setattr(os, "fork", refused)
    assert words(read_pages(document, "p.pdf")) == EXPECTED


def test_a_second_process_that_ends_while_it_writes_leaves_its_pages_to_this_one(
    document: pdfium.PdfDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = pdf_pages.pickle.dumps

    class Cut:
        HIGHEST_PROTOCOL = pdf_pages.pickle.HIGHEST_PROTOCOL
        UnpicklingError = pdf_pages.pickle.UnpicklingError
        loads = staticmethod(pdf_pages.pickle.loads)

        @staticmethod
        def dumps(pages: object, protocol: int) -> bytes:
            return whole(pages, protocol)[:-40]

    monkeypatch.setattr(pdf_pages, "_has_second_processor", lambda: True)
    monkeypatch.setattr(pdf_pages, "pickle", Cut)
    assert words(read_pages(document, "p.pdf")) == EXPECTED
