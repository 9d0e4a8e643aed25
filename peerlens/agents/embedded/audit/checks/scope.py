"""Whether a paper says anywhere where its result stops holding."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.elsewhere import lacks_back_matter, parts_named
from peerlens.agents.embedded.audit.judged import IN_DOUBT, absent_after
from peerlens.agents.embedded.audit.kinds import is_own, is_survey, is_theory, of_life_sciences, offers_method
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import counted, place_of, said_of, shown_at
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Applicability, Candidate
from peerlens.taxonomy import EvidenceRole, Ground, SectionKind, Severity

_DISCUSSED: Final = re.compile(
    r"(?<!page )(?<!space )\blimitations?\b|\bshortcomings?\b|\bdrawbacks?\b|\bcaveats?\b|\bthreats to validity\b|"
    r"\bfailure (?:cases?|modes?)\b|\b(?:weakness|disadvantage|downside)(?:es|s)? (?:in|of|to|is|with)\b"
    r"(?! (?:the |these |those |such |most |all )?(?:existing|prior|previous|earlier|current|traditional|conventional|"
    r"other|classical|standard|competing|baselines?|state-of-the-art)\b)|"
    r"\b(?:our|the proposed|this|the present) (?:[\w-]+ )?(?:method|approach|model|framework|work|study|analysis|"
    r"algorithm|"
    r"technique|theory|results?|methodology) (?:\w+ )?(?:cannot|can not|fails?|may not|might not|may fail|is not "
    r"(?:able|"
    r"applicable|suitable|designed|guaranteed)|is (?:\w+ )?(?:limited|restricted|confined)|suffers?|struggles?|"
    r"lags?)\b|"
    r"\blags? behind\b|\bremains? (?:an )?(?:open|unclear|unknown|elusive|unsolved|to be)\b|"
    r"\bremains? (?:\w+ )?(?:unexplored|unaddressed|unresolved|untested)\b|\b(?:questions?|issues?|"
    r"problems?) (?:\w+ )?open\b|"
    r"\bopen (?:questions?|problems?|issues?)\b|\b(?:unclear|unknown|not clear) (?:how|whether|if|why|to what)\b|"
    r"\b(?:cannot|can not|could not|unable to) (?:keep up|compete|recover|capture|distinguish|handle|explain)\b|"
    r"\breasons? for (?:such|this|these) (?:behaviou?r|failure|drop|gap)s?\b|"
    r"\b(?:one|another|main|key) (?:\w+ )?(?:limit|restriction) (?:of|is)\b|"
    r"\b(?:one|another|a|the|main|key) (?:\w+ )?assumption (?:of|is)\b|"
    r"\bour (?:\w+ ){0,2}(?:requires?|assumes?|needs?|depends? on)\b|"
    r"\bcannot (?:be )?(?:excluded?|ruled? out)\b|\bstill (?:a |an )?(?:\w+ )?(?:gap|room|far from|fail|struggl)\w*",
    re.I,
)
"""Words by which papers discuss where a result ends; wide on purpose, since one of them is enough."""
_OPEN_ELSEWHERE: Final = re.compile(
    r"\b(?:section|sec\.|§) ?\d[^.;]{0,60}\bopen (?:questions?|problems?|issues?)\b|"
    r"\bopen (?:questions?|problems?|issues?)\b[^.;]{0,40}\b(?:section|sec\.|§) ?\d|"
    r"\b(?:answer|resolv|settl)\w*\b[^.;]{0,40}\bopen (?:questions?|problems?)\b|"
    r"\b(?:was|were|previously) (?:\w+ )?(?:an )?open (?:questions?|problems?)\b",
    re.I,
)
"""Open problems that the paper points to or settles: the limits, if any, stand elsewhere."""
_NARROWED: Final = re.compile(
    r"\b(?:is|are|was|were|remains?) (?:\w+ )?(?:limited|restricted|confined) to\b|\bbeyond the scope\b|"
    r"\bout of (?:the )?scope\b|\bwe (?:only|solely|exclusively) (?:consider|focus|evaluat|test|stud|experiment|"
    r"compar|examin|"
    r"investigat|us|train|analy|cover|have|had)\w*|\bwe (?:focus (?:only|solely)|restrict|confine|limit) \b|"
    r"\bwe (?:do|did|have|could|can) ?not (?:yet )?(?:test|evaluate|consider|study|address|cover|examine|explore|"
    r"investigate|"
    r"claim|guarantee|handle|support|provide|experiment)\w*|\b(?:our|the proposed|this|the present) (?:[\w-]+ "
    r")?(?:method|"
    r"approach|model|framework|work|study|analysis|algorithm|technique|theory|results?|experiments?) (?:\w+ "
    r")?(?:does not|"
    r"do not|relies|only)\b|\b(?:did|does|do) not (?:\w+ )?(?:generali[sz]e|scale|transfer|work|perform|improve|help|"
    r"benefit|"
    r"converge)\b|\b(?:our|we|ours)\b[^.;]{0,80}\b(?:worse|inferior|weaker) (?:\w+ )?than\b|\bwe (?:are|were) unable\b|"
    r"\bless effective (?:when|on|for|in)\b|\b(?:method|approach|model|algorithm|we|it) (?:\w+ )?(?:fails?|breaks? "
    r"down|"
    r"degrades?|performs? (?:poorly|worse)|struggles?) (?:when|on|for|in|if)\b|\bonly (?:applies|applicable|works|"
    r"valid|"
    r"holds|guarantees?)\b|\b(?:not|no longer) (?:applicable|apply|hold)\b",
    re.I,
)
"""Words that narrow a statement in passing; a few of them are no discussion."""
_COST_OWNED: Final = re.compile(
    r"\b(?:however|but|although|while|inevitably|unavoidably|drawback|downside)\b[^.;]{0,80}\b(?:more|additional|extra|"
    r"higher|larger|increas\w+|slower) (?:\w+ ){0,3}?(?:parameters?|comput\w+|memory|costs?|time|overhead|training|"
    r"inference)\b|\bat the (?:cost|expense|price) of (?:\w+ ){0,3}?(?:parameters?|comput\w+|memory|time|speed|"
    r"overhead)\b|\b(?:due to|owing to|because of) (?:the |our )?(?:\w+ )?(?:limit\w*|lack|constraints?) (?:\w+ ){0,2}?"
    r"(?:comput\w+|resources?|memory|hardware|gpus?)\b|\blimited (?:comput\w+|resources|memory|hardware|gpus?)\b",
    re.I,
)
"""Words by which a paper owns to what its method costs, or to what its means did not allow."""
_IN_PASSING: Final = 2
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
_SETTING_OUT: Final = frozenset({SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.METHOD})
_WEIGHING: Final = frozenset({SectionKind.CONCLUSION, SectionKind.DISCUSSION, SectionKind.LIMITATIONS})
"""Where a paper weighs its own work: a limit said there is shown before one said elsewhere."""
_CHECKED: Final = re.compile(r"\blimitations?\b[^\[\n]{0,160}\[\s*Yes\s*\][^\n]{0,120}", re.I)
_LONG_ENOUGH: Final = 80
_ENOUGH_ASSUMED: Final = 6
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
    """One candidate where no passage about the paper's own work discusses where it ends.

    Minor where further work is at least named, none where the conditions are stated as assumptions, held in doubt where
    a back part that may hold limits was not supplied. Not for surveys, short notes and the life sciences, whose
    discussions weigh what was found in other words.
    """
    if not unlimited(paper):
        return []
    prose = _prose(paper)
    partly = [line for line in prose if _FUTURE.search(line.text)]
    narrowed = [line for line in prose if _is_own(line, _NARROWED)]
    answered = _in_checklist(paper)
    doubtful = lacks_back_matter(paper) or bool(narrowed)
    costs = _costs(paper)
    beyond = f", beyond the cost that {place_of(costs[0])} names" if costs else ""
    observation = f"{said_of(paper)} not discuss the limits of the method or of the study{beyond}."
    return [
        Candidate(
            topic="limitations",
            observation=observation,
            assessment="A reader cannot tell under which conditions the result is meant to hold.",
            severity=Severity.MINOR
            if partly or answered or paper.tools.manuscript.missing or not offers_method(paper)
            else Severity.MODERATE,
            judgement=absent_after(
                observation,
                _PROBES,
                paper.tools,
                confidence=IN_DOUBT if doubtful else 0.6 if partly else 0.7,
                rationale="No section and no passage was found that says where the paper's own work ends.",
            ),
            against=(
                *(paper.tools.evidence(*answer, EvidenceRole.ASSERTS) for answer in answered[:1]),
                *(
                    paper.tools.evidence(one.start, one.end, EvidenceRole.CONTEXT)
                    for one in [*costs[:1], *partly[:1], *narrowed][:2]
                ),
            ),
        )
    ]


def condition(paper: AuditPaper) -> Applicability:
    """Limits are asked for where there is text enough, and not of laboratory work; what is located counts anywhere."""
    prose = _prose(paper)
    if _has_section(paper) or _stated(paper) or not (len(prose) < _LONG_ENOUGH or of_life_sciences(paper)):
        return Applicability()
    return Applicability(
        Ground.ENGINE_LIMIT,
        f"In {counted(len(prose), 'sentence')} the checks located none that puts limits of the paper's own work in "
        "words they know; of short papers and of laboratory work, which use other words, they do not ask for any.",
    )


def examined(paper: AuditPaper) -> str:
    """The section or sentence that counts as a limit; else what comes near one, and where limits may stand."""
    title = next((one.display for one in paper.tools.manuscript.sections if one.kind is SectionKind.LIMITATIONS), "")
    if title:
        return f"Counted as limits: the section “{title}”."
    stated = _stated(paper)
    if stated:
        best = min(stated, key=lambda line: (line.kind not in _WEIGHING, not is_own(line, paper), line.index))
        return f"Counted as a limit: {shown_at(best, _DISCUSSED)}."
    narrowed = [line for line in _prose(paper) if _is_own(line, _NARROWED)]
    assumed = [line for line in _prose(paper) if _ASSUMED.search(line.text)]
    near = [
        f"{counted(len(lines), 'sentence')} that may {what}, for example {shown_at(lines[0], pattern)}"
        for lines, what, pattern in (
            (narrowed, "narrow a result in passing", _NARROWED),
            (assumed, "state an assumption", _ASSUMED),
            (_costs(paper), "own to a cost", _COST_OWNED),
        )
        if lines
    ]
    located = f"The checks located {'; '.join(['no discussion of limits in words they know', *near])}."
    if not lacks_back_matter(paper):
        return located
    return f"{located} More may stand in what was not supplied: {parts_named(paper)}."


@lru_cache(maxsize=1)
def _stated(paper: AuditPaper) -> tuple[Line, ...]:
    """Sentences that discuss where the paper's own work ends."""
    return tuple(
        line
        for line in _prose(paper)
        if _is_own(line, _DISCUSSED) and _ours(line, paper) and not _OPEN_ELSEWHERE.search(line.text)
    )


