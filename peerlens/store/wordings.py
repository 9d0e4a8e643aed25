"""Know a claim or question of a review again in another run: by its words, else by its quote in the review."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence

from peerlens.schema import Finding, Record, Request

Point = Finding | Request

_WORD = re.compile(r"\w{4,}|\b\d+\b|\b[A-Z]{2,}\b")
_STEM = 5
"""Letters by which two forms of a word are taken for one: "ablation", "ablations", "ablated"."""
_LEAST_QUOTED = 3
"""Words that a quote must have to be known again inside a longer one."""
_AHEAD = 0.1
"""By how much one pair must be more alike than every other that it rules out."""


class Wording(Record):
    """A point as it was when a person worked on it. ``asks``: it was a question.

    ``beside``: how the other claims, or the other questions, on the same words of the review read then.
    """

    text: str
    quote: str
    asks: bool = False
    beside: tuple[str, ...] = ()


def content_key(text: str) -> str:
    """Names a claim or question of a paper by its words alone, so that it is known again in another run."""
    return hashlib.sha256(_plain(text).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def wording_of(point: Point, points: Sequence[Point]) -> Wording:
    """How ``point`` reads among all the ``points`` of its report."""
    others = (one for one in points if one.id != point.id and one.review_id == point.review_id)
    alike = [one for one in others if _asks(one) == _asks(point) and _same_words(one.quote, point.quote)]
    text, quote, *beside = map(storable, (text_of(point), point.quote, *map(text_of, alike)))
    return Wording(text=text, quote=quote, asks=_asks(point), beside=tuple(beside))


def storable(text: str) -> str:
    """Foreign text as it can be written to a file: what no encoding has (lone surrogates) becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def known_again(points: Sequence[Point], worked_on: Mapping[str, Sequence[Wording]]) -> dict[str, str]:
    """Point id to the key of a person's work on it; ``worked_on``: by key, every wording the point had, newest last.

    The same words are the same point. Else it is found by its quote: another model words a claim otherwise, or quotes
    less or more of the sentence. Where several points stand on one quote, each must be likest to one of those that
    stood there before, and there must be as many now as then; what that leaves open is placed nowhere.
    """
    by_words = {content_key(one.text): key for key, wordings in sorted(worked_on.items()) for one in wordings}
    by_words |= {key: key for key in worked_on}
    placed = {one.id: by_words[key] for one in points if (key := content_key(text_of(one))) in by_words}
    wanted: dict[str, list[str]] = {}
    for key in worked_on.keys() - set(placed.values()):
        places = (_on_its_quote(wording, points) for wording in reversed(worked_on[key]))
        found = next((one for one in places if one is not None and one.id not in placed), None)
        if found is not None:
            wanted.setdefault(found.id, []).append(key)
    return placed | {point: keys[0] for point, keys in wanted.items() if len(keys) == 1}


def quoted_in(quote: str, text: str) -> bool:
    """Whether a review holds the quote, spaces and case aside."""
    return bool(quote.strip()) and _plain(quote) in _plain(text)


def text_of(point: Point) -> str:
    return point.claim if isinstance(point, Finding) else point.text


def _on_its_quote(wording: Wording, points: Sequence[Point]) -> Point | None:
    """The point that is ``wording`` in other words, where there is no choice."""
    said = {content_key(text) for text in wording.beside}
    found = [one for one in points if _asks(one) == wording.asks and _same_words(one.quote, wording.quote)]
    unchanged = {content_key(text_of(one)) for one in found} & said
    reads = [wording.text, *(text for text in wording.beside if content_key(text) not in unchanged)]
    found = [one for one in found if content_key(text_of(one)) not in unchanged]
    if len(found) != len(reads):
        return None
    if len(found) == 1:
        return found[0]
    return dict(_pairs(reads, found)).get(0)


def _pairs(reads: Sequence[str], points: Sequence[Point]) -> Iterator[tuple[int, Point]]:
    """Each old reading with the point that is plainly likest to it, the likest pair first."""
    old, new = set(range(len(reads))), set(range(len(points)))
    alike = {(i, j): _likeness(reads[i], text_of(points[j])) for i in old for j in new}
    while old:
        ranked = sorted(((alike[i, j], i, j) for i in old for j in new), reverse=True)
        best, i, j = ranked[0]
        rival = max((value for value, a, b in ranked[1:] if a == i or b == j), default=-_AHEAD)
        if best < rival + _AHEAD:
            return
        yield i, points[j]
        old.remove(i)
        new.remove(j)


def _likeness(one: str, other: str) -> float:
    """Share of their longer words, numbers and acronyms that both have, 0 to 1, forms of a word taken for one."""
    first, second = ({word[:_STEM].casefold() for word in _WORD.findall(text)} for text in (one, other))
    return len(first & second) / max(1, len(first | second))


def _same_words(one: str, other: str) -> bool:
    """Whether two quotes are of the same words of a review: equal, or one inside the other."""
    shorter, longer = sorted((_plain(one), _plain(other)), key=len)
    return bool(shorter) and (shorter == longer or (len(shorter.split()) >= _LEAST_QUOTED and shorter in longer))


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _asks(point: Point) -> bool:
    return isinstance(point, Request)
