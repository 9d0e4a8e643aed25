"""A person's work on a paper, put into a report of it beside what the agents found: rulings, notes and done marks."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from peerlens.schema import Finding, LabelRow, PersonMark, Report, Request
from peerlens.store.rulings import content_key, with_rulings
from peerlens.store.session import FILE, Work, open_session

Point = TypeVar("Point", Finding, Request, LabelRow)


def point_key(point: Finding | Request | LabelRow) -> str:
    """Names a claim, a question or an audit's row by its content, so that it is known again in another run."""
    match point:
        case Finding():
            return content_key(point.claim)
        case Request():
            return content_key(point.text)
        case LabelRow():
            return content_key(" ".join([point.label.value, *(finding.claim for finding in point.findings)]))


def with_work(report: Report, work: Work) -> Report:
    """The report with ``override`` and ``person`` filled in; what the agents found stays as it is.

    What came with the report stays unless somebody has touched its point here.
    """
    ruled = with_rulings(report, work.rulings)
    if not work.touched:
        return ruled
    return ruled.model_copy(
        update={
            "findings": tuple(_marked(one, work) for one in ruled.findings),
            "requests": tuple(_marked(one, work) for one in ruled.requests),
            "labels": tuple(_marked(one, work) for one in ruled.labels),
        }
    )


def _marked(point: Point, work: Work) -> Point:
    key = point_key(point)
    if key not in work.touched:
        return point
    note, done = work.notes.get(key, ""), key in work.done
    person = PersonMark(note=note, done=done) if note or done else None
    return point.model_copy(update={"person": person})


def stored_work(folder: Path) -> Work:
    """All that stands on the paper in ``folder``; nothing where nobody has sat down with it."""
    if not (folder / FILE).exists():
        return Work()
    with open_session(folder) as session:
        return session.work()
