"""Whether results that depend on chance come with spread, repetition or a test, and "significantly" with one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import claimed_without
from peerlens.agents.embedded.audit.kinds import FOREIGN, is_own, is_survey, is_theory, prompts, trains
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_SPREAD: Final = re.compile(
    r"\d\W{0,3}(?:±|\+/-|\+-|\\pm(?![a-z]))|\\pm(?![a-z])\W{0,3}\d|±|\bstandard (?:deviations?|errors?)\b|\bstd\.?\b|"
    r"\bstds\b|\bs\.d\.|\bs\.e\.m|\berror[- ]?bars?\b|\berror margins?\b|\bconfidence (?:intervals?|bands?|regions?)\b|"
    r"\bcredible interval|\d\s?%\s*CI\b|\bshaded (?:area|region)s?|\bshading\b|\binter-?quartile|\bbox-?\s?plots?|"
    r"\bviolin\b|\bvariances? (?:of|in|across|over|between|among) (?:the |our |all |these )?(?:\w+ )?(?:results?|runs?|"
    r"scores?|performance|seeds?|accurac\w+|returns?|folds?|trials?)|\bmean and (?:variance|std|standard)|"
    r"\bwith (?:a )?variance (?:smaller|less|below|lower)|\bworst and best|\bbest and worst",
    re.I,
)
_NO_SPREAD: Final = re.compile(
    r"\b(?:initiali[sz]\w*|normal distribution|gaussian|noise|prior|drawn from|sampled from|zero mean|mean zero|"
    r"mean (?:of )?0|kernel|perturb\w*|normali[sz]\w*|standardi[sz]\w*|divided by|likelihood|latent|posterior|"
    r"vector)\b",
    re.I,
)
"""Words beside which a standard deviation belongs to a distribution of the method, not to results."""
_RESULT: Final = re.compile(
    r"\b(?:results?|runs?|seeds?|trials?|folds?|scores?|accurac\w+|report\w*|averag\w*)\b", re.I
)
_TEST: Final = re.compile(
    r"\bp[- ]values?\b|\bp\s*(?:<|≤|\\leq?|\\lt)\s*0?\.\d|\b(?:paired |student'?s? |welch'?s? )?t-?tests?\b|"
    r"\bwilcoxon\b|\bmann[- ]whitney|\banova\b|\bpermutation test|\bbootstrap(?:ped)? (?:test|resampl|confidence|sampl|"
    r"interval)\w*|\bpaired bootstrap|\bmcnemar|\bkruskal|\bfriedman\b|\bnemenyi|\bbonferroni|"
    r"\bsignificance (?:test|level|analysis)|\bstatistical(?:ly)? (?:test|significan\w+|analys\w+)|"
    r"\bchi-?squared? test|\bcritical difference|\brank-?sum|\bsign test\b|\bf-test|\bhypothesis test",
    re.I,
)
_REPEATED: Final = re.compile(
    r"\b(?:different|multiple|independent|several|two|three|four|five|six|eight|ten|twenty|[2-9]|\d\d+) (?:\w+ ){0,2}?"
    r"(?:seeds?|runs|repetitions?|repeats|replicates|restarts|re-?runs|random (?:initiali[sz]ations?|splits?)|"
    r"independent trials)\b|\bindependent(?:ly)? (?:runs|trials|trained)|(?<!same )(?<!fixed )\brandom seeds\b|"
    r"\brepeat(?:ed|s|ing)? (?:\w+ ){0,5}?(?:\d+|two|three|five|ten|several|multiple|many)\b (?:\w+ )?(?:times|runs|"
    r"seeds|"
    r"trials)|\b(?:ran|run|trained|performed|conducted) (?:\w+ ){0,5}?(?:[2-9]|\d\d+|three|five|ten|several|"
    r"multiple) times\b|"
    r"\b(?:averaged?|mean|median)\b.{0,60}\b(?:over|across|of|from)\b.{0,30}\b(?:runs?|seeds?|trials?|repetitions|"
    r"initiali[sz]ations|experiments|folds|splits|realizations|simulations|episodes)\b|\bmonte[- ]carlo (?:runs?|"
    r"trials?|"
    r"repetitions)|\b(?:k|n|\d+|five|ten|three)-?\s?folds?\b|\bcross-?\s?validat\w+|\bleave-one-out",
    re.I,
)
_AVERAGED: Final = re.compile(
    r"\b(?:averaged?|mean|median)\b.{0,60}\b(?:over|across|of|from)\b.{0,25}\b(?:(?:\d+|two|three|four|five|ten|"
    r"several|"
    r"multiple) (?:\w+ ){0,2}?)(?:runs?|seeds?|trials?|repetitions|initiali[sz]ations)\b",
    re.I,
)
_SIGNIFICANT: Final = re.compile(
    r"\bsignificantly (?:outperform\w*|better|improv\w+|higher|superior|exceed\w*|surpass\w*|boost\w*)|"
    r"\bsignificant (?:\w+ )?(?:improvements?|gains?|performance (?:gains?|improvements?))|"
    r"\b(?:outperform|improv|exceed|surpass)\w* (?:\w+ ){0,6}?significantly\b",
    re.I,
)
_OTHERS: Final = re.compile(r"\bet al\b|\[\d|\(\w[\w\s.&,]+,? (?:19|20)\d\d", re.I)
_HEDGED: Final = re.compile(r"\b(?:not|no|without|can|could|may|might|would|if|whether|aim\w*|potential\w*)\b", re.I)
_SCORE: Final = re.compile(r"\d+\.\d+|\b\d{2}(?:\.\d)?\s?%")
_SETTINGS: Final = re.compile(
    r"\b(?:hyper-?\s?parameters?|statistics|notation|settings?|architecture|configuration|details|overheads?|"
    r"run-?times?|costs?|latency|descriptions?|parameters|symbols|summary of)\b",
    re.I,
)
_ENOUGH_SCORES: Final = 6
_SPREAD_PROBES: Final = (
    "standard deviation",
    "standard error",
    "error bars",
    "confidence interval",
    "variance across runs",
    "random seeds",
    "repeated runs",
)
_TEST_PROBES: Final = ("significance test", "p-value", "t-test", "Wilcoxon", "bootstrap")


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate, the most telling: "significantly" without a test, averages without spread, or neither."""
    if not paper.empirical or is_survey(paper) or is_theory(paper) or not trains(paper) or prompts(paper):
        return []
    table = results_table(paper)
    if table is None or reports_spread(paper) or _first(_TEST, paper):
        return []
    if (averaged := _first(_AVERAGED, paper)) is not None:
        return [_averaged(averaged, paper)]
    if _first(_REPEATED, paper):
        return []
    claims = _significant(paper)
    return [_claimed(claims, table, paper)] if claims else [_unspread(table, paper)]


