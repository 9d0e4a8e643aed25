"""Fold text so that a faithful quote matches the page it came from, and nothing else does.

Folded away: case, ligatures and compatibility forms, soft and line-end hyphens, runs of white space, kinds of dashes
and quotation marks, Markdown emphasis, escapes and maths delimiters, invisible characters. Every folded character
knows where it came from, so a match is given as a span of the original.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

_DASHES = "‐‑‒–—―−﹘﹣－"
_QUOTES = "'\"‘’‚‛“”„‟′″«»‹›ʼ＇＂"
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " ", "&quot;": "'", "&#39;": "'", "&apos;": "'"}
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}  # keeps every length, as str.lower does not
_LINE_END_HYPHENS = "\u0002\ufffe\u00ad"

_CHARACTERS = re.compile(
    r"(?P<entity>&(?:lt|gt|amp|nbsp|quot|#39|apos);)"
    r"|(?P<escape>\\(?=[!-/:-@\[-`{-~]))"
    rf"|(?P<quote>[{_QUOTES}]+|``)"
    r"|(?P<emphasis>(?<![^\W_])[*_`]+(?=\S)|(?<=\S)[*_`]+(?![^\W_])|\$|`)"
    rf"|(?P<linehyphen>[{_LINE_END_HYPHENS}]\s*)"
    rf"|(?P<dash>[{_DASHES}]|--+)"
    r"|(?P<other>[^\x00-\x7f][\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]*|[a-z][\u0300-\u036f\u20d0-\u20ff]+"
    r"|[\x00-\x08\x0e-\x1f\x7f])"
)
_LETTER = r"[^\W\d_]"
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_SPACING = re.compile(
    rf"(?P<hyphen>(?<={_LETTER})-\s*(?={_LETTER}))"
    r"|(?P<kept>(?<=[^\s-])-[^\S\n]*\n\s*(?=\S))"
    r"|(?P<dashed>(?:^|\s+)-(?:\s+|$))"
    rf"|(?P<cjk>(?<=[{_CJK}])\s+(?=[{_CJK}]))"
    r"|(?P<space>\s{2,}|[^\S ])"
)
_NEGATING = re.compile(r"\bnon$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text and its way back: folded character ``i`` stands for ``original[starts[i]:ends[i]]``."""

    original: str
    text: str
    starts: array[int]
    ends: array[int]

    def locate(self, quote: str) -> tuple[int, int] | None:
        """Where ``quote`` stands in the original, exact up to folding, or ``None``. The first place wins.

        A quote must begin and end between words and numbers: "possible" is not in "impossible", nor "12" in "412".
        """
        return next(iter(self.locate_all(quote)), None)

    def locate_all(self, quote: str) -> list[tuple[int, int]]:
        """Every place of ``quote``, in order."""
        wanted = fold(quote).text.strip().strip("'").strip()  # quotation marks round a quote are not part of it
        if not wanted:
            return []
        spans = [(self.starts[at], self.ends[at + len(wanted) - 1]) for at in _places(wanted, self.text)]
        if not spans:  # a quote that stops at a line-end hyphen folds differently from the text
            exact = quote.strip()
            spans = [(at, at + len(exact)) for at in _places(exact, self.original)]
        return [span for span in spans if _whole(self.original, *span)]


def _places(wanted: str, text: str) -> list[int]:
    places: list[int] = []
    at = text.find(wanted)
    while at >= 0:
        places.append(at)
        at = text.find(wanted, at + 1)
    return places


