"""Claims that no text settles: opinion, outside knowledge, prediction, talk about the review itself."""

from __future__ import annotations

import re
from typing import Final

from peerlens.taxonomy import Polarity, Reason

_DEGREE = (
    r"(?:\w+ly |very |quite |rather |too |so |more |most |highly |somewhat |not |a bit |a little |pretty |"
    r"fairly |really )*"
)
_DISCUSSION: Final = re.compile(
    r"\b(?:rebuttal|author response|authors' response|response to (?:the |my )?review|camera[- ]ready|(?:other|"
    r"fellow) reviewers?|"
    r"reviewer #?\w{1,4}|area chair|my (?:score|rating|recommendation|concerns?|questions?)|"
    r"(?:rais|increas|lower|keep|chang|improv|updat|maintain|adjust|rais|reconsider)\w* (?:the|this) (?:score|rating)"
    r"(?=[.,;!?]|$| (?:if|when|after|accordingly|once|to)\b)|"
    r"(?:iclr|neurips|nips|icml|acl|emnlp|cvpr|"
    r"aaai|this) (?:conference|venue|bar|standards?|audience|community)|accept(?:ance|ed)? (?:at|to|for) |bar for|"
    r"suitable for (?:this )?(?:venue|"
    r"publication)|recommend (?:acceptance|rejection)|reject)\b",
    re.I,
)
_EXTERNAL: Final = re.compile(
    r"\b(?:(?:other|prior|previous|earlier|existing|recent|related|many|several) (?:papers|works?|studies|research|"
    r"publications|authors|articles) "
    r"(?:has|have|had|already|also|show|shows|report|use|did|do|find|found|demonstrate|propose|address|suggest)"
    r"|the (?:\w+ )?literature (?:on|about|of|in|for) "
    r"|(?:in|from) (?:the )?(?:prior |existing |previous |related )?(?:literature|prior works?|previous works?|"
    r"earlier work|other papers)"
    r"|(?:is|are|was|were) (?:well[- ]known|widely (?:known|used|accepted)|common(?:ly)? (?:knowledge|known|used)|"
    r"already known|standard practice|state[- ]of[- ]the[- ]art)"
    r"|(?:first|already|originally|previously|earlier|also|long) (?:been )?(?:proposed|introduced|shown|studied|"
    r"published|used|explored|described|suggested|invented|"
    r"known|done|appeared|developed|reported|addressed|presented|demonstrated|established|solved) (?:by|in|for|"
    r"elsewhere|before|prior)"
    r"|(?:has|have) (?:already |long |previously )?been (?:proposed|introduced|shown|studied|published|explored|"
    r"known|done|widely|extensively|well|thoroughly) (?:by|in|elsewhere|before|prior|previously|used|studied|explored)"
    r"|the first (?:to(?! the\b)|paper|work|study|method)|proposed (?:elsewhere|before|in \d{4}|by others)"
    r"|similar (?:ideas|methods|approaches|work|techniques) (?:has|have|exist|already|were)|known (?:in|from) (?:the "
    r")?(?:literature|practice)"
    r"|the (?:field|community|literature)(?: has| have| already|$| knows| uses))\b",
    re.I,
)
_OPINION_WORD: Final = (
    r"novel|novelty|original|originality|interesting|convincing|unconvincing|convinced|impressive|elegant|clever|"
    r"incremental|trivial|"
    r"well[- ](?:written|organi[sz]ed|structured|motivated|executed|presented|designed|explained|justified|done|"
    r"supported)|"
    r"(?:poorly|badly|clearly|nicely|beautifully) (?:written|organi[sz]ed|structured|presented|motivated|explained)|"
    r"easy to (?:follow|read|understand)|"
    r"(?:hard|difficult) to (?:follow|read|understand|parse)|important|significant contribution|valuable|timely|"
    r"relevant|"
    r"appealing|compelling|sound|reasonable|sensible|promising|exciting|boring|strong|weak|solid|thorough|"
    r"comprehensive|extensive|"
    r"unfair|fair|questionable|problematic|confusing|misleading|unnatural|natural|ad[- ]?hoc|arbitrary|unrealistic|"
    r"realistic|"
    r"insightful|useful|useless|practical|impractical|good|bad|great|excellent|poor|nice|unclear|clear|vague|"
    r"ambiguous|simple|simplistic|complicated|"
    r"overstated|exaggerated|overclaimed|unjustified|justified|unmotivated|flawed|suspicious|disappointing|"
    r"satisfactory|unsatisfactory|"
    r"unsurprising|surprising|marginal|negligible|minor|worrying|concerning|readable|understandable|believable|"
    r"plausible|"
    r"too (?:long|short|dense|strong|simple|complex|small|narrow|weak|vague|broad|optimistic|restrictive|complicated|"
    r"heavy|technical)"
)
_OPINION: Final = re.compile(
    rf"^(?:.+?\s)?(?:is|are|was|were|seems?|appears?|looks?|remains?|feels?|sounds?|become?s?)\s+(?:to be "
    rf")?{_DEGREE}(?:a |an |the )?{_DEGREE}(?:{_OPINION_WORD})"
    r"(?:\s+(?:\w+\s+){0,3}(?:problem|topic|question|paper|idea|work|contribution|approach|task|direction|setting|"
    r"issue|solution|and|to|in|for|from|of|enough|that|because|as|on|with|or|given|at)\b.*)?$",
    re.I,
)
_PRAISE: Final = re.compile(
    r"\b(?:(?:lacks?|limited|little|insufficient|no|low|some|sufficient) (?:\w+ "
    r")?(?:novelty|originality|significance|rigou?r|clarity|depth|"
    r"insights?|technical depth|impact|polish|elegance)|(?:contribution|novelty|presentation|clarity|writing|"
    r"organi[sz]ation|readability)(?: of [\w ]+)? "
    r"(?:is|are|can|could|needs?|should|leaves|suffers|remains|appears|seems)|(?:could|can|should|needs to|need to|"
    r"must|ought to) be (?:\w+ )?(?:improved|better|clearer|"
    r"polished|clarified|strengthened|rewritten|shortened|proofread|revised)|makes? sense|i (?:like|liked|enjoy|"
    r"enjoyed|appreciate|love)|"
    r"state[- ]of[- ]the[- ]art (?:results|performance) is not|interesting|well[- ]written|(?:is|are) (?:a|an|the) "
    r"(?:main |major |key |big |clear |real )?(?:strength|weakness|concern|plus|drawback|"
    r"limitation|contribution|asset|problem|shortcoming)|deserves?|i would (?:like|have)|typos?|grammat\w+|(?:strong|"
    r"weak|real|convincing|compelling|nice|good|great|impressive|promising) "
    r"(?:results|evidence|idea|paper|contribution|motivation|empirical|writing|experiments|performance))\b",
    re.I,
)
_WISH: Final = re.compile(
    r"\b(?:should|ought to|needs? to|must|would be (?:good|nice|better|helpful|useful|interesting|beneficial|great)|"
    r"would (?:benefit|help|strengthen|"
    r"improve)|it would|please|could (?:have|also)|suggest(?:ion)? (?:to|that)|recommend)\b",
    re.I,
)
_FUTURE: Final = re.compile(
    r"\b(?:would(?! (?:ordinarily|normally|otherwise|usually))|will|might|may|could|is (?:un)?likely to|"
    r"are (?:un)?likely to|(?:is|are) expected to|(?:is|are) "
    r"bound to|"
    r"(?:is|are|seems?) able to generali[sz]e|generali[sz]es? (?:well )?to|can be (?:extended|applied|generali[sz]ed|"
    r"adapted|transferred) to|"
    r"(?:is|are) (?:infeasible|applicable|transferable|generali[sz]able)|raises? (?:doubts?|concerns?|questions?)|"
    r"casts? doubt|calls? into question)\b",
    re.I,
)
_EXPLAINING: Final = re.compile(
    r"\b(?:why|how come|rationale|reasons? (?:for|why|behind)|intuition|insights?|justif\w+|motivat\w+|clarity|"
    r"clear(?:ly|er)?|compelling|persuasive|evidence|standardi[sz]ed|formatt\w+|deep(?:ly|er)?|thorough(?:ly)?|convincing\w*|"
    r"underpinning\w*|grounded|grounding|substantiat\w+|in-depth|deep understanding|principled|coheren\w*|readab\w*|"
    r"exposition|contextuali[sz]\w*|structure|rigou?r\w*|meaningful|"
    r"fundamental|elaborat\w+|plausib\w+)\b",
    re.I,
)


