"""Clause patterns: passive, active, existential and bare noun-phrase statements about what a paper has or lacks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.wording import (
    ABSOLUTE,
    ACT_OF,
    DENYING_ADVERB,
    GRADED,
    GRADED_ADVERB,
    PARTICIPLE,
    VERB,
    Act,
)

_BE: Final = (
    r"(?:is|are|was|were|has been|have been|had been|(?:seems?|appears?|looks?) to (?:be|have been)|gets?|got|being)"
)
_ADVERB: Final = rf"both|all|\w+ly|also|even|yet|ever|still|once|further|just|now|at all|in fact|so far|{GRADED_ADVERB}"
_NOT: Final = r"not|never|no longer|nowhere|nor|hardly|barely|scarcely|rarely|seldom"
_FAIL: Final = (
    r"(?:fail|fails|failed|neglect|neglects|neglected|omit|omits|omitted|forget|forgets|forgot|decline|"
    r"declines|declined|refuse|refuses|refused) to"
)
PAPER: Final = (
    r"(?:(?:in|on|at|across|throughout)\s+)?(?:(?:the|this|that|their|its|these|those|present|current|all)\s+)*"
    r"(?:(?:\w+(?:'s|s')?|[\w-]+)\s+){0,2}?(?:papers?|authors?'?|works?|manuscript|submission|study|article|draft|"
    r"text|write-up|report|evaluation|experiments?|"
    r"experimental (?:section|evaluation|results|setup|design|analysis)|empirical (?:section|evaluation|analysis|"
    r"study|results)|analysis|"
    r"section(?: [\w.]+)?|sec\.? [\d.]+|appendix(?: [a-z0-9.]+)?|supplement(?:ary material)?|abstract|introduction|"
    r"conclusion|discussion|"
    r"results(?: section)?|researchers|table \d+|tab\.? \d+|figure \d+|fig\.? \d+|(?:related work|method|results|"
    r"limitations?|experiments?) section)"
    r"|we|they|it|i|there"
)
_LACK: Final = (
    r"lacks?|lacked|lacking|omits?|omitted|omitting|misses|missed|ignores?|ignored|ignoring|overlooks?|overlooked|"
    r"neglects?|neglected|leaves? out|left out|skips?|"
    r"skipped|excludes?|excluded|is without|are without|is missing|are missing|is lacking|are lacking|is devoid of|"
    r"bypass(?:es|ed)|pass(?:es|ed) over|dispens(?:es|ed) with|shuns?|shunned|steers? clear of|stays? away from|"
    r"is silent (?:on|about)|says? (?:almost|next to|practically|virtually) nothing (?:on|about)|says nothing (?:on|"
    r"about)|say nothing "
    r"(?:on|about)|does without|do without|forgoes?|avoids?|remains? silent (?:on|about)|remains? without|suffers? "
    r"from (?:a |the )?(?:lack|absence) of"
)
_LACKING: Final = r"lack|omit|miss|ignore|overlook|skip|exclude|neglect|bypass|pass over|dispense with"
_GONE: Final = (
    r"missing|absent|lacking|omitted|left out|not (?:\w+ )?available|unavailable|unreported|undisclosed|unspecified|"
    r"undocumented|undefined|untested|"
    r"unmentioned|uncited|not there|nowhere to be found|not present|not to be found|skipped|ignored|excluded|"
    r"neglected|left (?:unspecified|unreported|undefined|open|unstated|"
    r"unmentioned|undiscussed|untested)|unstated|overlooked|disregarded|not (?:\w+ )?(?:public|open|part of the "
    r"paper)|nonexistent|non-existent"
)
_THIN: Final = (
    r"insufficient|inadequate|limited|(?:not|hardly|barely) (?:sufficient|enough|adequate|extensive|thorough|"
    r"complete|comprehensive|detailed)|scarce|sparse|"
    r"few|minimal|thin|superficial|incomplete|shallow|scant|too (?:few|limited|little|small|brief|thin|sparse|"
    r"shallow|narrow)|very (?:limited|few|brief|sparse|thin|short)|"
    r"rather (?:limited|thin|sparse|brief)|weak"
)

_F: Final = re.IGNORECASE
PASSIVE: Final = re.compile(
    rf"^(?P<np>.+?)\s+(?:(?:do|does|did) not (?:seem|appear) to (?P<dne>be)|(?P<hasnot>(?:has|have|had) (?:not|"
    rf"never) (?:yet )?been)|{_BE}|(?:can|could|may|will) (?P<modal>not )?be)"
    rf"(?P<mid>(?:\s+(?:{_NOT}|{_ADVERB}))*)\s+(?P<verb>{PARTICIPLE}|made available|carried out|left out|ablated|"
    rf"seen|found|looked at|referred to|reported on|dealt with|"
    rf"made public|open-sourced|shown|given|drawn|written down|taken into account|supplied|stated)\b(?P<rest>.*)$",
    _F,
)
ACTIVE: Final = re.compile(
    rf"^(?P<subj>{PAPER})(?P<mid>(?:\s+(?:do|does|did|has|have|had|can|could|{_NOT}|{_FAIL}|{_ADVERB}|(?:seem|seems|"
    rf"appear|appears) to))*)\s+"
    rf"(?P<verb>{VERB}|carry out|carries out|carried out|look at|looks at|looked at|make available|refer to|rely on|"
    rf"relies on|report on)\b(?!\s+not\b)\s*(?P<obj>.*)$",
    _F,
)
LACKS: Final = re.compile(
    rf"^(?P<subj>{PAPER}|.{{2,60}}?)(?P<mid>(?:\s+(?:do|does|did|has|have|had|{_NOT}|{_ADVERB}|clearly|(?:seem|seems|"
    rf"appear|appears) to))*)\s+(?:{_LACK}|{_LACKING})\s+(?P<obj>.+)$",
    _F,
)
_AMOUNT: Final = re.compile(  # what a system misses or skips, counted, is what it does: nothing is lacking
    r"^\s*(?:miss|ignor|skip|exclud|overlook|avoid)\w*\s+(?:(?:about|only|just|nearly|almost|some|over|up to)\s+)?"
    r"(?:\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|half|every)\b)", _F,
)  # fmt: skip
EXISTS: Final = re.compile(
    rf"^there\s+(?:{_BE}|exists?|(?:seems?|appears?) to be)(?P<mid>(?:\s+(?:not|{_ADVERB}))*)\s+(?P<obj>.+)$", _F
)
GONE: Final = re.compile(
    rf"^(?P<np>.+?)\s+(?:{_BE}|remains?|stays?)(?P<mid>(?:\s+(?:not|never|nowhere|{_ADVERB}|completely|all|simply|"
    rf"largely|mostly))*)\s+(?P<gone>{_GONE})\b(?P<rest>.*)$",
    _F,
)
THIN: Final = re.compile(
    rf"^(?P<np>.+?)\s+(?:{_BE}|remains?)(?P<mid>(?:\s+(?:{_ADVERB}|quite|rather|very|too|somewhat|a bit|a "
    rf"little))*)\s+(?P<thin>{_THIN})\b(?P<rest>.*)$",
    _F,
)
BARE: Final = re.compile(
    rf"^(?:(?P<lack>(?:complete |total |general |a |an |the |some )*(?:lack|absence|omission) of|missing|absent|"
    rf"omitted)|(?P<det>{ABSOLUTE})|"
    rf"(?P<graded>{GRADED}))\s+(?P<obj>.+)$",
    _F,
)
WITHOUT: Final = re.compile(
    r"^(?P<np>.+?)\s+(?:is|are|was|were|has been|have been|come|comes)\s+(?:\w+ly\s+)?(?:reported|given|presented|"
    r"shown|claimed|introduced|stated|listed|chosen|released|published|"
    r"provided|made|compared|evaluated|described|used|displayed)?\s*(?P<rest>.*?)\s*\bwithout\s+(?:any\s+|"
    r"giving\s+(?:any\s+)?|reporting\s+(?:any\s+)?|providing\s+(?:any\s+)?)?(?P<obj>.+)$",
    _F,
)
_DETERMINER: Final = re.compile(rf"^(?:(?P<det>{ABSOLUTE})|(?P<graded>{GRADED}))\s+", _F)
_ENOUGH: Final = re.compile(
    r"^(?:any\s+)?(?:a\s+)?(?:sufficient(?:ly)?|enough|adequate(?:ly)?|proper|thorough|extensive|comprehensive|"
    r"systematic|rigorous|careful|in-depth|satisfactory|"
    r"additional|more|further|sufficiently \w+|detailed|complete|full|deeper|meaningful|convincing|appropriate|much|"
    r"many|a lot of)\s+",
    _F,
)
_AND_DOES: Final = re.compile(rf"^(?:and|or|nor)\s+(?:{VERB})\s+(?!of\b)", _F)
"""A second verb of the same object: "discusses and cites earlier work"."""
_STATE: Final = re.compile(
    r"(?:\w+ly |very |too |rather )*(?:hard|difficult|(?:im)?possible|easy|easier|harder|unclear|clear|"
    r"meaning(?:less|ful)|useless|useful|incomplete|complete|impractical|invalid|valid|good|fine|poor|weak|interesting)\b",
    _F,
)
"""What something is without another: "hard to read without X" and "not justified without X" say what it would take."""
_NEGATIVE_WORD: Final = re.compile(rf"\b(?:{_NOT}|{_FAIL})\b", _F)
_GRADED_WORD: Final = re.compile(rf"\b(?:{GRADED_ADVERB}|hardly|barely|scarcely|rarely|seldom)\b", _F)


_WHOLE_PAPER: Final = re.compile(
    r"(?:the|this|their|our|present) (?:\w+ )?(?:paper|manuscript|submission|study|article|draft|work|text)|we|they|"
    r"it|authors|the authors",
    _F,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause read by a pattern: what it is about, how often it is denied, whether by degree."""

    target: str
    verb: str
    act: Act
    denials: int
    graded: bool
    about_paper: bool
    subject: str
    rest: str = ""