def fold(text: str) -> Folded:
    """Fold ``text`` once; then any number of quotes can be located in it."""
    count = len(text)
    lowered = text.translate(_LOWER)
    once = _rewrite(lowered, array("L", range(count)), array("L", range(1, count + 1)), _CHARACTERS)
    twice = _rewrite(*once, _SPACING)
    return Folded(original=text, text=twice[0], starts=twice[1], ends=twice[2])


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where ``quote`` stands in ``text``: ``text[start:end]`` are the printed words. ``None`` if it does not."""
    return fold(text).locate(quote)


def _rewrite(
    text: str, starts: array[int], ends: array[int], pattern: re.Pattern[str]
) -> tuple[str, array[int], array[int]]:
    pieces: list[str] = []
    new_starts, new_ends = array("L"), array("L")
    position = 0
    for match in pattern.finditer(text):
        if match.start() > position:
            pieces.append(text[position : match.start()])
            new_starts.extend(starts[position : match.start()])
            new_ends.extend(ends[position : match.start()])
        replacement = _replacement(match)
        if replacement:
            pieces.append(replacement)
            new_starts.extend([starts[match.start()]] * len(replacement))
            new_ends.extend([ends[match.end() - 1]] * len(replacement))
        position = match.end()
    pieces.append(text[position:])
    new_starts.extend(starts[position:])
    new_ends.extend(ends[position:])
    return "".join(pieces), new_starts, new_ends


def _replacement(match: re.Match[str]) -> str:
    kind, found = match.lastgroup, match[0]
    if kind == "entity":
        return _ENTITIES[found]
    if kind == "quote":
        return "'"
    if kind == "linehyphen":
        return "" if found[0] == "\u00ad" and len(found) == 1 else "-\n" if len(found) > 1 else "-"
    if kind in ("dash", "kept", "dashed"):
        return "-"
    if kind == "space":
        return " "
    if kind == "other":
        return _folded_character(found, match.string[match.start() - 1 : match.start()])
    return ""  # escapes, emphasis, hyphens between letters, spaces between ideographs


def _folded_character(cluster: str, before: str) -> str:
    category = unicodedata.category(cluster[0])
    if category in ("Cf", "Cc"):
        return ""
    if before.isdigit() and (category == "No" or cluster[0] in "⁻⁺"):  # 10² is not 102, 1½ is not 11/2
        return "^" + unicodedata.normalize("NFKC", cluster).casefold().replace("−", "-")
    if cluster[0].isspace():
        return " "
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    return "".join("-" if char in _DASHES else "'" if char in _QUOTES else char for char in folded)


def _whole(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` cuts no word and no number in two."""
    first, last = text[start], text[end - 1]
    before, after = text[max(0, start - 6) : start], text[end : end + 2]
    if _joined(before[-1:], first) or _joined(last, after[:1]):
        return False
    if first.isdigit() and before:
        if before[-1] in ".," and before[-2:-1].isdigit():
            return False
        if before[-1] in "-−–" and (len(before) == 1 or before[-2] in " \t\n([{=~,"):
            return False
    if before[-1:] == "-" and first.isalpha() and _NEGATING.search(before[:-1]):
        return False
    return not (last.isdigit() and after[:1] in (".", ",") and after[1:2].isdigit())


def _joined(left: str, right: str) -> bool:
    if not left or not right or not left.isalnum() or not right.isalnum():
        return False
    return not (_is_cjk(left) or _is_cjk(right))


def _is_cjk(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"


_WORD = re.compile(
    r"\d+(?:[.,]\d+)*(?:e[+-]?\d+(?![\w.]))?(?![^\W_])"
    rf"|[{_CJK}]"
    rf"|[^\W_{_CJK}]+(?:(?:['’-]|(?<=\w)[_+.](?=\w))[^\W_{_CJK}]+)*[+#]*"
)


def words(text: str) -> list[str]:
    """The words of ``text`` for search, folded: numbers whole ("0.05", "3e-4"), ideographs one by one.

    A hyphenated word comes as a whole and then in its pieces.
    """
    found: list[str] = []
    for match in _WORD.finditer(fold_words(text)):
        word = match[0]
        found.append(word)
        if "-" in word and not word[0].isdigit():
            found.extend(piece for piece in word.split("-") if piece)
    return found


def fold_words(text: str) -> str:
    """Fold as ``fold`` does, but keep the hyphens inside words, so that their pieces can be told apart."""
    text = _CHARACTERS.sub(_replacement, text.translate(_LOWER))
    return re.sub(rf"(?<={_LETTER})-[^\S\n]*\n\s*(?={_LETTER})", "", text)


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The English Snowball stem of one folded word; words of other scripts come back as they are."""
    return str(_stemmer().stemWord(word))
