"""Tell what a sentence of a review is: a question or wish, something no paper can settle, or a statement."""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose_layout import Why
from peerlens.agents.embedded.decompose_words import (
    BASES,
    PARTICIPLES,
    THIRD,
    finite_verb,
    has_finite_verb,
    tokens,
)

_QUESTION_MARK = re.compile(r"\?+[!?]*[\s)\]\"'”’*_]*$")
_GOODS = (
    r"(?:be|have been|seem|make|have) (?:\w+ ){0,3}?(?:good|nice|great|helpful|interesting|better|best|useful|beneficial|valuable"
    r"|informative|desirable|preferable|appreciated|worthwhile|worth|ideal|important|more \w+|stronger|insightful|wise"
    r"|advisable|instructive|cleaner|clearer|fair|fairer|necessary|essential|perfect|cool|benefited|welcome|of interest)"
)
_WISH = re.compile(
    r"^(?:also |however,? |thus,? |so,? |and |but |then,? |finally,? |therefore,? |(?:\w+ ){0,2}minor: ?)*(?:"
    r"please\b|kindly\b|(?:could|can|would|will|may) (?:the |you|authors?|we\b|it\b|this\b)|consider (?:adding|including|using|\w+ing)"
    r"|(?:it|this|that|there|which|these|they) (?:would|might|could|may|will) (?:also |still |even |perhaps |certainly )?"
    + _GOODS
    + r"|it (?:is|'s) (?:\w+ )?(?:recommended|suggested|advisable|worth|better to|best to|desirable|necessary to|important to)"
    r"|i(?:'d| would| do| strongly| also| would also| would strongly| highly| kindly)* (?:suggest|recommend|encourage|urge"
    r"|advise|propose that|request|ask the|wish|like to (?:see|know|understand|ask|have|hear|read|request)|love to|want to (?:see|know|ask)"
    r"|prefer|have (?:liked|loved|preferred|appreciated|expected|wanted)|appreciate (?:it|if|a|an|more|some|further|additional|seeing|having)"
    r"|be (?:interested|curious|happy to see|keen|glad to see|eager to))"
    r"|i (?:am|was|'m) (?:also |still |just |very |a bit )*(?:curious|wondering|interested (?:in|to))|i wonder|i'm curious"
    r"|i (?:hope|think|believe|feel) (?:that )?(?:it would|the authors? (?:should|could|can|need)|the paper (?:would|should|could)"
    r"|adding|there should)"
    r"|my (?:\w+ )?(?:question|suggestion|recommendation|advice)s? (?:is|are|would|here)|(?:one|another|a|some) (?:\w+ )?(?:question|suggestion)s?(?: (?:is|are|for|about|i have|regarding|to)\b|:)"
    r"|suggestions?:|(?:an|a) (?:\w+ )?(?:ablation|discussion|comparison|analysis|experiment) (?:\w+ ){0,8}would"
    r")",
    re.I,
)
_MODAL_WISH = re.compile(
    r"\b(?:authors?|you|paper|manuscript|work|section|figure|table|caption|it|they|this|which|there|that|these|should)\b"
    r"[^.;]{0,60}?\b(?:should|ought to|must|(?<!the )(?<!no )needs? to|has to) "
    r"(?:also |at least |really |therefore |better |still |not )*(?:be|have|\w+)\b"
    r"|\bshould (?:also |at least |really |probably |perhaps |not )*(?:be|have|at)\b|(?<!the )(?<!no )\bneeds? to be\b"
    r"|\b(?:authors?|you|they|paper|manuscript) (?:could|can|may|might) (?:\w+ly |also |still |perhaps |further |instead )*(?:provide|expand|discuss"
    r"|include|add|consider|elaborate|clarify|explain|compare|improve|report|extend|explore|mention|give|show|make|use|try|move|remove|highlight|cite)\b"
    r"|\bone should\b|\bexpected to be (?:included|added|reported|discussed|provided|compared)\b|\bi (?:am|was) (?:curious|wondering)\b"
    r"|\bit(?:'s| is) (?:also )?(?:necessary|important|better|essential|good|recommended|advisable|crucial|helpful|useful) to (?:also )?(?:add|include|discuss|compare|consider|provide"
    r"|clarify|explain|show|report|mention|conduct|evaluate|have|test|give|analy[sz]e|investigate|demonstrate|cite|see)\b"
    r"|^(?:adding|including|having|providing|conducting|incorporating|expanding|extending|comparing|discussing|clarifying|addressing|showing|reporting)\b.{3,200}?"
    r"\b(?:would|could|might|can|may)\b"
    r"|\b(?:would|could|might) (?:\w+ly |also |further |really |still |perhaps )*(?:benefit|be improved"
    r"|be strengthened|be made|be expanded|be extended|be clarified|be further|be better|be more (?:clear|clearly|explicit)"
    r"|be worth|be interesting|be helpful|be useful|be nice|be good|be great|be beneficial|be added|be included|be moved"
    r"|be needed|be appreciated|provide more|give more|have been (?:better|nice|interesting|good|helpful|useful)"
    r"|be \w+ed (?:more|better|further))"
    r"|\b(?:would|might) (?:\w+ly |also |further |even )*(?:help\b|strengthen|enhance"
    r"|improve (?:the|this)|make (?:the|this|it|for a)|(?:add|bring) (?:more|value))"
    r"|\b(?:can|may|will) (?:also |still )?be (?:improved|strengthened|clarified|made (?:clearer|more|better)|further)"
    r"|\bit (?:would|could|might) (?:also |even |still |certainly |really )*be (?:\w+ ){0,3}?(?:to|if|for)\b"
    r"|\b(?:more|further|additional|better|clearer|deeper|broader|extra|other|careful|detailed|stronger|thorough"
    r"|clarification\w*|elaboration)\b[^.;]{0,80}\b(?:is|are) (?:needed|required|necessary|warranted)\b"
    r"|\b(?:is|are) (?:strongly |highly |also )?(?:recommended|encouraged|advised|suggested|invited)\b(?! (?:by|in)\b)"
    r"|\bworth (?:\w+ing|an?|the)\b|\bmay (?:want|wish) to\b|\byou (?:could|should|might|may)\b"
    r"|\b(?:i'd|i would) (?:also |rather |strongly |highly |have )*(?:consider|like|love|liked|loved|introduce|add|remove|move"
    r"|replace|use|include|rename|change|propose|put|make|call|explain|suggest|recommend|encourage|advise|delegate|rephrase"
    r"|appreciate|prefer|expected|ask|discuss|define|mention|cite|merge|start|drop|skip|avoid)\b"
    r"|\bwould (?:like|love|have liked) to (?:see|know|have)\b"
    r"|\bit is (?:curious|interesting) to (?:see|know) (?:how|whether|if)\b"
    r"|\bneeds? (?:further |more |additional |some |careful |better )+(?:\w+)",
    re.I,
)
_NO_WISH = re.compile(
    r"\bit should be noted|as (?:it )?should|should be noted|\bwe (?:should|must|need|have)\b|\bno need to\b"
    r"|\bshould (?:also )?be (?:valuable|useful|sufficient|enough|possible|able|easy|true|fine|relevant|of interest|much|clear\b)"
    r"|\b(?:users?|one|practitioners?|methods?|models?|algorithms?|agents?|networks?|attackers?) (?:must|needs? to|has to|have to)\b",
    re.I,
)
_IMPERATIVE = frozenset(
    "add include provide clarify explain discuss compare report cite correct remove define describe elaborate specify mention "
    "conduct consider check move replace rephrase rewrite revise proofread expand clean shorten compute fix give refer use "
    "state justify show release motivate improve test evaluate extend highlight put make try see".split()
)
_PREMISE_POINTER = re.compile(
    r"^(?:also,? )?(?:please )?(?:see|refer to|check|cf\.?)\s+(?:also )?(?:to )?(?:the |my |above|below|previous|detailed|\W)*(?:\w+ )?(?:weakness"
    r"|question|comment|above|below|strength|limitation|concern|review|summary|remark|section of|part|box|field)",
    re.I,
)
_SEE = re.compile(
    r"^[\s(*_]*(?:please |also |kindly )*(?:see|refer|as (?:mentioned|discussed|stated|said|noted|above)|same as|cf)\b[^.]{0,70}"
    r"(?:above|below|weakness|question|comments?|strength|review|limitation|section)[^.]{0,25}[.)*_\s]*$",
    re.I,
)
_DISCUSSION = re.compile(
    r"\b(?:rebuttal|(?:authors?'?|their|your|the) (?:responses?|repl(?:y|ies))\b|author response|other reviewers?"
    r"|fellow reviewers?|my (?:initial |original |current |final |overall |previous )*(?:score|rating|evaluation|assessment"
    r"|recommendation|review|expertise|vote|judge?ment)|(?:raise|increase|keep|maintain|lower|change|raising|increasing|keeping|update"
    r"|adjust|revise|upgrade)d? (?:my|the|this|our) (?:\w+ )?(?:score|rating|evaluation|assessment)"
    r"|reconsider|\bscores? (?:changed|updated|raised|increased|lowered|adjusted)|(?:my|reviewer) confidence score|(?:strong|weak|borderline|marginal)(?:ly)? (?:accept|reject|acceptance|rejection)\b|accept the paper"
    r"|reject the paper|(?:paper|work|submission)(?:'s)? (?:acceptance|rejection)|(?:vote|voting|lean|leaning|argue|recommend|"
    r"support|in favou?r)\w* (?:\w+ )?(?:for|to|towards?|of)? ?(?:the )?(?:accept|reject)\w*|be (?:accepted|rejected|published)\b"
    r"|(?:ready|suitable|fit|appropriate|good enough) (?:for|to) (?:be )?(?:publi|accept|this venue|neurips|iclr|icml|acl|cvpr|the conference)"
    r"|acceptance (?:bar|threshold)|\bbar (?:for|of) (?:accept|neurips|iclr|icml|this)|quality bar|(?:looking|look) forward)",
    re.I,
)
_ABOUT_ME = re.compile(
    r"^(?:however,? |although |note that |disclaimer:? |overall,? |but |that said,? |to be (?:clear|honest),? )*(?:i|we) (?:am|'m|was|will|'ll|would be|would like to thank"
    r"|thank|have read|did not (?:check|verify|read|carefully)|haven't (?:checked|verified|read)|have not (?:checked|verified|read)|didn't check|apologi[sz]e|vote|lean|rate|give"
    r"|hope (?:this|my|these|the authors)|look forward|changed|reviewed|have reviewed|have (?:no|nothing|listed|a few|some|several|the following|many|two|three"
    r"|one|also|other|major|minor|concerns|questions|comments|multiple|serious)|list|summari[sz]e|only have|just have|put|will list)\b(?! (?:not )?(?:convinced|confused|concerned|unsure"
    r"|skeptical|sceptical|not sure|unclear|surprised|worried|unconvinced|confident that|uncertain|doubtful|afraid)"
    r"| (?:also |still |a bit |somewhat |not |very |quite |really |more |rather |slightly |deeply |little )*(?:convinced|confused|concerned|unsure|skeptical|sceptical|sure|surprised|worried"
    r"|uncertain|doubtful|afraid|puzzled|missing|having trouble|struggling))",
    re.I,
)
_GREETING = re.compile(
    r"^(?:thank(?:s| you)|dear |hello|hi\b|best regards|kind regards|congratulations|good (?:luck|job)|well done|cheers|sincerely)", re.I
)
_RECOMMENDATION = re.compile(
    r"^(?:overall,? |in (?:summary|conclusion),? |therefore,? |hence,? )*(?:i|we)?\s*(?:recommend|suggest|propose|support)? ?(?:a )?"
    r"(?:strong|weak|clear|borderline|marginal)?(?:ly)? ?(?:accept|reject|acceptance|rejection)\b.{0,30}$",
    re.I,
)
_SCORE = re.compile(
    r"^(?:overall|my|final|reviewer'?s?|your)?\s*(?:rating|score|confidence|soundness|presentation|contribution|recommendation|excitement"
    r"|decision|technical quality|novelty|clarity|originality|significance|quality|reproducibility|correctness|evaluation|overall)"
    r"\s*(?:score)?\s*[:=]\s*(?:\d[\d./ ]*\b.{0,60}|(?:very )?(?:poor|fair|good|excellent|high|low|medium|weak|strong)\.?)$"
    r"|^(?:\d+(?:\.\d+)?\s*(?:/\s*\d+)?\.?)$|^(?:\d\s*[:=-]\s*.{0,60})$",
    re.I,
)
_NOTHING = re.compile(
    r"^[\W_]*(?:n\s*/?\s*a|none|no|yes|nothing|nil|not applicable|no (?:further |other |more |additional |major |specific )*(?:questions?|comments?|concerns?|limitations?"
    r"|issues?|remarks?)(?: (?:here|so far|at this (?:point|time|stage)|to (?:add|report)|from my side))?|adequately addressed|see above|see below|as above|ok(?:ay)?|fine|tbd|same|ditto"
    r"|i (?:do not|don't) have (?:any )?(?:further |other |more )?(?:questions?|comments?|concerns?).{0,20}|limitations are discussed|addressed|discussed)[\W_]*$",
    re.I,
)
_OPINION = re.compile(
    r"^(?:overall,? |in (?:general|summary|short|all),? |i think |i believe |i found |i like |all in all,? )*(?:this |the |it |it's |paper |is |was |a |an |paper |work |very |really |quite |overall )*"
    r"(?:good|nice|great|solid|interesting|decent|excellent|strong|weak|poor|fine|cool|bad|lovely|fun|enjoyable|okay|ok)"
    r"(?:,? (?:and )?\w+)? (?:paper|work|read|job|submission|contribution|idea)(?: overall| in general)?[.!\s]*$",
    re.I,
)
_TYPO = re.compile(
    r"(?:-->|->|=>|→|⇒)|^\W*(?:p(?:age|g)?\.?\s*\d+[,;:]?\s*)?(?:l(?:ine|\.)?\s*)?\d{1,4}\s*:\s|^(?:in )?(?:line|l\.|page|p\.|pg)\s*\d+[^a-z]{0,25}[:,]?\s*[\"'“‘`][^\"”’]{1,60}[\"'”’`]?[.\s]*$"
    r"|\b(?:typos?|misspell\w*|misspelt|spelling|grammatical errors?|grammar)\s*:|^\W*typos?\W|[\"'“‘][^\"”’]{1,60}[\"”’'] (?:should (?:be|read)|to) [\"'“‘]",
    re.I,
)
_ARROW_IN_PROSE = re.compile(r"\$[^$]*(?:->|→)[^$]*\$|\w[\w ]{30,}(?:->|→)\s?\w[\w ]{30,}")
_CONDITIONAL = re.compile(
    r"^(?:however,? |but |and |so,? |thus,? )*(?:even |only )?(?:if|had the|were (?:the|this|it)|should the|assuming|suppose|supposing|provided that)\b", re.I
)
_HYPOTHETICAL = re.compile(r"\b(?:would|might|could|i can|i'd|i'll|i will|i may)\b", re.I)
_LEAD_IN = re.compile(
    r"(?:(?:as follows|below|following|listed|here|in detail|detailed comments|specifically|namely|for (?:example|instance)|e\.g\.?|in particular"
    r"|more precisely|for clarity|the reasons are|including|to be specific)\s*:\s*$)"
    r"|^(?:however,? |but |that said,? |although .{5,60}?, |nevertheless,? |still,? |overall,? |yet,? |also,? |finally,? |in addition,? )*(?:there (?:are|is|remain|were)|i (?:still |also |only |just )?(?:have|see)|i've|here (?:are|is)|below (?:are|is)|the following (?:are|is)|(?:my|the) (?:main |major |other |minor |key |biggest |primary |specific |detailed )*"
    r"(?:concerns?|questions?|comments?|issues?|weakness(?:es)?|strengths?|remarks?|points?|suggestions?|problems?) (?:are|is|come|include|concern)?) ?(?:still |also |however |now )?(?:a |an |the |some |several |many |few |major |minor |main "
    r"|significant |serious |key |other |more |number of |couple of |lot of |various |additional |important |potential |following |specific |small |certain |fundamental |two |three |four |\d )*"
    r"(?:concerns?|questions?|comments?|issues?|weakness(?:es)?|strengths?|remarks?|points?|suggestions?|problems?|typos?|areas?|aspects?|limitations?|things|drawbacks?|shortcomings?|flaws?|details|advantages|contributions|here|below|as follows|follow\w*|listed|summari[sz]ed)?"
    r"(?:,? (?:that|which) (?:\w+ ){1,5}(?:addressed|clarified|improved|resolved|discussed|mention\w*|raise\w*|considered|list\w*))?(?: (?:with|regarding|about|on|of|in|for|to|concerning) (?:the |this |current |my |which |your )*"
    r"(?:paper|work|manuscript|study|submission|method|experiments?|point of view|consider|address|improve|mind|writing|evaluation|proposed method|approach|presentation))?(?: (?:in|of) (?:this|the) (?:paper|work))?(?: (?:here|below|though|as follows|listed below|which are))?[\s.:,*_]*$",
    re.I,
)


