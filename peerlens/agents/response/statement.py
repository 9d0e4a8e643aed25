"""What a sentence of a response says of a place that it names: the statement to hold against that place."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.response.own_words import stems
from peerlens.agents.response.places import Named

_READ: Final = 1_000
"""Characters of a sentence that are looked at."""
_LEAST: Final = 2
"""Own words from which a sentence says what is at a place, and does not merely point there."""
_SHOWS: Final = (
    r"(?:also |already |clearly |now )?(?:shows?|demonstrates?|reports?|gives?|lists?|contains?|describes?"
    r"|provides?|presents?|states?|"
    r"explains?|includes?|compares?|discusses?|covers?|details?|illustrates?|summari[sz]es?|indicates?|suggests?"
    r"|confirms?|says?|has)"
)
_PREPOSED: Final = (
    r"(?:\(\s*)?(?:please\s+)?(?:also\s+)?(?:(?:see|cf\.?|refer to|check|consult|kindly see|e\.g\.,?|i\.e\.,?)\s+)?"
    r"(?:(?:already |also |both )?(?:as\s+)?(?:we\s+)?(?:can be |is |are |was |were |have been "
    r"|has been )?(?:\w+ly\s+)?"
    r"(?:shown?|described|discussed|reported|given|found|explained|detailed|stated|listed|included|provided"
    r"|presented|mentioned|"
    r"seen|defined|introduced|illustrated|summari[sz]ed|specified|indicated|noted)\s+)?"
    r"(?:(?:in|at|on|from|by|of|to|with|under|below|above|after|before|around|through)\s+)?(?:the\s+)?"
    r"(?:(?:beginning|end|first|second|third|fourth|last|final|next|whole|caption|paragraph|sentence|column|row"
    r"|rows|part|top|bottom|footnote|line)\s+(?:\w+\s+)?(?:of|in|after|before|below|above)\s+)?"
)
_BETWEEN: Final = re.compile(r"[\s,;&()]*(?:and|or|to)?[\s,;&()]*")
_REFERS: Final = re.compile(
    r"\b(?:we|please|kindly|let us|would like to)?\s*(?:refer|point|direct|invite)(?:s"
    r"|red)?\s+(?:the\s+)?(?:reviewer|referee|reader|you)s?\b(?:\s+to\b)?"
    r"|\b(?:please|kindly)\s+(?:see|refer to|check|have a look at|look at)\b|\bsee\b",
    re.I,
)
_OPENS: Final = re.compile(
    r"^(?:yes|no|actually|indeed|in fact|however|note that|please note that|we note that|we would like to (?:note"
    r"|point out|clarify|emphasi[sz]e|stress) that"
    r"|we (?:respectfully )?(?:disagree|note|clarify)|this is because|moreover|also|as such|therefore|thus|here"
    r"|that is|sorry|thank you|thanks)\b[\s,.;:—–-]*",
    re.I,
)
_VAGUE: Final = stems(
    "details detail results result point information concern question issue describe report this it more answer"
)
_GIVES: Final = re.compile(
    r"\bwe (?:have |do |did |already |also |now |explicitly |indeed |in fact ){0,4}(?:report|add|show|give|list"
    r"|include|provide|present|describe|discuss|explain|detail|state|mention)(?:ed|d|ing)?\b",
    re.I,
)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|may|might|must|we|it|they|there|not)\b"
    r"|\b(?!this|the|its|thus|analysis|loss|bias|class|process|basis|axis|across|various"
    r"|previous)[a-z]{3,}(?:[^s]s|ed)\b(?=\s+(?:the|a|an|that|to|from|by|in|on|with|our|all|as|at|\d))",
    re.I,
)
_PRONOUN: Final = re.compile(
    r"^\W*(?:this|that|it|these|those|they|all of (?:this|these)|which)\b(?:\s+(?:is|are|was|were|can be|has been))?",
    re.I,
)


def said_of(sentence: str, offset: int, places: tuple[Named, ...], place: Named) -> str | None:
    """The statement about ``place`` in a sentence that begins at ``offset`` of the response; ``None`` where it only
    points there. ``places``: all that the sentence names."""
    sentence = sentence[:_READ]
    end = place.end - offset
    after = re.match(rf"\W*{_SHOWS}\b(?:\s+that\b)?(?:\s+(?:how|why)\b)?", sentence[end:], re.I)
    if after is not None:
        own = sentence[end + after.end() :]
        rest = _without_places(
            own, [(p.start - offset - end - after.end(), p.end - offset - end - after.end()) for p in places]
        )
    else:
        rest = _without_places(sentence, [(p.start - offset, p.end - offset) for p in places])
    return _worded(rest, shown=after is not None and "that" in after.group().casefold().split())


def _without_places(text: str, spans: list[tuple[int, int]]) -> str:
    """The text without the places and the words that lead to them; the longest first words go first."""
    kept = text
    for start, end in sorted({span for span in spans if 0 <= span[0] < span[1] <= len(text)}, reverse=True):
        lead = re.search(rf"{_PREPOSED}$", kept[:start], re.I)
        begin = lead.start() if lead is not None else start
        tail = re.match(r"(?:\s?\([a-z]\))?\s*\)?", kept[end:])
        kept = f"{kept[:begin]} {kept[end + (tail.end() if tail else 0) :]}"
    return kept


def _worded(rest: str, *, shown: bool) -> str | None:
    rest = _REFERS.sub(" ", rest)
    rest = re.sub(r"\(\s*[,;&\s]*\)", " ", rest)
    rest = re.sub(r"\s+([.,;:?!])", r"\1", " ".join(rest.split())).strip(" ,;:-–—()[]*_>")
    for _ in range(3):
        rest = _OPENS.sub("", rest).strip(" ,;:-–—")
    rest = re.sub(r"^(?:for|where|in which|that|as)\s+(?=\w)", "", rest, flags=re.I)
    given = _GIVES.match(rest)
    if given is not None:
        rest = f"The paper reports{rest[given.end() :]}"
    elif _PRONOUN.match(rest) and len(stems(_PRONOUN.sub("", rest))) < _LEAST + 1:
        return None
    own = stems(re.sub(r"^The paper reports", "", rest)) - _VAGUE
    if len(own) < (1 if given is not None else _LEAST):
        return None
    if given is None and not _FINITE.search(rest) and not shown:
        rest = f"The paper reports {rest[:1].lower() + rest[1:] if rest[1:2].islower() else rest}"
    return f"{rest.rstrip('.,;: ')}."
