"""A sweeping statement of the paper beside the paper's own words that take it back: pairs of passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from peerlens.agents.embedded.audit.judged import shown_by
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_own, is_survey, system_names
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_EVERYWHERE: Final = (
    r"(?:in|on|across|for|over) (?:all|every|each|any)(?: of)? (?:the )?(?:\w+ ){0,3}?(?:data ?sets?|tasks?|"
    r"benchmarks?|"
    r"settings?|metrics?|cases?|scenarios?|domains?|experiments?|environments?|baselines?|conditions?|categories|"
    r"instances|games|languages)\b"
)
_BEST: Final = re.compile(
    r"\b(?:consistently|always|uniformly) (?:improv|boost|enhanc)\w*|"
    rf"\b(?:improv|boost|enhanc)\w*\b[^.;]{{0,80}}\b{_EVERYWHERE}|"
    r"\b(?:consistently|always|uniformly|universally|invariably) (?:\w+ )?(?:outperform|surpass|exceed|achieves? the "
    r"(?:best|highest)|better|superior|beat)\w*|\b(?:outperform|surpass|exceed|beat)\w* (?:all|every|any|each)\b|"
    rf"\b(?:outperform|surpass|exceed|beat|superior|better|best|state-of-the-art)\w*\b[^.;]{{0,80}}\b{_EVERYWHERE}",
    re.I,
)
_EXCEPTED: Final = re.compile(
    r"\b(?:except|apart from|but|almost|nearly|most|many|some|several|majority|\d+ (?:out )?of|in general|on average|"
    r"average|overall|comparable|on par|not|similar|competitive|while|although|whereas)\b",
    re.I,
)
_LOSES: Final = re.compile(
    r"(?:\b(?:our|the proposed) (?:method|approach|model|framework|algorithm|system|network)|\bours|\bwe|\bOWN)\b"
    r"(?: \((?:\w+ )*\w+\))? (?:\w+ly )?(?:still |also |only )?(?:(?:performs?|performed|achieves?|achieved|obtains?|"
    r"is|are|"
    r"does|do|was|were) (?:\w+ly )?(?:worse|inferior|poorly|lower (?:performance|accuracy|scores?) than|"
    r"not (?:outperform|"
    r"surpass|as (?:well|good) as|the best))|underperforms?\b|under-performs?\b|lags? behind|falls? (?:short|behind)|"
    r"fails? to "
    r"(?:outperform|beat|surpass|match)|loses? to|fall short)|\b(?:outperforms|surpasses|beats|(?:is|are) (?:[\w-]+ "
    r"(?:and )?){0,3}?(?:better|faster|superior|accurate) (?:than|to)) (?:our (?:method|approach|model)|OWN)(?![\w-])",
    re.I,
)
_ANYWHERE: Final = re.compile(
    r"\b(?:applied|applicable|generali[sz]es?|extends?|works?|holds?|applies) (?:\w+ ){0,2}?(?:to|in|with|for|on|"
    r"across) "
    r"(?:any|all|arbitrary|every)\b|\b(?:domain|task|architecture|modality|language)[- ]agnostic\b|"
    r"\b(?:universal|general-purpose|fully general) (?:\w+ )?(?:method|framework|approach|model|solution|algorithm|"
    r"tool)",
    re.I,
)
_ONLY: Final = re.compile(
    r"\b(?:our (?:\w+ )?(?:method|approach|framework|model|algorithm|study|work|analysis|evaluation|experiments?|"
    r"results?|"
    r"experimental results|findings)|the proposed (?:method|approach|framework|model|algorithm)|"
    r"OWN) (?:\w+ly )?(?:(?:is|are|was|"
    r"were) (?:\w+ly )?(?:only|limited to|restricted to|confined to|applicable only|not (?:directly )?applicable)|only "
    r"(?:applies|works|supports|handles)|(?:cannot|does not|do not) (?:\w+ly )?(?:be (?:\w+ly )?applied|apply|"
    r"generali[sz]e|handle|extend|support))\b|\bwe (?:have |can |could )?(?:so far )?(?:only|solely|exclusively) "
    r"(?:consider|considered|evaluat|tested|experiment)\w*",
    re.I,
)
_ALIKE: Final = 0.3
_ASSESSED: Final = "The statement is wider than the evidence: by the paper's own account it is not ahead everywhere."


@dataclass(frozen=True, slots=True)
class Pair:
    """A sweeping sentence and the place that takes it back. ``says``: what that place says, in a clause."""

    claim: Line
    against: tuple[Line, ...]
    says: str
    assessment: str
    confidence: float


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate a sweeping sentence that the same paper takes back."""
    if is_survey(paper):
        return []
    found: dict[int, Pair] = {}
    for pair in (*_conceded(paper), *_confined(paper)):
        found.setdefault(pair.claim.index, pair)
    return [_candidate(pair, paper) for pair in found.values()]


