"""The report files of a batch: each written whole from what the ledger keeps, once, and again only where it is gone."""

from __future__ import annotations

from pathlib import Path

from peerlens.batch.ledger import BatchLedger
from peerlens.batch.plan import Plan
from peerlens.store.disk import store_errors, write_whole

FOLDER = "reports"


class ReportFiles:
    """``DIR/reports``. Lines that ask for the same unit get a file each."""

    def __init__(self, folder: Path, plan: Plan, ledger: BatchLedger) -> None:
        self._folder = folder / FOLDER
        self._ledger = ledger
        self._names: dict[str, list[str]] = {}
        for line in plan.planned():
            for wanted in line.wanted:
                self._names.setdefault(wanted.unit.key, []).append(wanted.name)

    def write_all(self, key: str, report: str) -> None:
        """Write the unit's report under each name that asks for it. Raises ``StoreError``."""
        for name in self._names.get(key, ()):
            self.write(name, key, report)

    def write(self, name: str, key: str, report: str) -> None:
        """A file that is there and holds this unit's report is left alone: somebody may have ruled in it."""
        path = self._folder / name
        if self._ledger.written_from(name) == key and path.is_file():
            return
        write_whole(path, _bytes(report))
        self._ledger.note_written(name, key)

    def drop_others(self) -> None:
        """Delete what earlier runs wrote for lines or settings that are no longer asked for: the ledger keeps it.

        A file that somebody has changed stays. Raises ``StoreError``.
        """
        for name, key in self._ledger.written().items():
            path = self._folder / name
            if name in self._names.get(key, ()):
                continue
            outcome = self._ledger.outcome(key)
            with store_errors(path):
                if outcome is not None and path.is_file() and path.read_bytes() == _bytes(outcome.report or ""):
                    path.unlink()
                    self._ledger.forget_written(name)


def _bytes(report: str) -> bytes:
    return (report + "\n").encode("utf-8")
