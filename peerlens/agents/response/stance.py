"""What a sentence of a response does: answers, promises, concedes, declines, or is mere courtesy."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from peerlens.agents.response.own_words import stems


class Doing(StrEnum):
    """What a sentence does.

    ``CHANGE``: it says that the paper was changed since; ``ORDER``: it speaks to an automated reader, and is no part of
    an answer.
    """

    ANSWER = "answer"
    PROMISE = "promise"
    CHANGE = "change"
    CONCESSION = "concession"
    DEFERRAL = "deferral"
    COURTESY = "courtesy"
    ORDER = "order"


_VERBS: Final = (
    r"add|include|clarif|discuss|report|provid|revis|updat|fix|correct|expand|extend|elaborat|incorporat|mention|cite|"
    r"release|publish|upload|post|perform|run|conduct|rewrit|rephras|improv|modif|chang|address|investigat|explor"
    r"|explain|"
    r"move|remov|make|do|put|give|describ|compar|evaluat|test|state|emphasi|highlight|insert|append|amend|reword"
    r"|polish|"
    r"proofread|share|open[- ]?sourc|consider|look|try|present|reflect|reorgani[sz]|restructur|proof"
)
_PROMISE: Final = re.compile(
    rf"\b(?:will|shall|would|plan(?:s|ning)? to|intend to|going to|aim to|hope to|promise to|commit to|'ll|’ll"
    rf"|are happy to"
    rf"|(?:would|will) be (?:happy|glad) to|are (?:currently |now )?(?:working on|looking))\b"
    rf"(?:\W+\w+){{0,4}}?\W*\b(?:{_VERBS})"
    r"|\bwe are (?:currently |now |still )?(?:running|conducting|preparing|performing)\b"
    r"|\b(?:will|to) be (?:added|included|clarified|discussed|reported|provided|revised|updated|fixed|corrected"
    r"|released"
    r"|made|done|addressed|published|explained|improved|moved|expanded)\b"
    r"|\bcamera[- ]ready\b|\b(?:in|for) (?:the|our|a) (?:final|next|upcoming|future) (?:version|revision"
    r"|manuscript|draft)\b"
    r"|\bupon acceptance\b|\bif (?:the paper (?:is|gets) )?accepted\b|(?:将|会)(?:在|补充|添加|增加|更新|修改)",
    re.I,
)
_DONE: Final = re.compile(
    rf"\b(?:we|have|has|been|were|was|now)\b(?:\W+\w+){{0,3}}?\W+(?:{_VERBS})\w*(?:ed|ten|ut|un|wn|de|ne)?\b.{{0,120}}?"
    r"\b(?:(?:revised|updated|new|current|latest|second) (?:version|manuscript|draft|paper|pdf|submission)|revision)\b"
    r"|\bwe(?: have|'ve|’ve)(?: now| also)? (?:added|revised|updated|fixed|corrected|clarified|reworded|rewritten"
    r"|amended|modified"
    r"|changed|rephrased|expanded|extended|included|removed|moved)\b"
    r"|\b(?:has|have) (?:now )?been (?:added|revised|updated|fixed|corrected|clarified|amended|changed)\b"
    r"|^\W*(?:done|fixed|added|corrected|updated)\b|\bin (?:the|our) (?:revised|updated|new) (?:version|manuscript"
    r"|paper)\b"
    r"|(?:已|我们)(?:经)?(?:补充|添加|增加|更新|修改)",
    re.I,
)
_CONCESSION: Final = re.compile(
    r"\b(?:we (?:fully |completely |totally |do |certainly )?(?:agree|acknowledge|admit|concede|apologi[sz]e)"
    r"|you are (?:absolutely |completely )?(?:right|correct)"
    r"|the reviewer is (?:right|correct)|(?:good|valid|fair|great|excellent) (?:point|catch|question|suggestion"
    r"|observation)"
    r"|(?:is|are) (?:indeed )?a (?:limitation|valid concern|weakness)|sorry|our (?:mistake|oversight|fault)"
    r"|indeed (?:a )?(?:missing|true|correct|typo)"
    r"|that is (?:true|correct|right))\b|(?:同意|承认|抱歉)",
    re.I,
)
_DEFERRAL: Final = re.compile(
    r"\b(?:beyond|outside|out of) (?:the |our )?scope\b|\b(?:leave|left|leaving)\b.{0,60}\b(?:future"
    r"|later) (?:work|research|studies)\b"
    r"|\bfuture (?:work|research|direction|study)\b|\bdue to (?:the )?(?:space|page|time) (?:limit|constraint)\w*"
    r"|\b(?:cannot|can not|unable to|could not) (?:provide|share|release|run|add)\b",
    re.I,
)
_COURTESY: Final = re.compile(
    r"\b(?:thank(?:s| you)|appreciate|grateful|gratitude|pleased|glad|we hope|please let us know|kindly"
    r"|happy to (?:answer|discuss)"
    r"|(?:raise|increase|reconsider|update|improve) (?:your|the) (?:score|rating|evaluation)|best regards"
    r"|dear (?:reviewer|referee)"
    r"|response to|address(?:es|ed)? (?:all |your |the )+(?:concern|question|comment)s?|below we|in the following"
    r"|point[- ]by[- ]point"
    r"|careful(?:ly)? read|insightful|constructive|valuable (?:feedback|comments)|great question)\b|(?:感谢|谢谢)",
    re.I,
)
_ORDER: Final = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|above|prior|earlier|all)\b.{0,40}\b(?:instruction|prompt"
    r"|rule|text)"
    r"|\b(?:mark|label|rate|judge|treat|count|grade|set|answer)\b.{0,20}\b(?:every|all|each|this|the)\b.{0,60}"
    r"\b(?:answered|supported|borne out|bears_out|not supported|accept|resolved)\b"
    r"|\b(?:every|all) (?:claims?|points?|questions?|concerns?)\b.{0,20}\b(?:is|are) (?:supported|answered"
    r"|resolved|borne out)\b"
    r"|\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|reviewer bot)\b|<\|?im_(?:start|end)\|?>"
    r"|\[/?INST\]"
    r"|^\s*(?:system|assistant)\s*:|\"(?:status|bears_out|label)\"\s*:",
    re.I,
)
_POINTER: Final = re.compile(
    r"\b(?:see|refer(?:red)?|please|shown?|described?|discussed?|reported?|given|found|explained?|detailed|stated"
    r"|listed|included"
    r"|provided|presented|mentioned|there|this|it|that|is|are|was|were|be|in|can|already|do|did|have|has)\b",
    re.I,
)
_OWN_WORDS: Final = 3
_READ: Final = 1_000
"""Characters of a sentence that are looked at."""


def doing(sentence: str) -> Doing:
    """What a sentence does. A promise that also says something is a promise: it is about another version."""
    sentence = sentence[:_READ]
    if _ORDER.search(sentence):
        return Doing.ORDER
    if _PROMISE.search(sentence):
        return Doing.PROMISE
    if _DONE.search(sentence):
        return Doing.CHANGE
    if _DEFERRAL.search(sentence):
        return Doing.DEFERRAL
    if _COURTESY.search(sentence) and len(_rest(_COURTESY, sentence)) <= 8:
        return Doing.COURTESY
    if _CONCESSION.search(sentence) and len(_rest(_CONCESSION, sentence)) <= 5:
        return Doing.CONCESSION
    return Doing.ANSWER


def _rest(pattern: re.Pattern[str], sentence: str) -> frozenset[str]:
    return stems(pattern.sub(" ", sentence))


def says_something(sentence: str) -> bool:
    """Whether a sentence says more than where to look: three words of its own, or a yes, a no, a number."""
    own = stems(_POINTER.sub(" ", sentence))
    return (
        len(own) >= _OWN_WORDS
        or bool(re.match(r"\W*(?:yes|no|correct)\b", sentence, re.I))
        or bool(_CJK.search(sentence))
    )


_CJK: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]{4,}")
