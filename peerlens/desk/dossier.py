"""One paper as it lies on the desk: its reports, its text, the person's session; found by what the user named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from peerlens.errors import StoreError
from peerlens.schema import Manuscript, Report
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.store.rulings import with_rulings
from peerlens.store.runs import RunRecord, Runs
from peerlens.store.session import Session, open_session


@dataclass(frozen=True, slots=True)
class Dossier:
    """``review``: the verify report, ``audit``: the audit's; ``None`` where there is none yet.

    ``manuscript`` is ``None`` where the paper's text is not stored here. ``folder`` is the paper's own.
    """

    paper_id: str
    title: str
    folder: Path
    review: Report | None
    audit: Report | None
    manuscript: Manuscript | None

    @property
    def report(self) -> Report | None:
        return self.review or self.audit


def dossier_of(report: Report, settings: Settings, *, beside: Report | None = None) -> Dossier:
    """The paper of a report. ``beside``: its report of the other kind; without one, the newest that is stored.

    Raises ``UsageError`` for a report whose paper has no proper id.
    """
    library = Library(settings.home)
    folder = library.folder_of(report.paper.id)
    other = "audit" if report.kind == "verify" else "verify"
    beside = beside or newest_report(folder, other)
    review, audit = (report, beside) if report.kind == "verify" else (beside, report)
    return Dossier(report.paper.id, report.paper.title, folder, review, audit, library.manuscript(report.paper.id))


def newest_report(folder: Path, kind: str) -> Report | None:
    """The newest finished run of this kind on the paper in ``folder``; one that cannot be read is passed over."""
    runs = Runs(folder / "runs")
    found: list[RunRecord] = [record for record in runs if record.kind == kind and runs.finished(record.id)]
    for record in sorted(found, key=lambda record: record.id, reverse=True):
        try:
            return Report.model_validate_json(runs.report(record.id))
        except (ValidationError, StoreError):
            continue
    return None


@contextmanager
def session_of(dossier: Dossier) -> Iterator[Session]:
    """The person's work on this paper. Raises ``StoreError``."""
    with open_session(dossier.folder) as session:
        yield session


def with_work(dossier: Dossier, session: Session) -> Dossier:
    """The dossier with the rulings that stand."""
    if dossier.review is None:
        return dossier
    return replace(dossier, review=with_rulings(dossier.review, session.work().rulings))