_SAID: Final = re.compile(
    rf"^(?:(?P<graded>(?:too |very |only |rather )?little|not (?:enough|much)|hardly anything|almost nothing|few "
    rf"words)|(?P<none>nothing))\s+{_BE}\s+"
    r"(?:\w+ly\s+)?(?:said|written|known|revealed|stated|explained|reported|given|disclosed|mentioned|told|provided|"
    r"shown|learned)\s+(?:about|on|of|regarding|concerning)\s+(?P<obj>.+)$",
    _F,
)
_SAYS: Final = re.compile(
    rf"^(?P<subj>{PAPER})\s+(?:says?|tells?|reveals?|states?|reports?|gives?|contains?|"
    rf"offers?)\s+(?:us\s+)?(?P<graded>(?:too |very |only |rather )?little|not (?:enough|much)|hardly anything|"
    r"almost nothing)\s+(?:about|on|of|regarding|concerning)\s+(?P<obj>.+)$",
    _F,
)


def _said(statement: str) -> Clause | None:
    found = _SAID.match(statement) or _SAYS.match(statement)
    if found is None:
        return None
    target, denials, _ = determined(found["obj"])
    return Clause(target, "said", Act.REPORT, 1 + denials, found["graded"] is not None, True, "paper")


def read_clause(statement: str) -> Clause | None:
    """Read a clause by the first pattern that fits: missing, thin and passive before active, bare nouns last."""
    for reader in (_said, _without, _gone, _exists, _lacks, _active_paper, _passive, _thin, _bare):
        clause = reader(statement)
        if clause is not None and clause.target.strip(" .,;"):
            return clause
    return None


