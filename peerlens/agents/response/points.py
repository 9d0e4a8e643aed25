"""Take a response apart into its parts: each with the point of the review it takes up and the authors' own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from peerlens.agents.response.marks import (
    Ref,
    answer_begins,
    is_general,
    quoted_in,
    quotes_reviewer,
    refs_of,
    reviewer_of,
)
from peerlens.agents.response.stance import Doing, doing
from peerlens.schema import Response
from peerlens.text.sentences import sentence_spans

_HEADING: Final = re.compile(r"^\s*(?:#{1,6}\s|\*\*[^*]+\*\*\s*:?\s*$)")
_WHOLE_BOLD: Final = re.compile(r"^\s*(?:[-*]\s)?(?:#{1,6}\s.*|(?:\*\*|__)[^*]+(?:\*\*|__)\W*)$")
_INK: Final = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Point:
    """A part of a response: ``Response.text[start:end]`` are the authors' words, ``sentences`` their spans.

    ``review``: the review it is for as the response names it, ``None`` where it names none. ``refs``: the reviewer's
    numbers it takes up. ``quotes``: the words of the review that it repeats. ``title``: its heading, if any. Orders to
    automated readers are in nobody's sentences.
    """

    review: str | None
    refs: tuple[Ref, ...]
    quotes: tuple[str, ...]
    title: str
    start: int
    end: int
    sentences: tuple[tuple[int, int], ...]


@dataclass
class _Open:
    """A part being read: lines of the authors, of the reviewer, and what they stand under."""

    review: str | None = None
    refs: tuple[Ref, ...] = ()
    quotes: list[str] = field(default_factory=list)
    title: str = ""
    spans: list[tuple[int, int]] = field(default_factory=list)


def points_of(response: Response) -> tuple[Point, ...]:
    """The parts of a response in order. A part goes on until the next number, quotation or heading; where there are
    none, a paragraph is a part."""
    found: list[Point] = []
    for stretch in response.stretches:
        found += _Reader(response.text, stretch.review).read(stretch.start, stretch.end)
    return tuple(found)


class _Reader:
    """Reads the lines of one stretch."""

    def __init__(self, text: str, review: str | None) -> None:
        self._text = text
        self._stretch_review = review
        self._open = _Open(review=review)
        self._gap = False
        self._points: list[Point] = []

    def read(self, start: int, end: int) -> list[Point]:
        for begin, stop in _lines(self._text, start, end):
            self._line(begin, stop)
        self._close()
        return self._points

    def _line(self, begin: int, stop: int) -> None:
        line = self._text[begin:stop]
        if not _INK.search(line):
            self._gap = True
            return
        if is_general(line):
            self._begin(review=self._stretch_review)
            return
        named = reviewer_of(line)
        if named is not None:
            who, rest = named
            self._begin(review=who)
            if rest < len(line):
                self._line(begin + rest, stop)
            return
        refs, words = refs_of(line)
        if refs:
            review = next((ref.reviewer for ref in refs if ref.reviewer), self._open.review)
            self._begin(review=review, refs=refs)
            if _WHOLE_BOLD.match(line):
                self._open.quotes.append(line[words:].strip(" *_#"))
                return
            begin += words
            line = self._text[begin:stop]
            if not _INK.search(line):
                return
        self._words(line, begin, stop, after_ref=bool(refs))

    def _words(self, line: str, begin: int, stop: int, *, after_ref: bool) -> None:
        answer = answer_begins(line)
        if answer is not None:
            self._asked_before_answered()
            begin += answer
            self._gap = False
            if _INK.search(self._text[begin:stop]):
                self._open.spans.append((begin, stop))
            return
        if quotes_reviewer(line):
            if self._open.spans:
                self._begin(review=self._open.review)
            self._open.quotes.append(line.strip(' >*_"“”'))
            self._gap = False
            return
        if _HEADING.match(line) and not after_ref:
            title = line.strip(" #*:")
            self._begin(review=self._open.review, title=title)
            return
        structured = bool(self._open.refs or self._open.quotes or self._open.title)
        if self._gap and self._open.spans and not structured:
            self._begin(review=self._open.review)
        self._gap = False
        self._open.spans.append((begin, stop))

    def _asked_before_answered(self) -> None:
        """What stands between a number and "A:" are the reviewer's words."""
        self._open.quotes += [self._text[start:end].strip(" *_") for start, end in self._open.spans]
        self._open.spans = []

    def _begin(self, *, review: str | None, refs: tuple[Ref, ...] = (), title: str = "") -> None:
        bare = not self._open.spans and self._open.refs and not refs and not title
        kept = self._open.refs if bare else refs
        self._close()
        self._open = _Open(review=review, refs=kept, title=title)

    def _close(self) -> None:
        if not self._open.spans:
            return
        text = self._text
        start, end = self._open.spans[0][0], self._open.spans[-1][1]
        sentences = tuple(
            span
            for low, high in _runs(self._open.spans)
            for span in sentence_spans(text, low, high)
            if _INK.search(text[slice(*span)]) and doing(text[slice(*span)]) is not Doing.ORDER
        )
        if sentences:
            start, end = sentences[0][0], sentences[-1][1]
            quotes = (*self._open.quotes, *quoted_in(text[start:end]))
            self._points.append(
                Point(self._open.review, self._open.refs, quotes, self._open.title, start, end, sentences)
            )


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    while begin < end:
        stop = text.find("\n", begin, end)
        stop = end if stop < 0 else stop
        yield begin, stop
        begin = stop + 1


def _runs(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring lines joined, so that a sentence may run over a line break."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start - joined[-1][1] <= 2:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
