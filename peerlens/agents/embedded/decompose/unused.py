"""Tell why a clause of a review is neither a statement about the paper nor a request: scores, thanks, pointers…"""

from __future__ import annotations

import re

from peerlens.agents.embedded.decompose.asks import asks_directly, is_question, is_wish, wishes_on_condition
from peerlens.agents.embedded.decompose.layout import Why
from peerlens.agents.embedded.decompose.words import has_finite_verb

_PREMISE_POINTER = re.compile(
    r"^(?:also,? )?(?:please )?(?:see|refer to|check|cf\.?)\s+(?:also )?(?:to )?(?:the |my |above|below|previous"
    r"|detailed|\W)*(?:\w+ )?(?:weakness"
    r"|question|comment|above|below|strength|limitation|concern|review|summary|remark|section of|part|box|field)",
    re.I,
)
_SEE = re.compile(
    r"^[\s(*_]*(?:please |also |kindly )*(?:see|refer|as (?:mentioned|discussed|stated|said|noted|above)|same as"
    r"|cf)\b[^.]{0,70}"
    r"(?:above|below|weakness|question|comments?|strength|review|limitation|section)[^.]{0,25}[.)*_\s]*$",
    re.I,
)
_WRITTEN_ELSEWHERE = re.compile(
    r"^(?:the |all |my )*(?:\w+ )?(?:points?|weaknesses|questions?|concerns?|issues?|comments?) (?:that are |"
    r"i )?(?:listed|"
    r"raised|mentioned|given|noted|stated|made) (?:in|under|above|below|as)\b[^,;]{0,60}$|"
    r"^(?:(?:my|the|some|all|further|detailed|specific) )*(?:suggestions?|questions?|comments?|concerns?|remarks?"
    r"|points?|weaknesses|limitations?|strengths?) (?:is|are|was|were|has been|have been) (?:\w+ )?(?:added|listed"
    r"|given|included|mentioned|provided|stated|written|raised|placed|put) (?:under|in|above|below|with|together) ?"
    r"(?:the |my )?(?:weakness|question|strength|limitation|summary|review|comment|previous|other|above|below)?\w*"
    r"(?: (?:section|part|box|field))?[.\s]*$",
    re.I,
)
_DISCUSSION = re.compile(
    r"\b(?:rebuttal|(?:authors?'?|their|your|the) (?:responses?|repl(?:y|ies))\b|author response|other reviewers?"
    r"|fellow reviewers?|my (?:initial |original |current |final |overall |previous )*(?:score|rating|evaluation"
    r"|assessment"
    r"|recommendation|review|expertise|vote|judge?ment)|(?:raise|increase|keep|maintain|lower|change|raising"
    r"|increasing|keeping|update"
    r"|adjust|revise|upgrade)d? (?:my|the|this|our) (?:\w+ )?(?:score|rating|evaluation|assessment)"
    r"|reconsider|\bscores? (?:changed|updated|raised|increased|lowered|adjusted)|(?:my|reviewer) confidence score"
    r"|(?:strong|weak|borderline|marginal)(?:ly)? (?:accept|reject|acceptance|rejection)\b|accept the paper"
    r"|reject the paper|(?:paper|work|submission)(?:'s)? (?:acceptance|rejection)|(?:vote|voting|lean|leaning|argue"
    r"|recommend|"
    r"support|in favou?r)\w* (?:\w+ )?(?:for|to|towards?|of)? ?(?:the )?(?:accept|reject)\w*|be (?:accepted|rejected"
    r"|published)\b"
    r"|(?:ready|suitable|fit|appropriate|good enough) (?:for|to) (?:be )?(?:publi|accept|this venue|neurips|iclr"
    r"|icml|acl|cvpr|the conference)"
    r"|acceptance (?:bar|threshold)|\bbar (?:for|of) (?:accept|neurips|iclr|icml|this)|quality bar"
    r"|warrants? (?:publication|acceptance)|(?:looking"
    r"|look) forward)",
    re.I,
)
_ABOUT_ME = re.compile(
    r"^(?:however,? |although |note that |disclaimer:? |overall,? |but |that said,? |to be (?:clear|honest),? )*(?:i"
    r"|we) (?:am|'m|was|will|'ll|would be|would like to thank"
    r"|thank|have read|did not (?:check|verify|read|carefully)|haven't (?:checked|verified|read)|have not (?:checked"
    r"|verified|read)|didn't check|apologi[sz]e|vote|lean|rate|give"
    r"|hope (?:this|my|these|the authors)|look forward|changed|reviewed|have reviewed|have (?:no|nothing|listed"
    r"|a few|some|several|the following|many|two|three"
    r"|one|also|other|major|minor|concerns|questions|comments|multiple|serious)|list|summari[sz]e|only have"
    r"|just have|put|will list)\b(?! (?:not )?(?:convinced|confused|concerned|unsure"
    r"|skeptical|sceptical|not sure|unclear|surprised|worried|unconvinced|confident that|uncertain|doubtful|afraid)"
    r"| (?:also |still |a bit |somewhat |not |very |quite |really |more |rather |slightly |deeply "
    r"|little )*(?:convinced|confused|concerned|unsure|skeptical|sceptical|sure|surprised|worried"
    r"|uncertain|doubtful|afraid|puzzled|missing|having trouble|struggling))",
    re.I,
)
_FEELING = re.compile(
    r"^(?:however,? |although |overall,? |but |that said,? |also,? |honestly,? |unfortunately,? |and )*i(?:"
    r"(?: am| was|'m|'ve been)(?: still| also| a bit| somewhat| very| quite| really| rather| slightly| a little| not)*"
    r" (?:confused|lost|unsure|sure|surprised|puzzled|worried|excited|impressed|disappointed|happy|convinced|concerned)"
    r"(?: (?:here|though|now|at this point|by (?:this|it)|about (?:this|it|that)|of (?:this|it)"
    r"|after reading \w+(?: \w+)?))?"
    r"|(?: did not| didn't| do not| don't| could not| couldn't)(?: really| fully| quite| even)? (?:understand|get"
    r"|follow|see)"
    r"(?: (?:much|most|any|a lot))?(?: (?:of|from|in))?(?: (?:this|it|that|them|(?:the )?(?:whole )?(?:sections?"
    r"|lines?|paragraphs?"
    r"|pages?|parts?|points?)(?: [\d.,–-]+(?: and [\d.]+)?)?))?"
    r"|(?: do not| don't| did not| didn't| cannot| can't) (?:see|foresee|anticipate"
    r"|find) any (?:\w+ ){0,3}?(?:societal|social"
    r"|ethical|negative)\b.{0,60}"
    r"|(?: really| do| greatly| also| very much| strongly| truly| highly)* (?:appreciate|appreciated|enjoyed|like"
    r"|liked|commend"
    r"|applaud|thank) (?:reading )?(?:the |their |your |this )?(?:authors?['’]*s?['’]? ?|hard |great "
    r"|good )*(?:efforts?|work"
    r"|paper|reading|idea)(?! (?:of|that|to)\b)[^,;]{0,50}"
    r")[\s.!)]*$",
    re.I,
)
_ONLY_IF = re.compile(
    r"^(?:and |or |but )?(?:only |even )?(?:if|provided that|assuming)\b(?!.*\bthen\b)[^,;:]{3,140}[.\s]*$", re.I
)
_GREETING = re.compile(
    r"^(?:thank(?:s| you)|(?:i am |i'm |my )?(?:sorry|apologi[esz]+) (?:if|for|in case)\b|dear |hello|hi\b|"
    r"best regards|kind regards|congratulations|good (?:luck|job)|well done"
    r"|cheers|sincerely)",
    re.I,
)
_RECOMMENDATION = re.compile(
    r"^(?:overall,? |in (?:summary|conclusion),? |therefore,? |hence,? )*(?:i|we)?\s*(?:recommend|suggest|propose"
    r"|support)? ?(?:a )?"
    r"(?:strong|weak|clear|borderline|marginal)?(?:ly)? ?(?:accept|reject|acceptance|rejection)\b.{0,30}$",
    re.I,
)
_SCORE = re.compile(
    r"^(?:overall|my|final|reviewer'?s?|your)?\s*(?:rating|score|confidence|soundness|presentation|contribution"
    r"|recommendation|excitement"
    r"|decision|technical quality|novelty|clarity|originality|significance|quality|reproducibility|correctness"
    r"|evaluation|overall)"
    r"\s*(?:score)?\s*[:=]\s*(?:\d[\d./ ]*\b.{0,60}|(?:very )?(?:poor|fair|good|excellent|high|low|medium|weak"
    r"|strong)\.?)$"
    r"|^[+\u2212–-]\s?\d(?:\.\d)?(?: points?)? (?:for|on|to|because of|due to) (?:the |its |their )?[^\d,;:]{1,60}$"
    r"|^(?:\d+(?:\.\d+)?\s*(?:/\s*\d+)?\.?)$|^(?:\d\s*[:=-]\s*.{0,60})$",
    re.I,
)
_NOTHING = re.compile(
    r"^[\W_]*(?:n\s*/?\s*a|none|no|yes|nothing|nil|not applicable|no (?:further |other |more |additional |major "
    r"|specific )*(?:questions?|comments?|concerns?|limitations?"
    r"|issues?|remarks?)(?: (?:here|so far|at this (?:point|time|stage)|to (?:add|report)|from my side))?"
    r"|adequately addressed|see above|see below|as above|ok(?:ay)?|fine|tbd|same|ditto"
    r"|i (?:do not|don't) have (?:any )?(?:further |other |more )?(?:questions?|comments?|concerns?).{0,20}"
    r"|limitations are discussed|addressed|discussed)[\W_]*$",
    re.I,
)
_OWN_POINTS = re.compile(
    r"^[\W_]*(?:(?:there (?:are|is|were)|i (?:have|see|list)|here (?:are|is|follow)|below (?:are|is)|"
    r"the following are) "
    r"(?:(?:also|a|an|the|my|some|several|few|many|couple|other|minor|major|main|additional|further|number|of|"
    r"just|only|more|specific|general|detailed|following|two|three|four|smaller|small|things|and|or) )*"
    r"(?:weakness(?:es)?|concerns?|issues?|comments?|questions?|points?|remarks?|strengths?|suggestions?|nits?|typos)"
    r"(?: (?:below|above|here|though|however|as well|to (?:make|raise|address)))?"
    r"|(?:here|below|above),? (?:i|we)(?:['’]ve| have)? (?:list|collect|gather|note|mention|summari[sz]e|enumerate|"
    r"raise|give)\w*\b.*"
    r"|this is (?:just |only |merely |more |of )*(?:a |an )?(?:stylistic|minor|small|general|personal|cosmetic) "
    r"(?:comment|remark|point|suggestion|question|nit|note|issue)(?:,? though)?)[\s.:!]*$",
    re.I,
)
"""What a review says of its own points, without making one."""
_OPINION = re.compile(
    r"^(?:overall,? |in (?:general|summary|short|all),? |i think |i believe |i found |i like "
    r"|all in all,? )*(?:this |the |it |it's |paper |is |was |a |an |paper |work |very |really |quite |overall )*"
    r"(?:good|nice|great|solid|interesting|decent|excellent|strong|weak|poor|fine|cool|bad|lovely|fun|enjoyable|okay"
    r"|ok)"
    r"(?:,? (?:and )?\w+)? (?:paper|work|read|job|submission|contribution|idea)(?: overall| in general)?[.!\s]*$",
    re.I,
)
_TYPO = re.compile(
    r"(?:-->|->|=>|→|⇒)|^\W*(?:p(?:age|g)?\.?\s*\d+[,;:]?\s*)?(?:l(?:ine|\.)?\s*)?\d{1,4}\s*:\s|^(?:in )?(?:line|l\."
    r"|page|p\.|pg)\s*\d+[^a-z]{0,25}[:,]?\s*[\"'“‘`][^\"”’]{1,60}[\"'”’`]?[.\s]*$"
    r"|^\W*(?:line|l\.|page|p\.)\s*\d+[,:]?\s*(?:(?:extra|missing|double|no|remove|add)\s+)?(?:spaces?|commas?|periods?"
    r"|full stops?|hyphens?|brackets?|parenthes[ie]s)\b.{0,30}$"
    r"|\b(?:typos?|misspell\w*|misspelt|spelling|grammatical errors?|grammar)\s*:|^\W*typos?\W"
    r"|[\"'“‘][^\"”’]{1,60}[\"”’'] (?:should (?:be|read)|to) [\"'“‘]",
    re.I,
)
_ARROW_IN_PROSE = re.compile(r"\w[\w ]{30,400}(?:->|→)\s?\w[\w ]{30}")
_CONDITIONAL = re.compile(
    r"^(?:however,? |but |and |so,? |thus,? )*(?:even |only )?(?:if|had the|were (?:the|this|it)|should the|assuming"
    r"|suppose|supposing|provided that)\b",
    re.I,
)
_HYPOTHETICAL = re.compile(r"\b(?:would|might|could|i can|i'd|i'll|i will|i may)\b", re.I)
_LEAD_IN = re.compile(
    r"(?:(?:as follows|below|following|listed|here|in detail|detailed comments|specifically|namely|for (?:example"
    r"|instance)|e\.g\.?|in particular"
    r"|more precisely|for clarity|the reasons are|including|to be specific)\s*:\s*$)"
    r"|^(?:however,? |but |that said,? |although .{5,60}?, |nevertheless,? |still,? |overall,? |yet,? |also,? "
    r"|finally,? |in addition,? )*(?:there (?:are|is|remain|were)|i (?:still |also |only |just )?(?:have|see)|i've"
    r"|here (?:are|is)|below (?:are|is)|the following (?:are|is)|(?:my|the) (?:main |major |other |minor |key "
    r"|biggest |primary |specific |detailed )*"
    r"(?:concerns?|questions?|comments?|issues?|weakness(?:es)?|strengths?|remarks?|points?|suggestions?"
    r"|problems?) (?:are|is|come|include|concern)?) ?(?:still |also |however |now )?(?:a |an |the |some |several "
    r"|many |few |major |minor |main "
    r"|significant |serious |key |other |more |number of |couple of |lot of |various |additional |important "
    r"|potential |following |specific |small |certain |fundamental |two |three |four |\d )*"
    r"(?:concerns?|questions?|comments?|issues?|weakness(?:es)?|strengths?|remarks?|points?|suggestions?|problems?"
    r"|typos?|areas?|aspects?|limitations?|things|drawbacks?|shortcomings?|flaws?|details|advantages|contributions"
    r"|here|below|as follows|follow\w*|listed|summari[sz]ed)?"
    r"(?:,? (?:that|which) (?:\w+ ){1,5}(?:addressed|clarified|improved|resolved|discussed|mention\w*|raise\w*"
    r"|considered|list\w*))?(?: (?:with|regarding|about|on|of|in|for|to|concerning) (?:the |this |current |my "
    r"|which |your )*"
    r"(?:paper|work|manuscript|study|submission|method|experiments?|point of view|consider|address|improve|mind"
    r"|writing|evaluation|proposed method|approach|presentation))?(?: (?:in|of) (?:this|the) (?:paper"
    r"|work))?(?: (?:here|below|though|as follows|listed below|which are))?[\s.:,*_]*$",
    re.I,
)


