"""One report arranged for reading: what to look at first on top. Terminal and Markdown both print this."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from peerlens.report.tally import expects_answer
from peerlens.report.wording import (
    deciding,
    headline,
    person_words,
    place_of,
    request_words,
    response_words,
    ruling_words,
    standing,
    sureness,
)
from peerlens.schema import Evidence, Finding, Report, Request, Suggestion
from peerlens.taxonomy import EvidenceRole, PartStatus, Reason, RequestStatus, ResponseStatus, Stance, Verdict
from peerlens.text.plain import plain

PART_WORDS = {
    PartStatus.SUPPORTED: "holds",
    PartStatus.CONTRADICTED: "does not hold",
    PartStatus.PARTIAL: "holds in part",
    PartStatus.SILENT: "the paper does not say",
    PartStatus.UNDECIDABLE: "the text cannot settle it",
}

_LETTERS = {"strengths": "S", "weaknesses": "W", "questions": "Q", "limitations": "L"}
"""Parts of a review that count from 1 each: their letters tell "1" from "1"."""
_CELL = 8
"""Words that a cell of a table has at most."""
_TABLE_MARKUP = re.compile(r"</?t[dhr]\b|\\(?:multicolumn|multirow|hline)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of the paper: where they stand, what they do for the claim. ``start``/``end`` index its text."""

    place: str
    role: EvidenceRole
    text: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Said:
    """What the authors' response has for a point: a line on it, and its words ("" where it has none)."""

    line: str
    quote: str


@dataclass(frozen=True, slots=True)
class Row:
    """One claim or question as shown. ``ref``: the reviewer's own number, else our id.

    ``ruling``: what a person ruled, "" where nobody has; ``headline`` stays what the agents found. ``person``: what
    else a person left on it, in lines.
    """

    id: str
    ref: str
    text: str
    headline: str
    sureness: str
    rationale: str
    quotes: tuple[Quote, ...]
    notes: tuple[str, ...]
    response: Said | None = None
    ruling: str = ""
    person: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Rows with the same kind of outcome. ``brief``: one line a row is enough."""

    key: str
    title: str
    rows: tuple[Row, ...]
    brief: bool = False


_GROUPS: tuple[tuple[str, str, bool], ...] = (
    ("answered", "The paper answers these points", False),
    ("otherwise", "The paper says otherwise", False),
    ("part", "The paper bears out or answers part", False),
    ("nothing_found", "Nothing found in the pages supplied", False),
    ("holds", "The paper says so", False),
    ("open", "The text cannot settle these", True),
    ("engine", "Not checked: beyond this engine; the nearest passages", True),
)


def groups(report: Report) -> tuple[Group, ...]:
    """Findings in the order in which a person should look at them, each in exactly one group.

    A person's ruling decides the group in place of the verdict.
    """
    by_key: dict[str, list[Finding]] = {key: [] for key, _, _ in _GROUPS}
    for finding in report.findings:
        by_key[group_of(standing(finding))].append(finding)
    several_reviews = len(report.reviews) > 1
    arranged = []
    for key, title, brief in _GROUPS:
        found = sorted(by_key[key], key=lambda finding: -finding.confidence) if not brief else by_key[key]
        rows = tuple(_row(finding, several_reviews=several_reviews) for finding in found)
        if rows:
            arranged.append(Group(key=key, title=title, rows=rows, brief=brief))
    return tuple(arranged)


def request_rows(report: Report) -> tuple[Row, ...]:
    order = list(RequestStatus)
    several_reviews = len(report.reviews) > 1
    return tuple(
        _request_row(request, several_reviews=several_reviews)
        for request in sorted(report.requests, key=lambda request: order.index(request.status))
    )


def review_notes(report: Report) -> list[str]:
    """What a reader should know about how the reviews were read, injected orders included."""
    notes = []
    for review in report.reviews:
        notes += [warning.message for warning in review.warnings]
        orders = sum(unused.why == "injected" for unused in review.unused)
        if orders:
            what = "stretch that gives" if orders == 1 else "stretches that give"
            notes.append(f"{review.id} holds {orders} {what} orders to automated readers: left out")
    if report.response is not None:
        notes += [f"response: {warning.message}" for warning in report.response.warnings]
    return notes


def group_of(finding: Finding) -> str:
    """The key of the group that a finding with this verdict belongs to."""
    match finding.label:
        case Verdict.NOT_SUPPORTED:
            return "answered" if finding.stance is Stance.CRITICISM else "otherwise"
        case Verdict.PARTIALLY_SUPPORTED:
            return "part"
        case Verdict.SUPPORTED:
            return "holds" if deciding(finding) else "nothing_found"
        case Verdict.NOT_DETERMINED:
            return "engine" if finding.reason is Reason.ENGINE_LIMIT else "open"


def ref_of(item: Finding | Request, *, several_reviews: bool) -> str:
    """The reviewer's own number, else our id, with the review in front where there are several."""
    own = item.claim_id if isinstance(item, Finding) and item.claim_id else own_number(item) or item.id
    return f"{item.review_id} {own}" if several_reviews and own != item.id else own


