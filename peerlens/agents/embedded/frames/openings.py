"""Peel off what stands before a claim's own statement: hedges, doubts, denials of truth, "it is unclear whether"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_THAT = r"(?:\s+that)?\s*,?\s*"
_I = r"(?:i|we|the reviewers?|this reviewer|one|reviewers?)"
_SOFT = r"(?:\w+ly\s+|quite\s+|rather\s+|still\s+|also\s+|somewhat\s+|really\s+)*"

_HEDGES: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"^(?:unless|if) (?:i|we) (?:am |are |have |had )?(?:\w+ )?(?:miss(?:ed)?|overlook(?:ed)?|misread|"
        r"misunderstood|mistaken|"
        r"understand|understood|am not mistaken|am correct|recall|read)[^,;:]*[,;:]\s*",
        r"^(?:as|so) far as (?:i|we|one) (?:can|could|know|understand|am aware)[^,]*,\s*",
        r"^(?:(?:maybe|perhaps) )?(?:i|we) (?:(?:may|might|could|must) have )?(?:missed|overlooked) (?:it|this|that|"
        r"something)\s*[,;:]\s*(?:but\s+)?",
        r"^(?:please )?correct (?:me|us) if (?:i|we)(?:['’]m| am|['’]re| are) wrong\s*[,;:]\s*(?:but\s+)?",
        r"^to (?:the best of )?(?:my|our) (?:knowledge|understanding|reading)[^,]*,\s*",
        r"^(?:in|from) (?:my|our|what) [^,]{0,40},\s*",
        r"^(?:imh?o|afaik|afaict|iiuc|in my (?:humble )?opinion)\b,?\s+",
        r"^(?:however|unfortunately|moreover|also|overall|in particular|currently|furthermore|additionally|"
        r"first(?:ly)?|"
        r"second(?:ly)?|third(?:ly)?|finally|lastly|besides|thus|therefore|still|nevertheless|in addition|specifically|"
        r"for example|for instance|in fact|indeed|surprisingly|notably|apparently|seemingly|evidently|more importantly|"
        r"importantly|that said|and|but|yet|so|interestingly|admittedly|in general|generally|again|honestly|frankly|"
        r"regrettably|sadly|curiously|crucially)\s*,\s*",
        r"^(?:however|unfortunately|apparently|seemingly|but|and|yet)\s+",
        rf"^it {_SOFT}(?:seems?|appears?|looks) (?:to (?:me|us) )?(?:like|that|as if|as though)\s+",
        rf"^it (?:is|was) {_SOFT}(?:true|the case|a fact|clear|evident|obvious|apparent|correct|right|noted|"
        r"worth (?:noting|mentioning)|worrying|concerning|disappointing|unfortunate|surprising|strange|regrettable|odd|"
        rf"a pity|good|nice|noticeable|striking){_THAT.replace('?', '', 1)}",
        r"^(?:the fact is|it should be noted|note|be aware|it (?:must|has to|needs to) be (?:said|noted)) that\s+",
        rf"^{_I} {_SOFT}(?:think|believe|feel|find|note|notice|noticed|see|understand|suspect|assume|would say|fear|"
        r"noted|observe|observed|am (?:concerned|worried|afraid|sure|certain)|are (?:concerned|worried)|claim|claims|"
        r"argue|argues|state|states|stress|complain|complains|remark|remarks|found|am under the impression|"
        rf"have the impression|notes|observes|believes|thinks|points? out|maintains?|says?|writes?) that\s+",
        r"^(?:one|a|an|another|my|the|our)(?: \w+){0,2} (?:concern|weakness|limitation|issue|problem|drawback|point|"
        r"shortcoming|downside|worry|complaint|strength|criticism)(?: (?:here|of the paper|of this paper|with the "
        r"paper))? "
        r"is(?: the fact)? that\s+",
    )
)
_SAID: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"^according to (?:the )?(?:paper|authors|manuscript|text|abstract)\s*,\s*",
        r"^(?:(?:the|this) (?:paper|authors?|manuscript|work|study|abstract|text)|they|authors|it)"
        r"(?: (?:also|even|then|do|does|first|further|\w+ly))*(?: (?:in|on|at) [^,]{2,40}?)? "
        r"(?:claim|state|sa(?:y|id)|assert|report|argue|write|note|show|mention|find|found|demonstrate|conclude|"
        r"point(?:s|ed)? out|acknowledge|admit|observe|suggest|indicate|emphasi[sz]e|reveal|highlight|confirm|"
        r"hypothesi[sz]e|conjecture|believe|advise|recommend|warn|caution|stress|explain)(?:s|es|d|ed)? that\s+",
    )
)
"""Openings that make a claim one about what the paper says."""
_BELIEVED: Final = re.compile(
    rf"^(?:(?i:{_I} {_SOFT}(?:think|believe|feel|find|suspect|assume|would say|fear|am (?:concerned|worried|afraid|"
    rf"sure|certain)|are (?:concerned|worried)|believes?|thinks)(?: that)?|"
    r"(?:in|from) (?:my|our) (?:\w+ )?(?:view|opinion|perspective|understanding|point of view)\s*,))\s+"
    r"(?=(?:the|this|that|these|those|it|its|there|they|their|an?|some|most|many|such|results?|authors?|using|"
    r"one|all|no|more|[A-Z]\w*)\b)",
)
_TAILS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\s*,?\s*\(?(?:unless|if) (?:i|we) (?:\w+ )*(?:missed|overlooked|misread|mistaken|correctly)[^,;]*\)?$",
        r"\s*,?\s*\(?(?:as|so) far as (?:i|we|one) (?:can|could|know)[^,;]*\)?$",
        r"\s*,?\s*(?:i think|i believe|it seems|to my knowledge|in my (?:view|opinion))$",
        r"\s+(?:at all|whatsoever|anywhere|either|in any way|of any kind|at any point)(?=$|\s*,|\s+in the (?:paper|"
        r"manuscript|text))",
        r"\s*,?\s+(?:anywhere |at any point )?(?:in|of|throughout|within|by|across) (?:the|this|their) (?:whole |"
        r"entire |current |present |main |"
        r"submitted )?(?:paper|manuscript|authors?|submission|text|article|study|work)(?: itself| text)?$",
    )
)
_DENIALS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"^it (?:is|was) {_SOFT}(?:not (?:\w+ly )?(?:the case|true|correct|so|right|accurate|a fact)|false|untrue|"
        rf"incorrect|"
        r"inaccurate|wrong|a mistake|misleading|an error|mistaken)(?: to (?:say|claim|state|suggest|write|assert|"
        r"conclude))? that\s+",
        r"^it (?:can ?not|could not|would not be (?:right|true|correct|fair) to) (?:be )?(?:said?|claimed?|stated?|"
        r"say|claim|state) that\s+",
        r"^it would be (?:wrong|false|incorrect|unfair|inaccurate|untrue|a mistake) to (?:say|claim|state|suggest|"
        r"write|conclude) that\s+",
        r"^(?:one|we|you|nobody|no one) can(?: ?not)? (?:say|claim|state|maintain)s? that\s+",
        r"^(?:the (?:claim|statement|assertion|impression|idea|remark|assumption) that)\s+(?=.*\b(?:is|was) (?:\w+ly "
        r")?(?:false|wrong|untrue|"
        r"incorrect|not true|not correct|mistaken|inaccurate|unfounded)$)",
        rf"^{_I} {_SOFT}(?:doubt|question|dispute|deny|disbelieve)s?(?:ed)? (?:that|whether|if)\s+",
        rf"^{_I} {_SOFT}(?:have|has) (?:\w+ )?doubts? (?:that|whether|if)\s+",
        rf"^{_I} (?:do|does|did|am|are|is) not {_SOFT}(?:think|believe|convinced|agree|accept|see|find|buy|"
        rf"persuaded) (?:that|whether|if)\s+",
        rf"^it (?:is|seems|appears|remains) {_SOFT}(?:doubtful|questionable|unlikely|dubious|implausible|debatable|"
        rf"not (?:likely|plausible))"
        r" (?:that|whether|if)\s+",
        rf"^{_I} (?:am|are|is) {_SOFT}(?:doubtful|sceptical|skeptical|unconvinced|unsure)(?: about whether| that| "
        rf"whether| if)\s+",
        r"^(?:contrary to what (?:\w+ ){1,6}(?:says?|claims?|suggests?),\s*)",
    )
)
_FALSE_TAIL: Final = re.compile(
    r"\s+(?:is|was) (?:\w+ly )?(?:false|wrong|untrue|incorrect|not true|not correct|mistaken|inaccurate|unfounded)$",
    re.I,
)
_WH = r"(?P<wh>whether(?: or not)?|if|how|why|what|which|where|when|who|to what extent)"
_UNCLEAR: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"^it (?:is|remains|was|stays|seems|is left|remained) {_SOFT}(?:unclear|not (?:\w+ )?(?:clear|stated|"
        rf"specified|explained|mentioned|said|known|"
        r"reported|obvious|discussed|evident)|uncertain|unspecified|unknown|unstated|hard to (?:tell|say|see|know)|"
        rf"open|ambiguous|impossible to (?:tell|say|know)|never (?:\w+ )?(?:said|stated|explained|mentioned))(?: "
        rf"(?:to me|from the paper|from the text|in the paper))?,? {_WH}\s+",
        rf"^(?:i|we) (?:am|are|was) {_SOFT}(?:not (?:sure|certain|clear)|unsure|uncertain|unclear)(?: about)? {_WH}\s+",
        rf"^(?:the )?(?:\w+ )?(?:paper|authors?|manuscript|text|article|submission|work|they|it|section [\w.]+) "
        rf"(?:do|does|did|has|have) not {_SOFT}"
        rf"(?:say|state|specify|mention|tell|make (?:it )?clear|clarify|indicate|disclose|report|reveal|explain|"
        rf"discuss|describe|address|note)(?:ed|d)? {_WH}\s+",
        rf"^(?:the )?(?:paper|authors?|manuscript|text|they) (?:never|nowhere) {_SOFT}"
        rf"(?:says?|states?|specif(?:y|ies)|mentions?|tells?|clarif(?:y|ies)|indicates?|reports?|explains?|"
        rf"discuss(?:es)?|describes?) {_WH}\s+",
        rf"^(?:there is )?no (?:information|statement|word|indication|mention|explanation|discussion|detail)s?(?: is "
        rf"given| is provided)? (?:on|about|of|as to|regarding) {_WH}\s+",
        rf"^unclear {_WH}\s+",
    )
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A claim without its openings. ``flips``: how often truth was denied. ``unclear``: the question word of
    "it is unclear whether …", which makes the claim the absence of a statement. ``said``: it is about what the paper
    says. ``believed``: it is put forward as what its writer thinks."""

    statement: str
    flips: int = 0
    unclear: str | None = None
    said: bool = False
    believed: bool = False


