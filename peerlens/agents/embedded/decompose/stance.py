"""Stance and kind of a claim, from the field it stands in and its wording."""

from __future__ import annotations

import re

from peerlens.taxonomy import ClaimKind, Stance

_NEGATIVE = re.compile(
    r"\b(?:no|not|n't|never|neither|nor|none|without|hardly|barely|lacks?|lacking|missing|misses|absent|absence"
    r"|fails?|failed|cannot"
    r"|insufficient\w*|inadequate\w*|limited|limits?|weak\w*|unclear|unfair|unconvinc\w*|unjustified|unsupported"
    r"|incremental"
    r"|poor\w*|small|narrow|hard to|difficult to|confus\w+|incorrect\w*|wrong\w*|misleading|overstat\w*|overclaim\w*"
    r"|exaggerat\w*|questionable"
    r"|only|too|unrealistic|strong assumptions?|restrictive|expensive|costly|outdated|trivial|ad[- ]hoc|concern\w*"
    r"|issues?|problems?|problematic"
    r"|doubt\w*|worse|marginal\w*|inconsistent\w*|incomplete\w*|vague\w*|sloppy|errors?|flaw\w*|mistakes?|suffers?"
    r"|(?:main|major|significant|serious|key|severe|real|clear) (?:limitation|drawback|shortcoming)s?"
    r"|omits?|omitted|ignor\w+|neglect\w*|overlook\w*|lack of"
    r"|unreadable|illegible|redundant|unnecessar\w*|arbitrary|heuristic|toy|simplistic|superficial|just|merely"
    r"|disappoint\w*|impractical)\b|n't\b",
    re.I,
)
_POSITIVE = re.compile(
    r"\b(?:novel|original|innovative|well[- ](?:written|motivated|organi[sz]ed|structured|presented|designed"
    r"|executed|explained|thought|known|done|supported|defined|founded|grounded)"
    r"|clear|clearly|easy to|interesting|important|significant\w*|strong|impressive|promising|thorough\w*"
    r"|extensive\w*|comprehensive\w*|sound|solid|convincing\w*|excellent"
    r"|good|great|nice|nicely|elegant|insightful|valuable|useful|effective\w*|rigorous\w*|outperforms?"
    r"|state[- ]of[- ]the[- ]art|reasonable|intuitive|timely|appreciate"
    r"|commendable|detailed|careful\w*|simple yet|enjoyed|creative|remarkabl\w*|competitive|superior|better"
    r"|improves?|robust\w*|practical|helpful|beneficial|advances?)\b",
    re.I,
)
_SUBJECTIVE = re.compile(
    r"\b(?:novelty|novel|original|originality|innovative|interesting|important|importance|well[- ](?:written"
    r"|motivated|organi[sz]ed|structured|presented|thought|done|explained)|easy to|hard to"
    r"|difficult to (?:follow|read|understand|parse)|promising|convinc\w+|compelling|elegant|insightful|timely"
    r"|exciting|intuitive|incremental|trivial|i (?:think|believe|feel|find|found|like|appreciate|enjoyed)"
    r"|in my (?:\w+ )?(?:opinion|view)|nice|nicely|good|great|excellent|impressive|weak|poor|poorly|clear|clearly"
    r"|unclear"
    r"|confusing|significance|significant contribution|impact|impactful|valuable|commendable|reasonable|makes sense"
    r"|sound|elegant"
    r"|disappointing|questionable|exaggerated|overstated|enjoyable|relevant|thorough|solid|smart|natural"
    r"|unconvincing|unsatisfying|skeptical|sceptical|concerned?|worried|limited (?:novelty|contribution|impact"
    r"|significance))\b",
    re.I,
)
_CHECKABLE = re.compile(
    r"\d|\b(?:no|not|never|neither|without|lacks?|missing|only|none|uses?|used|reports?|compared?|compares?"
    r"|evaluat\w+|table|figure|section|theorem|lemma|equation|appendix|dataset\w*|baselines?"
    r"|ablations?|outperforms?|proposes?|introduces?|presents?)\b",
    re.I,
)
_STRONG_OPINION = re.compile(
    r"\b(?:i (?:think|believe|feel|like|appreciate|enjoyed)|in my (?:\w+ )?(?:opinion|view)|(?:is|are|seems?|appears?"
    r"|looks?) (?:\w+ )?(?:novel|interesting|important|well[- ]\w+|easy to|hard to|difficult to|promising|convincing"
    r"|elegant|incremental"
    r"|trivial|intuitive|weak|poor|nice|good|great|clear|reasonable|insightful|sound|solid|timely|impressive"
    r"|questionable)|(?:novelty|contribution|significance|impact|motivation) (?:\w+ ){0,4}(?:is|are|seems?|appears?"
    r"|remains?) (?:\w+ )?"
    r"(?:limited|weak|incremental|unclear|low|small|marginal|questionable))\b",
    re.I,
)