def determined(phrase: str) -> tuple[str, int, bool]:
    """A noun phrase without its denying determiner, the denials this counts, and whether it denied by degree."""
    denials, graded = 0, False
    phrase = phrase.strip()
    while found := _DETERMINER.match(phrase):
        denials += 1
        graded = graded or found["graded"] is not None
        phrase = phrase[found.end() :]
    phrase = re.sub(r"^(?:any|a|an|the|some|either|both|all|such|kind of|of the|of)\s+", "", phrase, flags=_F)
    if enough := _ENOUGH.match(phrase):
        graded, phrase = True, phrase[enough.end() :]
    return re.sub(r"^(?:a|an|the|any|of)\s+", "", phrase, flags=_F), denials, graded


def _middle(mid: str) -> tuple[int, bool]:
    denying = list(_NEGATIVE_WORD.findall(mid))
    adverbs = [word.lower() for word in _GRADED_WORD.findall(mid)]
    denials = len(denying) + sum(word in DENYING_ADVERB and word not in map(str.lower, denying) for word in adverbs)
    return denials, bool(adverbs)


def _without(statement: str) -> Clause | None:
    found = WITHOUT.match(statement)
    if found is None or _NEGATIVE_WORD.match(found["rest"]) or _STATE.match(found["rest"]):
        return None
    target, denials, graded = determined(found["obj"])
    return Clause(target, "reported", Act.REPORT, 1 + denials, graded, True, found["np"], found["np"])


