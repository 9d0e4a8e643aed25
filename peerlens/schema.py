"""Records that cross folders and are stored: frozen, validated, and shaped like the documents users read.

All offsets count Unicode characters. ``start``/``end`` of passages, sections, captions and evidence index
``Manuscript.text``; those of claims, requests and unused spans index ``Review.text``.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from peerlens.taxonomy import (
    ClaimKind,
    Effort,
    EvidenceRole,
    Ground,
    Outcome,
    PartStatus,
    PassageType,
    Polarity,
    Priority,
    Reason,
    RequestStatus,
    ResponseStatus,
    SectionKind,
    Severity,
    Stance,
    Verdict,
    Weakness,
    Withheld,
)

Confidence = Annotated[float, Field(ge=0.0, le=1.0)]


class Record(BaseModel):
    """Base of every record: immutable, and closed to fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- the manuscript -------------------------------------------------------------------------------------------------


class PaperWarning(Record):
    """Something a reader of the report should know about how the paper was read."""

    code: str
    message: str
    page: int | None = None


class MissingPart(Record):
    """A part the paper points to that was not supplied. ``start``/``end``: the sentence that points."""

    what: str
    pointed_from: str
    start: int
    end: int


class Section(Record):
    """A heading and the text under it, up to the next heading of any level.

    ``id`` is unique in the manuscript. ``number`` is the printed one ("4.2", "A.1") or ``None``. ``level`` is 1 for
    top headings. ``path`` holds the titles from the top heading down to this one, numbers included.
    """

    id: str
    number: str | None
    title: str
    level: int
    kind: SectionKind
    path: tuple[str, ...]
    page: int | None
    start: int
    end: int
    in_appendix: bool = False

    @property
    def display(self) -> str:
        return f"{self.number} {self.title}" if self.number else self.title


class Block(Record):
    """A run of text of one type in one section: a paragraph, a list item, a caption, a table row, a footnote…

    Blocks are in reading order, do not overlap, and cover all text that is not a heading.
    """

    type: PassageType
    section: str
    start: int
    end: int


class Caption(Record):
    """A caption: ``label`` is the printed one, normalised ("Table 1", "Figure 3")."""

    label: str
    page: int | None
    start: int
    end: int


class Mark(Record):
    """From ``start`` on, up to the next mark, text stands on this page (or printed line); ``None``: on none."""

    start: int
    value: int | None


class FilePart(Record):
    """From ``start`` to ``end`` the text comes from this file of a paper that has several."""

    name: str
    start: int
    end: int


class Manuscript(Record):
    """A parsed paper: its text and what is known about each stretch of it.

    ``id``: hash of the bytes of all its files. ``pages``: number of pages, ``None`` where the format has none.
    ``page_marks`` and ``line_marks`` are sorted by ``start``; ``line_marks`` carry printed margin numbers.
    ``files``: the paper and its supplements in order of their text, empty for a paper in one file; pages count from
    1 in each of them.
    """

    id: str
    title: str
    source: str
    parser: str
    pages: int | None
    text: str
    sections: tuple[Section, ...]
    blocks: tuple[Block, ...]
    captions: tuple[Caption, ...]
    missing: tuple[MissingPart, ...] = ()
    warnings: tuple[PaperWarning, ...] = ()
    page_marks: tuple[Mark, ...] = ()
    line_marks: tuple[Mark, ...] = ()
    files: tuple[FilePart, ...] = ()

    def file_at(self, offset: int) -> str | None:
        """The file the text at ``offset`` comes from, ``None`` for a paper in one file."""
        return next((part.name for part in self.files if part.start <= offset < part.end), None)

    def page_at(self, offset: int) -> int | None:
        return _value_at(self.page_marks, offset)

    def line_at(self, offset: int) -> int | None:
        return _value_at(self.line_marks, offset)


def _value_at(marks: tuple[Mark, ...], offset: int) -> int | None:
    position = bisect_right(marks, offset, key=lambda mark: mark.start) - 1
    return marks[position].value if position >= 0 else None


class Passage(Record):
    """A stretch of the manuscript that is retrieved and shown as one: ``Manuscript.text[start:end]``."""

    id: str
    section: str
    page: int | None
    line: int | None
    start: int
    end: int
    type: PassageType
    file: str | None = None


# --- the review -----------------------------------------------------------------------------------------------------


class ReviewField(Record):
    """A stretch of a review that came from one field or heading ("weaknesses"), ``None`` where there is none."""

    name: str | None
    start: int
    end: int


