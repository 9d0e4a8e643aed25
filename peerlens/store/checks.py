"""Check on the spot that a manuscript can be read, indexed and searched here."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from peerlens.errors import ModelMissingError, PeerlensError
from peerlens.settings import ParserName, RetrieverName, Settings
from peerlens.store.library import Library

_MIN_FREE_MB = 200
_PAPER = (
    "# A test\n\n## 1 Birds\n\nForty ducks swim on the lake.\n\n## 2 Stars\n\nThe comet returns every ninety years.\n"
)
_QUERY = "How often does the celestial body come back?"


class Status(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked, how it went, and in ``message`` what was seen or what to do."""

    name: str
    status: Status
    message: str


def run_checks(settings: Settings) -> tuple[Check, ...]:
    """Run every check; one that fails hides none of the others."""
    checks: tuple[tuple[str, Callable[[Settings], tuple[Status, str]]], ...] = (
        ("python", _python),
        ("home", _home),
        ("parser", _parser),
        ("docling", _docling),
        ("embedding model", _model),
        ("index", _index),
    )
    return tuple(_run(name, check, settings) for name, check in checks)


def _run(name: str, check: Callable[[Settings], tuple[Status, str]], settings: Settings) -> Check:
    try:
        status, message = check(settings)
    except PeerlensError as exc:
        status, message = Status.FAIL, f"{exc.message}; {exc.hint}" if exc.hint else exc.message
    except OSError as exc:
        status, message = Status.FAIL, str(exc)
    return Check(name, status, message)


def _python(settings: Settings) -> tuple[Status, str]:
    return Status.OK, sys.version.split()[0]


def _home(settings: Settings) -> tuple[Status, str]:
    if not os.path.lexists(settings.home):
        above = next(one for one in settings.home.absolute().parents if one.exists())
        can = os.access(above, os.W_OK | os.X_OK) and above.is_dir()
        what = "yet: the first paper makes it" if can else f"and cannot be made in {above}"
        return (Status.WARN if can else Status.FAIL), f"{settings.home} does not exist {what}"
    with tempfile.TemporaryFile(dir=settings.home) as file:
        file.write(b"x")
    free_mb = shutil.disk_usage(settings.home).free // 2**20
    if free_mb < _MIN_FREE_MB:
        return Status.WARN, f"{settings.home}: only {free_mb} MB free; a paper takes about 3 MB"
    return Status.OK, f"{settings.home}, {free_mb} MB free"


def _parser(settings: Settings) -> tuple[Status, str]:
    import pypdfium2

    document = pypdfium2.PdfDocument.new()
    try:
        document.new_page(200, 200)
        pages = len(document)
    finally:
        document.close()
    return (Status.OK if pages == 1 else Status.FAIL), f"pdfium {pypdfium2.PDFIUM_INFO}"


def _docling(settings: Settings) -> tuple[Status, str]:
    """Whether ``--parser docling`` would work; its absence is no fault while nobody asks for it."""
    from peerlens.store.parsers.docling_pdf import find_models

    try:
        folder = find_models(str(settings.docling_models) if settings.docling_models else None)
    except ModelMissingError as exc:
        wanted = settings.parser is ParserName.DOCLING
        return (Status.FAIL if wanted else Status.OK), f"optional, not set up: {exc.message}; {exc.hint}"
    return Status.OK, f"models in {folder}"


def _model(settings: Settings) -> tuple[Status, str]:
    from peerlens.store.embedders.minilm import MiniLm, find_files

    return Status.OK, MiniLm(find_files()).identity


def _index(settings: Settings) -> tuple[Status, str]:
    """Index a paper of two sentences and ask it a question that shares no word with the right one."""
    with tempfile.TemporaryDirectory() as folder:
        paper = Path(folder) / "paper.md"
        paper.write_text(_PAPER, encoding="utf-8")
        dense = Settings(home=Path(folder) / "home", retriever=RetrieverName.DENSE)
        with Library(dense.home).open(paper, settings=dense) as store:
            first = next(iter(store.retriever(RetrieverName.DENSE).rank(_QUERY, k=1)), None)
            found = next((p for p in store.passages if first is not None and p.id == first.passage_id), None)
            right = found is not None and "comet" in store.manuscript.text[found.start : found.end]
    return (
        (Status.OK, "built, stored and searched") if right else (Status.FAIL, "a test search found the wrong passage")
    )