def unjudgeable(statement: str) -> tuple[Polarity, Reason] | None:
    """Why no reading of the paper settles this statement, or ``None`` if one might."""
    for pattern, polarity, reason in (
        (_DISCUSSION, Polarity.EXTERNAL, Reason.ABOUT_DISCUSSION),
        (_EXTERNAL, Polarity.EXTERNAL, Reason.EXTERNAL_KNOWLEDGE),
        (_OPINION, Polarity.OPINION, Reason.OPINION),
        (_PRAISE, Polarity.OPINION, Reason.OPINION),
        (_WISH, Polarity.OPINION, Reason.OPINION),
        (_FUTURE, Polarity.PRESENCE, Reason.INFERENCE),
    ):
        if pattern.search(statement):
            return polarity, reason
    return None


_CRITICAL: Final = re.compile(
    r"\b(?:un(?:fair|reliable|convincing|supported|justified|surprising|realistic)\w*|problematic\w*|concerns?|doubts?|"
    r"questionable|insufficient\w*|inadequate\w*|undermin\w+|incorrect\w*|wrong\w*|erroneous|overreach\w*|"
    r"overclaim\w*|overstat\w+|mislead\w*|invalid\w*|flaw\w*|incomparable|should|only valid|not valid|"
    r"unreasonabl\w+|incompatib\w+|inconsisten\w+|contradict\w*|unfounded|redundan\w+|pitfalls?|"
    r"not (?:\w+ly )?(?:grounded|justified|guaranteed|warranted|motivated|an? (?:\w+ ){0,4}(?:advance|contribution))|"
    r"without (?:\w+ ){0,3}(?:justification|underpinning|proofs?|evidence|support)|the reviewers?)\b",
    re.I,
)


def criticises(statement: str) -> bool:
    """Whether a statement finds fault: the paper will hardly say so itself."""
    return _CRITICAL.search(statement) is not None


def asks_for_reasons(text: str) -> bool:
    """Whether a target is an explanation or justification: its absence cannot be told by searching."""
    return bool(_EXPLAINING.search(text))
