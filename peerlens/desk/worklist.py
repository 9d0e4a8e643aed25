"""What there is to work through, in order: claims and questions, or the rows of an audit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from peerlens.report.audit_view import coverage_rows
from peerlens.report.author_view import author_rows
from peerlens.report.chair_view import chair_things
from peerlens.report.roles import Role
from peerlens.report.view import Group, Row, advice, groups, request_rows
from peerlens.report.wording import brief_place, deciding, standing
from peerlens.schema import AuditFinding, Evidence, Failure, Finding, LabelRow, Report, Request, Scan, Step
from peerlens.store.marks import label_key, point_key
from peerlens.store.session import Work
from peerlens.store.wordings import content_key
from peerlens.taxonomy import Outcome, RequestStatus, Stance, Verdict

_COSTLY = ("answered", "otherwise", "part", "nothing_found")
_NO_AUTHORS = (Role.CHAIR, Role.REVIEWER)
"""Those to whom nobody says how to reply or revise."""
_BRIEF = {
    "answered": "answers this",
    "otherwise": "says otherwise",
    "part": "part of it",
    "nothing_found": "nothing found",
    "holds": "says so",
    "open": "cannot settle",
    "engine": "not checked",
}
"""What the paper does with the claims of a group, in a list."""
_BRIEF_OF_REQUEST = {
    RequestStatus.ANSWERED: "answers this",
    RequestStatus.PARTLY_ANSWERED: "answers part",
    RequestStatus.POINTED_ELSEWHERE: "not supplied",
    RequestStatus.NOT_FOUND: "nothing found",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One claim, question or audit row.

    ``key`` is what a person's work on it is kept under, ``row_note`` their note where that is another. ``words``: what
    the paper has to say to it, ``brief`` the same in a list. ``facts``: further lines on it. ``left``: the text it
    stands in, ``mark`` its own words there. ``finding``: the claim, where it is one; ``request``: the question or wish.
    ``open``: it waits for a person unless marked done.
    """

    key: str
    id: str
    ref: str
    text: str
    group: str
    words: str
    brief: str
    facts: tuple[str, ...]
    label: str
    left: str
    left_title: str
    mark: tuple[int, int] | None
    evidence: tuple[Evidence, ...]
    scan: Scan | None = None
    steps: tuple[Step, ...] = ()
    finding: Finding | None = None
    request: Request | None = None
    open: bool = True
    row_note: str = ""

    @property
    def note_key(self) -> str:
        return self.row_note or self.key


_NO_KEYS: Mapping[str, str] = {}


def claim_items(report: Report, role: Role | None, keys: Mapping[str, str] = _NO_KEYS) -> tuple[Item, ...]:
    """Claims and questions by what it costs to be wrong about them; for authors by the reviewers' own numbers.

    ``keys``: by id, where it is not the point's own words that a person's work is kept under.
    """
    points: list[Finding | Request] = [*report.findings, *report.requests]
    by_id = {one.id: one for one in points}
    broken = tuple(_failure_item(one) for one in report.failures)
    made = [
        (group.key, replace(item, key=keys.get(item.id, item.key)))
        for group in _ordered(report, role)
        for item in (_item(row, group, by_id[row.id], report, role) for row in group.rows)
    ]
    match role:
        case Role.AUTHOR:
            return (*_by_number([item for _, item in made], report), *broken)
        case Role.CHAIR:
            return (*_chairs(made, report), *broken)
        case _:
            return (*(item for _, item in made), *broken)


def audit_items(report: Report) -> tuple[Item, ...]:
    """One item a label, those with findings first; the others need nobody."""
    made = [_label_item(row, shown.words) for row, shown in zip(report.labels, coverage_rows(report), strict=True)]
    order = list(Outcome)
    places = {row.label.value: order.index(row.outcome) for row in report.labels}
    return tuple(sorted(made, key=lambda item: places[item.id]))


def waiting(items: Iterable[Item], work: Work) -> int:
    """How many still wait for a person: neither marked done nor ruled on."""
    return sum(is_waiting(item, work) for item in items)


