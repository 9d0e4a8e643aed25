"""Is the authors' response read rightly? DISAPERE with full texts: which answer belongs to which sentence of a review.

Settings were made on the papers of one half, figures are over the other. The answers to a review are put together in an
order that gives nothing away; the same sentences are held against the response to another review of the paper, and
the places of an answer are changed for others of the paper. Beside the hits stands what a blind choice would hit.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peerlens.errors import PaperError, PeerlensError
from peerlens.evals.datasets.disapere import Disapere, Exchange, Sentence, load
from peerlens.evals.response_figures import HELD, TUNED, ResponseRow
from peerlens.evals.response_figures import response_figures as figures
from peerlens.evals.subject import Subject, ready_claim
from peerlens.schema import Finding, NamedPlace, PointResponse, Request, Response, ResponseStretch, Review
from peerlens.taxonomy import RequestStatus, Stance, Verdict

if TYPE_CHECKING:
    from peerlens.tools import PaperTools

SUMMARY = "DISAPERE responses: each review sentence and its answer, the places named, conceded above disputed"

_NAMES_PLACE: Final = re.compile(
    r"\b(?P<kind>section|sec\.|table|figure|fig\.|theorem|appendix)s?\s*(?P<number>\d+(?:\.\d+)*|[A-Z]\b(?:\.\d+)*)",
    re.I,
)
"""A second, simpler reading of the places, to hold the program's own against."""
_KIND: Final = {"sec.": "section", "fig.": "figure"}
_SWAPPED: Final = re.compile(r"^(?P<kind>Section|Table|Figure) (?P<number>\d+(?:\.\d+)*)$")


ROW = ResponseRow

__all__ = ["ROW", "SUMMARY", "figures", "predict"]


def predict(data: Path, *, subject: Subject, split: str | None = None) -> Iterator[ResponseRow]:
    """Every sentence that the authors answered or that argues, papers one after the other."""
    disapere = load(data, split=split)
    versions = {**subject.versions, "engine": subject.engine, "data": f"disapere {disapere.version}"}
    by_paper: dict[str, list[Exchange]] = defaultdict(list)
    for exchange in disapere.exchanges:
        by_paper[exchange.paper].append(exchange)
    for paper, exchanges in by_paper.items():
        yield from _paper_rows(paper, exchanges, disapere, subject=subject, versions=versions)


def _paper_rows(
    paper: str, exchanges: Sequence[Exchange], disapere: Disapere, *, subject: Subject, versions: dict[str, str]
) -> Iterator[ResponseRow]:
    half = TUNED if int(hashlib.sha256(paper.encode()).hexdigest(), 16) % 2 == 0 else HELD
    try:
        with subject.open(disapere.papers[paper]) as tools:
            for position, exchange in enumerate(exchanges):
                other = exchanges[(position + 1) % len(exchanges)] if len(exchanges) > 1 else None
                yield from _exchange_rows(exchange, other, tools, half=half, subject=subject, versions=versions)
    except PaperError as exc:
        for sentence in (one for exchange in exchanges for one in exchange.sentences):
            row = _row(sentence, paper, half=half, versions=versions)
            yield row.model_copy(update={"dropped": type(exc).__name__})


def _row(sentence: Sentence, paper: str, *, half: str, versions: dict[str, str]) -> ResponseRow:
    return ResponseRow(
        suite="response", item=sentence.item, paper=paper, versions=versions, half=half,
        answered=bool(sentence.answer), argues=sentence.argues, stance=sentence.stance,
    )  # fmt: skip


def _exchange_rows(
    exchange: Exchange,
    other: Exchange | None,
    tools: PaperTools,
    *,
    half: str,
    subject: Subject,
    versions: dict[str, str],
) -> Iterator[ResponseRow]:
    sentences = [one for one in exchange.sentences if one.answer or one.argues]
    if not sentences or not exchange.response:
        return
    review = Review(id="r1", source="review", text="\n".join(one.text for one in exchange.sentences))
    judged = {one.item: _judged(one, tools, subject) for one in sentences if one.stance is not None}
    findings = {item: finding for item, finding in judged.items() if finding is not None}
    points = [findings.get(one.item) or _request(one) for one in sentences]
    said = subject.respond(tools, points, review, _response(exchange.response))
    elsewhere = (
        subject.respond(tools, [_request(one) for one in sentences], review, _response(other.response))
        if other is not None and other.response
        else None
    )
    for position, (sentence, point, one) in enumerate(zip(sentences, points, said, strict=True)):
        named = tuple(dict.fromkeys(_simply_named(sentence.answer)))
        row = _row(sentence, exchange.paper, half=half, versions=versions)
        finding = findings.get(sentence.item)
        yield row.model_copy(
            update={
                "blind": _blind(exchange.response, sentence.answer),
                "status": one.status,
                "hit": _is_of(one.quote, sentence.answer),
                "elsewhere": None if elsewhere is None else bool(elsewhere[position].quote),
                "named": named,
                "parsed": tuple(name for name in named if name in _parsed(sentence.answer)),
                "places": one.places,
                "swapped": _swapped(one, point, review, tools, subject),
                "label": None if finding is None else finding.label,
                "score": None if finding is None else _score(finding),
            }
        )


