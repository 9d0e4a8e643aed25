"""Whether a sentence of the paper holds the kind of content that a question asks for, or comes near it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.answer_focus import (
    is_title,
    lacks_names,
    names_asked,
    only_numbers_a_place,
    says_how_often,
    shows_choice,
    shows_effect,
)  # fmt: skip
from peerlens.agents.embedded.answer_kind import Kind, noun_asked
from peerlens.agents.embedded.concepts import Concept, concepts_in
from peerlens.agents.embedded.numbers.quantities import equal, quantities
from peerlens.agents.embedded.spelling import spelled_out
from peerlens.agents.embedded.wording import canon, content
from peerlens.taxonomy import PassageType, SectionKind
from peerlens.text.folding import words

ANSWERED_SHARE: Final = 0.6
NEAR_SHARE: Final = 0.5
_NEARLY_ALL: Final = 0.67
_NEAR_COSINE: Final = 0.5
_COUNTED: Final = re.compile(r"\bhow many (?:\w+ )?(?P<noun>[a-z]+s|data|people)\b", re.I)
_GIVES_REASON: Final = re.compile(
    r"\b(?:because|since|due to|owing to|in order to|to (?:avoid|ensure|reduce|keep|prevent|allow|make|obtain|limit"
    r"|control|match|save|improve|enable)"
    r"|so that|so as to|as (?:it|they|this|these|we|the)|for (?:fairness|simplicity|efficiency|consistency"
    r"|comparability|a fair)|therefore|thus|hence"
    r"|motivated by|reason|the idea is|which (?:allows|ensures|avoids|makes))\b",
    re.I,
)
_NOT_YET: Final = re.compile(
    r"\b(?:future work|we (?:plan|intend|hope) to|will be (?:released|published|made)|upon acceptance|is left"
    r"|leave (?:it|this|that|the)|not (?:reported|given|provided|included"
    r"|considered|studied|evaluated|measured|released|used|tested)|we do not|we did not|no \w+ (?:is|are|was|were))\b",
    re.I,
)
_MEASURED: Final = re.compile(
    r"\b(?:runtime|run time|time|cost|memory|latency|speed|throughput|flops|seeds?|epochs?|batch|learning rate|size"
    r"|parameters|hardware|error bars?|deviations?)\b",
    re.I,
)


_SHOWS: Final = re.compile(
    r"\b(?:report|show|present|list|give|summari[sz]|describ|discuss|defin|detail|provid|conduct|compar|evaluat|measur"
    r"|found in|see)\w*\b|\b(?:table|tab\.|figs?\.|figures?|sections?|sec\.|algorithm)\s*\d",
    re.I,
)
_MEANS: Final = re.compile(
    r"\b(?:means? that|means?(?= (?:an?|the|to|how|what|whether)\b)|denot(?:es?|ing)|defined?|refers? to"
    r"|stands? for|that is,|we call"
    r"|is called|in other words|short for)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of the paper and how near it comes: ``share`` of the asked-for words, ``cosine`` to the question."""

    start: int
    end: int
    text: str
    share: float
    cosine: float
    type: PassageType
    kind: SectionKind
    title: str


def answers(one: Candidate, question: str, asked: Sequence[str], kind: Kind) -> bool:
    """Whether the sentence holds the kind of content asked for, about the thing asked about."""
    if one.kind in (SectionKind.RELATED_WORK, SectionKind.FUTURE_WORK, SectionKind.REFERENCES):
        return False
    about = one.share >= ANSWERED_SHARE and (len(asked) > 1 or one.share == 1.0)
    if lacks_names(one.text, question, names_asked(question)):
        return False
    by_title = kind in (Kind.OPEN, Kind.WHETHER, Kind.EFFECT, Kind.WISH) and is_title(one.text)
    if by_title and one.share == 1.0 and len(asked) >= 2:
        return True
    if kind is Kind.WHERE:
        return _is_the_place(one, asked)
    if kind is Kind.MEANING:
        return about and _says_meaning(one.text, question)
    if kind is Kind.WHICH:
        return about and _names_the_noun(one.text, noun_asked(question))
    if kind is Kind.CHOSEN:
        return about and shows_choice(one.text)
    if kind is Kind.EFFECT:
        return one.share == 1.0 and shows_effect(one.text) and not _NOT_YET.search(one.text)
    if kind is Kind.QUANTITY:
        return (about and _has_value(one.text, question)) or _counts(one.text, question, one.share)
    if kind is Kind.CHOICE:
        return _settles(one.text, question) and one.share > 0
    if kind is Kind.REASON:
        return about and one.cosine >= _NEAR_COSINE and _gives_reason(one.text, asked)
    if kind is Kind.WISH:
        return _shows_wished(one, question, asked)
    if kind is Kind.WHETHER:
        near = one.cosine >= _NEAR_COSINE or bool(names_asked(question))
        return one.share == 1.0 and len(asked) >= 2 and near
    return one.share >= 0.8 and len(asked) >= 3 and one.cosine >= 0.65


