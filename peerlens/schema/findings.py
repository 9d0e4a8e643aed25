"""Evidence, judgements, and what a report says of each claim and request."""

from __future__ import annotations

from peerlens.schema.record import Confidence, Record
from peerlens.schema.reviews import ClaimSource
from peerlens.taxonomy import (
    ClaimKind,
    Effort,
    EvidenceRole,
    PartStatus,
    Polarity,
    Priority,
    Reason,
    RequestStatus,
    ResponseStatus,
    Stance,
    Verdict,
    Weakness,
)


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


class PersonMark(Record):
    """What a person left on a point beside a ruling: a note in their own words, and whether they marked it done."""

    note: str = ""
    done: bool = False


class KeptWork(Record):
    """What a person left on a point of these reviews that the run words otherwise, so that it is not known again.

    ``point``, ``quote``: the claim or question as it read for them, and its words in the review.
    """

    point: str
    quote: str
    override: Override | None = None
    person: PersonMark | None = None


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
    person: PersonMark | None = None


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
    person: PersonMark | None = None


class Failure(Record):
    """A unit of work that broke: never a verdict."""

    id: str
    claim_id: str | None
    stage: str
    error: str
    message: str
