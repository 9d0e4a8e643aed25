"""Reviews, the authors' response, and what they are taken apart into."""

from __future__ import annotations

from peerlens.schema.manuscript import PaperWarning
from peerlens.schema.record import Record
from peerlens.taxonomy import ClaimKind, Stance


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
