"""Split academic prose and reviews into sentences, as spans of the text."""

from __future__ import annotations

import re

_NEVER_LAST = frozenset(
    "e.g i.e eg ie cf vs viz resp approx ca w.r.t wrt a.k.a aka i.i.d s.t fig figs eq eqs eqn eqns sec secs sect tab "
    "tabs ref refs vol pp alg algs thm def prop lem cor app appx ch chap dr mr mrs ms prof st incl esp no "
    "nos ver".split()
)
_SELDOM_LAST = frozenset("al etc inc ltd jr sr co corp dept univ ed eds p et".split())
_STARTERS = frozenset(
    "the this these those that we our in it its however as for there to while although when if a an by from with on at "
    "they he she i you moreover furthermore therefore thus hence also finally first second additionally further here "
    "such what why how where which is are do does can could please since because instead specifically overall "
    "compared given using unlike despite after before during each both all some many most no none".split()
)
_PLACES = frozenset(
    "appendix section table figure fig part option group class type model case step setting panel".split()
)

_CLOSERS = "\"'”’»)\\]}*_`"
_BREAK = re.compile(
    r"(?P<blank>\n[ \t]*(?=\n))"
    r"|(?P<line>\n[ \t]*(?=(?:[-*+•‣▪◦–]|\d{1,2}[.)]|\(\d{1,2}\)|\([a-z]{1,3}\)|[A-Z]\d{1,2}[.):]|\#{1,6}|>)[ \t]+\S"
    r"|\|))"
    r"|(?P<after_heading>(?<=\S)\n)"
    rf"|(?P<cjk>[。！？；]+[{_CLOSERS}」』）]*)"
    rf"|(?P<stop>(?<![.!?…])[.!?…]+(?P<note>(?<=[a-z)\]]\.)\d{{1,2}}(?=\s+[A-Z]))?[{_CLOSERS}]*)(?=\s|$)"
)
_LAST_WORD = re.compile(r"[^\s(\[{\"'“”‘’,;:/–—]+$")
_NEXT_WORD = re.compile(r"\s*[\"'“‘(\[{*_`]*([^\W_]+(?:['’.-][^\W_]+)*)?")
_LIST_MARK = re.compile(r"(?:^|\n)[ \t>]*(?:[-*+•][ \t]+)?(?:\(?\d{1,2}|\(?[A-Za-z]|[ivx]{1,4}|[A-Z]\d{1,2})$")
_LOOK_BACK = 200
"""Characters before a period in which its word is looked for: a text without any end of a sentence may be long."""
_HEADING_LINE = re.compile(r"[ \t]*#{1,6}[ \t]")


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """The sentences of ``text[start:end]`` in order, as absolute spans trimmed of white space.

    Blank lines, list items, headings and table rows always begin a new sentence; a single line break in running
    text does not. Every character that is not white space is in exactly one span.
    """
    stop = len(text) if end is None else end
    spans: list[tuple[int, int]] = []
    begin = start
    for match in _BREAK.finditer(text, start, stop):
        if match.start() < begin:
            continue
        if not _breaks(text, match, begin=begin, stop=stop):
            continue
        cut = match.start() if match.lastgroup in ("blank", "line", "after_heading") else match.end()
        _append(spans, text, begin, cut)
        begin = cut
    _append(spans, text, begin, stop)
    return spans


def _append(spans: list[tuple[int, int]], text: str, begin: int, cut: int) -> None:
    while begin < cut and text[begin].isspace():
        begin += 1
    while cut > begin and text[cut - 1].isspace():
        cut -= 1
    if begin < cut:
        spans.append((begin, cut))


def _breaks(text: str, match: re.Match[str], *, begin: int, stop: int) -> bool:
    if match["blank"] is not None or match["line"] is not None or match["cjk"] is not None:
        return True
    if match["after_heading"] is not None:
        line_start = text.rfind("\n", begin, match.start()) + 1 or begin
        return _HEADING_LINE.match(text, max(line_start, begin)) is not None
    following = _NEXT_WORD.match(text, match.end(), stop)
    word = (following[1] or "") if following else ""
    sign = match["stop"]
    if "?" in sign or "!" in sign:
        return sign[0] in "?!." and not (text[match.start() - 1 : match.start()].isspace() and word[:1].islower())
    if sign.startswith(("...", "…")):
        return word[:1].isupper()
    if match["note"] is not None:
        return True
    return _full_stop(text, match.start(), word, begin=begin, closed=len(sign) > 1)


def _full_stop(text: str, dot: int, word: str, *, begin: int, closed: bool) -> bool:
    """Whether the period at ``dot`` ends a sentence when ``word`` comes next."""
    near = max(begin, dot - _LOOK_BACK)
    found = _LAST_WORD.search(text, near, dot)
    last = found[0] if found else ""
    folded = last.casefold().strip("*_`~")
    starter = word.casefold() in _STARTERS and word[:1].isupper()
    if begin >= dot - 8 and _LIST_MARK.search(text, begin, dot) and not closed and text[begin:dot].strip():
        return False
    if folded in _NEVER_LAST:
        return folded == "no" and starter
    if folded in _SELDOM_LAST:
        return starter
    if len(folded) == 1 and folded.isalpha() and last[-1:].isupper():
        before = _LAST_WORD.search(text, near, max(near, dot - len(last) - 1))
        return starter or (before is not None and before[0].casefold() in _PLACES)
    if re.fullmatch(r"(?:[a-z]\.)+[a-z]", folded):
        return starter
    if word[:1].islower():
        return closed is False and len(folded) > 3 and folded.isalpha() and last.islower()
    return True
