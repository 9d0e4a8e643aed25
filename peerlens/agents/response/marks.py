"""The marks that structure a response: whom a part is for, which point it takes up, whose words it quotes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_DECOR: Final = r"[\s>#*_\-–—•\[\](){}|=~]*"
_KINDS: Final = {
    "w": "W",
    "weakness": "W",
    "weaknesses": "W",
    "weak point": "W",
    "con": "W",
    "q": "Q",
    "question": "Q",
    "questions": "Q",
    "l": "L",
    "limitation": "L",
    "limitations": "L",
    "s": "S",
    "strength": "S",
    "c": "C",
    "comment": "C",
    "comments": "C",
    "p": "P",
    "point": "P",
    "points": "P",
    "concern": "P",
    "issue": "P",
    "remark": "C",
    "item": "P",
    "minor": "M",
    "m": "M",
    "suggestion": "P",
}
"""A reviewer's number is a letter of its kind and digits; C, P and M are numbers of any kind."""
_KIND: Final = "|".join(sorted(_KINDS, key=len, reverse=True))
_LEAD: Final = (
    r"(?:(?:our |author'?s? )?(?:response|reply|answer|re|rebuttal|regarding|concerning|on|about|as to|for)"
    r"(?: to)?(?: the)?(?: reviewer'?s?)?\s*:?\s*)?"
)
_REVIEWER_PREFIX: Final = r"(?:(?:reviewer|referee|rev\.?)[\s_#\-]*(?P<who>\w{1,10})['’]?s?|R(?P<short>\d{1,2}))"
_ONE: Final = rf"(?:(?P<kind>{_KIND})\s*\.?\s*#?\s*(?P<number>\d{{1,2}})(?:\.(?P<sub>\d|[a-z])\b)?)"
_REF: Final = re.compile(
    rf"^{_DECOR}{_LEAD}(?:{_REVIEWER_PREFIX}\s*[-–—.:,/ ]*\s*)?{_ONE}(?P<rest>(?:\s*(?:[,&/+]|and|to|-"
    rf"|–)\s*(?:{_KIND})?\s*\d{{1,2}})*)"
    rf"\s*(?P<end>[:.)\]*_|,;–—：、，。）-]|$|\s)",
    re.I,
)
_BARE: Final = re.compile(
    rf"^{_DECOR}(?:{_REVIEWER_PREFIX}\s*[-–—.]\s*)?(?:[(\[]?(?P<number>\d{{1,2}})(?P<sub>[a-z])?(?:[.):/\]]+(?=\s|\*"
    rf"|_|$)|[：、）]))",
    re.I,
)
_MORE: Final = re.compile(rf"(?P<join>[,&/+]|and|to|-|–)\s*(?P<kind>{_KIND})?\s*(?P<number>\d{{1,2}})", re.I)
_REVIEWER: Final = re.compile(
    rf"^{_DECOR}(?:(?:our |author'?s?'? )?(?:official )?(?:response|reply|answers?|rebuttal|comments?"
    rf"|feedback)\s*(?:to|for|:)?\s*"
    r"(?:the\s+)?(?:comments? (?:of|by|from)\s+)?)?(?:(?:anonymous|anonreviewer)\s*)?"
    r"(?:(?:reviewer|referee|anonreviewer|reviewer id)[\s_#\-:]*(?P<who>[A-Za-z0-9]{1,10})|R(?P<short>\d{1,2})"
    r"|@?(?P<at>R\d{1,2}))"
    r"(?:['’]s comments?)?\s*(?P<tail>\((?:[^()]{0,40})\))?[\s>#*_|\[\](){}=~]*(?P<colon>[:.–—-]?)(?P<rest>.*)$",
    re.I,
)
_GENERAL: Final = re.compile(
    rf"^{_DECOR}(?:general|common|global|overall|shared|joint)\s+(?:response|reply|comments?|remarks?"
    rf"|rebuttal)\b[^\n]{{0,40}}$"
    rf"|^{_DECOR}(?:(?:response|reply|comments?)\s+)?(?:to|for)\s+all\s+(?:the\s+)?(?:reviewers"
    rf"|referees)\b[^\n]{{0,30}}$"
    rf"|^{_DECOR}all reviewers\W*$",
    re.I,
)
_ITALIC: Final = re.compile(r"^\s*(?:[-*]\s+)?(?:\*(?!\*)(?P<a>[^*\n]+)\*|_(?!_)(?P<b>[^_\n]+)_)\W*$")
_MARKED: Final = re.compile(
    rf"^{_DECOR}(?:(?:the )?(?:reviewer|referee)(?:'s)?(?: \w+)?(?: comment| question| asks| says| writes| wrote)?"
    rf"|quote|comment|question|concern|q)\s*[:：]",
    re.I,
)
_ANSWER: Final = re.compile(
    rf"^{_DECOR}(?:our |author'?s?'? )?(?:answer|response|reply|a|re"
    rf"|authors?)\s*(?:\d{{1,2}})?\s*[*_]*\s*[:：]\s*[*_]*\s*",
    re.I,
)
_QUOTED: Final = re.compile(r"“([^”]{12,}?)”|\"([^\"]{12,}?)\"|«([^»]{12,}?)»|„([^“”]{12,}?)[“”]|「([^」]{6,}?)」")
_READ: Final = 4_000
"""Characters in which quotations are looked for."""
_NOT_NAMES: Final = frozenset(
    "s for has have who is was that we and comments comment response asked said wrote notes feedback concerns points "
    "questions question suggested mentions mentioned raised did does in on to of the our a i".split()
)


