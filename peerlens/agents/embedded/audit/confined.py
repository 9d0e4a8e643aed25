"""Sentences in which a paper says to what little its own evaluation is confined, and those that claim more."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN, framing, is_own
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.taxonomy import SectionKind

_TRIES: Final = r"(?:evaluat|test|experiment|validat|verif|demonstrat|benchmark|assess)\w*"
_STUDY: Final = r"(?:evaluations?|experiments?|experimentation|stud(?:y|ies)|investigations?|empirical \w+)"
_THINGS: Final = (
    r"(?:data ?sets?|corpus|corpora|benchmarks?|domains?|tasks?|languages?|games?|environments?|scenarios?|settings?|"
    r"architectures?|modalit(?:y|ies)|graphs?|robots?|simulators?|cities|hospitals?|cases?|types? of \w+)"
)
_THING: Final = r"(?:data ?set|corpus|benchmark|domain|task|language|game|environment|scenario|robot|simulator)"
CONFINED: Final = re.compile(
    rf"\bwe (?:have |can |could |so far |also |currently )*(?:only|solely|exclusively) (?:\w+ly )?(?:(?:conduct|"
    rf"perform|run)\w* (?:\w+ )?{_STUDY}|{_TRIES}) (?:[\w-]+ ){{0,6}}?(?:on|in|with|for)\b|"
    rf"\bwe (?:have |can |could |so far |also |currently )*(?:only|solely|exclusively) (?:consider|stud|investigat|"
    rf"examin|focus|explor|look)\w* (?:[\w-]+ ){{0,7}}?{_THINGS}\b|"
    rf"\b(?:evaluat|test|experiment|validat|conduct|perform)\w* (?:\w+ ){{0,3}}?(?:only|solely|exclusively) "
    rf"(?:on|with|in|using)\b|\bonly (?:been )?(?:evaluated|tested|validated|applied) (?:on|in|with|to)\b|"
    rf"\b(?:restrict|limit|confin)(?:s|ed|e|ing)? (?:our|this|the present) (?:[\w-]+ )?{_STUDY} to\b|"
    rf"\b(?:our|this|the|all) (?:[\w-]+ )?{_STUDY} (?:\w+ly )?(?:is|are|was|were|has been|have been) (?:\w+ly )?"
    rf"(?:limited|restricted|confined) to\b|"
    rf"\ball (?:of )?(?:our|the) experiments (?:are|were|use) (?:\w+ )?(?:(?:based|conducted|performed|run|done|"
    rf"carried out) )?(?:on |in )?(?:the|a|one) (?:single )?(?:[\w-]+ ){{0,3}}?{_THING}\b",
    re.I,
)
"""The paper's words that confine what it was evaluated on."""
NOT_SHOWN: Final = re.compile(
    r"\blimitations? of (?:this|our|the present) (?:\w+ )?(?:work|paper|study|evaluation|experiments?)\b[^.;]{0,60}?"
    r"\b(?:not|only|single)\b[^.;]{0,60}?\b(?:(?:prov|show|consider|stud|investigat|examin|explor|cover|address|includ|"
    rf"compar|report)\w*|{_TRIES}|{_THINGS}\b)|"
    r"\bwe (?:do|did|have|could) not (?:yet )?(?:evaluat|test|experiment|validat|demonstrat|show)\w*\b[^.;]{0,80}?\b(?:"
    rf"(?:other|larger|more|real|different|further|natural|all) (?:[\w-]+ ){{0,2}}?\w+|{_THINGS})\b|"
    r"\b(?:our (?:[\w-]+ )?(?:method|approach|model|framework|algorithm|system|network)) (?:has|was) not (?:yet )?"
    r"(?:been )?(?:tested|evaluated|validated|tried) (?:on|in|with|for)\b",
    re.I,
)
"""The paper's words for what its evaluation leaves out."""
_OF_A_STEP: Final = re.compile(
    r"\b(?:baselines?|appendix|due to (?:space|page)|hyper-?parameters?|ablat\w+|for (?:simplicity|clarity|brevity|"
    r"fairness|this (?:experiment|analysis|comparison|reason))|in this (?:section|subsection|experiment|case)|now|here|"
    r"theorem|lemma|proof|equation|the best|top|tables?|figures?|figs?|(?:validation|test|training|dev) (?:set|data)|"
    r"these (?:methods|works|approaches|studies)|previous|prior|existing|same|macbook|[cg]pus?|servers?|cloud|machine|"
    r"computer)\b|\[\d|\bet al\b|>|<",
    re.I,
)
"""With these a sentence confines one step or one experiment, or the work of others."""
_SCOPED: Final = re.compile(
    r"^\W*(?:in particular|(?:for|on|in|with|among|regarding|concerning|within)\b(?! (?:this|our|the present) (?:paper|"
    r"work|study|article)\b)[^,]{1,80},)",
    re.I,
)
"""An opening that ties what follows to one part of the experiments."""
_OWNED: Final = re.compile(
    r"\b(?:limitations? of (?:this|our|the present)|(?:clear|main|major|obvious|known|important) limitation)\b", re.I
)
"""The sentence itself calls it a limitation of the work."""
SMALL: Final = re.compile(
    r"\b(?:small(?:-|er )?(?:scale)?|simple|simplified|toy|single|limited|easy|tiny|low-dimensional|synthetic|"
    r"simulat\w+|bivariate)\b",
    re.I,
)
SHOWN_ON_LITTLE: Final = re.compile(
    r"\b(?:show|demonstrat|illustrat|test|evaluat|validat|verif)\w*\b[^.;]{0,40}?\b(?:simple|toy|tiny|single) "
    rf"(?:[\w-]+ ){{0,2}}?(?:{_THING}|problem|example)\b|"
    rf"\b(?:simple|toy|tiny|single) (?:[\w-]+ ){{0,2}}?(?:{_THING}|problem|example)\b[^.;]{{0,40}}? (?:is|are) used to "
    r"(?:show|demonstrat|illustrat|test|evaluat|validat|verif)\w*",
    re.I,
)
GENERAL: Final = re.compile(
    r"\b(?:general (?:method|framework|approach|model|algorithm|solution|tool|purpose)|general-purpose|"
    r"universal(?:ly)?|(?:broadly|widely|generally) (?:applicable|useful)|(?:wide|broad) (?:range|variety|"
    r"spectrum|applicability) of|"
    r"generali[sz]e[sd]? (?:\w+ly )?(?:well|across|beyond|over)|"
    r"(?:domain|task|language|architecture|model)[- ]agnostic|"
    r"(?:valid|holds?|true|works?|appli(?:es|ed|cable)|suitable) (?:for|to|in|on|with) (?:all|any|every|arbitrary)|"
    r"any (?:domain|task|data ?set|model|language|architecture|network)|"
    r"(?:various|diverse|many) (?:[\w-]+ )?(?:domains|tasks|applications|fields|scenarios))\b",
    re.I,
)
_GIVEN: Final = re.compile(
    r"(?:^\W*|[,;:(] ?|\b(?:though|although|because|since|while|whereas|that|as) )(?:in|for) (?:various|diverse|many) "
    r"(?:[\w-]+ )?(?:domains|tasks|applications|fields|scenarios)\b",
    re.I,
)
"""Opening a clause, many tasks are what the field gives ("for many tasks there is a score"), not what is claimed."""
WIDEST: Final = re.compile(
    r"\b(?:valid|holds?|true|correct) (?:for|in|on) (?:all|any|every) (?:[\w-]+ ){0,3}?(?:methods?|models?|"
    r"architectures?|algorithms?|networks?|data ?sets?|tasks?|domains?|languages?)\b",
    re.I,
)
"""Said of everything of a kind: as wide outside what frames the paper."""
AHEAD: Final = re.compile(
    r"\b(?:outperform|surpass|exceed|beat)\w*\b[^.;]{0,40}\bstate[- ]of[- ]the[- ]art\b|"
    r"\b(?:achiev|obtain|reach|attain|yield|set)\w* (?:[\w-]+ ){0,2}?state[- ]of[- ]the[- ]art\b",
    re.I,
)
_PROVED: Final = re.compile(r"\b(?:prove[sdn]?|proof|theorems?|lemmas?|special cases?|bounds?)\b", re.I)
"""Words of a sentence whose generality is that of a statement proved, not of data."""
_NOT_CLAIMED: Final = re.compile(
    r"\b(?:not|cannot|may|might|could|would|should|hope|aim|future|potential\w*|toward\w*|if|whether|challeng\w*|"
    r"difficult\w*|recently|previous(?:ly)?|existing methods? (?:are|is))\b",
    re.I,
)
_LIMITS_STAND: Final = frozenset(
    {
        SectionKind.LIMITATIONS,
        SectionKind.CONCLUSION,
        SectionKind.DISCUSSION,
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.ETHICS,
        SectionKind.APPENDIX,
        SectionKind.FUTURE_WORK,
        SectionKind.INTRODUCTION,
    }
)


