"""For authors: the points of each review by its own numbers, and a reply to fill in that points at the paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from peerlens.report.roles import View
from peerlens.report.tally import expects_answer
from peerlens.report.view import is_row, own_number, ref_of
from peerlens.report.wording import both_words, deciding, headline, place_of, request_words, response_words, standing
from peerlens.schema import Evidence, Finding, Manuscript, PointResponse, Report, Request
from peerlens.taxonomy import EvidenceRole, RequestStatus, ResponseStatus, Verdict
from peerlens.text.counting import counted
from peerlens.text.harmless import harmless
from peerlens.text.saying import says_something

Point = Finding | Request

ANSWERED, HALF, NO_ANSWER, OPEN = "answered", "half answered", "no answer", "open question"
_MOST_FIRST = (ANSWERED, HALF, OPEN, NO_ANSWER)
_BY_VERDICT = {
    Verdict.NOT_SUPPORTED: ANSWERED,
    Verdict.PARTIALLY_SUPPORTED: HALF,
    Verdict.SUPPORTED: NO_ANSWER,
    Verdict.NOT_DETERMINED: OPEN,
}
_BY_STATUS = {
    RequestStatus.ANSWERED: ANSWERED,
    RequestStatus.PARTLY_ANSWERED: HALF,
    RequestStatus.POINTED_ELSEWHERE: OPEN,
    RequestStatus.NOT_FOUND: NO_ANSWER,
}
_BY_RESPONSE = {
    ResponseStatus.ANSWERED: ANSWERED,
    ResponseStatus.PARTLY_ANSWERED: HALF,
    ResponseStatus.NOT_ANSWERED: NO_ANSWER,
}
_QUOTES = (400, 240, 140, 80, 0)
"""Lengths to which quotes are cut, one after the other, until a reply fits its budget."""
_POINT = 240
_THANKS = "Thank you for the careful review. Places are those of the version submitted."
_YOURS = "[your answer]"
_MARKUP = re.compile(r"[\\`*_<$~]|(?<=\])(?=\()")


@dataclass(frozen=True, slots=True)
class AuthorRow:
    """A point that authors answer: how it stands, and the numbers under which other reviews make it too."""

    point: Point
    ref: str
    state: str
    also: tuple[str, ...]


def author_views(report: Report, manuscript: Manuscript | None, *, budget: int) -> tuple[View, ...]:
    """For each review its points, then a reply of at most ``budget`` characters. Shared points stand once, where they
    come first; the others are named beside them."""
    rows = author_rows(report)
    views = []
    for review in report.reviews:
        own = [row for row in rows if row.point.review_id == review.id]
        if own:
            title = f"Review {review.id}: {counted(len(own), 'point')} ({_states(own)})"
            views.append(View(title, tuple(map(_line, own))))
            reply = _reply(_by_words(own), manuscript, budget=budget)
            views.append(View(f"Reply to review {review.id}: {len(reply)} of {budget} characters", text=reply))
    return tuple(views)


def _states(rows: Sequence[AuthorRow]) -> str:
    number = Counter(row.state for row in rows)
    return ", ".join(f"{number[state]} {state}" for state in (ANSWERED, HALF, NO_ANSWER, OPEN) if number[state])


def author_rows(report: Report) -> list[AuthorRow]:
    """Criticisms and requests, review by review in the order of the text; what several reviews share stands once."""
    several = len(report.reviews) > 1
    points: list[Point] = [*(one for one in report.findings if expects_answer(one)), *report.requests]
    shared: dict[str, list[str]] = {}
    for one in report.findings:
        if one.same_as:
            shared.setdefault(one.same_as, []).append(ref_of(one, several_reviews=several))
    known = {one.id for one in points}
    kept = [one for one in points if not (isinstance(one, Finding) and one.same_as in known)]
    order = {review.id: number for number, review in enumerate(report.reviews)}
    kept.sort(key=lambda one: (order.get(one.review_id, len(order)), one.start))
    answered = report.response is not None
    return [
        AuthorRow(
            one, ref_of(one, several_reviews=several), _state(one, answered=answered), tuple(shared.get(one.id, ()))
        )
        for one in kept
    ]


def _state(point: Point, *, answered: bool) -> str:
    if answered and point.response is not None:
        return _BY_RESPONSE[point.response.status]
    return _BY_VERDICT[standing(point).label] if isinstance(point, Finding) else _BY_STATUS[point.status]


def _line(row: AuthorRow) -> str:
    point = row.point
    words = point.claim if isinstance(point, Finding) else point.text
    also = f" (also {', '.join(row.also)})" if row.also else ""
    words = _one_line(words)
    words = words if len(words) <= _POINT else words[:_POINT].rsplit(" ", 1)[0] + " …"
    return f"{row.ref}{also} · {row.state} · {words} · {_says(point)}"


def _says(point: Point) -> str:
    said: PointResponse | None = point.response
    if said is not None:
        return response_words(said)
    if isinstance(point, Finding):
        return both_words(point) or headline(point)
    place = place_of(point.evidence[0]) if point.evidence and point.status is not RequestStatus.NOT_FOUND else ""
    return request_words(point.status) + (f", {place}" if place else "")


def _by_words(rows: Sequence[AuthorRow]) -> list[AuthorRow]:
    """The same words of a review are answered once, by the point for which the paper has most: a question and the
    premise in it are two points over one quote."""
    best: dict[tuple[int, int], AuthorRow] = {}
    for row in rows:
        span = (row.point.start, row.point.end)
        other = best.setdefault(span, row)
        if _MOST_FIRST.index(row.state) < _MOST_FIRST.index(other.state):
            best[span] = row
    return list(best.values())


def _reply(rows: Sequence[AuthorRow], manuscript: Manuscript | None, *, budget: int) -> str:
    """The fullest form that fits; where none does, as many points as do, and a line on the others."""
    blocks: list[str] = []
    for most in _QUOTES:
        blocks = [_block(row, manuscript, most=most) for row in rows]
        reply = "\n\n".join([_THANKS, *blocks])
        if len(reply) <= budget:
            return reply
    for kept in range(len(blocks) - 1, -1, -1):
        left = f"[{counted(len(blocks) - kept, 'more point')}: beyond the {budget} characters]"
        reply = "\n\n".join([_THANKS, *blocks[:kept], left])
        if len(reply) <= budget:
            return reply
    return ""


def _block(row: AuthorRow, manuscript: Manuscript | None, *, most: int) -> str:
    """The point in its reviewer's words, then what the paper has. Nothing is promised; what is open is left open."""
    point = row.point
    also = f" (also {_plain(', '.join(row.also))})" if row.also else ""
    number = own_number(point)
    own = f"**{_plain(number)}**{also} " if number else ""
    head = f"{own}“{_cut(point.quote, most or 60)}”"
    worth = [one for one in _shown(point) if is_row(one.quote) or says_something(one.quote)]
    passages = [_passage(one, manuscript, most=most) for one in worth]
    match row.state:
        case "answered" if passages:
            return f"{head}\n{' '.join(passages)}"
        case "half answered" if passages:
            return f"{head}\nPart of this is in the paper. {' '.join(passages)} {_YOURS}"
        case _:
            near = passages and most and row.state == OPEN
            return f"{head}\n{_YOURS[:-1]}; nearest in the paper: {passages[0]}]" if near else f"{head}\n{_YOURS}"