@dataclass(frozen=True, slots=True)
class Ref:
    """A number that a response gives: ``kind`` W, Q, L, S, or "" for one that says no kind; ``reviewer`` as named."""

    kind: str
    number: int
    reviewer: str | None = None


def refs_of(line: str) -> tuple[tuple[Ref, ...], int]:
    """The numbers a line opens with ("W1 & W2:", "R1-3", "Weakness 3.", "2)"), and where its own words begin."""
    match = _REF.match(line)
    if match is not None and (len(match["kind"]) > 1 or match["kind"].isupper() or match["who"] or match["short"]):
        who = match["who"] or (f"R{match['short']}" if match["short"] else None)
        if match["who"] is None or who.casefold() not in _NOT_NAMES:  # type: ignore[union-attr]
            first = _kind(match["kind"])
            found = [Ref(first, int(match["number"]), who)]
            found += _more(match["rest"] or "", found[0])
            begins = match.start("end") if match["end"].isspace() or not match["end"] else match.end("end")
            return tuple(dict.fromkeys(found)), begins
    bare = _BARE.match(line)
    if bare is not None:
        who = bare["who"] or (f"R{bare['short']}" if bare["short"] else None)
        return (Ref("", int(bare["number"]), who),), bare.end()
    short = re.match(rf"^{_DECOR}R(?P<short>\d{{1,2}})\s*[-–—.]\s*(?P<number>\d{{1,2}})\b[\s:.)*_\]]*", line)
    if short is not None:
        return (Ref("", int(short["number"]), f"R{short['short']}"),), short.end()
    return (), 0


def _kind(word: str) -> str:
    letter = _KINDS[word.casefold()]
    return "" if letter in "CPM" else letter


def _more(rest: str, first: Ref) -> list[Ref]:
    found: list[Ref] = []
    last = first
    for match in _MORE.finditer(rest):
        kind = _kind(match["kind"]) if match["kind"] else last.kind
        number = int(match["number"])
        if match["join"] in ("-", "–", "to") and last.number < number <= last.number + 20:
            found += [Ref(kind, between, first.reviewer) for between in range(last.number + 1, number)]
        last = Ref(kind, number, first.reviewer)
        found.append(last)
    return found


def reviewer_of(line: str) -> tuple[str, int] | None:
    """The reviewer whom a heading names ("Response to Reviewer XyZ9", "R2:"), and where words after it begin."""
    match = _REVIEWER.match(line)
    if match is None:
        return None
    who = match["who"] or (f"R{match['short']}" if match["short"] else match["at"])
    rest = match["rest"].strip(" *_#")
    named = who.casefold() not in _NOT_NAMES and (who[:1].isupper() or any(ch.isdigit() for ch in who))
    if not named or (rest and match["colon"] not in (":", "–", "—")):
        return None
    return who, match.start("rest") if rest else len(line)


def is_general(line: str) -> bool:
    """Whether a heading says that what follows is for all reviewers."""
    return _GENERAL.match(line) is not None


def quotes_reviewer(line: str) -> bool:
    """Whether a whole line repeats the review: after ">", in italics, or behind "Reviewer:", "Q:", "Comment:"."""
    stripped = line.strip()
    if stripped.startswith(">"):
        return True
    italic = _ITALIC.match(line)
    if italic is not None and len((italic["a"] or italic["b"]).split()) >= 4:
        return True
    if _MARKED.match(line):
        return True
    whole = _QUOTED.match(re.sub(rf"^{_DECOR}", "", stripped))
    return whole is not None and whole.end() >= 0.9 * len(re.sub(rf"^{_DECOR}", "", stripped))


def answer_begins(line: str) -> int | None:
    """Where the authors' own words begin in a line that says so ("A:", "**Response:**"), else ``None``."""
    match = _ANSWER.match(line)
    return match.end() if match is not None else None


def quoted_in(text: str) -> tuple[str, ...]:
    """The stretches of words in quotation marks; of a long text in its beginning."""
    return tuple(next(group for group in match.groups() if group) for match in _QUOTED.finditer(text[:_READ]))