@lru_cache(maxsize=1)
def confinements(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences in which the paper says on what little it was evaluated, or on what it was not."""
    return tuple(
        line
        for line in paper.body
        if line.kind in _LIMITS_STAND and not line.is_table and not line.is_caption
        if CONFINED.search(line.text) or NOT_SHOWN.search(line.text)
        if _OWNED.search(line.text) or not (_OF_A_STEP.search(line.text) or _SCOPED.search(line.text))
    )


@lru_cache(maxsize=1)
def shown_on_little(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences that say that the paper shows its point on a toy or a simple or single case."""
    prose = (line for line in paper.body if not line.is_table and not line.is_caption and line.kind not in FOREIGN)
    return tuple(line for line in prose if SHOWN_ON_LITTLE.search(line.text) and not _OF_A_STEP.search(line.text))


@lru_cache(maxsize=1)
def broad_claims(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences of the frame that claim generality or a lead on the state of the art, without a limit; and what is
    said to hold for everything of a kind, anywhere."""
    framed = [line for line in framing(paper) if GENERAL.search(_GIVEN.sub(" ", line.text)) or AHEAD.search(line.text)]
    prose = (line for line in paper.body if not line.is_table and not line.is_caption and line.kind not in _CITING)
    widest = [line for line in prose if WIDEST.search(line.text) and line not in framed]
    return tuple(
        line
        for line in (*framed, *widest)
        if is_own(line, paper) and not (_PROVED.search(line.text) or _NOT_CLAIMED.search(line.text))
        if not SMALL.search(line.text) and not CONFINED.search(line.text)
    )


_CITING: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.FUTURE_WORK})
