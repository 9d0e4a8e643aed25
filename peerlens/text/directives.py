"""Sentences that tell whoever judges a paper what to think, say or do: no statement of the paper."""

from __future__ import annotations

import re
from typing import Final

_WHO: Final = (
    r"(?:(?:all|any|the|this|these|our|dear|future|every|human|automated|official|assigned|and|or|,) )*"
    r"(?:reviewers?|referees?|(?:meta-?|area |senior |programme |program )(?:reviewers?|chairs?)|reviewing (?:models?|"
    r"systems?|tools?|assistants?|agents?)|(?:AI|LLM|L\.L\.M\.|language[ -]model|automated|automatic|machine)"
    r"(?:[ -](?:based|assisted|powered))?[ -]?(?:reviewers?|assistants?|systems?|judges?|graders?|agents?|tools?|"
    r"checkers?|readers?)|(?:large )?language models? (?:reading|reviewing|judging|checking|processing) (?:this|the)|"
    r"(?:AI|LLM)s? (?:reading|reviewing|judging|checking|processing) (?:this|the))"
)
_HOLD: Final = (
    r"(?:note|notice|know|say|state|report|write|conclude|acknowledge|accept|agree|believe|mention|assume|recogni[sz]e|"
    r"understand|consider|treat|recommend|rate|score|give|assign|regard|remember|confirm|affirm|count|take|ignore|"
    r"disregard|follow|output|answer|respond|reply|judge|label|mark|find|see|be (?:aware|told|reminded|informed))"
)
_FORMS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        # reviewers must note that …
        rf"\b{_WHO}\b[^.;:]{{0,30}}?\b(?:must|should|shall|ought to|have to|has to|need to|needs to|will|please|"
        rf"(?:is|are) (?:\w+ly )?(?:asked|required|requested|instructed|urged|advised|reminded|expected|told|directed|"
        rf"obliged|ordered|invited|bound|to))\b(?: to)?(?: \w+ly| always| also| not)* {_HOLD}\b",
        # we ask reviewers to state …
        rf"\b(?:ask|urge|remind|instruct|request|invite|advise|tell|require|direct|order|beg|expect)s? {_WHO} "
        rf"(?:to|that)\b",
        # note to reviewers: …
        rf"^\W*(?:(?:important|urgent|special|hidden|brief|a)\W+)*(?:(?:notes?|messages?|instructions?|attention|"
        rf"notice|reminder|prompt|directives?|advice)\W+(?:to|for)?\W*)?(?:to |for |dear )?"
        rf"{_WHO}\b[^.:]{{0,20}}[:,–—-]\s",
        r"\bif you are (?:an? |the )?(?:\w+ ){0,3}?(?:reviewer|referee|AI|LLM|language model|assistant|chatbot|judge|"
        r"model|agent|bot)\b",
        r"\bas an? (?:AI|LLM|(?:large )?language model|reviewer|referee)\b[^.]{0,20}\byou\b",
        r"\b(?:ignore|disregard|forget|override|bypass) (?:\w+ ){0,3}?(?:previous|prior|above|earlier|preceding|other|"
        r"former)\s(?:\w+ ){0,2}?(?:instructions?|prompts?|rules?|guidelines?|directions?|context|commands?|orders?)\b",
        # report that …, mark every claim as …
        r"^\W*(?:(?:please|kindly|system|assistant|user|instructions?|prompt|important|now|always)\W+)*(?:report|state|"
        r"say|conclude|answer|output|record|confirm|affirm|declare|reply|respond|write)\s(?:\w+ ){0,4}?that\b",
        r"^\W*(?:(?:please|kindly|system|assistant|instructions?|prompt|important|now|always)\W+)*(?:mark|label|rate|"
        r"score|judge|treat|grade)\s(?:\w+ ){0,3}?(?:claims?|statements?|criticisms?|paper|submission|manuscript|"
        r"review)\b.{0,40}?\b(?:as|with|highly|positively)\b",
        r"^\W*(?:please |kindly |you (?:must|should|shall|will|are to) )(?:\w+ly )?(?:give|write|recommend|assign|"
        r"accept|"
        r"produce)\b.{0,40}?\b(?:positive|favou?rable|accept\w*|high(?:est)?|strong|glowing|top|no negative)\b",
        r"\bdo not (?:mention|highlight|list|report|raise|discuss|note)\b.{0,30}?\b(?:negatives?|weakness\w*|"
        r"limitations?|flaws?|faults?)\b",
    )
)


def is_directive(sentence: str) -> bool:
    """Whether a sentence addresses those who judge the paper, person or program, and tells them what to hold of it."""
    return any(form.search(sentence) for form in _FORMS)
