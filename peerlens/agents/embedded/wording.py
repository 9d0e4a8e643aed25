"""The words that carry a claim's logic: verbs by what they ask of a paper, degrees, vague nouns, synonyms."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from peerlens.text.folding import stem, words


class Act(StrEnum):
    """What a claim's verb asks of a paper; decides which places count as counterexamples."""

    MENTION = "mention"
    COMPARE = "compare"
    USE = "use"
    TEST = "test"
    REPORT = "report"
    RELEASE = "release"
    EXPLAIN = "explain"


_LEMMAS: Final = {
    Act.MENTION: "cite mention discuss acknowledge reference note credit address touch comment recognise recognize "
    "admit concede refer",
    Act.COMPARE: "compare benchmark contrast",
    Act.USE: "use employ apply utilise utilize adopt leverage incorporate integrate exploit train pretrain pre-train "
    "finetune fine-tune",
    Act.TEST: "evaluate test experiment assess try run perform conduct do examine study investigate explore measure "
    "analyse analyze validate check ablate vary consider cover undertake carry probe quantify tune verify execute "
    "survey review annotate implement simulate attempt",
    Act.REPORT: "report provide give present include contain show list have offer state specify describe supply "
    "feature document indicate detail disclose illustrate plot display add make record mark declare compute calculate "
    "average average formulate introduce name",
    Act.RELEASE: "release publish share open-source opensource upload distribute",
    Act.EXPLAIN: "explain justify motivate clarify define elaborate derive prove substantiate demonstrate "
    "establish argue support ground validate formalise formalize",
}
_IRREGULAR: Final = {
    "run": "run runs ran running",
    "do": "do does did done doing",
    "give": "give gives gave given giving",
    "show": "show shows showed shown showing",
    "have": "have has had having",
    "make": "make makes made making",
    "prove": "prove proves proved proven proving",
    "undertake": "undertake undertakes undertook undertaken undertaking",
    "compare": "compare compares compared comparing",
    "benchmark": "benchmark benchmarks benchmarked benchmarking",
    "plot": "plot plots plotted plotting",
    "refer": "refer refers referred referring",
    "admit": "admit admits admitted admitting",
}


def _forms(lemma: str) -> list[str]:
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma].split()
    if lemma.endswith("e"):
        return [lemma, lemma + "s", lemma + "d", lemma[:-1] + "ing"]
    if lemma.endswith("y") and lemma[-2] not in "aeo":
        return [lemma, lemma[:-1] + "ies", lemma[:-1] + "ied", lemma + "ing"]
    plural = "es" if lemma.endswith(("s", "sh", "ch", "x")) else "s"
    return [lemma, lemma + plural, lemma + "ed", lemma + "ing"]


ACT_OF: Final[dict[str, Act]] = {
    form: act for act, lemmas in _LEMMAS.items() for lemma in lemmas.split() for form in _forms(lemma)
}


def _any_of(forms: list[str]) -> str:
    return "|".join(sorted((re.escape(form) for form in forms), key=len, reverse=True))


VERB: Final = _any_of(list(ACT_OF))
"""Every known verb form, as a regular expression."""
PARTICIPLE: Final = _any_of([form for form in ACT_OF if form.endswith(("ed", "en", "wn", "un", "done", "made"))])

ABSOLUTE: Final = (
    r"no longer any|not a single|not one|not any|none of the|none of|none|neither|nothing (?:on|about|of|regarding)|"
    r"zero|no"
)
"""Determiners that deny outright."""
GRADED: Final = (
    r"(?:only |very |too |rather |quite |clearly )?(?:insufficient(?:ly)?|inadequate(?:ly)?|limited|scant|sparse|"
    r"minimal|"
    r"superficial|incomplete|scarce|thin|shallow)|(?:too|very|only|relatively) (?:few|little|small|narrow|short|brief)|"
    r"not (?:nearly )?enough|not sufficient|(?:hardly|barely|scarcely) any|(?:almost|virtually|practically|next to) no|"
    r"few|little|a lack of (?:sufficient|enough|adequate|detailed|thorough)"
)
"""Determiners that deny by degree."""
GRADED_ADVERB: Final = (
    r"sufficiently|adequately|thoroughly|properly|fully|systematically|extensively|rigorously|comprehensively|enough|"
    r"insufficiently|inadequately|poorly|barely|hardly|superficially|briefly|scarcely|clearly|well|in detail|"
    r"in depth|completely|carefully|convincingly|deeply|exhaustively|satisfactorily|appropriately"
)
DENYING_ADVERB: Final = frozenset(
    "insufficiently inadequately poorly barely hardly scarcely superficially rarely seldom".split()
)