_PLAIN = (
    (_NOTHING, Why.POINTER),
    (_OWN_POINTS, Why.LEAD_IN),
    (_SCORE, Why.SCORE),
    (_SEE, Why.POINTER),
    (_PREMISE_POINTER, Why.POINTER),
    (_WRITTEN_ELSEWHERE, Why.POINTER),
    (_GREETING, Why.GREETING),
    (_RECOMMENDATION, Why.RECOMMENDATION),
    (_OPINION, Why.OPINION),
)
_ABOUT_A_POINT = re.compile(r"\b(?:reviewer \w+|r\d) (?:on|about) (?:the|a)\b", re.I)
_NAMES_POINTS = re.compile(
    r"^(?:some|a few|several|other|minor|more|further|my|detailed|additional|specific)\b.*\b(?:comments?|questions?"
    r"|remarks?|points?|suggestions?)\)?[.:]?$",
    re.I,
)
_POINTS_DOWN = re.compile(
    r"\b(?:here (?:is|are)|the following|below|as follows|list them|listed|my (?:\w+ )?(?:questions|comments))\b", re.I
)


def unused_reason(clause: str, *, field: str | None) -> Why | None:
    """Why a clause is neither a claim nor a request, ``None`` where it is one of them."""
    bare = re.sub(r"[*_`#]+", "", clause).strip().replace("’", "'")
    if field == "title":
        return Why.HEADING
    if "`" in clause and not re.search(r"[^\W\d_]{2}", re.sub(r"`[^`]*`", "", clause)):
        return Why.CODE
    if not re.search(r"[^\W\d_]", bare):
        return Why.SCORE if re.search(r"\d", bare) else Why.FRAGMENT
    for pattern, why in _PLAIN:
        if pattern.match(bare):
            return why
    return _about_no_paper(bare) or (None if is_question(bare) else _leads_in(bare))


