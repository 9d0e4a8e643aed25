"""A batch folder as a board of papers: what is in it, and how much of each waits for a person."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from peerlens.desk.dossier import Dossier, dossier_of
from peerlens.desk.wording import agents_of
from peerlens.desk.worklist import claim_items, waiting
from peerlens.errors import InputError
from peerlens.report.roles import Role
from peerlens.report.tally import decided_line, tally
from peerlens.schema import Report
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.store.marks import keys_in, stored_work, with_work
from peerlens.taxonomy import Verdict

SUMMARY = "summary.json"
_SCHEMA = "peerlens.batch/1"
_URGENT = (Verdict.NOT_SUPPORTED.value, Verdict.PARTIALLY_SUPPORTED.value)


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    line: int
    id: str
    status: str
    reason: str | None = None
    reports: tuple[str, ...] = ()


class _Summary(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    schema_: str
    lines: tuple[_Line, ...]


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One paper of the batch. ``reports``: files that exist. ``reason``: why there is nothing to open."""

    id: str
    status: str
    reason: str
    reports: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All papers of a batch, in the order of its manifest."""

    folder: Path
    lines: tuple[BoardLine, ...]


def is_batch(path: Path) -> bool:
    return (path / SUMMARY).is_file()


def read_board(folder: Path) -> Board:
    """Raises ``InputError`` where ``summary.json`` is none of a batch. Reports outside of the folder are not read."""
    try:
        document = json.loads((folder / SUMMARY).read_bytes())
        summary = _Summary.model_validate({**document, "schema_": document["schema"]})
    except (OSError, ValueError, TypeError, KeyError, ValidationError) as exc:
        raise InputError(
            f"{folder / SUMMARY}: cannot be read as a batch's summary", hint="run the batch again"
        ) from exc
    if summary.schema_ != _SCHEMA:
        raise InputError(f"{folder / SUMMARY}: {summary.schema_!r} is not {_SCHEMA}", hint="run the batch again")
    root = folder.resolve()
    lines = []
    for one in summary.lines:
        paths = [folder / name for name in one.reports]
        inside = tuple(path for path in paths if path.resolve().is_relative_to(root) and path.is_file())
        lines.append(BoardLine(id=one.id, status=one.status, reason=one.reason or "", reports=inside))
    return Board(folder, tuple(lines))


def read_reports(line: BoardLine) -> tuple[Report, ...]:
    """The reports of a line. Raises ``InputError`` for a file that holds none."""
    found = []
    for path in line.reports:
        try:
            found.append(Report.model_validate_json(path.read_bytes()))
        except (OSError, ValidationError) as exc:
            raise InputError(f"{path}: cannot be read as a report", hint="run the batch again") from exc
    return tuple(found)


def dossier_of_line(line: BoardLine, settings: Settings) -> Dossier | None:
    """The paper of a line with its reports; ``None`` where it has none. Raises ``InputError``, ``UsageError``."""
    reports = read_reports(line)
    if not reports:
        return None
    review = next((one for one in reports if one.kind == "verify"), None)
    audit = next((one for one in reports if one.kind == "audit"), None)
    first = review or audit
    assert first is not None
    return dossier_of(first, settings, beside=audit if review is not None else None)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a paper stands: its title, how many points wait, what was decided.

    ``urgent``: waiting claims that the paper contradicts, wholly or in part: the ones it costs most to be wrong about.
    """

    title: str
    urgent: int
    left: int
    points: int
    line: str
    agents: str


def standing_of(line: BoardLine, settings: Settings, *, role: Role | None = None) -> Standing | None:
    """Read a line's reports and count; ``None`` without a report. Raises as ``dossier_of_line``.

    Less waits for a chair than for others; the points themselves are the same for all.
    """
    reports = read_reports(line)
    if not reports:
        return None
    report = next((one for one in reports if one.kind == "verify"), reports[0])
    work = stored_work(Library(settings.home).folder_of(report.paper.id))
    ruled = with_work(report, work)
    counted_for = role if role is Role.CHAIR else None
    items = claim_items(ruled, counted_for, keys_in(ruled, work)) if report.kind == "verify" else ()
    words = decided_line(tally(ruled)) if report.kind == "verify" else "audited, no review"
    urgent = waiting([item for item in items if item.label in _URGENT], work)
    left, points = waiting(items, work), sum(item.open for item in items)
    return Standing(report.paper.title, urgent, left, points, words, agents_of(report))