_ASKING = re.compile(
    r"^(?:also,? |and |but |so |then |further(?:more)?,? |however,? )*(?:(?:why|how|what) (?:is|are|was|were|do|does|did|can|could|would"
    r"|will|should|not|come|about|if)\b|(?:is|are) there\b|(?:does|do|did) (?:the|this|it|they|you|authors?)\b)"
    r"|(?:, |: )(?:then )?(?:how|why|what) (?:would|does|do|did|is|are|can|could|should|will) (?!(?:missing|more|worse|unclear)\b)",
    re.I,
)
_ANY = re.compile(
    r"^any (?:other |more |further |specific |additional )?(?:references?|ideas?|insights?|reasons?|comments?|thoughts?|plans?|justifications?|explanations?|intuitions?|evidence)\b"
    r"(?!.*\b(?:is|are|was|were) (?:missing|absent|not)\b)", re.I,
)
_ABOUT_UNCLARITY = re.compile(r"\b(?:unclear|not clear|not explain\w*|not sure|clarify|understand|see)\b[^,:]*[,:]?\s*$", re.I)


def is_question(clause: str) -> bool:
    """Whether the clause is put as a question."""
    clause = clause.replace("’", "'")
    if _QUESTION_MARK.search(clause) or _ANY.match(clause):
        return True
    asking = _ASKING.search(clause)
    return bool(asking) and not _ABOUT_UNCLARITY.search(clause[: asking.start()] if asking else "")