def _gone(statement: str) -> Clause | None:
    found = GONE.match(statement)
    if found is None:
        return None
    target, denials, graded = determined(found["np"])
    more, _ = _middle(found["mid"])
    act = Act.RELEASE if re.search(r"availab|public|open\b", found["gone"]) else Act.REPORT
    if re.search(r"uncited|unmentioned|undiscussed", found["gone"]):
        act = Act.MENTION
    return Clause(target, found["gone"], act, 1 + denials + more, graded, True, found["np"], found["rest"])


def _thin(statement: str) -> Clause | None:
    found = THIN.match(statement)
    if found is None:
        return None
    target, denials, _ = determined(found["np"])
    return Clause(target, found["thin"], Act.REPORT, 1 + denials, True, True, found["np"], found["rest"])


def _exists(statement: str) -> Clause | None:
    found = EXISTS.match(statement)
    if found is None:
        return None
    obj = re.sub(r"^no lack of\s+", "no no ", found["obj"], flags=_F)
    target, denials, graded = determined(obj)
    more, graded_middle = _middle(found["mid"])
    return Clause(target, "there", Act.REPORT, denials + more, graded or graded_middle, True, "there")


def _lacks(statement: str) -> Clause | None:
    found = LACKS.match(statement)
    if found is None:
        return None
    target, denials, graded = determined(found["obj"])
    more, _ = _middle(found["mid"])
    subject = determined(found["subj"])
    about_paper = re.fullmatch(PAPER, found["subj"].strip(), _F) is not None
    if not about_paper and _AMOUNT.match(statement[found.end("mid") :]):
        return None
    rest = "" if about_paper else f"of {subject[0]}"
    return Clause(target, "lack", Act.REPORT, 1 + denials + more + subject[1], graded, True, found["subj"], rest)


def _active_paper(statement: str) -> Clause | None:
    found = ACTIVE.match(statement)
    if found is None or found["subj"].lower() == "there":
        return None
    obj = re.sub(r"^(?:with|to|against|out|on|at|available)\s+", "", found["obj"].strip(), flags=_F)
    obj = _AND_DOES.sub("", re.sub(r"^no lack of\s+", "no no ", obj, flags=_F))
    target, denials, graded = determined(obj)
    more, graded_middle = _middle(found["mid"])
    subject, denied_subject, _ = determined(found["subj"])
    verb = found["verb"].lower()
    act = ACT_OF.get(verb) or _phrasal(verb)
    return Clause(target, verb, act, denials + more + denied_subject, graded or graded_middle, True, subject)


def _passive(statement: str) -> Clause | None:
    found = PASSIVE.match(statement)
    if found is None:
        return None
    target, denials, graded = determined(found["np"])
    more, graded_middle = _middle(found["mid"])
    more += (found["dne"] is not None) + (found["modal"] is not None) + (found["hasnot"] is not None)
    verb, rest = found["verb"].lower(), found["rest"].strip()
    if _WHOLE_PAPER.fullmatch(found["np"].strip()):
        return None
    nothing = re.match(r"^(?:against|with|to|on|by)\s+(?:no|none|hardly any)\s+(?P<obj>.+)$", rest, _F)
    if nothing:
        return Clause(nothing["obj"], verb, ACT_OF.get(verb, Act.TEST), 1 + denials + more, False, False, target)
    act = ACT_OF.get(verb) or _phrasal(verb)
    return Clause(target, verb, act, denials + more, graded or graded_middle, False, target, rest)


def _phrasal(verb: str) -> Act:
    if verb.startswith(("made", "make", "open")):
        return Act.RELEASE
    if verb.startswith(("carr", "look", "abl", "dealt")):
        return Act.TEST
    if verb.startswith(("rel", "taken")):
        return Act.USE
    return Act.MENTION if verb.startswith("refer") else Act.REPORT


def _bare(statement: str) -> Clause | None:
    found = BARE.match(statement)
    if found is None or re.search(rf"\s(?:{_BE}|do|does|did|has|have)\s", f" {found['obj']} ", _F):
        return None
    target, denials, graded = determined(found["obj"])
    return Clause(target, "bare", Act.REPORT, 1 + denials, graded or found["graded"] is not None, True, "paper")
