"""Stored runs of a paper: begun, and once finished its report."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from peerlens.errors import StoreError, UsageError
from peerlens.store.disk import store_errors, write_whole

_RUN_ID = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{6}")


def is_run_id(name: str) -> bool:
    """Whether the name has the form of a run's id."""
    return _RUN_ID.fullmatch(name) is not None


class RunRecord(BaseModel):
    """What is known of a run from its start. ``inputs``: hash of paper, reviews and configuration."""

    model_config = ConfigDict(frozen=True)

    id: str
    inputs: str
    kind: str
    paper: str
    title: str
    reviews: tuple[str, ...]
    engine: str
    started: str


class Runs:
    """The ``runs`` folder of one paper: ``<id>.run.json`` from the start, ``<id>.report.json`` once finished."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, record: RunRecord) -> None:
        """Raises ``StoreError``, as ``finish`` does, where the disk refuses."""
        self._write(f"{record.id}.run.json", record.model_dump_json(indent=2))

    def finish(self, run_id: str, report: str) -> None:
        self._write(f"{run_id}.report.json", report)

    def get(self, run_id: str) -> RunRecord:
        """Raises ``UsageError`` for an id that is malformed or not of this paper."""
        path = self._path(run_id, "run")
        if not path.exists():
            raise UsageError(f"no run {run_id!r} of this paper", hint="`peerlens runs` lists the stored runs")
        return _read(path)

    def knows(self, run_id: str) -> bool:
        return self._path(run_id, "run").exists()

    def finished(self, run_id: str) -> bool:
        return self._path(run_id, "report").exists()

    def report(self, run_id: str) -> str:
        """The stored report document. Raises ``UsageError`` when the run has not finished."""
        path = self._path(run_id, "report")
        if not path.exists():
            raise UsageError(f"run {run_id!r} has no report", hint="finish it with `peerlens verify … --resume`")
        with store_errors(path):
            return path.read_text(encoding="utf-8", errors="replace")

    def __iter__(self) -> Iterator[RunRecord]:
        with store_errors(self._folder):
            names = sorted(os.listdir(self._folder)) if os.path.lexists(self._folder) else []
        for name in names:
            if name.endswith(".run.json"):
                yield _read(self._folder / name)

    def _path(self, run_id: str, what: str) -> Path:
        if not _RUN_ID.fullmatch(run_id):
            raise UsageError(f"{run_id!r} is not a run id", hint="`peerlens runs` lists the stored runs")
        return self._folder / f"{run_id}.{what}.json"

    def _write(self, name: str, text: str) -> None:
        write_whole(self._folder / name, text.encode("utf-8"))


def _read(path: Path) -> RunRecord:
    try:
        with store_errors(path):
            return RunRecord.model_validate_json(path.read_bytes())
    except ValidationError as exc:
        raise StoreError(f"the stored run {path} cannot be read", hint="delete that file") from exc
