"""Say what "it" and "they" stand for, where that is beyond doubt, and leave them where it is not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from peerlens.agents.embedded.decompose.verbs import BASES, PARTICIPLES, THIRD
from peerlens.agents.embedded.decompose.words import is_plural_subject, names_a_thing, tokens


@dataclass(frozen=True, slots=True)
class Context:
    """What a clause may refer back to: its field, the last subject named, and whether it opens its paragraph."""

    field: str | None
    subject: str | None = None
    opens: bool = False


_SAME_PAPER = re.compile(r"\b(?:paper|work|manuscript|submission|study|article)\b", re.I)
_REPORTS = (
    r"(?:propos|present|introduc|provid|report|giv|discuss|compar|evaluat|describ|includ|contain|cit|mention|offer"
    r"|cover"
    r"|stud(?:y|i)|address|tackl|focus|investigat|explor|develop|analy[sz]|assum|claim|argu|conclud|acknowledg"
    r"|demonstrat"
    r"|show|prov|deriv|us|test|measur|explain|justif|extend|consider|appl|aim|ablat|motivat|establish)\w*"
)
_NOT = r"(?: (?:also|only|still|even|then|further|clearly|really|mainly|first|often|sometimes|never|barely))*"
_OF_A_PAPER = re.compile(
    rf"it{_NOT} (?:lacks?|misses|omits?|ignores?|neglects?|suffers|overlooks?|fails to {_REPORTS}"
    rf"|(?:does|did)(?: not|n['’]t){_NOT} {_REPORTS}|(?!(?:mak|shows? (?:up|the same)))(?:{_REPORTS}) (?!to\b)"
    r"|has (?:no|a number of|several|some|many|limited|little)\b"
    r"|is (?:\w+ )?(?:well|poorly|badly|clearly|nicely)[- ](?:written|organi[sz]ed|structured|presented|motivated)"
    r"|is (?:\w+ )?(?:easy|hard|difficult) to (?:read|follow|understand)|(?:reads|is (?:\w+ )?(?:novel|readable"
    r"|original))\b)",
    re.I,
)
_OF_AUTHORS = re.compile(
    rf"they{_NOT} (?:(?:do|did|have|should|could|can|fail)(?: not|n['’]t| to)?{_NOT} )?(?:{_REPORTS}|state|write|say"
    rf"|note"
    r"|find|found|train|build|built|design|leverage|employ|collect|formulate|perform|conduct|run|ran|plan|release"
    r"|choose"
    r"|chose|want|try|tried|suggest|hypothesi[sz]e|observe|combine|adopt|call|define|refer|verify|validate|achieve)\b",
    re.I,
)
_EXPLETIVE = re.compile(
    r"it(?:'s|\b)(?: (?:is|was|isn't|wasn't|doesn't|seem|seems?|appears?|remains?|would|looks?|might|may|could|can"
    r"|turns?|feels?|sounds?|will"
    r"|should|has|been|be|to|not|also"
    r"|still|very|quite|somewhat|rather|really|a|bit|little|entirely|fully|therefore|thus|hence|only|more|much|too"
    r"|totally|completely"
    r"|even|just|often|never|always|now|here|then|perhaps|probably|hardly))*(?: (?P<state>[\w'-]+))?(?: (?:for"
    r"|to) (?:\w+ ){1,3}?| here | above )?"
    r" ?(?P<that>to|that|as if|as though|why|how|whether|if|what|when|which|where)\b",
    re.I,
)
_UNCLEAR = re.compile(
    r"it(?:'s| is| was| remains| seems| is still| is also)(?: \w+)? (?:unclear|not clear|clear|unknown|the case)\b",
    re.I,
)


_KNOWN = re.compile(
    r"it(?:'s| is| was| has been| can be| should be| makes)(?: \w+){0,2}? (?:well[- ]known|known|true|sense|possible"
    r"|likely"
    r"|plausible|noted|argued|seen|shown|interesting|nice|good|easy|hard|difficult|natural|reasonable|surprising|odd"
    r"|strange|important|common)\b[^,.;:]*?\b(?:that|to|if|whether|how|why)\b(?! (?:read|follow|understand|parse)\b)",
    re.I,
)


def expletive(clause: str) -> bool:
    """Whether the clause opens with an "it" that stands for nothing before it ("it is unclear whether …")."""
    clause = clause.replace("’", "'")
    if _UNCLEAR.match(clause) or _KNOWN.match(clause):
        return True
    match = _EXPLETIVE.match(clause)
    if not match:
        return False
    state = (match["state"] or "").lower()
    if not state:
        return match["that"].lower() != "to"
    if state in (
        "able",
        "used",
        "designed",
        "supposed",
        "going",
        "about",
        "similar",
        "related",
        "limited",
        "applied",
        "due",
    ):
        return False
    return not (match["that"].lower() == "to" and (state in PARTICIPLES or state in THIRD or state in BASES))


def with_subject(text: str, subject: str) -> str:
    """The clause with the subject it takes over from the clause before it."""
    first = tokens(text)
    if expletive(text):
        return text
    if re.match(r"(?:it|they)\b", text, re.I):
        if _SAME_PAPER.search(subject) and not _OF_A_PAPER.match(text) and not re.match(r"they\b", text, re.I):
            return text
        return re.sub(r"^(?:it|they)\b", lambda _: _article(subject), text, flags=re.I)
    if first and not re.match(r"(?:the|this|these|there|no|a|an|i|we)\b", text, re.I):
        return f"{_article(subject)} {text[0].lower() + text[1:]}"
    return text


def _article(subject: str) -> str:
    return subject[0].upper() + subject[1:]


def resolve(text: str, context: Context) -> str:
    """Put the last subject for "it" and "they", where it is clear that they mean it."""
    it = re.match(r"it(?P<is>['’]s)?\b", text, re.I)
    if it and not expletive(text) and not _NAMES_A_THING.match(text):
        subject = _singular(context)
        if subject == "The paper" and not _OF_A_PAPER.match(text):
            subject = None
        if subject is not None:
            return subject + (" is" if it["is"] else "") + text[it.end() :]
    if re.match(r"they\b", text, re.I):
        subject = context.subject
        others = subject is not None and not re.search(r"\bauthors?\b", subject, re.I)
        if subject is not None and others and is_plural_subject(subject):
            return subject + text[4:]
        if (context.opens or subject is not None) and _OF_AUTHORS.match(text):
            return "The authors" + text[4:]
        return text
    if re.match(r"their\b", text, re.I) and (context.opens or re.search(r"author|paper", context.subject or "", re.I)):
        text = "The authors'" + text[5:]
    text = re.sub(
        r"^(?:this|the present|the current|the submitted) (?=(?:paper|manuscript|submission|article)\b)",
        "The ",
        text,
        flags=re.I,
    )
    return re.sub(r"^authors?\b", "The authors", text)


_NAMES_A_THING = re.compile(
    r"it(?:['’]s| is| was| seems| seems to be| would be)(?: not| also| still| indeed| just| really)* (?:an?|the|one"
    r"|another|quite an?|such an?)\b",
    re.I,
)


def _singular(context: Context) -> str | None:
    """What "it" means: the last subject, the paper where the authors were it or nothing came before; else unknown."""
    subject = context.subject
    if subject is None:
        return "The paper" if context.opens else None
    if _SAME_PAPER.search(subject) or re.search(r"\bauthors?\b", subject, re.I):
        return "The paper"
    return subject if names_a_thing(subject) and not is_plural_subject(subject) else None