def _is_the_place(one: Candidate, asked: Sequence[str]) -> bool:
    """Whether what is asked for stands here, not only its name by the way; a section named so is its place."""
    if set(asked) <= set(content(spelled_out(one.title))):
        return not is_title(one.text)
    if one.share < 1.0 or _NOT_YET.search(one.text):
        return False
    shown = one.type in (PassageType.CAPTION, PassageType.TABLE) or bool(quantities(one.text))
    return shown or is_title(one.text) or _SHOWS.search(one.text) is not None


def _says_meaning(text: str, question: str) -> bool:
    """Whether the sentence says what something means, or spells an acronym out."""
    acronyms = [name for name in names_asked(question) if name.isupper()]
    return any(f"({name}" in text for name in acronyms) if acronyms else _MEANS.search(text) is not None


def _names_the_noun(text: str, noun: str) -> bool:
    """Whether the sentence has a name or number at a noun: "an NVIDIA RTX 3090 GPU", "the optimizer Adam"."""
    stem = re.escape(noun.rstrip("s"))
    named = r"[\w./+-]*(?:[A-Z0-9][\w./+-]*)"
    for found in re.finditer(rf"\b{stem}\w{{0,2}}\b", text, re.I):
        before = re.search(rf"(?<=[\s(])({named})(?: \[[\d, ]+\])?[\s(]+$", text[: found.start()])
        after = re.match(rf"\s*(?:is|are|was|were|:|such as|of)?\s*(?:the )?(?-i:({named}))", text[found.end() :])
        if before or after:
            return True
    return False


def _has_value(text: str, question: str) -> bool:
    """Whether the sentence gives a number that the question does not hold already."""
    known = quantities(question)
    return any(
        not only_numbers_a_place(text, value.start, value.end) and not any(equal(old, value) for old in known)
        for value in quantities(text)
    )


def _counts(text: str, question: str, share: float) -> bool:
    """Whether the sentence puts a number right before the thing a "how many" question counts."""
    counted = _COUNTED.search(question)
    if counted is None:
        return False
    if says_how_often(text, counted["noun"]):
        return True
    if share < NEAR_SHARE:
        return False
    noun = canon(counted["noun"].casefold())
    return any(
        any(canon(word) == noun for word in words(text[value.end : value.end + 40])[:3]) for value in quantities(text)
    )


def _settles(text: str, question: str) -> bool:
    """Whether the sentence gives exactly one of the values a question offers."""
    offered, given = quantities(question), quantities(text)
    hits = [one for one in offered if any(equal(one, value) for value in given)]
    return len(hits) == 1


def _gives_reason(text: str, asked: Sequence[str]) -> bool:
    """Whether a reason is marked within twelve words of something asked about."""
    marked = _GIVES_REASON.search(text)
    if not marked:
        return False
    before = words(text[: marked.start()])[-12:]
    after = words(text[marked.end() :])[:12]
    return any(canon(word) in asked for word in (*before, *after))


def _shows_wished(one: Candidate, question: str, asked: Sequence[str]) -> bool:
    """Whether the sentence shows what a wish asks to see: the thing, with a value where it is a measured one."""
    if _NOT_YET.search(one.text):
        return False
    wished = [mention.concept for mention in concepts_in(question)]
    if wished:
        shown = all(_shows(concept, one) for concept in wished)
        rest = [word for word in asked if not any(word in content(" ".join(c.probes)) for c in wished)]
        own = set(content(one.text))
        if not shown or (rest and sum(word in own for word in rest) < len(rest) * ANSWERED_SHARE):
            return False
        return bool(quantities(one.text)) or not _MEASURED.search(question)
    shows = one.type in (PassageType.CAPTION, PassageType.TABLE) or bool(quantities(one.text))
    return one.share == 1.0 and len(asked) >= 2 and one.cosine >= _NEAR_COSINE and shows


def _shows(concept: Concept, one: Candidate) -> bool:
    return any(pattern.search(text) for pattern in (concept.shown, concept.named) for text in (one.text, one.title))


def is_near(one: Candidate, question: str, asked: Sequence[str], kind: Kind) -> bool:
    """Whether the sentence speaks of what is asked about, without answering: all of it, or nearly all of much."""
    if kind is Kind.MEANING:  # the words asked about are in the paper: that is why they are asked about
        return False
    if lacks_names(one.text, question, names_asked(question)):
        return False
    wished = [mention.concept for mention in concepts_in(question)]
    if wished and any(_shows(concept, one) for concept in wished):
        return True
    if len(asked) == 1:
        return one.share == 1.0 and one.cosine >= 0.4
    return one.share == 1.0 or (one.share >= _NEARLY_ALL and len(asked) >= 3 and one.cosine >= _NEAR_COSINE)