@lru_cache(maxsize=1)
def unlimited(paper: AuditPaper) -> bool:
    """Whether no section and no passage says where the paper's own work ends."""
    prose = _prose(paper)
    if len(prose) < _LONG_ENOUGH or is_survey(paper) or of_life_sciences(paper) or _has_section(paper):
        return False
    narrowed = sum(1 for line in prose if _is_own(line, _NARROWED))
    if narrowed > _IN_PASSING or _stated(paper):
        return False
    assumed = sum(1 for line in prose if _ASSUMED.search(line.text))
    return not (assumed and (is_theory(paper) or assumed >= _ENOUGH_ASSUMED))


def _costs(paper: AuditPaper) -> list[Line]:
    """Sentences of method and experiments that own to a cost of the method or to scarce means."""
    framed = _SETTING_OUT - {SectionKind.METHOD}
    return [line for line in _prose(paper) if line.kind not in framed and _is_own(line, _COST_OWNED)]


def _ours(line: Line, paper: AuditPaper) -> bool:
    """Whether limits spoken of are the paper's: said outright in its discussion, or said of its own work elsewhere.

    "One drawback of older models" in an abstract, and an open question that the paper sets out to answer, are none.
    """
    return line.kind not in _SETTING_OUT or is_own(line, paper)


def _prose(paper: AuditPaper) -> list[Line]:
    return [line for line in paper.body if not line.is_table and not line.is_caption]


def _has_section(paper: AuditPaper) -> bool:
    return any(section.kind is SectionKind.LIMITATIONS for section in paper.tools.manuscript.sections)


def _in_checklist(paper: AuditPaper) -> list[tuple[int, int]]:
    """Where the submission checklist says that limits are discussed: the authors assert it."""
    return [match.span() for match in _CHECKED.finditer(paper.tools.manuscript.text)]


def _is_own(line: Line, pattern: re.Pattern[str]) -> bool:
    """Whether the sentence has such words and says them of the paper's own work."""
    if line.kind in _FOREIGN or not pattern.search(line.text) or _OTHERS.search(line.text):
        return False
    return line.kind is not SectionKind.INTRODUCTION or bool(
        re.search(r"\b(?:we|our|this (?:paper|work))\b", line.text, re.I)
    )