def _arrow_in_prose(text: str) -> bool:
    """Whether an arrow stands in a formula or between two stretches of prose, rather than between wrong and right."""
    formulas = text.split("$")[1::2] if text.count("$") % 2 == 0 else ()
    return any("->" in one or "→" in one for one in formulas) or _ARROW_IN_PROSE.search(text) is not None


def _about_no_paper(bare: str) -> Why | None:
    """Corrections, talk about the discussion, and what would be if."""
    asks = is_question(bare)
    if not asks and _TYPO.search(bare) and not _arrow_in_prose(bare):
        return Why.TYPO
    if not asks and _LEAD_IN.search(bare):
        return Why.LEAD_IN
    if _DISCUSSION.search(bare) and not _ABOUT_A_POINT.search(bare):
        return Why.DISCUSSION
    if not asks and _ABOUT_ME.match(bare) and not is_wish(bare):
        return Why.DISCUSSION
    if not asks and _FEELING.match(bare) and not is_wish(bare):
        return Why.DISCUSSION
    if not asks and _ONLY_IF.match(bare):
        return Why.CONDITIONAL
    if not asks and _CONDITIONAL.match(bare) and _HYPOTHETICAL.search(bare):
        wished = asks_directly(re.sub(r"^[^,]*,\s*", "", bare)) or wishes_on_condition(bare)
        return None if wished else Why.CONDITIONAL
    return None


def _leads_in(bare: str) -> Why | None:
    short = not has_finite_verb(bare) and len(bare.split()) < 9
    if short and _NAMES_POINTS.search(bare):
        return Why.LEAD_IN
    return Why.LEAD_IN if bare.endswith(":") and (short or _POINTS_DOWN.search(bare)) else None