def _shown(point: Point) -> Sequence[Evidence]:
    """The passage that decides first, then at most one more on the same side."""
    if isinstance(point, Request):
        return point.evidence[:2] if point.status is not RequestStatus.NOT_FOUND else ()
    first = deciding(point)
    if first is None:
        return point.evidence[:1]
    more = [one for one in point.evidence if one is not first and one.role is first.role]
    return (first, *more[:1]) if first.role is not EvidenceRole.CONTEXT else (first,)


def _passage(evidence: Evidence, manuscript: Manuscript | None, *, most: int) -> str:
    line = manuscript.line_at(evidence.start) if manuscript is not None else None
    where = [f"p. {evidence.page}"] if evidence.page is not None else []
    where += [f"line {line}"] if line is not None else []
    where += [_plain(evidence.file)] if evidence.file else []
    section = section_words(evidence.section)
    named = f"A table near {section[:1].lower() if section.startswith('The ') else section[:1]}{section[1:]}"
    place = _plain(named if is_row(evidence.quote) else section) + (f" ({', '.join(where)})" if where else "")
    return f"{place} reads: “{_cut(evidence.quote, most)}”" if most else f"{place}."


def section_words(display: str) -> str:
    """ "Section 4.2", "Appendix A", or the section by its title, as a sentence names it."""
    number = re.match(r"(\d+(?:\.\d+)*|[A-Z](?:\.\d+)*)\s", display)
    if number is None:
        return f"The section “{_one_line(display)}”"
    return f"{'Section' if number[1][0].isdigit() else 'Appendix'} {number[1]}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """Foreign text as it reads in a form that takes Markdown: one line, no emphasis, code, formula, tag or link."""
    return _MARKUP.sub(lambda match: f"\\{match[0]}", harmless(_one_line(text)))


def _cut(text: str, most: int) -> str:
    words = _one_line(text)
    return _plain(words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …")