_FELT = re.compile(
    r"^(?:however,? |overall,? |but |also,? |although |personally,? )*(?:i(?:'m| am| was| wasn't| feel| felt| guess"
    r"| struggled?"
    r"| find| had (?:a hard time|difficult\w+|trouble)|(?: strongly| respectfully| also)* disagree| doubt| suspect"
    r"| worry"
    r"| (?:do|did)(?: not|n't)(?: \w+ly| quite)? (?:understand|think|believe|agree|like|get)|(?: really| also"
    r"| do)* (?:appreciate"
    r"|enjoyed|like|think|believe))\b|it makes sense\b|it is (?:\w+ )?(?:nice|good|great|hard|interesting) (?:to"
    r"|that)\b)",
    re.I,
)
_DESCRIBES = re.compile(
    r"(?:in this (?:paper|work|study|manuscript),? )?(?:the|this) (?:paper|work|authors?|manuscript|method|study"
    r"|approach|model|framework|article)s? (?:also |further |then |first |mainly )*"
    r"(?:proposed?|presents?|presented|introduced?|introduces|extends?|provides?|stud(?:y|ies|ied)|investigates?"
    r"|uses?|used|describes?|develops?|addresse?s?|considers?|proposes"
    r"|aims?|show(?:s|ed)?|evaluates?|applies|apply|analy[sz]es?|tackles?|focus(?:es)?)\b",
    re.I,
)
_HARD_NEGATIVE = re.compile(
    r"\b(?:lacks?|missing|fails? to|unclear|insufficient|unfair|wrong|limited|however|concerns?|not (?:clear"
    r"|convincing|novel|explained|compared"
    r"|discussed|reported|evaluated)|does not (?:compare|report|discuss|explain|provide))\b", re.I,
)  # fmt: skip


def stance_of(text: str, *, field: str | None, concession: bool) -> Stance:
    """What the reviewer does with the statement. ``concession``: it is the granted half of "although X, Y"."""
    negative, positive = len(_NEGATIVE.findall(text)), len(_POSITIVE.findall(text))
    if concession:
        return Stance.PRAISE if positive > negative else Stance.CRITICISM if negative > positive else Stance.DESCRIPTION
    if field == "strengths":
        return Stance.CRITICISM if negative > positive and _HARD_NEGATIVE.search(text) else Stance.PRAISE
    if field == "weaknesses":
        return Stance.PRAISE if positive and not negative and _pure_praise(text) else Stance.CRITICISM
    if field == "summary":
        return Stance.CRITICISM if _HARD_NEGATIVE.search(text) and not positive else Stance.DESCRIPTION
    if negative and not (_DESCRIBES.match(text) and not _HARD_NEGATIVE.search(text)):
        return Stance.CRITICISM
    if _DESCRIBES.match(text) and not re.search(r"\b(?:novel|interesting|impressive|thorough|important)\b", text):
        return Stance.DESCRIPTION
    return Stance.PRAISE if positive else Stance.DESCRIPTION


def kind_of(text: str) -> ClaimKind:
    """Whether the statement can be checked in the paper or is a judgement."""
    if _FELT.match(text):
        return ClaimKind.SUBJECTIVE
    if _STRONG_OPINION.search(text) and not re.search(r"\d", text):
        return ClaimKind.SUBJECTIVE
    if _SUBJECTIVE.search(text) and not _CHECKABLE.search(text):
        return ClaimKind.SUBJECTIVE
    return ClaimKind.FACTUAL


def _pure_praise(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:well[- ]written|easy to follow|interesting|novel|solid|impressive|thorough|i (?:like|appreciate"
            r"|enjoyed)"
            r"|commendable|excellent|clearly (?:written|presented|explained))\b", text, re.I,
        )
    )  # fmt: skip
