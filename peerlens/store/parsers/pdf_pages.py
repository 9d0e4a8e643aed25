"""Read every page of an open PDF: its sheets of words, and what a reader of it cannot see."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pypdfium2 as pdfium

from peerlens.errors import DamagedFileError
from peerlens.store.parsers.pdf_chars import PageReader
from peerlens.store.parsers.pdf_hidden import HiddenText, find_hidden
from peerlens.store.parsers.pdf_sheets import Sheet, sheets_of

_WORTH_A_PROCESS = 4  # pages


@dataclass(slots=True)
class PageRead:
    """One page, ``index`` from 0."""

    index: int
    sheets: list[Sheet]
    hidden: HiddenText

    @property
    def is_empty(self) -> bool:
        return not any(sheet.runs for sheet in self.sheets)


def read_pages(document: pdfium.PdfDocument, source: str) -> list[PageRead]:
    """All pages in order; of a longer document a second process reads every other page meanwhile.

    Raises ``DamagedFileError`` for a page that pdfium cannot read.
    """
    count = len(document)
    if count < _WORTH_A_PROCESS or not _has_second_processor():
        return _read(document, range(count), source)
    odd = range(1, count, 2)
    with _meanwhile(lambda: _read(document, odd, source)) as theirs:
        pages = _read(document, range(0, count, 2), source)
        pages += theirs() or _read(document, odd, source)
    return sorted(pages, key=lambda page: page.index)


def _read(document: pdfium.PdfDocument, indices: Sequence[int], source: str) -> list[PageRead]:
    reader = PageReader(document)
    pages = []
    for index in indices:
        try:
            page = document[index]
            chars = reader.read(page, index)
            hidden = find_hidden(chars, reader, page)
            page.close()
        except pdfium.PdfiumError as exc:
            message = f"{source}: the PDF is damaged, {index} of {len(document)} pages could be read"
            raise DamagedFileError(message, hint="download it again") from exc
        pages.append(PageRead(index, sheets_of(chars, hidden.mask), hidden))
    return pages


def _has_second_processor() -> bool:
    """Whether a fork helps and is safe: Linux, a processor to spare, no thread that could hold a lock."""
    try:
        return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1 and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


@contextmanager
def _meanwhile(work: Callable[[], list[PageRead]]) -> Iterator[Callable[[], list[PageRead] | None]]:
    """Do the work in a fork of this process; what is yielded waits for its result, ``None`` where there is none.

    Pickle is safe here: the pipe is between two halves of one process, with the same rights and limits.
    """
    readable, writable = os.pipe()
    try:
        child = os.fork()
    except OSError:
        child = -1
    if child == 0:
        _serve(work, writable)
    os.close(writable)

    def result() -> list[PageRead] | None:
        with open(readable, "rb", closefd=False) as answer:
            reply = answer.read()
        try:
            pages: list[PageRead] = pickle.loads(reply)
        except (EOFError, pickle.UnpicklingError):  # it ended before or while it wrote
            return None
        return pages

    try:
        yield result
    finally:
        os.close(readable)
        if child > 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _serve(work: Callable[[], list[PageRead]], writable: int) -> None:
    """The fork's whole life. Its failures stay in it: the process it came from then does the work itself."""
    try:
        with open(writable, "wb") as answer:
            answer.write(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))
    finally:
        os._exit(0)