class ReadyClaim(Record):
    """A row of ready-made claims: never split, merged or dropped. ``start``/``end`` index ``Review.text``."""

    claim_id: str | None
    start: int
    end: int


class Review(Record):
    """A review as judged: decoded, fields joined, confidential fields left out."""

    id: str
    source: str
    text: str
    fields: tuple[ReviewField, ...] = ()
    ready: tuple[ReadyClaim, ...] | None = None
    warnings: tuple[PaperWarning, ...] = ()


class ClaimSource(Record):
    """Where in the review a claim stands: field name and the reviewer's own number ("W2")."""

    field: str | None = None
    ref: str | None = None


class Claim(Record):
    """One atomic, self-contained, checkable statement of a review. ``Review.text[start:end] == quote``."""

    id: str
    review_id: str
    claim_id: str | None = None
    text: str
    quote: str
    start: int
    end: int
    source: ClaimSource = ClaimSource()
    kind: ClaimKind = ClaimKind.FACTUAL
    stance: Stance = Stance.DESCRIPTION
    same_as: str | None = None
    depends_on: str | None = None


class Ask(Record):
    """A question or wish of a review, before it is looked up."""

    id: str
    review_id: str
    text: str
    quote: str
    start: int
    end: int
    source: ClaimSource = ClaimSource()


class ResponseStretch(Record):
    """A stretch of a response meant for one review: its id or number as the file gives it, ``None``: for all."""

    review: str | None
    start: int
    end: int


class Response(Record):
    """The authors' response as judged: decoded, its notes joined. ``stretches`` cover the text in order."""

    source: str
    text: str
    stretches: tuple[ResponseStretch, ...]
    warnings: tuple[PaperWarning, ...] = ()


class Unused(Record):
    """A stretch of a review that yields neither claim nor request, and why."""

    start: int
    end: int
    why: str


class Decomposition(Record):
    """A review taken apart: every sentence is in one of the three."""

    claims: tuple[Claim, ...]
    asks: tuple[Ask, ...]
    unused: tuple[Unused, ...]


# --- the verdict ----------------------------------------------------------------------------------------------------


class Evidence(Record):
    """A located quote: ``Manuscript.text[start:end] == quote``. ``section`` is the display name."""

    passage_id: str
    role: EvidenceRole
    file: str | None = None
    section: str
    page: int | None
    start: int
    end: int
    quote: str


class Part(Record):
    """One part of a claim with its own polarity. ``evidence`` indexes the finding's evidence list.

    ``main``: the part is the claim's main predicate. ``reason``: why it has this status, where a code fits.
    """

    text: str
    polarity: Polarity
    status: PartStatus
    core: bool = True
    main: bool = False
    reason: Reason | None = None
    evidence: tuple[int, ...] = ()


class Scan(Record):
    """The record of a look for something over the whole paper. ``complete``: all supplied text was read."""

    queries: tuple[str, ...]
    passages_read: int
    passages_total: int
    complete: bool
    missing: tuple[str, ...] = ()


class Step(Record):
    """One tool call of an agent, as recorded."""

    tool: str
    query: str
    found: tuple[str, ...] = ()


class Judgement(Record):
    """What a verifier says about one claim, before diagnosis and the abstain-check."""

    parts: tuple[Part, ...]
    evidence: tuple[Evidence, ...]
    scan: Scan | None
    steps: tuple[Step, ...]
    confidence: Confidence
    rationale: str


class Suggestion(Record):
    """What to revise, where, how, what it brings and what it costs."""

    what: str
    where: str
    how: str
    expected_outcome: str
    priority: Priority
    effort: Effort


class NamedPlace(Record):
    """A place of the paper that a response names, as it is called there.

    ``found``: the manuscript supplied has it, beginning on ``page`` where it has pages. ``bears_out``: what stands
    there says what the response says of it; ``False`` also where that could not be told, and ``note`` says which.
    ``evidence``: the words there that decide.
    """

    named: str
    found: bool
    bears_out: bool
    page: int | None = None
    note: str = ""
    evidence: tuple[Evidence, ...] = ()


class PointResponse(Record):
    """What the authors' response says to one claim or request: ``Report.response.text[start:end] == quote``.

    Where nothing speaks to the point, ``quote`` is "" and both offsets are 0. ``label`` and ``status`` of the claim or
    request never depend on it: they are about the manuscript alone. ``rationale``: one line on the status.
    """

    status: ResponseStatus
    quote: str = ""
    start: int = 0
    end: int = 0
    places: tuple[NamedPlace, ...] = ()
    rationale: str = ""


