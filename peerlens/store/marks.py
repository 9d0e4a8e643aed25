"""A person's work on a paper, put into a report of it beside what the agents found: rulings, notes and done marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import TypeVar

from peerlens.schema import Finding, KeptWork, LabelRow, PersonMark, Report, Request
from peerlens.store.rulings import override_of, ruled
from peerlens.store.session import FILE, Work, open_session
from peerlens.store.wordings import content_key, known_again, quoted_in, text_of
from peerlens.taxonomy import Weakness

Point = TypeVar("Point", Finding, Request)


def point_key(point: Finding | Request | LabelRow) -> str:
    """Names a claim, a question or an audit's row by its content, so that it is known again in another run."""
    if isinstance(point, LabelRow):
        return content_key(" ".join([point.label.value, *(finding.claim for finding in point.findings)]))
    return content_key(text_of(point))


def label_key(label: Weakness) -> str:
    """Names an audit's row whatever it found: a note is about the label, a done mark about its findings."""
    return content_key(label.value)


def keys_in(report: Report, work: Work) -> dict[str, str]:
    """Id of a claim or question to the key under which a person's work on it is kept; without an entry, its own."""
    worked_on = {key: work.wordings.get(key, ()) for key in (*work.rulings, *work.touched)}
    return known_again((*report.findings, *report.requests), worked_on)


def with_work(report: Report, work: Work) -> Report:
    """The report with ``override``, ``person`` and ``kept`` filled in; what the agents found stays as it is.

    What came with the report stays unless somebody has touched its point here.
    """
    if not (work.rulings or work.touched):
        return report
    keys = keys_in(report, work)
    findings = (_ruled(one, work, keys) for one in report.findings)
    return report.model_copy(
        update={
            "findings": tuple(_marked(one, work, keys) for one in findings),
            "requests": tuple(_marked(one, work, keys) for one in report.requests),
            "labels": tuple(_row(one, work) for one in report.labels),
            "kept": tuple(_kept(report, work, set(keys.values()))),
        }
    )


def _ruled(finding: Finding, work: Work, keys: Mapping[str, str]) -> Finding:
    key = keys.get(finding.id)
    return ruled(finding, work.rulings[key]) if key is not None and key in work.rulings else finding


def _marked(point: Point, work: Work, keys: Mapping[str, str]) -> Point:
    key = keys.get(point.id)
    if key is None or key not in work.touched:
        return point
    return point.model_copy(update={"person": _person(work.notes.get(key, ""), done=key in work.done)})


def _row(row: LabelRow, work: Work) -> LabelRow:
    own, label = point_key(row), label_key(row.label)
    if not {own, label} & work.touched:
        return row
    note = work.notes.get(label if label in work.touched else own, "")
    return row.model_copy(update={"person": _person(note, done=own in work.done)})


def _kept(report: Report, work: Work, placed: Set[str]) -> Iterator[KeptWork]:
    """What stands on points of the report's reviews that are not among its findings and requests, by age."""
    for key, wordings in work.wordings.items():
        override = override_of(work.rulings.get(key))
        person = _person(work.notes.get(key, ""), done=key in work.done)
        if key in placed or not wordings or not (override or person):
            continue
        last = wordings[-1]
        if any(quoted_in(last.quote, review.text) for review in report.reviews):
            yield KeptWork(point=last.text, quote=last.quote, override=override, person=person)


def _person(note: str, *, done: bool) -> PersonMark | None:
    return PersonMark(note=note, done=done) if note or done else None


def stored_work(folder: Path) -> Work:
    """All that stands on the paper in ``folder``; nothing where nobody has sat down with it."""
    if not (folder / FILE).exists():
        return Work()
    with open_session(folder) as session:
        return session.work()
