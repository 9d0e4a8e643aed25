"""Find the part of a response that speaks to a point of a review: by its number, by its words quoted, by likeness."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from peerlens.agents.response.likeness import Likeness
from peerlens.agents.response.own_words import stems
from peerlens.agents.response.points import Point
from peerlens.schema import Ask, Claim, Finding, Request, Review

NEAR: Final = 0.4
"""Likeness from which a part speaks to a point it neither numbers nor quotes; set on half of the DISAPERE papers."""
_NUMBERED_NEAR: Final = 0.25
"""The same where the numbers agree but not surely in kind, or the part is for a reviewer who cannot be told."""
_SAME_WORDS: Final = 0.7
"""Share of the words of a quotation, or of the point, that the other must have."""
_FEW: Final = 3
_FIELDS: Final = {"weaknesses": "W", "questions": "Q", "limitations": "L", "strengths": "S"}
_REF: Final = re.compile(r"(?P<kind>[A-Za-z]{1,2})?\.?(?P<number>\d{1,2})")

Target = Claim | Ask | Finding | Request


class How(StrEnum):
    """What ties a part of a response to a point of the review."""

    NUMBER = "by its number"
    QUOTATION = "by the words quoted"
    LIKENESS = "by likeness"


@dataclass(frozen=True, slots=True)
class Match:
    """The part (its position) that speaks to a point, and how that is known."""

    index: int
    how: How


@dataclass(frozen=True, slots=True)
class Matcher:
    """Holds the parts of one response against the points of one review. ``order``: the review's place among all,
    from 1, of ``number``."""

    points: tuple[Point, ...]
    likeness: Likeness
    review: Review
    order: int
    number: int

    def match(self, target: Target) -> Match | None:
        """The part that speaks to the point, ``None`` where none does."""
        sure = [i for i, one in enumerate(self.points) if self._is_for(one) is True]
        perhaps = [i for i, one in enumerate(self.points) if self._is_for(one) is None]
        said = _said(target)
        numbered = [i for i in sure if self._numbered(target, self.points[i]) is True]
        if numbered:
            return Match(self._nearest(said, numbered), How.NUMBER)
        quoting = [
            (share, i) for i in (*sure, *perhaps) if (share := quoted_share(said, self.points[i])) >= _SAME_WORDS
        ]
        if quoting:
            best = max(share for share, _ in quoting)
            return Match(self._nearest(said, [i for share, i in quoting if share == best]), How.QUOTATION)
        loosely = [i for i in perhaps if self._numbered(target, self.points[i]) is True]
        loosely += [i for i in (*sure, *perhaps) if self._numbered(target, self.points[i]) is None]
        if (found := self._near(said, loosely, least=_NUMBERED_NEAR)) is not None:
            return Match(found, How.NUMBER)
        found = self._near(said, [*sure, *perhaps], least=NEAR)
        return None if found is None else Match(found, How.LIKENESS)

    def _is_for(self, point: Point) -> bool | None:
        """Whether a part is for this review; ``None`` where it is for a reviewer who cannot be told."""
        named = point.review
        if named is None:
            return True
        folded = named.casefold()
        own = (self.review.id.casefold(), self.review.source.casefold())
        if folded == own[0] or (
            len(folded) >= 3 and re.search(rf"(?<![a-z0-9]){re.escape(folded)}(?![a-z0-9])", own[1])
        ):
            return True
        ordinal = re.fullmatch(r"r?#?(\d{1,2})", folded)
        if ordinal is not None and int(ordinal[1]) <= self.number:
            return int(ordinal[1]) == self.order
        return None

    def _numbered(self, target: Target, point: Point) -> bool | None:
        """Whether the part names the point's number; ``None`` where only the number agrees and a kind is lacking.

        Where review and response both number without a letter, the same number is the same point, but for questions:
        a response often numbers its answers to the weaknesses alone.
        """
        letter, number = _number_of(target)
        kind = letter or _FIELDS.get(target.source.field or "", "")
        if number is None or not point.refs:
            return False
        same = [ref for ref in point.refs if ref.number == number]
        if any(ref.kind == kind for ref in same if ref.kind and kind):
            return True
        if not letter and kind != "Q" and any(not ref.kind for ref in same):
            return True
        return None if any(not ref.kind or not kind for ref in same) else False

    def _nearest(self, said: str, among: Sequence[int]) -> int:
        if len(among) == 1:
            return among[0]
        scores = self.likeness.scores(said, among)
        return max(among, key=lambda index: scores.get(index, 0.0))

    def _near(self, said: str, among: Sequence[int], *, least: float) -> int | None:
        scores = self.likeness.scores(said, list(dict.fromkeys(among)))
        best = max(scores, key=lambda index: scores[index], default=None)
        return best if best is not None and scores[best] >= least else None


def _said(target: Target) -> str:
    """The point in the reviewer's words, with what its claim adds to them."""
    own = target.claim if isinstance(target, Finding) else target.text
    return own if stems(target.quote) <= stems(own) else f"{target.quote} {own}" if len(target.quote) < 400 else own


def _number_of(target: Target) -> tuple[str, int | None]:
    """The letter ("" without one) and the number that the reviewer gave a point; ``None``: no number."""
    match = _REF.match(target.source.ref or "")
    if match is None:
        return "", None
    return (match["kind"] or "").upper()[:1], int(match["number"])


def quoted_share(said: str, point: Point) -> float:
    """How much of a quotation the point has, or of the point a quotation: the larger share over all quotations."""
    own = stems(said)
    best = 0.0
    for quote in point.quotes:
        words = stems(quote)
        shared = len(own & words)
        least = min(len(own), len(words))
        if shared >= _FEW or (least and shared == least and least >= 2):
            best = max(best, shared / least)
    return best