_LABEL: Final = re.compile(
    r"^(?:statement|claim|point|comment|remark|note|item|weakness|strength|concern|issue|observation)\s*(?:#\s*|no\.?\s*)?"
    r"\d+\s*[:.)–-]\s+",
    re.I,
)
"""The number a list gives its items is no number of the claim."""


def peel(text: str) -> Opening:
    """Take off hedges (no effect), doubts and denials (each turns the statement round), until none is left."""
    statement, flips, said, believed = _LABEL.sub("", text.strip()).rstrip(".!").strip(), 0, False, False
    while True:
        before = statement
        if found := _BELIEVED.match(statement):
            statement, believed = statement[found.end() :], True
        for tail in _TAILS:
            statement = tail.sub("", statement).strip()
        for pattern in _UNCLEAR:
            if found := pattern.match(statement):
                return Opening(statement[found.end() :], flips, found["wh"].lower())
        for pattern in _DENIALS:
            if found := pattern.match(statement):
                statement = _FALSE_TAIL.sub("", statement[found.end() :])
                flips += 1
                break
        for pattern in (*_HEDGES, *_SAID):
            if found := pattern.match(statement):
                statement, said = statement[found.end() :], said or pattern in _SAID
        if statement == before:
            return Opening(statement, flips, said=said, believed=believed)
