"""Read what a person types at the prompt: a look-up, a claim to check, a place to look at, a label to audit again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from peerlens.errors import UsageError
from peerlens.schema.conversation import TurnKind
from peerlens.taxonomy import Weakness

_CHECK = re.compile(
    r"^\s*(?:check|verify|is it true(?: that)?|claim)\s*(?::|\bthat\b|(?<=that)|\s)\s*(?P<claim>.+)$", re.I | re.S
)
_AUDIT = re.compile(r"\baudit\b", re.I)
_LABEL = re.compile(r"\bL?(2\.[1-7]\.[1-3])\b", re.I)
_NUMBERED_LIKE_ONE = re.compile(r"\bL?(\d+(?:\.\d+){1,2})\b", re.I)
_WHY = re.compile(r"^\s*(?:why|how come|explain|on what grounds)\b.{0,60}$", re.I | re.S)
_NUMBERED = (
    r"(?:sections?|sec\.?|§+|appendix|app\.|tables?|tab\.|figures?|fig\.|algorithms?|pages?|p\.|lines?)"
    r"\s*~?\s*(?:[A-Z]\.?)?\d+(?:\.\d+)*|appendix\s+[A-Z]\b"
)
_NAMED = (
    r"the\s+(?:appendix|appendices|abstract|introduction|background|related work|methods?|methodology|experiments?"
    r"|evaluation|results?|ablations?|discussion|limitations?|conclusions?|supplement(?:ary material)?)(?:\s+section)?"
)
_PLACE = re.compile(rf"\b(?P<place>{_NUMBERED}|{_NAMED})\b", re.I)
_ONLY_A_PLACE = re.compile(
    r"^\W*(?:(?:and|or|but|no|yes|what|if|about|does|did|do|suppose|maybe|perhaps|the|this|that|it|they?|he|she"
    r"|reviewers?|means?|meant|refers?|to|have|has|had|in|at|on|of|look|looking|see|only|instead|again|please|answer"
    r"|answered|settle|try|is|are|there|here|mind|was|were|had|mean|point|claim|s|with|mind)\b\W*)*$",
    re.I,
)  # fmt: skip

_SECOND_LOOK = re.compile(
    r"^\W*(?:and|or|but|no|only|maybe|perhaps|suppose|please|try|again)\b|\b(?:if|about|means?|meant|refers?|instead|again"
    r"|answer(?:ed)?|settle|look(?:ing)?|see|in|on|at)\b",
    re.I,
)

_SHOWN = re.compile(
    r"\b(?:show[ns]?|says?|tell|states?|reports?|contains?|stands?|reads?|open|quote|print|display|where)\b", re.I
)
_ONLY_SHOWN = re.compile(
    r"^\W*(?:(?:what|which|where|how|does|do|is|are|can|could|you|show[ns]?|says?|tell|states?|reports?|contains?|stands?"
    r"|reads?|open|quote|print|display|in|on|at|there|me|us|please|to|go|the|it|i|see)\b\W*)*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for. ``subject``: the claim or question in words; ``place``: where to look, as named."""

    kind: TurnKind
    subject: str
    place: str | None = None
    label: Weakness | None = None


def read_question(text: str) -> Wish:
    """By form alone, so that the same words always do the same. Whatever fits nothing else is looked up."""
    words = " ".join(text.split())
    place = _place(words)
    label = _LABEL.search(words)
    if _AUDIT.search(words) and label is not None:
        known = next((one for one in Weakness if one.value == f"L{label[1]}"), None)
        if known is not None:
            return Wish(TurnKind.AUDIT, words, place, known)
    check = _CHECK.match(words)
    if check is not None:
        return Wish(TurnKind.CHECK, check["claim"].strip())
    if place is not None and _asks_to_look_there(_PLACE.sub(" ", words)):
        return Wish(TurnKind.RECONSIDER, words, place)
    if place is not None and _asks_to_see(_PLACE.sub(" ", words)):
        return Wish(TurnKind.SHOW, words, place)
    if _WHY.match(words):
        return Wish(TurnKind.EXPLAIN, words)
    return Wish(TurnKind.LOOK_UP, words)


def check_label(text: str) -> None:
    """Raises ``UsageError`` where a label is to be audited that there is not."""
    named = _NUMBERED_LIKE_ONE.search(
        re.sub(r"(?:section|sec\.|§|appendix|page|p\.)\s*\d[\d.]*", " ", text, flags=re.I)
    )
    if _AUDIT.match(text.strip()) and named is not None and read_question(text).kind is not TurnKind.AUDIT:
        first, *_, last = Weakness
        raise UsageError(f"there is no label {named[0]}", hint=f"they are {first.value} to {last.value}; a shows them")


def _asks_to_look_there(rest: str) -> bool:
    """Whether the words around a place say nothing but to look at it: "what are the limitations?" asks for them."""
    alone = re.search(r"\w", rest) is None
    return _ONLY_A_PLACE.match(rest) is not None and (alone or _SECOND_LOOK.search(rest) is not None)


def _asks_to_see(rest: str) -> bool:
    """Whether the words around a place ask for nothing but what stands there."""
    return _ONLY_SHOWN.match(rest) is not None and _SHOWN.search(rest) is not None


def _place(words: str) -> str | None:
    """The last place named, without its article."""
    named = [match["place"] for match in _PLACE.finditer(words)]
    return re.sub(r"^the\s+", "", named[-1], flags=re.I) if named else None
