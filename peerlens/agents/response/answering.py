"""Say of one point of a review whether the authors' response answers it, and whether the places named bear that out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.family import Family
from peerlens.agents.response.bearing import Bearing
from peerlens.agents.response.likeness import Likeness
from peerlens.agents.response.marks import quoted_in
from peerlens.agents.response.matching import How, Matcher
from peerlens.agents.response.own_words import stems
from peerlens.agents.response.places import places_in
from peerlens.agents.response.points import Point, points_of
from peerlens.agents.response.stance import Doing, doing, says_something
from peerlens.agents.response.statement import said_of
from peerlens.schema import Finding, NamedPlace, PointResponse, Request, Response, Review
from peerlens.taxonomy import ResponseStatus
from peerlens.text.folding import Folded, fold
from peerlens.tools import PaperTools

_LONGEST: Final = 1_500
"""Characters of a response quoted for one point."""
_MOST_PLACES: Final = 12
_REPEATED_WORDS: Final = 4
_RESTATES: Final = 0.8
_QUOTED: Final = 0.8

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ReadResponse:
    """A response taken apart, ready to be held against the points of reviews of one paper."""

    response: Response
    points: tuple[Point, ...]
    likeness: Likeness
    bearing: Bearing

    @classmethod
    def of(cls, response: Response, tools: PaperTools, family: Family) -> ReadResponse:
        points = points_of(response)
        likeness = Likeness.of(points, response.text, tools)
        return cls(response, points, likeness, Bearing(tools, family))

    def matcher(self, review: Review, *, order: int, number: int) -> Matcher:
        """``order``: the review's place from 1 among ``number`` reviews."""
        return Matcher(self.points, self.likeness, review, order, number)


async def respond(target: Finding | Request, read: ReadResponse, matcher: Matcher) -> PointResponse:
    """What the response says to one claim or request. Its own label or status plays no part and is not changed."""
    match = matcher.match(target)
    if match is None:
        return PointResponse(
            status=ResponseStatus.NOT_ANSWERED, rationale="Nothing in the response was found to speak to this point."
        )
    point = read.points[match.index]
    text = read.response.text
    review = fold(matcher.review.text)
    own = [span for span in point.sentences if not _repeats(text[slice(*span)], review)]
    kept = _window(own, text, target)
    if not kept:
        return PointResponse(
            status=ResponseStatus.NOT_ANSWERED, rationale="The response repeats this point and says no more of it."
        )
    doings = [doing(text[slice(*span)]) for span in kept]
    places = await _places(kept, doings, target, read)
    status, rationale = _status(kept, doings, places, text, target)
    if match.how is How.LIKENESS:
        rationale += " Matched by likeness: please check that it is meant for this point."
    start, end = kept[0][0], kept[-1][1]
    return PointResponse(status=status, quote=text[start:end], start=start, end=end, places=places, rationale=rationale)


def _repeats(sentence: str, review: Folded) -> bool:
    """Whether a sentence is the review's own words, said again, or stands in quotation marks as a whole."""
    if sum(map(len, quoted_in(sentence))) >= _QUOTED * len(sentence):
        return True
    bare = sentence.strip(" \t\n>*_#\"'“”‘’«».,:;")
    return len(bare.split()) >= _REPEATED_WORDS and review.locate(bare) is not None


def _window(spans: Sequence[Span], text: str, target: Finding | Request) -> list[Span]:
    """The sentences, or as many round the one nearest to the point as may be quoted."""
    if not spans or spans[-1][1] - spans[0][0] <= _LONGEST:
        return list(spans)
    asked = stems(target.quote)
    at = max(range(len(spans)), key=lambda index: len(asked & stems(text[slice(*spans[index])])))
    low = high = at
    while True:
        if high + 1 < len(spans) and spans[high + 1][1] - spans[low][0] <= _LONGEST:
            high += 1
        elif low > 0 and spans[high][1] - spans[low - 1][0] <= _LONGEST:
            low -= 1
        else:
            return list(spans[low : high + 1])


async def _places(
    spans: Sequence[Span], doings: Sequence[Doing], target: Finding | Request, read: ReadResponse
) -> tuple[NamedPlace, ...]:
    text = read.response.text
    found: dict[str, NamedPlace] = {}
    for span, act in zip(spans, doings, strict=True):
        named = places_in(text, [span])
        for place in named:
            if len(found) >= _MOST_PLACES:
                break
            statement = said_of(text[slice(*span)], span[0], named, place)
            judged = await read.bearing.place(place, statement, target, promised=act is Doing.PROMISE)
            key = place.name.casefold()
            if key not in found or (judged.bears_out and not found[key].bears_out):
                found[key] = judged
    return tuple(found.values())


def _status(
    spans: Sequence[Span], doings: Sequence[Doing], places: Sequence[NamedPlace], text: str, target: Finding | Request
) -> tuple[ResponseStatus, str]:
    """The status by rule. What a response says of itself ("this is fully answered") is not looked at."""
    answering = [span for span, act in zip(spans, doings, strict=True) if act is Doing.ANSWER]
    own = [span for span in answering if _is_substance(text[slice(*span)], target)]
    borne_out = any(place.bears_out for place in places)
    if borne_out:
        return ResponseStatus.ANSWERED, "The response answers, and the paper bears it out at a place that it names."
    if own and not (places and all(places_in(text, [span]) for span in own)):
        promised = Doing.PROMISE in doings or Doing.CHANGE in doings
        rationale = "The response answers in its own words."
        if promised:
            rationale = "The response answers in its own words; what it announces the paper supplied cannot bear out."
        return ResponseStatus.ANSWERED, rationale
    if places and answering:
        if not any(place.found for place in places):
            return ResponseStatus.PARTLY_ANSWERED, "The response points to what the paper supplied does not have."
        return ResponseStatus.PARTLY_ANSWERED, "The response points to the paper; that it says so there was not found."
    if Doing.PROMISE in doings:
        return (
            ResponseStatus.PARTLY_ANSWERED,
            "The response announces a change; a promise is nothing that the paper supplied can bear out.",
        )
    if Doing.CHANGE in doings:
        return (
            ResponseStatus.PARTLY_ANSWERED,
            "The response says that the paper was changed; in the paper supplied that was not found.",
        )
    if Doing.CONCESSION in doings:
        return ResponseStatus.PARTLY_ANSWERED, "The response agrees with the point and says no more of it."
    if Doing.DEFERRAL in doings:
        return ResponseStatus.PARTLY_ANSWERED, "The response leaves the point to other work."
    if answering:
        return ResponseStatus.PARTLY_ANSWERED, "The response takes the point up in few words."
    return ResponseStatus.NOT_ANSWERED, "The response says nothing on the point itself here."


def _is_substance(sentence: str, target: Finding | Request) -> bool:
    """Whether a sentence says something of its own, and does not just say the point again."""
    own = stems(sentence)
    asked = stems(target.quote) | stems(target.claim if isinstance(target, Finding) else target.text)
    restates = bool(own) and len(own & asked) / len(own) >= _RESTATES
    return says_something(sentence) and not restates
