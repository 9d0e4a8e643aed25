"""Whether a paper says anywhere where its result stops holding."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.audit.judged import absent_after, at_most
from peerlens.agents.embedded.audit.kinds import is_survey, is_theory, of_life_sciences
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import EvidenceRole, SectionKind, Severity

_LIMIT: Final = re.compile(
    r"(?<!page )(?<!space )\blimitations?\b|\bshortcomings?\b|\bdrawbacks?\b|\bcaveats?\b|"
    r"\bthreats to validity\b|\bfailure (?:cases?|modes?)\b|"
    r"\b(?:is|are|was|were|remains?) (?:\w+ )?(?:limited|restricted|confined) to\b|\bbeyond the scope\b|\bout of "
    r"(?:the )?scope\b|"
    r"\bwe (?:only|solely|exclusively) (?:consider|focus|evaluat|test|stud|experiment|compar|examin|investigat|us|"
    r"train|analy|cover|"
    r"have|had)\w*|\bwe (?:focus (?:only|solely)|restrict|confine|limit) \b|"
    r"\bwe (?:do|did|have|could|can) ?not (?:yet )?(?:test|evaluate|consider|study|address|cover|examine|explore|"
    r"investigate|claim|"
    r"guarantee|handle|support|provide|experiment)\w*|\b(?:our|the proposed|this|the present) (?:[\w-]+ )?(?:method|"
    r"approach|model|"
    r"framework|work|study|analysis|algorithm|technique|theory|results?|experiments?|methodology) (?:\w+ )?(?:does "
    r"not|do not|cannot|"
    r"can not|fails?|may not|might not|may fail|is not (?:able|applicable|suitable|designed|guaranteed)|relies|only|"
    r"is limited|"
    r"suffers?|struggles?|lags?)\b|\b(?:weakness|disadvantage|downside)(?:es|s)? (?:in|of|to|is|with)\b|"
    r"\bless effective (?:when|on|for|in)\b|\b(?:method|approach|model|algorithm|we|it) (?:\w+ )?(?:fails?|breaks? "
    r"down|degrades?|"
    r"performs? (?:poorly|worse)|struggles?) (?:when|on|for|in|if)\b|\bonly (?:applies|applicable|works|valid|holds|"
    r"guarantees?)\b|"
    r"\b(?:not|no longer) (?:applicable|apply|hold)\b|\bremains? (?:an )?(?:open|unclear|unknown|elusive|unsolved|to be)\b|"
    r"\blags? "
    r"behind\b|"
    r"\bstill (?:a |an )?(?:\w+ )?(?:gap|room|far from|fail|struggl)\w*",
    re.I,
)
"""Any word by which papers mark where a result ends; wide on purpose, since one of them is enough."""
_OTHERS: Final = re.compile(
    r"\b(?:existing|prior|previous|earlier|current|traditional|conventional|other|these|such|most|many|recent|"
    r"classical|standard|"
    r"alternative|baselines?)\b[^.;]{0,60}\b(?:limit|shortcoming|drawback|suffer|fail|struggl|disadvantage)\w*|"
    r"\b(?:overc[oa]m|address|alleviat|mitigat|tackl|resolv|remed|avoid|circumvent|solv|lift|"
    r"bypass)\w*\b[^.;]{0,60}\b(?:limitation|shortcoming|"
    r"drawback|issue|disadvantage)",
    re.I,
)
_FUTURE: Final = re.compile(
    r"\bfuture (?:work|research|directions?|stud\w+)\b|\bin (?:the )?future\b|\bwe (?:plan|intend|hope) to\b|\bwould "
    r"be (?:interesting|worth)|"
    r"\bpromising direction|\bleave\b.{0,40}\b(?:future|open)\b",
    re.I,
)
_ASSUMED: Final = re.compile(
    r"\bwe assume\b|\bassum(?:ing|ption|ptions)\b|\bunder the condition|\bprovided that\b", re.I
)
_FOREIGN: Final = frozenset({SectionKind.RELATED_WORK, SectionKind.BACKGROUND})
_CHECKED: Final = re.compile(r"\blimitations?\b[^\[\n]{0,160}\[\s*Yes\s*\][^\n]{0,120}", re.I)
_LONG_ENOUGH: Final = 80
_ENOUGH_ASSUMED: Final = 3
"""Sentences that state assumptions from which a paper says, in its way, under which conditions it holds."""
_PROBES: Final = (
    "limitation",
    "limited to",
    "shortcoming",
    "drawback",
    "failure case",
    "threats to validity",
    "beyond the scope",
    "restricted to",
    "only applies",
    "fails when",
    "does not hold",
    "future work",
)


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate where no sentence about the paper's own work says where it ends.

    Minor where further work is at least named, none where the conditions are stated as assumptions. Not for surveys,
    short notes and the life sciences, whose discussions weigh what was found in other words.
    """
    prose = [line for line in paper.body if not line.is_table and not line.is_caption]
    if len(prose) < _LONG_ENOUGH or is_survey(paper) or of_life_sciences(paper) or _has_section(paper):
        return []
    if any(_marks_an_end(line) for line in prose):
        return []
    assumed = [line for line in prose if _ASSUMED.search(line.text)]
    if assumed and (is_theory(paper) or len(assumed) >= _ENOUGH_ASSUMED):
        return []
    partly = [line for line in prose if _FUTURE.search(line.text)]
    answered = _in_checklist(paper)
    observation = "The paper states no limits of its method or of its study."
    judgement = absent_after(
        observation,
        _PROBES,
        paper.tools,
        confidence=0.7 if not partly else 0.6,
        rationale="No sentence about the paper's own work says where it ends.",
    )
    return [
        Candidate(
            topic="limitations",
            observation=observation,
            assessment="A reader cannot tell under which conditions the result is meant to hold.",
            severity=Severity.MINOR if partly or answered else at_most(Severity.MODERATE, paper.tools),
            judgement=judgement,
            against=(
                *(paper.tools.evidence(*answer, EvidenceRole.ASSERTS) for answer in answered[:1]),
                *(paper.tools.evidence(one.start, one.end, EvidenceRole.CONTEXT) for one in partly[:2]),
            ),
        )
    ]


def _has_section(paper: AuditPaper) -> bool:
    return any(section.kind is SectionKind.LIMITATIONS for section in paper.tools.manuscript.sections)


def _in_checklist(paper: AuditPaper) -> list[tuple[int, int]]:
    """Where the submission checklist says that limits are discussed: the authors assert it."""
    return [match.span() for match in _CHECKED.finditer(paper.tools.manuscript.text)]


def _marks_an_end(line: Line) -> bool:
    if line.kind in _FOREIGN or not _LIMIT.search(line.text) or _OTHERS.search(line.text):
        return False
    return line.kind is not SectionKind.INTRODUCTION or bool(
        re.search(r"\b(?:we|our|this (?:paper|work))\b", line.text, re.I)
    )
