"""Do the units of a paper: parse and index it when the first comes, judge one unit after the other, close it."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from peerlens.batch.entries import Task
from peerlens.batch.jobs import Outcome, Trouble, UnitJob
from peerlens.errors import (
    ConfigError,
    InputError,
    ModelMissingError,
    PaperError,
    PeerlensError,
    UnavailableError,
    UsageError,
)
from peerlens.graph.audit import audit_paper
from peerlens.graph.open import open_family
from peerlens.graph.runs import Progress
from peerlens.graph.verify import verify_reviews
from peerlens.schema import Report
from peerlens.settings import RetrieverName, Settings
from peerlens.store.library import Library, PaperStore

if TYPE_CHECKING:
    from peerlens.store.embedders import Embedder

_log = logging.getLogger(__name__)
_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
_SERVER = frozenset({"ServerUnreachableError", "ServerRefusedError", "RateLimitedError"})
"""Failures of claims that say nothing about the claims."""
_LEAST_S = 0.001
"""What reading a paper takes at the least, as times are kept."""


class PaperWork:
    """Work on one paper at a time, as one thread can do it: the model that makes vectors is loaded once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._family = open_family(settings)
        self._embedder = _one_threaded() if settings.retriever is not RetrieverName.BM25 else None
        self._store: PaperStore | None = None
        self._path: Path | None = None

    def do(self, path: Path, unit: UnitJob, on_progress: Callable[[Progress], None] = lambda _: None) -> Outcome:
        """The unit's outcome. What breaks is told in it; nothing but the end of the process escapes."""
        started = time.perf_counter()
        stage = "index"
        try:
            read = self._reads(path, unit.paper)
            store = self._opened(path)
            if store.manuscript.id != unit.paper:
                raise PaperError(f"{path.name}: has changed since the batch began", hint="start it again with --resume")
            opening, stage = max(_since(started), _LEAST_S) if read else 0.0, "judge"
            report = asyncio.run(self._report(store, unit, on_progress))
        except Exception as exc:  # noqa: BLE001  the border of a unit: one that breaks must not end the others
            return Outcome(key=unit.key, trouble=_trouble(exc, stage), seconds=_since(started))
        return _outcome(unit, report, _since(started), opening)

    def close(self) -> None:
        """Close the paper that is open, if one is."""
        if self._store is not None:
            self._store.close()
        self._store, self._path = None, None

    def _reads(self, path: Path, paper: str) -> bool:
        """Whether opening it means to read or index it: it is neither open nor stored."""
        if self._store is not None and self._path == path:
            return False
        return not Library(self._settings.home).is_indexed(paper, retriever=self._settings.retriever)

    def _opened(self, path: Path) -> PaperStore:
        if self._store is None or self._path != path:
            self.close()
            library = Library(self._settings.home)
            self._store = library.open(path, settings=self._settings, embedder=self._embedder)
            self._path = path
        return self._store

    async def _report(self, store: PaperStore, unit: UnitJob, on_progress: Callable[[Progress], None]) -> Report:
        match unit.task:
            case Task.VERIFY:
                return await verify_reviews(
                    store, unit.reviews, family=self._family, settings=self._settings, on_progress=on_progress
                )
            case Task.AUDIT:
                return await audit_paper(store, family=self._family, settings=self._settings, on_progress=on_progress)


def _one_threaded() -> Embedder:
    """Workers are as many as there are cores to use, so each computes on one."""
    from peerlens.store.embedders.minilm import MiniLm, find_files

    return MiniLm(find_files(), threads=1)


def _since(started: float) -> float:
    return round(time.perf_counter() - started, 3)


def _outcome(unit: UnitJob, report: Report, seconds: float, opening: float) -> Outcome:
    """A report whose failures lie with the server is none yet: what was finished is in the paper's own ledger."""
    unserved = [failure for failure in report.failures if failure.error in _SERVER]
    if not unserved:
        return Outcome(key=unit.key, report=report.to_json(), seconds=seconds, opening=opening)
    trouble = Trouble(stage="judge", error=unserved[0].error, message=unserved[0].message, lasting=False)
    return Outcome(key=unit.key, trouble=trouble, seconds=seconds)


def _trouble(exc: Exception, stage: str) -> Trouble:
    if not isinstance(exc, PeerlensError):
        _log.debug("bug in stage %s", stage, exc_info=exc)
        return Trouble(stage=stage, error=type(exc).__name__, message=f"a bug in peerlens: {exc!r}")
    return Trouble(
        stage="parse" if isinstance(exc, InputError) else stage,
        error=type(exc).__name__,
        message=exc.message,
        hint=exc.hint,
        lasting=exc.exit_status != UnavailableError.exit_status,
        stops=isinstance(exc, ModelMissingError | ConfigError | UsageError) or _is_full(exc),
    )


def _is_full(exc: BaseException | None) -> bool:
    while exc is not None:
        if isinstance(exc, OSError) and exc.errno in _DISK:
            return True
        exc = exc.__cause__ or exc.__context__
    return False
