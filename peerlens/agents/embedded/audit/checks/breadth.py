"""Whether the data that the results rest on is as wide as what the paper claims from them."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.audit.datasets import (
    EASY,
    evaluated_on,
    made_up_only,
    named_datasets,
    several_said,
    unnamed_said,
)
from peerlens.agents.embedded.audit.judged import claimed_without, shown_by
from peerlens.agents.embedded.audit.kinds import (
    FRAMING,
    framing,
    is_own,
    is_resource,
    is_survey,
    is_theory,
    offers_method,
    prompts,
    trains,
)
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

_GENERAL: Final = re.compile(
    r"\b(?:generali[sz]e[sd]? (?:\w+ly )?(?:well|to|across|beyond|over)|generali[sz](?:able|ability)|"
    r"general (?:method|framework|approach|model|algorithm|solution|tool|"
    r"purpose)|"
    r"general-purpose|universal(?:ly)?|broadly (?:applicable|useful)|widely applicable|wide (?:range|variety|"
    r"applicability|"
    r"spectrum) of|broad (?:range|variety|applicability|spectrum)|various (?:domains|tasks|applications|fields|"
    r"scenarios|"
    r"datasets|settings)|diverse (?:domains|tasks|applications|fields|scenarios|datasets|settings|set of)|"
    r"many (?:domains|"
    r"tasks|applications|fields)|across (?:domains|tasks|datasets|languages|modalities|different|various|diverse|"
    r"multiple|a "
    r"wide)|(?:domain|task|language|architecture|model)[- ]agnostic|any (?:domain|task|dataset|model|language|"
    r"architecture)|real[- ]world (?:applications?|scenarios?|problems?|settings?|use|deployment|tasks?)|practical "
    r"applications?|extensive(?:ly)? (?:experiments?|evaluat\w+)|comprehensive (?:experiments?|evaluation))\b",
    re.I,
)
_PROVED: Final = re.compile(r"\b(?:prove[sdn]?|proof|theorems?|lemmas?|special cases?|bounds?)\b", re.I)
"""Words of a sentence whose generality is that of a statement proved, not of data."""
CONFINED: Final = re.compile(
    r"\b(?:(?:our|the|this|all) (?:\w+ )?(?:experiments?|evaluations?|stud(?:y|ies)|results?|analys[ei]s|findings|"
    r"work) "
    r"(?:\w+ly )?(?:(?:is|are|was|were) (?:\w+ly )?(?:\w+ )?(?:limited|restricted|confined|only) (?:to|on|in|"
    r"conducted|performed|"
    r"evaluated|tested)|(?:focus|focuses|focused|relies|rely) (?:only|solely|exclusively|mainly|primarily) on)|"
    r"we (?:have |could |can )?(?:so far )?(?:only|solely|exclusively) (?:\w+ly )?(?:evaluat|test|experiment|conduct|"
    r"consider|train|appl|us|stud|focus|report|examin|perform|investigat|look|validat)\w*|"
    r"(?:we|our \w+) (?:\w+ly )?(?:limit|restrict|confin)\w* (?:our(?:selves)?|the|this) (?:\w+ )?(?:experiments?|"
    r"evaluation|study|analysis|attention|selves|to)|(?:evaluat|test|experiment|validat|"
    r"conduct)\w* (?:\w+ ){0,3}?(?:only|solely) "
    r"(?:on|with|in|using)|only (?:been )?(?:evaluated|tested|conducted|validated|applied|experimented) (?:on|in|with)|"
    r"(?:did|do|have|has|was|were|is|are) not (?:been )?(?:\w+ly )?(?:evaluat|test|experiment|validat|explor|"
    r"consider)\w* "
    r"(?:our|the|on|other|larger|more|for|in|with))\b",
    re.I,
)
_SUBJECT: Final = re.compile(
    r"\b(?:data ?sets?|corpus|corpora|benchmarks?|domains?|tasks?|languages?|english|images?|models?|architectures?|"
    r"environments?|games?|simulat\w*|synthetic|real[- ]world|settings?|scenarios?|graphs?|modalit\w+|small|scale|"
    r"cities|"
    r"hospitals?|patients?|subjects?|participants?|mnist|cifar\S*)\b",
    re.I,
)
_NOT_THE_SCOPE: Final = re.compile(
    r"\b(?:baseline|appendix|due to (?:space|page)|hyper-?parameters?|ablation|for (?:simplicity|clarity|brevity|"
    r"fairness)|"
    r"theorem|lemma|proof|equation|the best|top|[Tt]able|[Ff]igure|validation set|test set|training set|"
    r"these (?:methods|works|approaches|studies)|previous|prior|existing)\b|\[\d|\bet al\b",
    re.I,
)
_SECTIONS: Final = frozenset(
    {
        SectionKind.LIMITATIONS,
        SectionKind.CONCLUSION,
        SectionKind.DISCUSSION,
        SectionKind.EXPERIMENTS,
        SectionKind.RESULTS,
        SectionKind.ETHICS,
        SectionKind.APPENDIX,
        SectionKind.FUTURE_WORK,
    }
)
_ALIKE: Final = 0.3
_QUOTED: Final = 3
_ENOUGH_MADE: Final = 2


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate: the paper's own words that confine the evaluation, else its few data sets."""
    if not (paper.empirical or trains(paper)) or is_survey(paper) or is_theory(paper):
        return []
    return _confined(paper) or _few(paper) or _made_up(paper) or _ahead_though_confined(paper)