class Override(Record):
    """A person's ruling on a finding."""

    label: Verdict
    reason: str
    at: str


class Finding(Record):
    """One judged claim."""

    id: str
    review_id: str
    claim_id: str | None
    claim: str
    quote: str
    start: int
    end: int
    source: ClaimSource
    kind: ClaimKind
    stance: Stance
    same_as: str | None
    depends_on: str | None
    label: Verdict
    reason: Reason | None
    confidence: Confidence
    rationale: str
    parts: tuple[Part, ...]
    evidence: tuple[Evidence, ...]
    scan: Scan | None
    steps: tuple[Step, ...]
    weakness: Weakness | None = None
    suggestions: tuple[Suggestion, ...] = ()
    abstained: bool = False
    response: PointResponse | None = None
    override: Override | None = None


class Request(Record):
    """A question or wish of a review, looked up in the manuscript."""

    id: str
    review_id: str
    text: str
    quote: str
    start: int
    end: int
    source: ClaimSource = ClaimSource()
    status: RequestStatus
    evidence: tuple[Evidence, ...] = ()
    response: PointResponse | None = None


class Failure(Record):
    """A unit of work that broke: never a verdict."""

    id: str
    claim_id: str | None
    stage: str
    error: str
    message: str


# --- the audit ------------------------------------------------------------------------------------------------------


class AuditFinding(Record):
    """A diagnostic claim: an observation about this paper that verified as Supported, and what follows from it.

    ``claim`` is the observation; ``assessment`` the judgement that it carries. ``reply``: the passages that the
    paper's best reply would point at, where there are any and they do not settle the point.
    """

    id: str
    claim: str
    assessment: str
    severity: Severity
    confidence: Confidence
    rationale: str
    parts: tuple[Part, ...]
    evidence: tuple[Evidence, ...]
    scan: Scan | None
    steps: tuple[Step, ...] = ()
    reply: tuple[Evidence, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


class AuditNote(Record):
    """Something an audit saw that is no finding: a minor point, or what the row did and did not look at."""

    text: str
    evidence: tuple[Evidence, ...] = ()


class LabelRow(Record):
    """How the audit ended for one weakness label. ``reason`` is ``None`` exactly where there is a finding.

    ``withheld`` counts the candidates not shown, ``withheld_because`` says why, one entry each.
    """

    label: Weakness
    name: str
    outcome: Outcome
    reason: Ground | None
    withheld: int = 0
    withheld_because: tuple[Withheld, ...] = ()
    findings: tuple[AuditFinding, ...] = ()
    notes: tuple[AuditNote, ...] = ()


# --- the report -----------------------------------------------------------------------------------------------------


class ReportMissing(Record):
    what: str
    pointed_from: str


class ReportPaper(Record):
    id: str
    title: str
    source: str
    parser: str
    pages: int | None
    sections: int
    passages: int
    missing: tuple[ReportMissing, ...]
    warnings: tuple[PaperWarning, ...]


class ReportReview(Record):
    id: str
    source: str
    text: str
    claims: int
    unused: tuple[Unused, ...]
    warnings: tuple[PaperWarning, ...] = ()


class ReportResponse(Record):
    """The authors' response that the points were held against: ``text`` as judged, its notes joined."""

    source: str
    text: str
    warnings: tuple[PaperWarning, ...] = ()


class Usage(Record):
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


class Run(Record):
    id: str
    engine: str
    model: str | None
    context: str | None
    retriever: str
    rerank: bool
    k: int
    prompts: dict[str, str]
    index: str
    version: str
    started: str


class Report(Record):
    """The document ``peerlens.report/1``. ``response`` is ``None`` unless the authors' response was handed in."""

    schema_: Literal["peerlens.report/1"] = Field(default="peerlens.report/1", alias="schema")
    kind: Literal["verify", "audit"]
    paper: ReportPaper
    reviews: tuple[ReportReview, ...]
    response: ReportResponse | None = None
    findings: tuple[Finding, ...]
    requests: tuple[Request, ...]
    labels: tuple[LabelRow, ...] = ()
    failures: tuple[Failure, ...]
    usage: Usage
    run: Run

    def to_json(self, *, indent: int | None = 2) -> str:
        return self.model_dump_json(by_alias=True, indent=indent)