GENERIC: Final = frozenset(
    "paper author work manuscript submission study article draft text detail information description discussion "
    "mention evidence result experiment evaluation analysis analyses comparison test part use way kind type sort "
    "form set number value approach method model effect impact influence role case aspect issue question "
    "explanation reference section figure table thing system such different various several specific explicit "
    "any other further additional more respective corresponding actual full clear detailed thorough own given "
    "several many much most some all every each both proposed new respect regard example instance measure metric "
    "baseline dataset datasets data benchmark corpus score performance quantitative qualitative empirical "
    "experimental proper provide report include present show use perform conduct run there paper's".split()
)
"""Nouns and adjectives too general to look a thing up by."""

STOP: Final = frozenset(
    "a an the this that these those it its their his her our your we they he she i you of on in at by for with from to "
    "into onto over under as and or but nor so if then than be is are was were been being am do does did has have had "
    "having not no never none can could may might must shall should will would there here which who whom whose what "
    "when where why how whether while because since also very too quite rather just only even still yet already such "
    "about between among across per via within without against during before after above below up down out off again "
    "both either neither each every all any some most more less few fewer other others another same own "
    "s t e g i themselves itself himself herself".split()
)

_SYNONYMS: Final = (
    "increase rise grow raise climb gain higher",
    "decrease fall decline reduce lower cut shrink diminish",
    "reach achieve obtain attain yield score get gives",
    "use employ utilise utilize adopt leverage apply",
    "image picture photo photograph",
    "evaluate test testing assess",
    "train training trained",
    "validation dev development",
    "dataset corpus collection datasets corpora data",
    "error mistake",
    "remove drop ablate omit removing without",
    "parameter weight",
    "day daytime daylight",
    "night nighttime nocturnal",
    "model network architecture",
    "method approach technique procedure",
    "run conduct perform carry",
    "include contain comprise",
    "build construct create built",
    "help facilitate aid assist",
    "existing prior previous",
    "modify alter",
    "full whole entire complete",
    "adjacent neighbouring neighboring contiguous",
    "identical same unchanging unchanged fixed",
    "final terminal last",
    "independent separate individual",
    "show demonstrate display",
    "take need require",
    "researcher author",
    "participant subject volunteer",
    "annotate label annotation annotator labeller",
    "epoch pass",
    "location site place",
    "average mean averaged",
    "random randomly",
    "split divide partition",
    "time runtime duration",
    "fast quick rapid speed",
    "memory ram",
    "gpu gpus",
    "language languages",
    "outperform surpass beat exceed",
    "baseline competitor",
    "human person people",
    "phase step stage",
    "propose introduce present",
    "study investigate examine explore",
    "find compute calculate determine",
    "generate produce",
    "guarantee ensure assure",
    "combine integrate merge",
    "allow enable permit",
    "improve enhance boost",
    "choose select pick",
    "goal aim objective purpose",
    "illustrate depict visualize visualise",
    "example instance",
    "concept notion",
    "address tackle",
    "empirical experimental",
    "node vertex vertices",
    "theory theoretical theoretically",
    "start begin",
    "important crucial essential",
    "constraint restriction",
    "student pupil learner",
    "release publish open available public",
    "parameter param params",
)
_CANON: Final = {stem(word): stem(group.split()[0]) for group in _SYNONYMS for word in group.split()}
_GENERIC_STEMS: Final = frozenset(_CANON.get(stem(word), stem(word)) for word in GENERIC)


def canon(word: str) -> str:
    """The stem of a folded word, synonyms made one."""
    found = stem(word)
    return _CANON.get(found, found)


@lru_cache(maxsize=32_768)
def content(text: str) -> tuple[str, ...]:
    """The canonical stems of the words of ``text`` that mean something, in order, without repeats."""
    seen: dict[str, None] = {}
    for word in words(text):
        if word not in STOP and "-" not in word and (len(word) > 1 or word.isdigit()):
            seen.setdefault(canon(word))
    return tuple(seen)


def telling(text: str) -> list[str]:
    """``content`` without general nouns: what a thing can be looked up by."""
    return [word for word in content(text) if word not in _GENERIC_STEMS]


_CONTRACTIONS: Final = (
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|could|would|should)nt\b", re.I), r"\1 not"),
    (re.compile(r"\b(can)'?t\b", re.I), r"\1 not"),
    (re.compile(r"\b(wo)n't\b", re.I), r"will not"),
    (re.compile(r"\b(\w+)n't\b", re.I), r"\1 not"),
    (re.compile(r"\bcannot\b", re.I), "can not"),
    (re.compile(r"\bI'm\b"), "I am"),
    (re.compile(r"\b(it|there|that)'s\b", re.I), r"\1 is"),
)


_PLAIN: Final = str.maketrans("’‘“”–‐‑‒−\u00a0（）：，", "''\"\"----- ():,", "")


def plain(text: str) -> str:
    """One line of text, with quotation marks, dashes and contractions unified and emphasis marks dropped."""
    text = text.translate(_PLAIN).replace("—", " - ")
    text = re.sub(r"(?<!\w)[*_`]+|[*_`]+(?!\w)", "", text)
    for pattern, replacement in _CONTRACTIONS:
        text = pattern.sub(replacement, text)
    return " ".join(text.split()).strip(" -")
