"""Claims whose own predicate is a judgement, a guess or news from elsewhere: no retrieval is to be spent on them."""

from __future__ import annotations

import re
from typing import Final

from peerlens.taxonomy import Reason

_BE: Final = r"(?:is|are|was|were|be|seems?|appears?|looks?|feels?|sounds?|remains?)"
_DEGREE: Final = (
    r"(?:(?:\w+ly|very|quite|rather|too|so|more|most|somewhat|not|a bit|a little|pretty|really|of|great|high|"
    r"much|little|limited|no|some|particular|broad|any|to be|to)\s+)*"
)
_VALUE: Final = (
    r"(?:novel|new|(?<!the )original|innovative|incremental|important|interesting|promising|convincing|unconvincing|"
    r"appealing|compelling|intriguing|exciting|elegant|impressive|timely|valuable|worthwhile|non-?relevant|irrelevant|"
    r"desirable|preferable|sensible|reasonable|nice|neat|beautiful|great|remarkable|striking|fascinating|attractive|"
    r"na[iï]ve|simplistic|superficial|shallow(?! (?:networks?|models?|layers?|trees?|water))|(?:un)?satisfying|"
    r"unsatisfactory|disappointing|underwhelming|far-?fetched)"
)
_HEAD: Final = (
    r"(?:problem|topic|question|paper|idea|work|contribution|approach|task|direction|setting|method|one|results?|insight|"
    r"observation|theorem|finding|property|interpretation|trick)s?"
)
_OPINIONS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"^[^,;]*?\b{_BE}\s+(?:an?\s+|the\s+)?{_DEGREE}(?:[\w-]+,? (?:and|but|yet|or) {_DEGREE})?{_VALUE}"
        rf"(?:\s+(?:\w+\s+)?{_HEAD})?"
        r"(?:\s*[,.;]|\s+(?:and|but|to|in|for|as|because|since|given|over|compared|than|enough|with|on|from|that|of|"
        r"when|at)\b.*)?$",
        r"\b(?:lacks?|lacked|lacking|without|(?:has|have|shows?|offers?|brings?) (?:no|little|limited|some|enough))\s+"
        r"(?:\w+\s+)?(?:novelty|originality)\b|^(?:limited|little|no|insufficient) (?:\w+ )?(?:novelty|originality)\b|"
        rf"^(?:\w+ ){{0,3}}(?:novelty|originality)\b(?: of [\w ]+?)? {_BE} {_DEGREE}(?:limited|low|small|minor|"
        r"marginal|weak|thin|modest|high|unclear|questionable|insufficient|incremental)\b",
        r"\bof (?:\w+ )?(?:interest|importance|relevance|significance|value)(?:\s+(?:to|for)\b[^,]*)?$",
        r"\ba (?:\w+ )?(?:pleasure|joy|delight|pain) to (?:read|follow|review)\b",
        r"\b(?:does|did|do|could|can|has|have|is|are) not (?:\w+ly |quite |really )?convinc\w+|"
        r"\bconvinc(?:es?|ed|ing(?:ly)?) (?:me|us|the reviewer)\b|\bunconvincing\b[^,;]*$",
        r"^(?:(?:my|our)(?: \w+)? (?:concerns?|worr(?:y|ies)|problems?|issues?|criticisms?|complaints?|doubts?|"
        r"reservations?)|the (?:\w+ )?(?:concerns?|worr(?:y|ies)|criticisms?|complaints?|doubts?|reservations?))\b"
        r"(?: \w+){0,4}?\s(?:is|are|lies?|concerns?|relates?|remains?)\b(?! that\b)",
        rf"\b{_BE}\s+{_DEGREE}(?:hard|difficult|tough|impossible|easy) to (?:justify|believe|judge|assess|trust|buy|"
        r"appreciate|accept|see the (?:value|point|benefit|advantage|merit|use)|be convinced|defend|evaluate|gauge)\b",
        r"\bmakes? (?:\w+ ){0,3}sense\b",
        r"\b(?:may|might|could|would|can) (?:well |also |even )?be (?:\w+ )?(?:more|less|better|worse|preferable|"
        r"desirable|interesting|useful|beneficial|nice|good|helpful|advisable|important|easier|worth|unfair)\b",
        r"^(?:\([^()]*\) ?)?i (?:think|believe|guess|assume|suspect|suppose) (?:that )?(?:you|they|the authors?) "
        r"(?:\w+ )?(?:mean|meant|intend\w*|want\w*)\b",
        r"\b(?:could|can) (?:really |also |definitely |certainly )*use (?:an?|some|more|another)\b",
        rf"\b(?:has|have|gives?|admits?|offers?|with) (?:an? )?(?:very |quite |rather )?(?:nice|neat|beautiful|clean|"
        rf"elegant|natural|interesting) (?:\w+ ){{0,2}}{_HEAD}\b",
        r"\bi (?:really |very much |quite )?(?:like|liked|enjoy|enjoyed|appreciate|appreciated|love|loved|dislike|"
        r"disliked)\b",
        r"\b(?:is|are|was|were) (?:\w+ly )?(?:worth|worthy)\b",
        # worth that is weighed: "there is no technical contribution"
        r"\b(?:no|not much|little|lacks?|without|limited|not any|enough|sufficient) (?:\w+ ){0,2}"
        r"(?:contributions?|drawbacks?|merits?|insights?|take-?aways?|surprises?|advances?|progress|added value)"
        r"(?:\s*[.;,]|$|\s+(?:in|of|to|from|over|for|here|beyond)\b)",
        # what a review calls faults, and how well something is done
        r"\b(?:has|have|contains?|there (?:is|are)|with) (?:(?:some|several|many|a few|minor|small|major|serious|other|"
        r"no|further|additional|numerous|various|following|multiple|a number of)\s+)*(?:errors?(?! (?:bar|rate|term|"
        r"anal|margin|bound))|mistakes?|typos?|flaws?|issues?|problems?|weakness(?:es)?|shortcomings?|concerns?|"
        r"inconsistenc(?:y|ies)|inaccurac(?:y|ies)|imprecisions?)\s*(?:[.:;,]|$|\bin (?:the|its) (?:paper|text|"
        r"manuscript|writing|notation|presentation)\b)",
        r"\b(?:is|are|was|were|has been|have been) (?:\w+ )?(?:addressed|discussed|handled|treated|covered|"
        r"acknowledged|described|explained|presented)\s+(?:\w+ )?(?:fairly|adequately|well|properly|sufficiently|"
        r"appropriately|nicely|honestly|satisfactorily|poorly|badly)\b",
        r"^(?:the |all |some |its |their |paper['’]s )*(?:[\w-]+ ){1,4}(?:is|are|was|were|has been|have been) "
        r"(?:\w+ )?(?:fairly|adequately|well|properly|sufficiently|reasonably|appropriately|nicely|honestly|thoroughly|"
        r"satisfactorily|poorly|badly|carefully)[- ](?:addressed|discussed|handled|treated|covered|acknowledged|"
        r"described|explained|presented|justified|motivated|designed|executed|done)\b[^,;]*$",
        r"\b(?:a|an|the) (?:\w+ly )?(?:noteworthy|valuable|meaningful|remarkable|nice|good|great|strong|solid|useful|"
        r"significant|important) (?:contribution|step|addition|advance)\b",
        r"\b(?:good|bad|poor|great|natural|right|wrong|perfect|suitable) (?:match|fit|venue|place)\b",
        r"\b(?:adequately|sufficiently|fairly|properly|satisfactorily|appropriately) (?:address|discuss|cover|describe|"
        r"acknowledge|explain|justify|motivate|treat)\w*",
        r"\bit (?:is|was) (?:\w+ )?(?:hard|difficult|impossible|easy) to (?:\w+ly )?(?:evaluate|judge|assess|"
        r"tell|say|gauge|see|understand|follow|compare|interpret)\b",
        r"\bwhich (?:i|we) (?:\w+ )?(?:feel|find|think|believe) (?:is|are|to be)?\b",
        rf"^[^,;]*?\b{_BE}\s+{_DEGREE}(?:correct|sound|solid|incremental|complete|commendable)(?: and \w+)?\s*[.;]?$",
        r"^(?:the |this |overall,? )*(?:paper|manuscript|work|submission|article|writing|presentation|exposition|text) "
        r"(?:is|are|was) (?:\w+ly |very |quite )*(?:well|clearly|nicely|poorly|badly)[- ]?(?:\w+ed|written)\b",
        r"^i (?:(?:do|still|also|really|just|personally) )*have (?:\w+ ){0,2}(?:doubts?|concerns?|"
        r"reservations?|worr(?:y|ies)|trouble|difficult(?:y|ies)|issues?|problems?)\b",
        rf"\b(?:arguably|far-?fetched|unfounded)\b|\b{_BE} {_DEGREE}(?:overkill|overblown|obvious)\b",
        r"^(?:the |their |its |my )*(?:\w+ )?(?:motivations?|rationale|intuitions?|reasoning|purpose|novelty|"
        r"significance|"
        rf"story|message|takeaways?)\b[^,;]*? {_BE} (?:not \w+ |not )?(?:\w+ )?(?:un)?(?:clear|convincing|"
        rf"obvious|evident)\b",
        rf"\b{_BE} (?:very|quite|rather|fairly|somewhat|pretty|really|extremely|a bit|a little) (?!similar|close)\w+$",
        r"^(?:the |this |their |its )*(?:\w+ )?(?:proofs?|writing|exposition|sections?|explanations?|"
        r"descriptions?|discussions?|"
        rf"derivations?|arguments?|introduction)\b[^,;]* {_BE} {_DEGREE}(?:fast|sketchy|rushed|terse|dense|"
        rf"short|brief|long|"
        r"loose|hand-?wavy|informal|heavy|light|thin|shallow|superficial)$",
        # what a reviewer did not find
        r"^(?:there (?:is|are|was|were) )?no (?:(?!of\b)\w+ ){0,2}(?:impacts?|concerns?|issues?|problems?|risks?|"
        r"limitations?|flags?|errors?|mistakes?|implications?|consequences?) (?:(?:of|in|with|for|on) (?:this|the) "
        r"(?:work|paper|study|submission|method|approach)|(?:was|were|is|are|have been) (?:found|"
        r"noted|identified|seen|observed|raised|detected|expected|foreseen)|"
        r"(?:w\.?r\.?t\b|regarding|about|concerning|with (?:respect|regard)\b).*)\s*[.;]?$",
    )
)
_POINTING: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"^(?:the|its|their) (?:same|(?:main|other|only|biggest|first|second|last) one|former|latter)\s+(?:is|are|was|"
        r"were|holds?|goes|applies|happens)\b",
        r"^(?:both|neither|none|all|some|each|one|many|most) (?:of (?:them|these|those|it)\b|(?:is|are|was|were|has|"
        r"have)\b)",
        r"\b(?:is|are|was|were|does|do|did|has|have|can|could) not$",
        r"^(?:this|that|it|these|those) (?:is|are|was|were) (?:not |also |still |simply |just )*(?:enough|sufficient|"
        r"the case|missing|fine|ok|true|false|wrong|right|correct|similar|the same|different|here|there)\b"
        r"(?! (?:to|from|for|as|in|when|if|that)\b)",
        # what is missing is not said
        r"^(?:the (?:paper|authors?|manuscript|work) )?(?:lacks?|miss(?:es)?|lack of|missing)? ?(?:(?:(?:some|many|"
        r"several|important|relevant|key|related|recent|certain|necessary|other|proper|appropriate|more|various|"
        r"crucial)\s+)+(?:references?|citations?|related works?|literature|details?|explanations?|information|"
        r"baselines?|works|papers)|references|citations)(?: (?:is|are) (?:\w+ )?(?:missing|missed|omitted|ignored|"
        r"overlooked|not (?:cited|included|given)))?$",
    )
)
"""Claims that point at what they do not name."""
_ELSEWHERE: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bthere (?:is|are|exists?|has been|have been) (?:(?:already|also|an?|some|many|much|several|extensive|"
        r"ample|strong|growing|considerable|plenty of|a lot of|lots of|large|rich|vast|long|experimental|empirical|"
        r"theoretical|recent|prior|previous|existing|related|body of|amounts? of|line of|lines of|numbers? of|other)"
        r"\s+)+(?:evidence|literature|works?|research|studies|papers|publications|articles)\s+(?!in (?:the|this) "
        r"paper)(?:\w+ly )?(?:that|which|challeng|show|suggest|indicat|on|against|demonstrat|support|propos|address|"
        r"question|about|for|in|study|studying|us|deal|consider|tackl|focus)\w*",
        r"\b(?:a|another|one|recent|this|the|several|many) (?:\w+ )?(?:lines?|strands?|bod(?:y|ies)) of (?:\w+ )?"
        r"(?:work|works|research|literature|papers|studies) (?:\w+ly )?(?:has|have|stud|show|consider|propos|address|"
        r"explor|investigat|focus|use|deal|tackl|already)\w*",
        r"\bnot (?:yet |already )?been (?:published|proposed|studied|explored|considered) "
        r"(?:before|elsewhere|previously)\b",
        r"\b(?:has|have) (?:already |long |previously |recently |since )?been (?:\w+ly )?(?:shown|proved|proven|"
        r"demonstrated|proposed|observed|reported|established|argued|known|studied|explored|used|applied|introduced|"
        r"considered|adopted) (?:(?:by|in) (?:others|other|"
        r"previous|prior|many|several|numerous|\[[\w,\s]+\]|[A-Z]\w+ et al)|before|elsewhere|"
        r"in (?:other|prior|previous|many|several|numerous|"
        r"the literature|earlier))\b",
        r"\bit (?:is|has been) (?:\w+ly )?(?:well[- ]|commonly |widely |generally )(?:known|accepted|established|"
        r"understood|agreed|believed) that\b",
    )
)
_MODAL: Final = re.compile(r"\b(?:may|might|could|would|will|can|should|likely|unlikely|probably|perhaps)\b", re.I)
_WONDERS: Final = re.compile(r"\b(?:i|we) (?:also |still |just )?wonder(?:ed)? (?:why|whether|if|how|what)\b", re.I)
_GUESS: Final = re.compile(
    r"it (?:is|seems|appears|looks) (?:\w+ )?(?:likely|probable|plausible|possible|conceivable|unlikely|doubtful) "
    r"that\b",
    re.I,
)
_TONE: Final = re.compile(
    r"\b(?:good|bad|better|worse|best|fair|unfair|relevant|non-?relevant|irrelevant|strong|weak|poor|great|nice|"
    r"enough|sufficient|simple|trivial|hard|easy|difficult|useful|useless|meaningful|worth|right|wrong|clear|"
    r"unclear|interesting|important|valuable|novel|convincing|significant|practical|realistic|appropriate|suitable|"
    r"necessary|unnecessary|overclaim\w*|overstat\w*|problematic|natural|limited)\b",
    re.I,
)


def judges(statement: str, *, believed: bool = False) -> Reason | None:
    """Why the statement's main predicate is beyond any paper: a value judgement, a guess, knowledge from elsewhere.

    ``believed``: it was put forward as what its writer thinks; a modal or a word of value then makes it a judgement.
    """
    if any(pattern.search(statement.rstrip(" .!")) for pattern in _POINTING):
        return Reason.VAGUE
    if any(pattern.search(statement) for pattern in _ELSEWHERE):
        return Reason.EXTERNAL_KNOWLEDGE
    if any(pattern.search(statement) for pattern in _OPINIONS):
        return Reason.OPINION
    if _WONDERS.search(statement):
        return Reason.VAGUE
    if _GUESS.match(statement):
        return Reason.INFERENCE
    if believed and _TONE.search(statement):
        return Reason.OPINION
    if believed and _MODAL.search(statement):
        return Reason.INFERENCE
    return None
