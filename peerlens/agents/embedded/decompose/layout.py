"""Lay a review out: which stretches are prose to take apart, under which field and number, and which not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from peerlens.agents.embedded.decompose.citations import is_reference_block
from peerlens.agents.embedded.decompose.words import has_finite_verb
from peerlens.reviews.cleaning import CODE
from peerlens.reviews.headings import find_headings
from peerlens.schema import ClaimSource, Review
from peerlens.text.sentences import sentence_spans


class Why(StrEnum):
    """Why a stretch of a review yields neither claim nor request."""

    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    MARKUP = "markup"
    INJECTED = "injected"
    QUOTATION = "quotation"
    REFERENCES = "reference list"
    SCORE = "score"
    TYPO = "typo or wording correction"
    GREETING = "greeting"
    DISCUSSION = "about the reviewer or the discussion"
    RECOMMENDATION = "recommendation"
    OPINION = "overall opinion"
    CONDITIONAL = "conditional"
    LEAD_IN = "lead-in"
    POINTER = "points elsewhere in the review"
    FRAGMENT = "fragment"
    DUPLICATE = "said before"


_ESCAPE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-_]?"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e"
    r"\u2066-\u2069\u200b-\u200f\ufeff]"
)


def quiet(text: str) -> str:
    """Text with control characters and terminal escapes blanked, character by character: offsets stay."""
    text = re.sub(r"\r(?!\n)", "\n", text)
    return _ESCAPE.sub(lambda match: " " * len(match.group()), text)


class Stretch(NamedTuple):
    """A sentence of prose (``why`` is ``None``), or a stretch that is not to be taken apart.

    ``paragraph`` numbers the paragraphs: context is not carried from one to the next beyond the paper itself.
    """

    start: int
    end: int
    why: Why | None
    source: ClaimSource
    paragraph: int


_MARK = re.compile(
    r"[ \t>]*(?P<bullet>[-*+•‣▪◦–—·][ \t]+)?(?P<box>\[[ xX]\][ \t]+)?(?:\([+–-]\)[ \t]*)?(?:(?:\*\*|__)?(?:"
    r"[(\[]?(?P<named>[A-Z]{1,2}\d{1,2}(?:[.-]\d{1,2})*)(?:[\])]|[.:)]|[ \t]?[-–:])+(?=[ \t*_]|$)"
    r"|(?P<bare>[WQSL]\d{1,2}(?:\.\d{1,2})*)(?=[ \t]+[A-Z])"
    r"|(?i:weakness|question|concern|point|comment|strength|issue|limitation)[ \t]#?(?P<worded>\d{1,2})"
    r"[ \t]?[.:)–-]+(?=[ \t*])"
    r"|\((?P<paren>\d{1,2}|[ivx]{1,5}|[a-z])\)(?=[ \t*])"
    r"|（(?P<wide>\d{1,2})）|(?P<colon>[1-9])[:：](?=[ \t]*[A-Z\"“(])"
    r"|(?P<digits>\d{1,2}(?:\.\d{1,2})*)(?:[)]|\.(?!\d))[.:)]*(?=[ \t*]|[A-Z*])"
    r"|(?P<decimal>\d{1,2}\.\d{1,2})(?=[ \t]+(?:In|The|It|This|There|For|As|If|We|How|What|Why|A|An|No|On|Also)\b)"
    r"|(?P<dash>\d)-(?=[ \t]+[A-Z])"
    r"|(?P<roman>[ivx]{1,5}|[a-z])\)(?=[ \t])"
    r"|(?P<romandot>i{1,3}|iv|vi{0,3})\.(?=[ \t])"
    r")(?:\*\*|__)?[ \t]*[-:–]?[ \t]*)?"
)
_INNER_MARK = re.compile(r"(?<=[.?!])[ \t]+(?=[QWS]\d{1,2}[:.)][ \t])")
_REFERENCES = re.compile(r"[\s#*_]*(?:references?|bibliography|refs?)[\s:.*_]*$", re.I)
_RULE = re.compile(r"[ \t]*[-=*_#~+]{3,}[ \t]*$")
_TABLE = re.compile(r"[ \t]*\|.*\||[ \t]*:?-{2,}:?[ \t]*\|")
_REFERENCE = re.compile(
    r"[ \t]*[-*]?[ \t]*(?:\[[\w.+-]{1,12}\]:?|\d{1,2}[.)]?)?[ \t]*(?:<?https?://\S+[ \t]*$"
    r"|(?=.*(?:\b(?:19|20)\d\d[a-z]?\b|arxiv|doi))(?:[A-Z][\w'’-]+(?:, (?:[A-Z]\.[ -]?)+)|(?:[A-Z]\. ?)+[A-Z][\w'’-]+,|"
    r"(?:[A-Z][\w'’.-]+,? )+(?:and |& )?[A-Z]?[\w'’-]*,? et al|(?:[A-Z][\w'’-]+ ){2,3}?(?:, |and ))"
    r"|[\"“‘][A-Z].{15,}[\"”’])"
)
_VENUE = re.compile(
    r"(?=.*(?:\b(?:19|20)\d\d\b|arxiv)).{10,}\b(?:In Proceedings|Proceedings of|arXiv preprint|NeurIPS|ICML|ICLR"
    r"|CVPR|ICCV|ECCV"
    r"|AAAI|ACL|EMNLP|NAACL|WACV|JMLR|IEEE|Springer|Journal of)\b"
)
_BRACKETED = re.compile(r"[ \t]*(?:[-*][ \t]*)?\[\w{1,4}\]:?[ \t]+[A-Z][^\n]{12,}")
_REFERENCE_NUMBER = re.compile(
    r"[ \t]*(?:[-*][ \t]*)?\[[\w.+-]{1,12}\]:?[ \t]+\S.*(?:\b(?:(?:19|20)\d\d|arxiv|https?:|doi)\b|\bet al\.?,)"
    r"|[ \t]*(?:[-*][ \t]*)?"
    r"\[[\w.+-]{1,12}\]:?[ \t]+<?https?://",
    re.I,
)
_OPEN = re.compile(
    r"</?(?:review|system|user|assistant|instructions?|prompt|paper|claims?|manuscript|context)[^<>\n]*>", re.I
)
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|above|prior|earlier|all)\b.{0,30}\b(?:instruction|prompt"
    r"|rule|text)"
    r"|\bnew (?:policy|instructions?|system prompt)\b|\blabel (?:every|all|each) claims?\b|<\|?im_(?:start|end)\|?>"
    r"|\[/?INST\]"
    r"\s*$|^\s*(?:system|assistant)\s*:|\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|reviewer bot)\b"
    r"|\b(?:all|every) claims? (?:are |is )?supported\b|\b(?:mark|rate|judge|answer) (?:every|all"
    r"|each)\b.{0,40}\b(?:supported|accept)",
    re.I,
)
_JSON = re.compile(r"\s*[{\[].*[}\]],?\s*$")
_JSON_KEYS = re.compile(r"[\"'](?:claims?|labels?|verdicts?|evidence|role|content|system)[\"']\s*:", re.I)


def lay_out(review: Review) -> list[Stretch]:
    """Every stretch of the review in order. White space and list marks belong to none."""
    return list(_Layout(review).run())


class _Layout:
    def __init__(self, review: Review) -> None:
        self._text = quiet(review.text)
        self._skips = _injected(self._text) + _blocks(self._text)
        self._paragraph = 0
        self._ref: str | None = None
        self._cites = False
        self._fields = review.fields

    def run(self) -> Iterator[Stretch]:
        lines: list[tuple[int, int]] = []
        position = 0
        for start, end, why in [*_merged(self._skips), (len(self._text), len(self._text), None)]:
            for line_start, line_end in _lines(self._text, position, start):
                if self._ends_paragraph(lines, line_start, line_end):
                    yield from self._prose(lines)
                    lines = []
                if self._text[line_start:line_end].strip():
                    special = self._special(line_start, line_end)
                    if special is not None:
                        yield from self._prose(lines)
                        lines = []
                        yield special
                    else:
                        lines.append((line_start, line_end))
                elif not lines:
                    self._blank(line_end)
            yield from self._prose(lines)
            lines = []
            if why is not None:
                if why is Why.HEADING:
                    self._ref, self._cites = None, bool(_REFERENCES.match(self._text[start:end]))
                yield from self._stretch(start, end, why)
            position = end

    def _blank(self, end: int) -> None:
        following = self._text[end : end + 3]
        if not following.startswith(("\n ", "\n\t", "\n\n")):
            self._ref = None

    def _stretch(self, start: int, end: int, why: Why) -> Iterator[Stretch]:
        while start < end and self._text[start].isspace():
            start += 1
        while end > start and self._text[end - 1].isspace():
            end -= 1
        if start < end:
            self._paragraph += 1
            yield Stretch(start, end, why, ClaimSource(field=self._field(start)), self._paragraph)

    def _special(self, start: int, end: int) -> Stretch | None:
        line = self._text[start:end]
        why: Why | None = None
        if _RULE.match(line):
            why = Why.MARKUP
        elif _TABLE.match(line):
            why = Why.TABLE
        elif line.lstrip().startswith(">") and not _answers(line):
            why = Why.QUOTATION
        elif _REFERENCES.match(line):
            why, self._cites = Why.HEADING, True
        elif _is_reference(line):
            why = self._listed()
        return next(self._stretch(start, end, why), None) if why else None

    def _listed(self) -> Why:
        """A line of a reference list: what follows it may go on with the list."""
        self._cites = True
        return Why.REFERENCES

    def _ends_paragraph(self, lines: list[tuple[int, int]], start: int, end: int) -> bool:
        if not lines:
            return False
        line, before = self._text[start:end], self._text[lines[-1][0] : lines[-1][1]]
        if not line.strip() or _mark(line):
            return True
        return before.rstrip()[-1:] in ".!?:;" or (len(before) < 60 and line.lstrip()[:1].isupper())

    def _prose(self, lines: list[tuple[int, int]]) -> Iterator[Stretch]:
        if not lines:
            return
        start, end = lines[0][0], lines[-1][1]
        self._cites = is_reference_block(self._text[start:end], listed=self._cites)
        if self._cites:
            yield from self._stretch(start, end, Why.REFERENCES)
            return
        self._paragraph += 1
        cuts = [start, *(m.end() for m in _INNER_MARK.finditer(self._text, start, end)), end]
        for piece_start, piece_end in pairwise(cuts):
            mark = _MARK.match(self._text, piece_start, piece_end)
            body = piece_start
            if mark:
                body = mark.end()
                self._note(mark)
            source = ClaimSource(field=self._field(body), ref=self._ref)
            for low, high in _whole_quotations(self._text, sentence_spans(self._text, body, piece_end)):
                yield Stretch(low, high, None, source, self._paragraph)

    def _note(self, mark: re.Match[str]) -> None:
        names = ("named", "bare", "worded", "paren", "wide", "colon", "digits", "decimal", "dash", "roman", "romandot")
        ref = next((mark[name] for name in names if mark[name]), None)
        if ref:
            self._ref = ref
        elif mark["box"] or (mark["bullet"] and not self._text[mark.start() : mark.start() + 1].isspace()
                             and self._text[: mark.start()].endswith("\n\n")):  # fmt: skip
            self._ref = None

    def _field(self, offset: int) -> str | None:
        return next((f.name for f in self._fields if f.start <= offset < f.end), None)


_QUOTED_SENTENCES = 3
"""Sentences that a quotation inside a reviewer's own sentence may have."""