@lru_cache(maxsize=1)
def results_table(paper: AuditPaper) -> Line | None:
    """The caption of the first table of scores; ``None`` without such a table that has one."""
    scores: dict[str, int] = {}
    for line in paper.body:
        if not line.is_table or line.kind in FOREIGN:
            continue
        caption = paper.reading.caption_of(line)
        if _SETTINGS.search(caption):
            continue
        key = caption or line.passage.id
        scores[key] = scores.get(key, 0) + len(_SCORE.findall(line.text))
        titled = next((one for one in paper.body if one.is_caption and caption.startswith(one.text)), None)
        if scores[key] >= _ENOUGH_SCORES and caption and titled is not None:
            return titled
    return None


@lru_cache(maxsize=1)
def reports_spread(paper: AuditPaper) -> Line | None:
    """The first place that gives, or says that it gives, how far results vary."""
    for line in paper.reading.lines:
        if line.is_reference or line.kind in FOREIGN or not _SPREAD.search(line.text):
            continue
        if line.is_table or line.is_caption or _RESULT.search(line.text) or not _NO_SPREAD.search(line.text):
            return line
    return None


def _first(pattern: re.Pattern[str], paper: AuditPaper) -> Line | None:
    """The first place in what is this paper's own work."""
    own = (line for line in paper.reading.lines if not line.is_reference and line.kind not in FOREIGN)
    return next((line for line in own if pattern.search(line.text)), None)


def _significant(paper: AuditPaper) -> list[Line]:
    """Sentences in which the paper calls its own results significantly better."""
    found = []
    for line in paper.body:
        match = _SIGNIFICANT.search(line.text)
        if match is None or line.kind in FOREIGN or _OTHERS.search(line.text):
            continue
        if is_own(line, paper) and not _HEDGED.search(line.text[: match.start()]):
            found.append(line)
    return found


def _claimed(claims: list[Line], table: Line, paper: AuditPaper) -> Candidate:
    observation = 'The paper calls differences "significant", and reports neither a test nor a spread or repeated runs.'
    return Candidate(
        topic="significance test",
        observation=observation,
        assessment="Whether the differences exceed the chance variation of training cannot be told from the paper.",
        severity=Severity.MODERATE,
        judgement=claimed_without(
            observation, [claims[0], table], (*_TEST_PROBES, *_SPREAD_PROBES), paper.tools, confidence=0.8
        ),
    )


def _averaged(averaged: Line, paper: AuditPaper) -> Candidate:
    observation = "The paper averages over runs, and reports no spread of the results and no test."
    return Candidate(
        topic="spread of results",
        observation=observation,
        assessment="The runs are there, but a reader cannot weigh the differences against how far the runs vary.",
        severity=Severity.MODERATE,
        judgement=claimed_without(
            observation, [averaged], (*_SPREAD_PROBES, *_TEST_PROBES), paper.tools, confidence=0.8
        ),
    )


def _unspread(table: Line, paper: AuditPaper) -> Candidate:
    observation = "The result tables come without any spread, repeated runs or test."
    return Candidate(
        topic="spread of results",
        observation=observation,
        assessment="Trained models vary from run to run; how much of the differences is chance cannot be told.",
        severity=Severity.MODERATE,
        judgement=claimed_without(observation, [table], (*_SPREAD_PROBES, *_TEST_PROBES), paper.tools, confidence=0.75),
    )