def is_wish(clause: str, *, field: str | None = None) -> bool:
    """Whether the clause asks for something to be done, added or explained. Summaries and praise ask for nothing."""
    clause = re.sub(r"^[\W_]*@\w+,?\s+", "", clause.strip().replace("’", "'"))
    clause = re.sub(r"^(?:\([^()]*\)\s*)?[\W_]*(?:(?:perhaps|maybe|possibly|minor|ideally),?:?\s+)?", "", clause, flags=re.I)
    if _WISH.match(clause):
        return True
    words = tokens(clause)
    if words and words[0].text in _IMPERATIVE and words[0].text in BASES | _IMPERATIVE and len(words) > 1:
        if words[1].text not in AUX_AFTER_NOUN and not (words[0].text in _NOUN_TOO and finite_verb(words, begin=1)):
            return True
    if field in ("summary", "strengths"):
        return False
    return bool(_MODAL_WISH.search(clause)) and not _NO_WISH.search(clause)


AUX_AFTER_NOUN = frozenset(("is", "are", "was", "were", "of", "cases"))
_NOUN_TOO = frozenset(("report", "use", "test", "state", "move", "check", "show", "clean"))


_EXPLETIVE = re.compile(
    r"it(?:'s|\b)(?: (?:is|was|seems?|appears?|remains?|would|looks?|might|may|could|can|turns?|feels?|sounds?|will|should|has|been|be|to|not|also"
    r"|still|very|quite|somewhat|rather|really|a|bit|little|entirely|fully|therefore|thus|hence|only|more|much|too|totally|completely"
    r"|even|just|often|never|always|now|here|then|perhaps|probably|hardly))*(?: (?P<state>[\w'-]+))?(?: (?:for|to) (?:\w+ ){1,3}?| here | above )?"
    r" ?(?P<that>to|that|as if|as though|why|how|whether|if|what|when|which|where)\b",
    re.I,
)
_UNCLEAR = re.compile(r"it(?:'s| is| was| remains| seems| is still| is also)(?: \w+)? (?:unclear|not clear|clear|unknown|the case)\b", re.I)