def _candidate(pair: Pair, paper: AuditPaper) -> Candidate:
    observation = f"The paper makes a sweeping statement, and {pair.says}."
    return Candidate(
        topic="overstated claims",
        observation=observation,
        assessment=pair.assessment,
        severity=Severity.MODERATE,
        judgement=shown_by(
            observation,
            [pair.claim, *pair.against],
            paper.tools,
            confidence=pair.confidence,
            rationale="Both passages are the paper's own.",
        ),
    )


def _sweeping(pattern: re.Pattern[str], paper: AuditPaper) -> Iterator[Line]:
    """Sentences about the paper's own work that sweep, without an exception in the same breath."""
    for line in paper.body:
        if line.is_table or line.is_caption or line.kind in FOREIGN:
            continue
        if pattern.search(line.text) and is_own(line, paper) and not _EXCEPTED.search(line.text):
            yield line


_OWN_AHEAD: Final = re.compile(
    r"(?:\b(?:we|ours|our (?:[\w-]+ ){0,3}?(?:methods?|approach|models?|framework|algorithm|systems?|network|counter|"
    r"technique|solution|variants?)|the proposed (?:[\w-]+ )?\w+|this (?:method|approach|model)|it)|\b(?:OWN))"
    r"(?: \([^)]{1,40}\))?(?:,[^,;]{1,40},)? (?:(?:\w+ly|also|still|even|can|has|have|is|are|was|were) )*"
    r"(?:outperform|surpass|beat|exceed|improv|win|(?:better|superior|faster|ahead))\w*",
    re.I,
)
"""The own system is the subject of being ahead: whatever else the sentence names is what it is ahead of."""


def _conceded(paper: AuditPaper) -> Iterator[Pair]:
    """A statement that the method is ahead everywhere, and a sentence that says where it is not."""
    winning = {line.index for line in _own_words(_OWN_AHEAD, paper)}
    losing = [line for line in _own_words(_LOSES, paper) if line.index not in winning]
    for claim in _sweeping(_BEST, paper):
        for line in losing:
            if line.index != claim.index and paper.tools.similarity(claim.text, line.text) >= _ALIKE:
                yield Pair(claim, (line,), "says elsewhere that its method is behind", _ASSESSED, 0.75)
                break


def _confined(paper: AuditPaper) -> Iterator[Pair]:
    """A statement that the method fits anything, and a sentence that confines it."""
    confining = list(_own_words(_ONLY, paper))
    for claim in _sweeping(_ANYWHERE, paper):
        for line in confining:
            if line.index != claim.index and paper.tools.similarity(claim.text, line.text) >= _ALIKE:
                yield Pair(
                    claim,
                    (line,),
                    "says elsewhere to what it is confined",
                    "The statement is wider than what the paper says it covers.",
                    0.65,
                )
                break


def _own_words(pattern: re.Pattern[str], paper: AuditPaper) -> Iterator[Line]:
    names = "|".join(re.escape(name) for name in sorted(system_names(paper), key=len, reverse=True)) or "(?!)"
    own = re.compile(pattern.pattern.replace("OWN", f"(?:{names})"), re.I)
    for line in paper.body:
        if not line.is_table and line.kind not in FOREIGN and own.search(line.text):
            yield line