def _few(paper: AuditPaper) -> list[Candidate]:
    """A method shown on one data set, or on small image sets alone, as far as the paper names its data."""
    if is_resource(paper) or not (offers_method(paper) and trains(paper)) or prompts(paper):
        return []
    named = named_datasets(paper)
    tried = evaluated_on(paper)
    easy = bool(tried) and set(tried) <= EASY and not several_said(paper, more_than=len(tried) + 1)
    if easy:
        named = tried
    single = len(named) == 1 and not several_said(paper) and not unnamed_said(paper)
    if not named or not (single or (easy and not unnamed_said(paper, real=True))):
        return []
    lines = list(dict.fromkeys(named.values()))[:_QUOTED]
    names = " and ".join(sorted(name.upper() for name in named)) if len(named) < _QUOTED else "small image sets"
    observation = (
        f"The only data set named for the paper's own experiments is {names}."
        if len(named) == 1
        else f"The only data sets named for the paper's own experiments are {names}."
    )
    return [
        Candidate(
            topic="datasets and settings",
            observation=observation,
            assessment=(
                "These are small and easy sets; whether the method holds on larger or harder data is not shown."
                if easy
                else "Whether the method holds on other data is not shown."
            ),
            severity=Severity.MODERATE,
            judgement=claimed_without(
                observation, lines, ("datasets", "benchmarks", "corpora"), paper.tools, confidence=0.65
            ),
        )
    ]


def _made_up(paper: AuditPaper) -> list[Candidate]:
    """A method whose experiments run on made or simulated data alone, as far as the paper tells."""
    made = made_up_only(paper)
    if len(made) < _ENOUGH_MADE or offers_method(paper) is None or is_resource(paper) or prompts(paper):
        return []
    observation = "The experiments use synthetic or simulated data only; no real data set is named."
    return [
        Candidate(
            topic="datasets and settings",
            observation=observation,
            assessment="Whether the method holds on data that were not made for it is not shown.",
            severity=Severity.MODERATE,
            judgement=claimed_without(
                observation, made[:_QUOTED], ("real data", "real-world", "benchmark"), paper.tools, confidence=0.68
            ),
        )
    ]


def _confined(paper: AuditPaper) -> list[Candidate]:
    """A claim of generality beside the paper's own sentence that confines the evaluation."""
    claims = [
        line
        for line in framing(paper)
        if _GENERAL.search(line.text) and is_own(line, paper) and not _PROVED.search(line.text)
    ]
    confined = confinements(paper)
    pairs = [
        (paper.tools.similarity(claim.text, limit.text), claim, limit)
        for limit in confined
        for claim in claims
        if limit.index != claim.index
    ]
    if not pairs:
        return []
    alike, claim, limit = max(pairs, key=lambda pair: pair[0])
    if alike < _ALIKE:
        return []
    observation = "The paper claims generality, and says itself that its evaluation is confined."
    return [
        Candidate(
            topic="datasets and settings",
            observation=observation,
            assessment="What is claimed in general is shown for the settings named only.",
            severity=Severity.MODERATE,
            judgement=shown_by(
                observation,
                [claim, limit],
                paper.tools,
                confidence=0.6,
                rationale="Both passages are the paper's own.",
            ),
        )
    ]


_SMALL: Final = re.compile(
    r"\b(?:small(?:-|er )?(?:scale)?|simple|simplified|toy|single|limited|easy|tiny|low-dimensional)\b", re.I
)
_STATE_OF_THE_ART: Final = re.compile(
    r"\b(?:outperform|surpass|exceed|beat)\w*\b[^.;]{0,40}\bstate[- ]of[- ]the[- ]art\b", re.I
)


def _ahead_though_confined(paper: AuditPaper) -> list[Candidate]:
    """A note: abstract, introduction or conclusion put the paper ahead of the state of the art without the limit that
    the paper itself sets to its evaluation."""
    small = [line for line in confinements(paper) if line.kind not in FRAMING and _SMALL.search(line.text)]
    ahead = [line for line in framing(paper) if _STATE_OF_THE_ART.search(line.text) and is_own(line, paper)]
    ahead = [line for line in ahead if not _SMALL.search(line.text)]
    if not small or not ahead:
        return []
    observation = (
        "The paper puts itself ahead of the state of the art, and says elsewhere that its evaluation is confined."
    )
    return [
        Candidate(
            topic="datasets and settings",
            observation=observation,
            assessment="The claim does not carry the limit that the paper sets to its evaluation.",
            severity=Severity.MINOR,
            judgement=shown_by(
                observation,
                [ahead[0], small[0]],
                paper.tools,
                confidence=0.6,
                rationale="Both passages are the paper's own.",
            ),
        )
    ]


def confinements(paper: AuditPaper) -> list[Line]:
    """Sentences in which the paper says on what little it was evaluated."""
    return [
        line
        for line in paper.body
        if line.kind in _SECTIONS
        and not line.is_table
        and not line.is_caption
        and CONFINED.search(line.text)
        and _SUBJECT.search(line.text)
        and not _NOT_THE_SCOPE.search(line.text)
    ]