def _whole_quotations(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans, those joined over which a quotation runs that opens inside a sentence: "they say "A. B" in line 3"."""
    joined: list[tuple[int, int]] = []
    at = 0
    while at < len(spans):
        low, high = spans[at]
        for more in range(1, _QUOTED_SENTENCES):
            if not _open_quotation(text[low:high]) or at + more >= len(spans):
                break
            if not _open_quotation(text[low : spans[at + more][1]]):
                high, at = spans[at + more][1], at + more
                break
        joined.append((low, high))
        at += 1
    return joined


def _open_quotation(sentence: str) -> bool:
    """Whether a quotation opens behind the start of a sentence and does not end in it."""
    marks = sentence.translate(_QUOTATION_MARKS)
    return marks.count('"') % 2 == 1 and not marks.lstrip(" \t*_([").startswith('"')


_QUOTATION_MARKS = str.maketrans("“”„«»", '"""""')


def _answers(quoted: str) -> bool:
    """Whether a line marked as quoted is the reviewer's own: a question or wish to the authors."""
    bare = quoted.lstrip("> \t")
    return "?" in bare or bool(re.match(r"(?:please|could|can|consider|i |the authors should)\b", bare, re.I))


def _is_reference(line: str) -> bool:
    if _REFERENCE_NUMBER.match(line) or (_BRACKETED.match(line) and not has_finite_verb(line[:70])):
        return True
    return bool(_REFERENCE.match(line) or _VENUE.match(line)) and not has_finite_verb(line[:90])


def _mark(line: str) -> bool:
    match = _MARK.match(line)
    return bool(match and match.group().strip(" \t>"))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _blocks(text: str) -> list[tuple[int, int, Why]]:
    found = [(m.start(), m.end(), Why.CODE) for m in CODE.finditer(text) if m["fence"]]
    return found + [(h.start, h.end, Why.HEADING) for h in find_headings(text)]


def _injected(text: str) -> list[tuple[int, int, Why]]:
    """Stretches that try to speak to a program: prompt tags with what they enclose, orders, ready-made answers."""
    found: list[tuple[int, int, Why]] = []
    tags = list(_OPEN.finditer(text))
    if tags:
        found.append((tags[0].start(), tags[-1].end(), Why.INJECTED)) if len(tags) > 1 else found.append(
            (tags[0].start(), tags[0].end(), Why.INJECTED)
        )
    for start, end in _lines(text, 0, len(text)):
        line = text[start:end]
        if _JSON.match(line) and _JSON_KEYS.search(line):
            found.append((start, end, Why.INJECTED))
        elif _ORDER.search(line):
            found += [
                (low, high, Why.INJECTED)
                for low, high in sentence_spans(text, start, end)
                if _ORDER.search(text[low:high])
            ]
    return found


def _merged(spans: list[tuple[int, int, Why]]) -> list[tuple[int, int, Why]]:
    """Sorted, without overlaps: the earlier span wins, what it covers of a later one is cut off."""
    out: list[tuple[int, int, Why]] = []
    for start, end, why in sorted(spans, key=lambda span: (span[0], -span[1])):
        if out and start < out[-1][1]:
            start = out[-1][1]
        if start < end:
            out.append((start, end, why))
    return out
