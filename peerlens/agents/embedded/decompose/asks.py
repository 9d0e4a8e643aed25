"""Tell whether a clause of a review asks: a question, or a wish for something to be done or added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from peerlens.agents.embedded.decompose.words import Word, finite_verb, tokens

_QUESTION_MARK = re.compile(r"\?+[!?]*[\s)\]\"'”’*_]*$")
_GOODS = (
    r"(?:be|have been|seem|make|have) (?:\w+ ){0,3}?(?:good|nice|great|helpful|interesting|better|best|useful"
    r"|beneficial|valuable"
    r"|informative|desirable|preferable|appreciated|worthwhile|worth|ideal|important|more \w+|stronger|insightful|wise"
    r"|advisable|instructive|cleaner|clearer|fair|fairer|necessary|essential|perfect|cool|benefited|welcome"
    r"|of interest)"
)
_WISH = re.compile(
    r"^(?:also |however,? |thus,? |so,? |and |but |then,? |finally,? |therefore,? |(?:\w+ ){0,2}minor: ?)*(?:"
    r"please\b|kindly\b|(?:could|can|would|will|may) (?:the |you|authors?|we\b|it\b|this\b)|consider (?:adding"
    r"|including|using|\w+ing)"
    r"|(?:it|this|that|there|which|these|they) (?:would|might|could|may|will) (?:also |still |even |perhaps "
    r"|certainly )?" + _GOODS + r"|it(?: is|'s) (?:\w+ )?(?:recommended"
    r"|suggested|advisable|worth|better to|best to|desirable|necessary to|important to)"
    r"|i(?:'d| would| do| strongly| also| would also| would strongly| highly| kindly)* (?:suggest|recommend"
    r"|encourage|urge"
    r"|advise|propose that|request|ask the|wish|like to (?:see|know|understand|ask|have|hear|read|request)|love to"
    r"|want to (?:see|know|ask)|rather (?:write|say|call|use|show)|emphasi[sz]e"
    r"|prefer|have (?:liked|loved|preferred|appreciated|expected|wanted)|appreciate (?:it|if|a|an|more|some|further"
    r"|additional|seeing|having)"
    r"|be (?:interested|curious|happy to see|keen|glad to see|eager to))"
    r"|i (?:am|was|'m) (?:also |still |just |very |a bit )*(?:curious|wondering|interested (?:in|to))|i wonder"
    r"|i'm curious"
    r"|i (?:hope|think|believe|feel) (?:that )?(?:it would|the authors? (?:should|could|can|need)|the paper (?:would"
    r"|should|could)"
    r"|adding|there should)"
    r"|(?:(?:for|to) [^,]{3,60} )?you (?:can|could|may|might) (?:simply |just |also |perhaps |instead |then )+\w+"
    r"|my (?:\w+ )?(?:question|suggestion|recommendation|advice)s? (?:is|are|would|here)|(?:one|another|a"
    r"|some) (?:\w+ )?(?:question|suggestion)s?(?: (?:is|are|for|about|i have|regarding|to)\b|:)"
    r"|suggestions?:|(?:an|a) (?:\w+ )?(?:ablation|discussion|comparison|analysis|experiment) (?:\w+ ){0,8}would"
    r")",
    re.I,
)
_MODAL_WISH = re.compile(
    r"\b(?:authors?|you|paper|manuscript|work|section|figure|table|caption|it|they|this|which|there|that|these"
    r"|should)\b"
    r"[^.;]{0,60}?\b(?:should|ought to) (?:also |at least |really |therefore |better |still |not )*(?:be|have|\w+)\b"
    r"|\b(?:authors?|you|paper|manuscript|work|section|figure|table|caption|it|they|this|which|there|that|these)\b"
    r"[^.;]{0,60}?\b(?:must|(?<!the )(?<!no )needs? to|has to) (?:also |at least |really |therefore |better |still )*"
    r"(?:be (?:\w+ly |more |better |further )?(?:\w+ed|clear\w*|made|shown|written|given|there)"
    r"|provide|discuss|include|add|consider|elaborate"
    r"|clarify|explain|compare|improve|report|explore|mention|give|show|justify|cite|address|demonstrate|prove)\b"
    r"|\b(?:authors?|you|paper|manuscript) (?:must|(?<!the )needs? to|has to|have to) \w+"
    r"|\b(?:could|might|may|would) (?:\w+ly |also |further |even |well )*(?:consolidate|strengthen|enrich|solidify"
    r"|be (?:a bit |much "
    r"|slightly |significantly |even )?(?:more \w+|clearer|shorter|simpler|stronger|better \w+|rewritten|reworded"
    r"|improved"
    r"|clarified|simplified|shortened|restructured|reorgani[sz]ed|instructive|enormously instructive)"
    r"|be (?:\w+ly )improved)\b"
    r"(?! than\b)|\bwill be (?:\w+ )?(?:helpful|useful|nice|great|beneficial|interesting|good|better) (?:to|if)\b"
    r"|\b(?:another|one|a) (?:\w+ ){0,4}?(?:baseline|experiment|dataset|comparison|ablation|metric|reference|thing|way"
    r"|recommendation|suggestion) (?:\w+ ){0,2}?(?:to (?:check|add|try|consider|include|compare\w*|cite|test)\b"
    r"|would be\b)"
    r"|\bi (?:might |would |also |even |strongly )*(?:recommend|suggest) (?:that|the|to|a|an|you|using|adding|\w+ing)\b"
    r"|\bshould (?:also |at least |really |probably |perhaps |not )*(?:be|have|at)\b|(?<!the )(?<!no )\bneeds? to be\b"
    r"|\b(?:authors?|you|they|paper|manuscript) (?:could|can|may|might) (?:\w+ly |also |still |perhaps |further "
    r"|instead )*(?:provide|expand|discuss"
    r"|include|add|consider|elaborate|clarify|explain|compare|improve|report|extend|explore|mention|give|show|make"
    r"|use|try|move|remove|highlight|cite)\b"
    r"|\bone should\b|\bexpected to be (?:included|added|reported|discussed|provided|compared)\b|\bi (?:am"
    r"|was) (?:curious|wondering)\b"
    r"|\bit(?:'s| is) (?:also )?(?:necessary|important|better|essential|good|recommended|advisable|crucial|helpful"
    r"|useful) to (?:also )?(?:add|include|discuss|compare|consider|provide"
    r"|clarify|explain|show|report|mention|conduct|evaluate|have|test|give|analy[sz]e|investigate|demonstrate|cite"
    r"|see(?! (?:that|the|how|an?|this|such)\b))\b"
    r"|^(?:adding|including|having|providing|conducting|incorporating|expanding|extending|comparing|discussing"
    r"|clarifying|addressing|showing|reporting)\b.{3,200}?"
    r"\b(?:would|could|might|can|may)\b"
    r"|\b(?:would|could|might) (?:\w+ly |also |further |really |still |perhaps )*(?:benefit|be improved"
    r"|be strengthened|be made|be expanded|be extended|be clarified|be further|be better|be more (?:clear|clearly"
    r"|explicit)"
    r"|be worth|be interesting|be helpful|be useful|be nice|be good|be great|be beneficial|be added|be included"
    r"|be moved"
    r"|be needed|be appreciated|provide more|give more|have been (?:better|nice|interesting|good|helpful|useful)"
    r"|be \w+ed (?:more|better|further))"
    r"|\b(?:would|might) (?:\w+ly |also |further |even )*(?:help\b|strengthen|enhance"
    r"|improve (?:the|this)|make (?:the|this|it|for a)|(?:add|bring) (?:more|value))"
    r"|\b(?:can|may|could) (?:also |still )?be (?:shortened|condensed|reorgani[sz]ed|rephrased|reworded"
    r"|rewritten|merged)\b"
    r"|\b(?:can|may|will) (?:also |still )?be (?:improved|strengthened|clarified|made (?:clearer|more|better)|further)"
    r"|\bit (?:would|could|might) (?:also |even |still |certainly |really )*be (?:\w+ ){0,3}?(?:to|if|for)\b"
    r"|\b(?:more|further|additional|better|clearer|deeper|broader|extra|other|careful|detailed|stronger|thorough"
    r"|clarification\w*|elaboration)\b[^.;]{0,80}\b(?:is|are) (?:needed|required|necessary|warranted)\b"
    r"|\b(?:is|are) (?:strongly |highly |also )?(?:recommended|encouraged|advised|suggested|invited)\b(?! (?:by|in)\b)"
    r"|\bworth (?:\w+ing|an?|the)\b|\bmay (?:want|wish) to\b|\byou (?:could|should|might|may)\b"
    r"|\b(?:i'd|i would) (?:also |rather |strongly |highly |have )*(?:consider|like|love|liked|loved|introduce|add"
    r"|remove|move"
    r"|replace|use|include|rename|change|propose|put|make|call|explain|suggest|recommend|encourage|advise|delegate"
    r"|rephrase"
    r"|appreciate|prefer|expected|ask|discuss|define|mention|cite|merge|start|drop|skip|avoid)\b"
    r"|\bwould (?:like|love|have liked) to (?:see|know|have)\b"
    r"|\bit is (?:curious|interesting) to (?:see|know) (?:how|whether|if)\b"
    r"|\bneeds? (?:further |more |additional |some |careful |better |detailed )+(?:explanations?|discussions?"
    r"|clarifications?"
    r"|details?|work|improvements?|demonstrations?|elaboration|experiments?|justifications?|analys[ei]s|motivations?"
    r"|polish\w*|proofreading|evidence|care"
    r"|attention|revisions?|editing|comparisons?|context|support|intuition|evaluations?|investigation|ablations?"
    r"|baselines?)\b",
    re.I,
)
_NO_WISH = re.compile(
    r"\bit should be noted|as (?:it )?should|should be noted|\bwe (?:should|must|need|have)\b|\bno need to\b"
    r"|\bshould (?:also )?be (?:valuable|useful|sufficient|enough|possible|able|easy|true|fine|relevant|of interest"
    r"|much|clear\b)"
    r"|\b(?:users?|one|practitioners?|methods?|models?|algorithms?|agents?|networks?|attackers?) (?:must|needs? to"
    r"|has to|have to)\b",
    re.I,
)
_IMPERATIVE = frozenset(
    "add include provide clarify explain discuss compare report cite correct remove define describe elaborate "
    "specify mention "
    "conduct consider check move replace rephrase rewrite revise proofread expand clean shorten compute fix give "
    "refer use "
    "state justify show release motivate improve test evaluate extend highlight put make try "
    "see keep ensure avoid unify emphasize emphasise underline tell walk write".split()
)
_WOULD_HEAR = re.compile(
    r"\bi(?: would|'d) (?:also |really )?(?:be (?:\w+ )?(?:interested|curious|keen)|like|love) to (?:hear|know|see"
    r"|understand|learn)\b",
    re.I,
)
_PLEASE = re.compile(r"(?:^|[,;:] )please (?!note|see\b)", re.I)
_ASKING = re.compile(
    r"^(?:also,? |and |but |so |then |further(?:more)?,? |however,? |if so,? |in general,? |"
    r"in (?:such|this|that|which) (?:an? )?(?:\w+ )?(?:cases?|settings?|situations?|scenarios?|regimes?),? )*"
    r"(?:(?:can|could|should|would|will|does|do|did|is) (?:one|we) (?=[a-z])|(?:why|how|what) (?:is|are|was|were|do"
    r"|does|did|can|could|would"
    r"|will|should|not|come|about|if)\b|(?:is|are) there\b|(?:does|do|did) (?:the|this|it|they|you|authors?)\b)"
    r"|(?:, |: )(?:then )?(?:how|why|what) (?:would|does|do|did|is|are|can|could|should|will) (?!(?:missing|more"
    r"|worse|unclear)\b)",
    re.I,
)
_ANY = re.compile(
    r"^any (?:other |more |further |specific |additional )?(?:references?|ideas?|insights?|reasons?|comments?"
    r"|thoughts?|plans?|justifications?|explanations?|intuitions?|evidence)\b"
    r"(?!.*\b(?:is|are|was|were) (?:missing|absent|not)\b)",
    re.I,
)
_ABOUT_UNCLARITY = re.compile(
    r"\b(?:unclear|not clear|not explain\w*|not sure|clarify|understand|see)\b[^,:]*[,:]?\s*$", re.I
)


_ASKS_AUTHORS = re.compile(
    r"^[\W_]*(?:also,? |and |but |so |or |then )*(?:have|do|did|are|were|can|could|would|will)(?:n't)? "
    r"(?:you|(?:the )?authors)\b",
    re.I,
)
"""A question whatever mark it ends in."""


def is_question(clause: str) -> bool:
    """Whether the clause is put as a question."""
    clause = clause.replace("’", "'")
    if _QUESTION_MARK.search(clause) or _ANY.match(clause) or _ASKS_AUTHORS.match(clause) or _embedded(clause):
        return True
    asking = None if _WORSE.match(clause) else _ASKING.search(clause)
    return bool(asking) and not _ABOUT_UNCLARITY.search(clause[: asking.start()] if asking else "")


_WH = re.compile(
    r"^[\W_]*(?:also,? |and |but |so |e\.g\.,? |specifically,? |for (?:example|instance),? )*"
    r"(?:what(?!(?:['’]s| is) (?:worse|more)\b)|why|how(?! to\b)|whether(?=[^,]*$)|which(?= (?!(?:is|are|was|were"
    r"|can|could|would|should|may|might|will|has|have|had|does|do|did"
    r"|in|aims?|makes?|leads?|means?|also|seems?|allows?|limits?|requires?|they|it|the|we|i|this|an?|results?"
    r"|provides?|uses?"
    r"|shows?|further|then|not|only|typically|usually|often|\w+ly)\b)))\b(?!-)",
    re.I,
)
_SAID_OF_IT = re.compile(
    r"\b(?:is|are|was|were|remains?|seems?|appears?|makes?|becomes?|looks?) (?:still |also |very |quite |rather "
    r"|really |more "
    r"|not |somewhat |a bit )*(?:not|un\w+|missing|clear\w*|an?|the|that|how|vague\w*|difficult|hard|interesting"
    r"|well|nice\w*"
    r"|confusing|crucial|important|lacking|limited|poorly|never|it|this)\b"
    r"|^\W*what (?:i|we|you|is|makes?|the (?:paper|authors?)|this|it|they|follows|about)\b.*\b(?:is|are|was|were"
    r"|seems?|also)\b"
    r"|^\W*how(?:ever)?,",
    re.I,
)


_WORSE = re.compile(r"\W*what(?:'s| is) (?:even )?(?:worse|more)\b", re.I)


def _embedded(clause: str) -> bool:
    """Whether the clause is a question without its mark: a bare "which booster works best" of which nothing is said."""
    opening = _WH.match(clause)
    return bool(opening) and not _SAID_OF_IT.search(clause) and len(clause.split()) > 3


def is_wish(clause: str, *, field: str | None = None, elided: bool = False) -> bool:
    """Whether the clause asks for something to be done, added or explained. Summaries and praise ask for nothing.

    ``elided``: the clause shares the subject of the one before ("… and compare A with B"), so it orders nothing.
    """
    clause = re.sub(r"^[\W_]*@\w+,?\s+", "", clause.strip().replace("’", "'"))
    clause = re.sub(
        r"^(?:\([^()]*\)\s*)?[\W_]*(?:(?:perhaps|maybe|possibly|minor|ideally),?:?\s+)?", "", clause, flags=re.I
    )
    if _WISH.match(clause) or _PLEASE.search(clause) or _WOULD_HEAR.search(clause) or wishes_on_condition(clause):
        return True
    words = tokens(_AT_A_PLACE.sub("", clause))
    if not elided and _is_imperative(words):
        return True
    if field in ("summary", "strengths"):
        return False
    return bool(_MODAL_WISH.search(clause)) and not _NO_WISH.search(clause)


_AT_A_PLACE = re.compile(
    r"^(?:on|in|at|for) (?:lines?|pages?|sections?|fig(?:ure|s)?\.?|tables?|eqs?\.?|equations?|the (?:abstract"
    r"|introduction"
    r"|conclusion|appendix|title)) ?[\d.]*(?:[-–] ?\d+)?, +",
    re.I,
)
"""Where something is to be done, before the order to do it."""
_AFTER_A_NOUN = frozenset(("is", "are", "was", "were", "of", "cases"))
_NOUN_TOO = frozenset(("report", "use", "test", "state", "move", "check", "show", "clean"))


def _is_imperative(words: Sequence[Word]) -> bool:
    if len(words) < 2 or words[0].text not in _IMPERATIVE or words[1].text in _AFTER_A_NOUN:
        return False
    return words[0].text not in _NOUN_TOO or not finite_verb(words, begin=1)


_INVERTED = re.compile(
    r"^[\W_]*(?:also,? |and |but |so |or |then |further(?:more)?,? |however,? |finally,? |specifically,? "
    r"|in particular,? )*(?:"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|isn't|aren't|doesn't|don't|didn't"
    r"|can't|couldn't"
    r"|wouldn't|shouldn't|won't) (?:not )?(?:the|this|that|these|those|it|they|there|you|your|we|i|an?|any|some|all"
    r"|authors?"
    r"|their|its|[A-Z$\\]\S*|\w+s|each|both|such)\b|(?:why|how|what|which|when|where|who|whether|for what|in what"
    r"|in which"
    r"|to what|by how)\b)"
)


def asks_from_the_start(clause: str) -> bool:
    """Whether the very first words ask ("are there", "why does"): then no part of the clause is a statement."""
    lowered = clause.replace("’", "'")
    return bool(_INVERTED.match(lowered[:1].lower() + lowered[1:]) or _INVERTED.match(lowered.lower()))


_CONDITION = re.compile(r"^[\W_]*(?:also,? |and |but |so,? |however,? )*(?:even )?if\b", re.I)
_OWN_VIEW = re.compile(r"i (?:think|believe|feel|hope)\b", re.I)
_THEN_WISHED = re.compile(
    r"(?:then )?(?:maybe|perhaps|possibly)?,? ?(?:you|the authors?|authors) (?:could|should|might|may)\b", re.I
)


def wishes_on_condition(clause: str) -> bool:
    """Whether something is wished for behind a condition: "if more metrics are tested, it would be better"."""
    if not _CONDITION.match(clause):
        return False
    mains = (clause[comma.end() :] for comma in re.finditer(r",\s*", clause))
    return any(not _OWN_VIEW.match(main) and (_WISH.match(main) or _THEN_WISHED.match(main)) for main in mains)


def asks_directly(clause: str) -> bool:
    """Whether the clause opens as a request ("please …", "it would be good to …")."""
    return bool(_WISH.match(clause))
