"""Find what is stored by the ids that people have: the report of a run, the reading of a paper, where its files lie."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from peerlens.errors import InputError, StoreError, UsageError
from peerlens.schema import Manuscript, Report
from peerlens.store.disk import store_errors, write_whole
from peerlens.store.library import Library
from peerlens.store.marks import stored_work, with_work
from peerlens.store.runs import Runs, is_run_id

_PLACES = "places.json"
_GIVE = "give a run's id (`peerlens runs` lists them) or a report written with -o FILE.json"


@dataclass(frozen=True, slots=True)
class Places:
    """Where a paper's files lay when it was last opened: what the user named, and the supplements."""

    paper: Path
    supplements: tuple[Path, ...] = ()


def find_report(run: str, library: Library) -> Report:
    """The report of a stored run, or the one in a file, with what a person has done to its points here.

    Raises ``UsageError`` for what is neither or has not finished, ``InputError`` for a file that holds no report.
    """
    if is_run_id(run):
        for folder in library.folders():
            runs = Runs(folder / "runs")
            if runs.knows(run):
                return with_work(_report(runs.report(run), run, stored=True), stored_work(folder))
        if not Path(run).exists():
            raise UsageError(f"no stored run {run!r}", hint="`peerlens runs` lists the stored runs")
    path = Path(run)
    if not path.is_file():
        raise UsageError(
            f"{run!r}: neither a stored run nor a report file", hint="`peerlens runs` lists the stored runs"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise InputError(
            f"{path}: cannot be read as a report", hint="give a run's id, or a report written with -o FILE.json"
        ) from exc
    report = _report(text, str(path), stored=False)
    known = _folder(report.paper.id, library)
    return report if known is None else with_work(report, stored_work(known))


def _report(text: str, name: str, *, stored: bool) -> Report:
    try:
        return Report.model_validate_json(text)
    except ValidationError as exc:
        where = ".".join(str(part) for part in exc.errors()[0]["loc"]) or "the document"
        message = f"{name}: no report peerlens.report/1 ({where}: {exc.errors()[0]['msg']})"
        if stored:
            raise StoreError(message, hint="run it again") from exc
        if not text.lstrip().startswith("{"):
            message = f"{name}: no report, which is JSON"
        raise InputError(
            message, hint="give a run's id (`peerlens runs` lists them) or a report written with -o FILE.json"
        ) from exc


def stored_manuscript(report: Report, library: Library) -> Manuscript | None:
    """The stored reading that the report's offsets index; ``None`` where there is none, or only one read otherwise."""
    folder = _folder(report.paper.id, library)
    known = None if folder is None else library.manuscript(folder.name)
    if known is None:
        return None
    quotes = [one for finding in report.findings for one in finding.evidence]
    quotes += [one for request in report.requests for one in request.evidence]
    quotes += [one for row in report.labels for finding in row.findings for one in (*finding.evidence, *finding.reply)]
    return known if all(known.text[one.start : one.end] == one.quote for one in quotes) else None


def stored_places(paper_id: str, library: Library) -> Places | None:
    """Where the paper's files were last; ``None`` where nobody noted it."""
    folder = _folder(paper_id, library)
    if folder is None:
        return None
    try:
        paper, *supplements = json.loads((folder / _PLACES).read_bytes())
        return Places(Path(paper), tuple(map(Path, supplements)))
    except (OSError, ValueError, TypeError):
        return None


def stored_from(path: Path, library: Library) -> tuple[str, ...]:
    """The stored papers that were last read from ``path``: earlier versions of the file, too."""
    place = path.absolute()
    known = ((paper, stored_places(paper, library)) for paper in library.papers())
    return tuple(paper for paper, places in known if places and place in (places.paper, *places.supplements))


def note_places(folder: Path, places: Places) -> None:
    """Remember where the files of the paper in ``folder`` lie; written only where that has changed."""
    named = [str(path.absolute()) for path in (places.paper, *places.supplements)]
    data = json.dumps(named).encode("ascii")
    stored = folder / _PLACES
    try:
        if stored.read_bytes() == data:
            return
    except OSError:
        pass
    with store_errors(folder):
        write_whole(stored, data)


def _folder(paper_id: str, library: Library) -> Path | None:
    return next((folder for folder in library.folders() if folder.name == paper_id), None)
