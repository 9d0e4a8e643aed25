"""Take a review apart: claims that can be checked, questions and wishes, and the rest with the reason it is unused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from peerlens.agents.embedded.decompose.asks import asks_from_the_start, is_question, is_wish
from peerlens.agents.embedded.decompose.clauses import Clause, split_clauses
from peerlens.agents.embedded.decompose.layout import Stretch, Why, lay_out, quiet
from peerlens.agents.embedded.decompose.links import Piece, link, points_back
from peerlens.agents.embedded.decompose.lists import split_list
from peerlens.agents.embedded.decompose.plain import plain, sentence
from peerlens.agents.embedded.decompose.premises import premise_of_question, premise_of_reason
from peerlens.agents.embedded.decompose.pronouns import Context
from peerlens.agents.embedded.decompose.rewrite import location, request, statement
from peerlens.agents.embedded.decompose.self_doubt import opening_doubt
from peerlens.agents.embedded.decompose.stance import kind_of, stance_of
from peerlens.agents.embedded.decompose.tails import rejoined
from peerlens.agents.embedded.decompose.unused import unused_reason
from peerlens.agents.embedded.decompose.words import has_finite_verb, may_have_verb, subject_of
from peerlens.reviews.sizes import MAX_CLAIM
from peerlens.schema import Claim, Decomposition, Review, Unused

_TOO_LONG = 1500
_LABEL = re.compile(
    r"^(?P<label>(?:\*\*|__)?(?:[A-Z(\[]|(?:p|l|pg|line|page|eq|sec|fig|section|table"
    r"|figure)\.?\s?(?=\d))[^.:?!\n]{1,70}?(?:\*\*|__)?:(?:\*\*|__)?)\s+(?=\S)"
)
_QUOTED_LABEL = re.compile(r"(?P<quoted>[„“\"«][^„“”\"«»]{2,600}[“”\"»]\s*:)\s+(?=\S)")
_SPECIMEN_LABEL = re.compile(
    r"(?:(?:the |as |in )?(?:literal(?:ly)?|verbatim|quoted|raw)(?: (?:text|input|output|prompt|string|code|wording"
    r"|quote))?"
    r"|(?:example|sample) (?:text|input|output|prompt|string|code))$",
    re.I,
)
_CLAIM_LABEL = re.compile(
    r"(?:no|lack|lacks|missing|limited|insufficient|unclear|weak|poor|complete lack|unfair|absence|inadequate"
    r"|overclaim\w*|not|only|incomplete)\b",
    re.I,
)


def decompose(review: Review) -> Decomposition:
    """Claims, requests and unused stretches of a review.

    Every character of every sentence lies in a claim or a request, or else in an unused stretch; a premise inside a
    question lies in both a claim and the request. Ready-made claims come back one a row, word for word.
    """
    if review.ready is not None:
        return Decomposition(claims=_ready(review), asks=(), unused=())
    walker = _Walker(review)
    for stretch in rejoined(lay_out(review), review.text):
        walker.take(stretch)
    return link(review, walker.pieces, walker.unused)


def _ready(review: Review) -> tuple[Claim, ...]:
    claims = []
    for number, row in enumerate(review.ready or (), start=1):
        text = review.text[row.start : row.end]
        opening = text[:MAX_CLAIM]  # of what is longer no claim is judged
        claims.append(
            Claim(
                id=f"{review.id}.c{number}", review_id=review.id, claim_id=row.claim_id, text=text, quote=text,
                start=row.start, end=row.end, kind=kind_of(opening),
                stance=stance_of(opening, field=None, concession=False),
            )
        )  # fmt: skip
    return tuple(claims)


class _Walker:
    """Goes through the stretches of one review and keeps what may be referred back to."""

    def __init__(self, review: Review) -> None:
        self._text = quiet(review.text)
        self.pieces: list[Piece] = []
        self.unused: list[Unused] = []
        self._subject: str | None = None
        self._paragraph = -1
        self._opens = True

    def take(self, stretch: Stretch) -> None:
        if stretch.paragraph != self._paragraph:
            self._subject, self._paragraph, self._opens = None, stretch.paragraph, True
        if stretch.why is not None:
            self._drop(stretch.start, stretch.end, stretch.why)
            return
        if unused_reason(self._text[stretch.start : stretch.end], field=None) is Why.SCORE:
            self._drop(stretch.start, stretch.end, Why.SCORE)
            return
        start = self._after_label(stretch)
        if start >= stretch.end:
            return
        text = self._text[start : stretch.end]
        if len(text) > _TOO_LONG:
            self._whole(stretch, start, text)
            return
        doubt = opening_doubt(text)
        said = text[doubt:]
        why = unused_reason(said, field=stretch.source.field)
        if why is not None:
            self._drop(start, stretch.end, why)
            return
        clauses = split_clauses(said)
        if (is_question(said) or is_wish(said, field=stretch.source.field)) and not _mixed(said, clauses):
            self._ask(stretch, start, stretch.end, body=said)
            self._subject = None
        else:
            for clause in (one.after(doubt) for one in clauses):
                self._clause(stretch, start, clause)
        self._opens = False

    def _whole(self, stretch: Stretch, start: int, text: str) -> None:
        """Keep what is too long for a sentence in one piece: no rule is made for it."""
        self.pieces.append(Piece(start, stretch.end, sentence(plain(text)), stretch))
        self._subject, self._opens = None, False

    def _after_label(self, stretch: Stretch) -> int:
        """Past a label such as "Clarity:", which is a heading, unless it is a claim or names a place in the paper."""
        if quoted := _QUOTED_LABEL.match(self._text, stretch.start, stretch.end):
            self._drop(stretch.start, quoted.end("quoted"), Why.QUOTATION)
            return quoted.end()
        match = _LABEL.match(self._text[stretch.start : stretch.end])
        if not match:
            return stretch.start
        label = match["label"].strip("*_: ")
        if location(label) or has_finite_verb(label) or len(label.split()) > 8:
            return stretch.start
        if _SPECIMEN_LABEL.match(label):
            self._drop(stretch.start, stretch.end, Why.QUOTATION)
            return stretch.end
        cut = stretch.start + match.end("label")
        if _CLAIM_LABEL.match(label):
            self._claim(stretch, stretch.start, cut, label, concession=False)
        else:
            self._drop(stretch.start, cut, Why.HEADING)
        start = cut
        while start < stretch.end and self._text[start].isspace():
            start += 1
        return start

    def _clause(self, stretch: Stretch, offset: int, clause: Clause) -> None:
        start, end = offset + clause.start, offset + clause.end
        start, end = _trimmed(self._text, start, end)
        body = self._text[min(offset + clause.start + clause.lead, end) : end]
        said = body[opening_doubt(body) :]
        why = (
            unused_reason(said, field=stretch.source.field)
            if clause.start or clause.end < stretch.end - offset
            else None
        )
        if why is not None:
            self._drop(start, end, why)
        elif is_question(said) or is_wish(said, field=stretch.source.field, elided=clause.subject is not None):
            self._ask(stretch, start, end, body=said, subject=clause.subject)
        else:
            self._claim(stretch, start, end, body, concession=clause.concession, subject=clause.subject)

    def _claim(
        self, stretch: Stretch, start: int, end: int, body: str, *, concession: bool, subject: str | None = None
    ) -> None:
        label = _LABEL.match(body)
        place = plain(label["label"].strip("*_: ")) if label and location(label["label"].strip("*_: ")) else None
        if label and place:
            body = body[label.end() :]
        if points_back(body):
            self.pieces.append(Piece(start, end, plain(body), stretch))
            return
        if _asks_by_form(body, field=stretch.source.field):
            self._ask(stretch, start, end)
            return
        text = statement(body, context=self._context(stretch), subject=subject)
        if text is None:
            self._drop(start, end, Why.FRAGMENT)
            return
        if place:
            text = sentence(f"{text.rstrip('.')} ({place})")
        for single in split_list(text) or [text]:
            self.pieces.append(Piece(start, end, sentence(single), stretch, concession=concession))
        self._subject = subject_of(text)

    def _context(self, stretch: Stretch) -> Context:
        return Context(stretch.source.field, self._subject, opens=self._opens)

    def _ask(
        self, stretch: Stretch, start: int, end: int, *, body: str | None = None, subject: str | None = None
    ) -> None:
        text = self._text[start:end]
        reason = premise_of_reason(text)
        if reason is not None:
            premise = statement(text[reason[0] : reason[1]], context=self._context(stretch))
            if premise is not None:
                self.pieces.append(Piece(start + reason[0], start + reason[1], premise, stretch))
        taken = premise_of_question(text)
        if taken is not None:
            self.pieces.append(Piece(start, end, taken, stretch))
        wording = request(text if body is None else body, context=self._context(stretch), subject=subject)
        self.pieces.append(Piece(start, end, wording, stretch, asks=True))

    def _drop(self, start: int, end: int, why: Why) -> None:
        self.unused.append(Unused(start=start, end=end, why=why.value))


def _mixed(text: str, clauses: Sequence[Clause]) -> bool:
    """Whether some clauses ask and others state. A sentence that opens as a question and ends as one is one "
    "question."""
    if is_question(text) and (asks_from_the_start(text) or (clauses and _opens_asking(text, clauses[0]))):
        return False
    bodies = [(text[clause.start + clause.lead : clause.end], clause.subject is not None) for clause in clauses]
    asking = [is_question(body) or is_wish(body, elided=elided) for body, elided in bodies]
    return any(asking) and not all(asking)


def _opens_asking(text: str, first: Clause) -> bool:
    body = text[first.start + first.lead : first.end]
    return first.end < len(text) and is_question(body)


def _asks_by_form(body: str, *, field: str | None) -> bool:
    """Whether a fragment is a request by where it stands, or as what is to be done: "Including real data"."""
    if may_have_verb(body) or len(body.split()) < 3 or field in ("summary", "strengths"):
        return False
    doing = re.match(r"[\W_]*(?:better |further |more |also )?(?P<verb>[A-Z]?[a-z]+ing)\b", body)
    wanted = doing is not None and doing["verb"].lower() not in (
        "missing",
        "lacking",
        "confusing",
        "interesting",
        "misleading",
    )
    return field == "questions" or wanted


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
