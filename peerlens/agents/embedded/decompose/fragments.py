"""Make a full sentence of a bullet without a verb: "No ablation." → "The paper gives no ablation."."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.plain import sentence
from peerlens.agents.embedded.decompose.pronouns import Context
from peerlens.agents.embedded.decompose.verbs import BASES, PARTICIPLES, PASTS, THIRD, third
from peerlens.agents.embedded.decompose.words import NOUNLIKE, has_finite_verb, is_plural_subject, may_have_verb, tokens

_HAS_NO = re.compile(
    r"no (?:real |clear |significant )?(?:\w+ )?(?:novelty|motivation|impact|contribution|images?|data\b|labels?"
    r"|limitations? section|practical|theoretical (?:novelty|guarantees?))",
    re.I,
)
_PLURAL_SUBJECT = re.compile(
    r"\w+s (?:in|of|for|on|from|with|to|between)\b.*?\b(?:is|are|was|were|can|could|may|might|do|does|did|will|"
    r"would|has|"
    r"have|had)\b",
    re.I | re.S,
)
"""What reads as a verb without its subject, and is a subject: "labels in generated text can …"."""
_THINGS = frozenset("experiments results studies figures models tests scores plots samples estimates".split())
"""Subjects that are spelled like verbs: "experiments cover …", "results show …"."""
_BE_STARTS = re.compile(
    r"(?:very |quite |fairly |generally |overall |relatively |really )*(?:well[- ]|clearly |easy to|hard to"
    r"|difficult to|nicely |poorly |badly |not (?:clear|novel|well|convinc|easy|very|enough)|clear and|novel and"
    r"|simple (?:and|yet|but))",
    re.I,
)


def from_fragment(text: str, context: Context) -> str | None:
    """A full sentence from a bullet without a verb: "No ablation." → "The paper gives no ablation."."""
    body = text.rstrip(" .;,:")
    words = tokens(body)
    if not words:
        return None
    first = words[0].text
    lower = body[0].lower() + body[1:] if body[1:2].islower() or len(first) == 1 else body
    if first == "no" and len(words) > 1:
        return sentence(f"The paper {'has' if _HAS_NO.match(body) else 'gives'} {lower}")
    lack = re.match(r"(?:the )?(?:lack|absence) of (?P<what>.+)$", body, re.I | re.S)
    if lack:
        return sentence(f"The paper lacks {lack['what']}")
    if re.match(r"(?:missing|lacking)\s", body, re.I) and len(words) > 1:
        return sentence(f"The paper lacks {body.split(None, 1)[1]}")
    if first in ("seems", "appears", "looks") and has_finite_verb(body.split(None, 1)[-1]):
        return sentence(f"It {lower}")
    if first in THIRD or first in ("is", "does", "has", "was", "did", "cannot", "doesn't", "isn't", "didn't", "hasn't"):
        whole = first in NOUNLIKE and _PLURAL_SUBJECT.match(body) is not None
        whole = whole or (first in _THINGS and len(words) > 1 and words[1].text in BASES)
        return sentence(body if whole else f"{_subject_for(context)} {lower}")
    if words[-1].text in ("missing", "absent", "lacking", "unclear", "undefined", "unjustified") and len(words) > 1:
        what, state = body.rsplit(None, 1)
        return sentence(f"{what} {'are' if is_plural_subject(what) else 'is'} {state}")
    if first in ("only", "just", "not") and len(words) > 1 and words[1].text in PARTICIPLES:
        return sentence(f"The method is {lower}")
    if first in ("only", "just"):
        return sentence(f"The paper uses {lower}")
    if words[-1].text == "only" and len(words) <= 8:
        return sentence(f"The paper uses {body}")
    if _BE_STARTS.match(body):
        return sentence(f"The paper is {lower}")
    if first in PARTICIPLES and first not in ("limited", "proposed", "detailed", "reduced", "related", "improved"):
        subject = "The limitations are" if context.field == "limitations" else "The method is"
        return sentence(f"{subject} {lower}")
    if first in BASES and context.field in ("strengths", "summary") and len(words) > 2:
        return sentence(f"The paper {third(first)} {lower.split(None, 1)[1]}")
    return _noun_phrase(body, lower, count=len(words), context=context)


def _subject_for(context: Context) -> str:
    return context.subject if context.subject and not is_plural_subject(context.subject) else "The paper"


_JUDGING = re.compile(
    r"(?:very |quite |rather |somewhat |overly |relatively |highly |a |an |the |too |more )*(?:limited|insufficient"
    r"|inadequate|incomplete|weak|poor|unclear|unfair|missing|minor|strong|good|great|clear|novel|interesting|solid"
    r"|extensive|comprehensive"
    r"|thorough|impressive|excellent|high|low|simple|small|narrow|incremental|marginal|inconsistent|confusing|vague"
    r"|lack|sound|convincing|unconvincing|significant|nice|important|original|questionable|heavy|overclaim\w*|some"
    r"|several|many|few|little)\b",
    re.I,
)


def _noun_phrase(body: str, lower: str, *, count: int, context: Context) -> str | None:
    if (
        re.match(
            r"(?:for|in|on|to|with|from|as|because|since|if|when|and|or|than|by|at|of|e\.g|i\.e|etc|re|vs|about"
            r"|regarding|same)\b",
            body,
            re.I,
        )
        or count < 2
    ):
        return sentence(body) if count >= 6 else None
    if re.match(r"(?:a |an |the )?(?:\w+[- ]){0,3}(?:paper|work)$", body, re.I):
        return sentence(f"The paper is {lower}")
    doing = _doing(body) if context.field in ("strengths", "summary") else None
    if doing is not None:
        return sentence(f"The paper {doing}")
    if body[0] in "([" and count < 12:
        return None
    if _PLACE.match(body):
        return sentence(body) if len(re.findall(r"\b[a-z]{3,}\b", _PLACE.sub(" ", body))) >= 2 else None
    if not _verbless(body):
        return sentence(body) if count >= 4 else None
    if _JUDGING.match(body):
        return sentence(f"The paper has {lower}")
    if context.field in ("strengths", "summary") and count >= 3:
        return sentence(f"The paper presents {lower}")
    if context.field in ("weaknesses", "limitations") and count >= 3:
        return sentence(f"A weakness of the paper is {lower}")
    return sentence(body) if count >= 6 else None


_PLACE = re.compile(
    r"\b(?:the |in |on |at )?(?:lines?|l\.|pages?|p\.|pp\.|sections?|sec\.|eqs?\.?|equations?|tables?"
    r"|fig(?:ure)?s?\.?|theorem"
    r"|lemma|algorithm|definition|proposition|corollary|assumption|remark|example|formula|L)\s?\(?\d[\d.)]*|[(\[]|\d"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.? \d",
    re.I,
)
_NO_NOUN_PHRASE = re.compile(
    r"(?:i|we|you|it|its|this|that|these|those|they|he|she|there|here|which|who|what|why|how|where|none|nothing|come"
    r"|thank"
    r"|thus|hence|then|so|although|while|according|please|not|whether|after|before|during|through|via|under|over|both"
    r"|either|neither|each|all|listed|\w+ly,)\b",
    re.I,
)
_SAID = re.compile(
    r"\b(?:authors?|paper|work|method|approach|reviewers?|i|we|you|they|it|he|one)\b(?: (?:also|then|first|have|has"
    r"|\w+ly))*"
    r" (?P<verb>[a-z]+)\b",
    re.I,
)
_ANY_VERB = re.compile(
    r"\b(?:is|are|was|were|am|can|could|should|would|will|must|does|did|do|cannot|has|have|had"
    r"|needs|requires|helps|lacks|seems|makes|allows|leads|fails|contains|remains|appears|depends"
    r"|suffers)(?:n['’]t)?\b",
    re.I,
)


def _verbless(body: str) -> bool:
    """Whether the text is a noun phrase: nothing in it, relative clauses apart, is or could be its predicate."""
    if (
        not body[0].isalpha()
        or _NO_NOUN_PHRASE.match(body)
        or may_have_verb(body)
        or "?" in body
        or re.search(r"[.;:] +[A-Za-z]", body)
    ):
        return False
    main = re.split(r"\b(?:that|which|who|whose|where|when|because|how|why|whether|if|as|than)\b", body, maxsplit=1)[0]
    said = _SAID.search(main)
    if said and (
        said["verb"] in PASTS or said["verb"].endswith("ed") or said["verb"] in BASES or said["verb"] in THIRD
    ):
        return False
    plain_start = re.match(r"(?:an?|the)\b", body, re.I) or _JUDGING.match(body)
    return not _ANY_VERB.search(main) and (plain_start is not None or len(body.split()) <= 12)


def _doing(body: str) -> str | None:
    """The predicate of a bullet that opens with what the paper does: "Providing examples" → "provides examples"."""
    doing = re.match(r"(?P<not>not )?(?P<how>[a-z]+ly )?(?P<stem>[a-z]{2,})ing (?P<what>\S.+)$", body, re.I | re.S)
    if doing is None:
        return None
    stem = doing["stem"].lower()
    if stem in (
        "exist",
        "interest",
        "promis",
        "miss",
        "lack",
        "encourag",
        "follow",
        "train",
        "learn",
        "surpris",
        "includ",
    ):
        return None
    forms = (stem, stem + "e", stem[:-1] if stem[-1:] == stem[-2:-1] else "")
    base = next((form for form in forms if form in BASES), None)
    if base is None or not re.match(
        r"(?:the|an?|its?|their|this|these|any|all|some|many|more|\w+s\b|multiple|both|different|new)\b", doing["what"]
    ):
        return None
    how = (doing["how"] or "").lower()
    return f"{'does not ' + how + base if doing['not'] else how + third(base)} {doing['what']}"