def _judged(sentence: Sentence, tools: PaperTools, subject: Subject) -> Finding | None:
    """The verdict on a sentence as a criticism, ``None`` where judging it broke."""
    claim = ready_claim(sentence.item, sentence.text).model_copy(update={"stance": Stance.CRITICISM})
    try:
        return subject.judge(claim, tools)
    except PeerlensError:
        return None


def _request(sentence: Sentence) -> Request:
    return Request(
        id=sentence.item, review_id="r1", text=sentence.text, quote=sentence.text, start=0, end=len(sentence.text),
        status=RequestStatus.NOT_FOUND,
    )  # fmt: skip


def _response(text: str) -> Response:
    return Response(source="response", text=text, stretches=(ResponseStretch(review=None, start=0, end=len(text)),))


def _is_of(quote: str, answer: str) -> bool:
    """Whether most words of a quotation stand in the answer, in its order, sentence by sentence."""
    pieces = [" ".join(piece.split()) for piece in re.split(r"(?<=[.!?])\s+|\n+", quote) if piece.strip()]
    inside = sum(len(piece) for piece in pieces if piece in answer)
    return bool(pieces) and inside * 2 >= sum(map(len, pieces))


def _blind(response: str, answer: str) -> float:
    """Share of the response's paragraphs that are of the answer."""
    paragraphs = [one for one in response.split("\n\n") if one.strip()]
    return sum(one in answer for one in paragraphs) / len(paragraphs)


def _simply_named(answer: str) -> list[str]:
    return [
        f"{_KIND.get(match['kind'].casefold(), match['kind'].casefold()).capitalize()} {match['number'].rstrip('.')}"
        for match in _NAMES_PLACE.finditer(answer)
    ]


def _parsed(answer: str) -> frozenset[str]:
    from peerlens.agents.response.places import places_in

    return frozenset(one.name for one in places_in(answer, [(0, len(answer))]))


def _swapped(
    said: PointResponse, point: Finding | Request, review: Review, tools: PaperTools, subject: Subject
) -> tuple[NamedPlace, ...]:
    """The places found, each with another of its kind in the paper put into the same words."""
    found: list[NamedPlace] = []
    for place in said.places:
        match = _SWAPPED.match(place.named)
        if not place.found or match is None:
            continue
        other = _another(match["kind"], match["number"], tools)
        number = re.escape(match["number"])
        text, changed = re.subn(rf"(?<![\w.]){number}(?![\w]|\.\d)", other or "", said.quote, count=1)
        if other is None or not changed:
            continue
        again = subject.respond(tools, [point.model_copy()], review, _response(f"1. {text}"))
        found += [one for one in again[0].places if one.named == f"{match['kind']} {other}" and one.found]
    return tuple(found)


def _another(kind: str, number: str, tools: PaperTools) -> str | None:
    """The number of another section, table or figure: neither above nor below, the same on every run."""
    outline = tools.outline()
    if kind == "Section":
        numbers = [one.number for one in outline.sections if one.number and one.number[:1].isdigit()]
    else:
        numbers = [one.label.partition(" ")[2] for one in outline.captions if one.label.startswith(kind)]
    top = number.partition(".")[0]
    others = sorted({one for one in numbers if one.partition(".")[0] != top})
    return others[int(hashlib.sha256(number.encode()).hexdigest(), 16) % len(others)] if others else None


_HOLDS: Final = {
    Verdict.SUPPORTED: 1.0,
    Verdict.PARTIALLY_SUPPORTED: 0.25,
    Verdict.NOT_DETERMINED: 0.0,
    Verdict.NOT_SUPPORTED: -1.0,
}


def _score(finding: Finding) -> float:
    return _HOLDS[finding.label] * finding.confidence