def is_waiting(item: Item, work: Work) -> bool:
    return item.open and item.key not in work.done and not _is_ruled(item)


def labels_of(items: Sequence[Item]) -> tuple[str, ...]:
    """The labels that a filter can choose from, in order of first appearance."""
    return tuple(dict.fromkeys(item.label for item in items))


def matching(items: Sequence[Item], words: str) -> tuple[Item, ...]:
    """The items that hold all of the words, in the claim, the answer or the passages."""
    wanted = words.casefold().split()
    return tuple(item for item in items if all(word in _searched(item) for word in wanted))


def _searched(item: Item) -> str:
    quotes = " ".join(one.quote for one in item.evidence)
    return " ".join((item.ref, item.id, item.text, item.words, *item.facts, quotes)).casefold()


def _ordered(report: Report, role: Role | None) -> list[Group]:
    """The groups of the report, questions before what costs least to be wrong about; a chair has them last."""
    arranged = list(groups(report))
    asked = request_rows(report)
    if asked:
        last = len(arranged)
        at = last if role is Role.CHAIR else next((i for i, one in enumerate(arranged) if one.key not in _COSTLY), last)
        arranged.insert(at, Group(key="requests", title="Questions and wishes", rows=asked))
    return arranged


def _chairs(made: Sequence[tuple[str, Item]], report: Report) -> Iterator[Item]:
    """For chairs: the weightiest case of each thing that needs a person; what is not costly waits for nobody.

    The cases are chosen from what the agents found, so that a ruling moves none of them.
    """
    untouched = tuple(one.model_copy(update={"override": None, "person": None}) for one in report.findings)
    by_id = {item.id: item for _, item in made}
    first: dict[str, Item] = {}
    for thing in chair_things(report.model_copy(update={"findings": untouched})):
        point = next((one for one in thing.points if one.id not in first), None)
        if point is not None:
            item = by_id[point.id]
            first[point.id] = replace(item, group="Look at these first", facts=(thing.why, *item.facts))
    yield from first.values()
    for key, item in made:
        if item.id not in first:
            yield replace(item, open=_is_ruled(item) or key in _COSTLY)


def _item(row: Row, group: Group, point: Finding | Request, report: Report, role: Role | None) -> Item:
    review = next((one for one in report.reviews if one.id == point.review_id), None)
    text = review.text if review is not None and review.text[point.start : point.end] == point.quote else point.quote
    start = point.start if text != point.quote else 0
    finding = point if isinstance(point, Finding) else None
    facts = [row.ruling] if row.ruling else []
    facts += [note for note in row.notes if finding is None or role not in _NO_AUTHORS or note not in advice(finding)]
    facts += [f"the response: {row.response.line}"] if row.response else []
    sure = f"  ({row.sureness})" if row.sureness else ""
    return Item(
        key=point_key(point),
        id=row.id,
        ref=row.ref,
        text=row.text,
        group=group.title,
        words=f"{_asked(row, point) if role is Role.REVIEWER else row.headline}{sure}",
        brief=_brief(point, group.key),
        facts=tuple(facts),
        label=standing(finding).label.value if finding is not None else "question",
        left=text,
        left_title=f"{review.source if review else point.review_id} · {point.review_id}",
        mark=(start, start + len(point.quote)),
        evidence=_unlike(point.evidence),
        scan=finding.scan if finding is not None else None,
        steps=finding.steps if finding is not None else (),
        finding=finding,
        request=point if isinstance(point, Request) else None,
    )


def _brief(point: Finding | Request, group: str) -> str:
    if isinstance(point, Finding):
        words, decides = _BRIEF[group], deciding(standing(point))
    else:
        words = _BRIEF_OF_REQUEST[point.status]
        decides = next(iter(point.evidence), None) if point.status is not RequestStatus.NOT_FOUND else None
    return f"{words}, {brief_place(decides)}" if decides is not None else words


def _failure_item(failure: Failure) -> Item:
    """What broke off has no verdict and waits for another run, not for a person."""
    return Item(
        key=content_key(failure.id),
        id=failure.id,
        ref=failure.id,
        text=failure.message,
        group="Broke off, no verdict",
        words=f"broke off at {failure.stage}",
        brief=f"broke off at {failure.stage}",
        facts=(failure.error,),
        label="broke off",
        left=failure.message,
        left_title=failure.id,
        mark=None,
        evidence=(),
        open=False,
    )


