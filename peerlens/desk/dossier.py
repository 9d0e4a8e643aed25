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
from peerlens.store.marks import with_work
from peerlens.store.runs import RunRecord, Runs
from peerlens.store.session import Session, Work, open_session


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


def unjudged(manuscript: Manuscript, settings: Settings) -> Dossier:
    """A paper on which there is no report: it can be asked about."""
    folder = Library(settings.home).folder_of(manuscript.id)
    return Dossier(manuscript.id, manuscript.title, folder, None, None, manuscript)


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


def worked_on(dossier: Dossier, work: Work) -> Dossier:
    """The dossier with all that stands of a person's work."""
    review, audit = dossier.review, dossier.audit
    return replace(
        dossier,
        review=None if review is None else with_work(review, work),
        audit=None if audit is None else with_work(audit, work),
    )