def own_number(item: Finding | Request) -> str:
    """The reviewer's number for the point, "" for none; a bare one with the letter of its part: "W1", "Q1"."""
    ref, field = item.source.ref or "", item.source.field or ""
    return f"{_LETTERS[field]}{ref}" if ref[:1].isdigit() and field in _LETTERS else ref


def _row(finding: Finding, *, several_reviews: bool) -> Row:
    return Row(
        id=finding.id,
        ref=ref_of(finding, several_reviews=several_reviews),
        text=finding.claim,
        headline=headline(finding),
        sureness="" if finding.abstained else sureness(finding.confidence),
        rationale=finding.rationale,
        quotes=_quotes(finding.evidence),
        notes=tuple(_notes(finding)),
        response=_said(finding),
        ruling=ruling_words(finding),
        person=person_words(finding.person),
    )


def _request_row(request: Request, *, several_reviews: bool) -> Row:
    place = place_of(request.evidence[0]) if request.evidence and request.status is not RequestStatus.NOT_FOUND else ""
    words = request_words(request.status)
    return Row(
        id=request.id,
        ref=ref_of(request, several_reviews=several_reviews),
        text=request.text,
        headline=f"{words}, {place}" if place else words,
        sureness="",
        rationale="",
        quotes=_quotes(request.evidence),
        notes=(),
        response=_said(request),
        person=person_words(request.person),
    )


def _said(item: Finding | Request) -> Said | None:
    """Praise and descriptions that nobody answered are left alone."""
    said = item.response
    if said is None or (not expects_answer(item) and said.status is ResponseStatus.NOT_ANSWERED):
        return None
    return Said(line=response_words(said), quote=said.quote)


def _quotes(evidence: Sequence[Evidence]) -> tuple[Quote, ...]:
    """Each quote once, even where several parts rest on it."""
    return tuple(dict.fromkeys(quote_of(one) for one in evidence))


def quote_of(evidence: Evidence) -> Quote:
    place = place_of(evidence)
    near = "table near " if is_row(evidence.quote) else ""
    place = f"{place} · {near}{evidence.section}" if evidence.page is not None else f"{near}{place}"
    words = plain(evidence.quote) if _TABLE_MARKUP.search(evidence.quote) else evidence.quote
    return Quote(place=place, role=evidence.role, text=words, start=evidence.start, end=evidence.end)


def is_row(quote: str) -> bool:
    """Whether a quote is a row of a table, which may stand in another section than the one that speaks of it."""
    cells = quote.strip(" |").split("|")
    return len(cells) > 1 and all(len(one.split()) <= _CELL and one.count("(") == one.count(")") for one in cells)


def _notes(finding: Finding) -> list[str]:
    notes = []
    core = [part for part in finding.parts if part.core or part.main]
    if len({part.status for part in core}) > 1:
        notes += list(dict.fromkeys(f"{part.text}: {PART_WORDS[part.status]}" for part in core))
    if finding.scan is not None and not finding.evidence:
        probes = ", ".join(finding.scan.queries[:6])
        notes.append(f"looked for {probes} in {finding.scan.passages_read} of {finding.scan.passages_total} passages")
        if finding.scan.missing:
            notes.append("not supplied: " + ", ".join(finding.scan.missing[:5]))
    if finding.same_as:
        notes.append(f"the same point as {finding.same_as}")
    if finding.depends_on:
        notes.append(f"rests on {finding.depends_on}")
    return notes + advice(finding)


def advice(finding: Finding) -> list[str]:
    """What authors could do about it, a line each."""
    return [_advice(suggestion, finding) for suggestion in finding.suggestions]


def _advice(suggestion: Suggestion, finding: Finding) -> str:
    """A suggestion in a line; one that only points at the passage shown above does not repeat it."""
    if finding.label is Verdict.NOT_SUPPORTED:
        return suggestion.what
    return f"{suggestion.what} ({suggestion.where}): {suggestion.how}"