def _asked(row: Row, point: Finding | Request) -> str:
    """For the reviewer of a draft: the place as a question where the paper may answer the point."""
    doubted = isinstance(point, Finding) and point.label in (Verdict.NOT_SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
    if not doubted or not row.quotes:
        return row.headline
    criticism = isinstance(point, Finding) and point.stance is Stance.CRITICISM
    return f"does {row.quotes[0].place} {'answer' if criticism else 'say'} this?"


def _by_number(items: list[Item], report: Report) -> tuple[Item, ...]:
    """For authors: their points by the reviewers' own numbers, then what asks for no answer."""
    by_id = {item.id: item for item in items}
    sources = {review.id: review.source for review in report.reviews}
    arranged = []
    for row in author_rows(report):
        item = by_id.pop(row.point.id)
        also = (f"also said in {', '.join(row.also)}",) if row.also else ()
        arranged.append(
            replace(
                item,
                group=f"{row.point.review_id} {sources.get(row.point.review_id, '')}",
                words=f"{row.state}{_AS_RULED if _is_ruled(item) else ''}: {item.words}",
                brief=f"{row.state}{''.join(item.brief.partition(',')[1:])}",
                facts=(*also, *item.facts),
                label=row.state,
            )
        )
    shared = {one.id for one in report.findings if one.same_as and one.stance is Stance.CRITICISM}
    quiet = [item for item in items if item.id in by_id and item.id not in shared]
    praise = "praise or description"
    return (*arranged, *(replace(one, group="Praise and descriptions", label=praise, open=False) for one in quiet))


_AS_RULED = ", as ruled; found by the agents"


def _is_ruled(item: Item) -> bool:
    return item.finding is not None and item.finding.override is not None


_OUTCOME_GROUPS = {
    Outcome.FINDING: "Labels with a finding",
    Outcome.NONE: "Labels without a finding",
    Outcome.NOT_ASSESSABLE: "Not assessed",
}


def _label_item(row: LabelRow, words: str) -> Item:
    evidence = [one for finding in row.findings for one in (*finding.evidence, *finding.reply)]
    evidence += [one for note in row.notes for one in note.evidence]
    said = [line for number, finding in enumerate(row.findings, start=1) for line in _finding_lines(number, finding)]
    notes = [f"Note: {note.text}" for note in row.notes]
    text = "\n\n".join([row.label.definition, *said, *notes])
    worst = f"{row.findings[0].severity.value}: " if row.findings else ""
    return Item(
        key=point_key(row),
        id=row.label.value,
        ref=row.label.value,
        text=row.name,
        group=_OUTCOME_GROUPS[row.outcome],
        words=f"{worst}{words}",
        brief=f"{worst}{words}",
        facts=tuple(finding.claim for finding in row.findings),
        label=_OUTCOME_GROUPS[row.outcome],
        left=text,
        left_title=f"{row.label.value} {row.name}",
        mark=None,
        evidence=_unlike(evidence),
        scan=next((finding.scan for finding in row.findings if finding.scan), None),
        steps=tuple(step for finding in row.findings for step in finding.steps),
        open=row.outcome is Outcome.FINDING,
        row_note=label_key(row.label),
    )


def _finding_lines(number: int, finding: AuditFinding) -> list[str]:
    lines = [f"{number}. {finding.severity.value}: {finding.claim}", f"A judgement: {finding.assessment}"]
    for place, one in enumerate(finding.suggestions):
        lead = "Or" if place else "To do"
        lines.append(f"{lead}: {one.what} ({one.where}; {one.effort.value}): {one.how}. {one.expected_outcome}.")
    return lines


def _unlike(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Each passage once, those that decide first."""
    once = {(one.start, one.end): one for one in reversed(evidence)}
    found = [one for one in evidence if once.pop((one.start, one.end), None) is not None]
    return tuple(sorted(found, key=lambda one: one.role.value == "context"))
