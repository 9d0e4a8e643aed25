"""What a question or wish of a review asks for: the words that name it, and the kind of content that would answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Final

from peerlens.agents.embedded.answer_focus import asks_for_effect, asks_how_chosen
from peerlens.agents.embedded.decompose.asks import is_question
from peerlens.agents.embedded.numbers.quantities import quantities
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.wording import canon, content


class Kind(StrEnum):
    """The kind of content that a request is after."""

    QUANTITY = auto()
    CHOICE = auto()
    CHOSEN = auto()
    EFFECT = auto()
    REASON = auto()
    WHERE = auto()
    MEANING = auto()
    WHICH = auto()
    WHETHER = auto()
    OPEN = auto()
    WISH = auto()


_FILLER: Final = frozenset(
    canon(word)
    for word in (
        "please could can would will should may might author authors paper you your manuscript we they provide add "
        "report explain "
        "clarify discuss discussion elaborate include give show describe comment detail details more further "
        "additional also "
        "how what which why where when who does do did is are was were has have been many much number value values "
        "exact exactly "
        "specific specifically question wonder curious understand know like suggest recommend consider better good "
        "nice helpful "
        "interesting useful there any some reason reasons rationale behind choice motivation use used using chosen "
        "choose setting "
        "set mention state stated sec section figure table line page case work approach possible make sure need "
        "needed clear clearly "
        "current proposed method model models results result think believe whether if so e.g etc see point appendix "
        "version final text main "
        "explore exploring investigate examine justify chosen selected select tuned tune picked determined interested "
        "performance perform matter affect impact influence effect sensitive sensitivity try tried other different"
    ).split()
)
PLACE: Final = re.compile(
    r"\b(?:sections?|secs?\.?|tables?|tabs?\.?|figures?|figs?\.?|algorithms?|appendix|equations?|eqs?\.?|theorem"
    r"|lemma|lines?|l\.|pages?)"
    r"[\s~]*\(?(?:[A-Z]\.?)?\d+(?:\.\d+)*\)?|\bappendix [A-Z]\b|\bthe abstract\b",
    re.I,
)
_QUOTED: Final = re.compile(r"«[^»]{15,}»|“[^”]{15,}”|\"[^\"]{15,}\"|‘[^’]{15,}’(?!\w)")
_REFERS_BACK: Final = re.compile(
    r"\W*(?:and |but |also,? |so |or )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should) "
    r"(?:it|this|that|they|these|those)\b",
    re.I,
)
_QUANTITY: Final = re.compile(
    r"\bhow (?:many|much|long|large|big|often|deep|wide|small|high|fast)\b|\bwh(?:at|ich) (?:is|are|was"
    r"|were) (?:the |your )?(?:\w+ ){0,3}"
    r"(?:number|size|value|rate|ratio|percentage|length|dimension\w*|range|amount|proportion|cost|runtime|time"
    r"|accuracy|score|budget"
    r"|threshold|temperature|depth|width|batch|epochs?|count|order of magnitude|p-values?)\b"
    r"|\bwhat (?:\w+ ){0,2}(?:size|value|rate|number|ratio|length)\b"
    r"|\bwhich (?:value|number|size)\b",
    re.I,
)
_REASON: Final = re.compile(
    r"\bwhy\b|\breasons?\b|\brationale\b|\bmotivat\w+|\bjustif\w+|\bintuition\b|\bhow come\b", re.I
)
_SAYING: Final = (
    r"(?:report|describe|define|discuss|show|explain|mention|introduce|give|state|list|present|provide"
    r"|analy[sz]e|compare|evaluate|address|cover|specif|prove|release)"
)
_WHERE: Final = re.compile(
    rf"^\W*(?:and |but |so )?where (?:(?:do|does|did|can|could) [^?]{{2,40}}? {_SAYING}\w*\b"
    rf"|(?:is|are|was|were) [^?]{{2,80}}? (?:\w+ly )?{_SAYING}\w*\W*$"
    r"|(?:is|are) (?:the|their|your|its|an?|any) (?:[\w-]+ ){0,3}[\w-]+\W*$)",
    re.I,
)
"""A question for the place of something, not for where a gain comes from."""
_MEANING: Final = re.compile(
    r"\bwhat (?:do|does|did) (?P<it>[^?]{1,80}?) (?:even )?(?:mean(?: (?:by|for))?|denote|stand for|refer to)\b"
    r"|\bwhat (?:is|are|was) meant by\b",
    re.I,
)
_WHICH: Final = re.compile(
    r"^\W*(?:which|what) (?:[\w-]+ ){0,2}?(?P<noun>[\w-]+) (?:is|are|was|were|do|does|did|has|have|had) "
    r"(?:[^?]* )?(?:us|train|run|evaluat|test|conduct|compar|consider|report|measur|appl|employ|cho)\w*\b",
    re.I,
)
_WHETHER: Final = re.compile(
    r"^\W*(?:and |but |also,? |so |or )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b"
    r"|\bwhether\b|\bif (?:the|this|you)\b",
    re.I,
)
_CHOICE: Final = re.compile(r"\b(?:is|are|was|were|do|does|did)\b.*\bor\b", re.I)


def asked_for(text: str) -> tuple[str, ...]:
    """The stems of the words that name what is asked for, places and courtesies left out."""
    text = _MEANING.sub(lambda match: f" {match['it'] or ''} ", text)
    return tuple(word for word in content(spelled_out(PLACE.sub(" ", text))) if word not in _FILLER)


def unquoted(text: str) -> str:
    """A request without its longer quotations: they say what it refers to, not what it asks for."""
    return _QUOTED.sub(" ", text)


def only_refers_back(text: str, asked: Sequence[str]) -> bool:
    """Whether a question is about an "it" that stands before it and names next to nothing itself."""
    return len(asked) < 2 and bool(_REFERS_BACK.match(text))


def kind_of(text: str) -> Kind:
    if asks_how_chosen(text):
        return Kind.CHOSEN
    if re.search(r"\b(?:explore|investigate|study|interesting)\b", text, re.I) and not text.rstrip().endswith("?"):
        return Kind.WISH
    if not is_question(text) and not _REASON.search(text):
        return Kind.QUANTITY if _QUANTITY.search(text) else Kind.WISH
    if _MEANING.search(text):
        return Kind.MEANING
    if _REASON.search(text):
        return Kind.REASON
    if _WHERE.match(text):
        return Kind.WHERE
    if _QUANTITY.search(text):
        return Kind.QUANTITY
    if asks_for_effect(text):
        return Kind.EFFECT
    if re.match(r"\W*(?:could|can|would|will) (?:you|the authors?|they)\b", text, re.I):
        return Kind.WISH
    if _CHOICE.search(text) and len(quantities(text)) >= 2:
        return Kind.CHOICE
    if _WHICH.match(text) and not PLACE.search(text):
        return Kind.WHICH
    return Kind.WHETHER if _WHETHER.search(text) else Kind.OPEN


def noun_asked(text: str) -> str:
    """What a "which" asks for: "GPU" in "Which GPU was used?"; "" where it asks for nothing so."""
    asked = _WHICH.match(text)
    return asked["noun"] if asked else ""