def expletive(clause: str) -> bool:
    """Whether the clause opens with an "it" that stands for nothing before it ("it is unclear whether …")."""
    clause = clause.replace("’", "'")
    if _UNCLEAR.match(clause):
        return True
    match = _EXPLETIVE.match(clause)
    if not match:
        return False
    state = (match["state"] or "").lower()
    if not state:
        return match["that"].lower() != "to"
    if state in ("able", "used", "designed", "supposed", "going", "about", "similar", "related", "limited", "applied", "due"):
        return False
    return not (match["that"].lower() == "to" and (state in PARTICIPLES or state in THIRD or state in BASES))


def unused_reason(clause: str, *, field: str | None) -> Why | None:
    """Why a clause is neither a claim nor a request, ``None`` where it is one of them."""
    bare = re.sub(r"[*_`#]+", "", clause).strip().replace("’", "'")
    if field == "title":
        return Why.HEADING
    if "`" in clause and not re.search(r"[^\W\d_]{2}", re.sub(r"`[^`]*`", "", clause)):
        return Why.CODE
    if not re.search(r"[^\W\d_]", bare):
        return Why.FRAGMENT if not re.search(r"\d", bare) else Why.SCORE
    if _NOTHING.match(bare):
        return Why.POINTER
    if _SCORE.match(bare):
        return Why.SCORE
    if _SEE.match(bare) or _PREMISE_POINTER.match(bare):
        return Why.POINTER
    if _GREETING.match(bare):
        return Why.GREETING
    if _RECOMMENDATION.match(bare):
        return Why.RECOMMENDATION
    if _OPINION.match(bare):
        return Why.OPINION
    if not is_question(bare):
        if _TYPO.search(bare) and not _ARROW_IN_PROSE.search(bare):
            return Why.TYPO
        if _LEAD_IN.search(bare):
            return Why.LEAD_IN
    if _DISCUSSION.search(bare) and not re.search(r"\b(?:reviewer \w+|r\d) (?:on|about) (?:the|a)\b", bare, re.I):
        return Why.DISCUSSION
    if _ABOUT_ME.match(bare) and not is_question(bare) and not is_wish(bare):
        return Why.DISCUSSION
    if _CONDITIONAL.match(bare) and not is_question(bare) and _HYPOTHETICAL.search(bare) and not _WISH.search(
        re.sub(r"^[^,]*,\s*", "", bare)
    ):
        return Why.CONDITIONAL
    if bare.endswith(":") and (
        (not has_finite_verb(bare) and len(bare.split()) < 9)
        or re.search(r"\b(?:here (?:is|are)|the following|below|as follows|list them|listed|my (?:\w+ )?(?:questions|comments))\b", bare, re.I)
    ):
        return Why.LEAD_IN
    return None
