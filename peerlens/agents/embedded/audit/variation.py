"""Whether a paper tells how far its own results vary: by a spread, by repeated runs, or by a test."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.kinds import FOREIGN
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.result_tables import SPREAD
from peerlens.agents.embedded.reading import Line
from peerlens.taxonomy import SectionKind

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
REPEATED: Final = re.compile(
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
AVERAGED: Final = re.compile(
    r"\b(?:averaged?|mean|median)\b.{0,60}\b(?:over|across|of|from)\b.{0,25}\b(?:(?:\d+|two|three|four|five|ten|"
    r"several|"
    r"multiple) (?:\w+ ){0,2}?)(?:runs?|seeds?|trials?|repetitions|initiali[sz]ations)\b",
    re.I,
)
_OTHERS: Final = re.compile(r"\bet al\b|\[\d|\(\w[\w\s.&,]+,? (?:19|20)\d\d", re.I)
_SHADED_DATA: Final = re.compile(
    r"\bshaded (?:area|region)s? (?:cover|denote|mark|indicate|show)\w* (?:data|class)", re.I
)
_ELSEWHERE: Final = FOREIGN | {SectionKind.ABSTRACT, SectionKind.INTRODUCTION, SectionKind.METHOD, SectionKind.THEORY}
"""Where sentences about spread, seeds and tests are about other work or about the method itself."""
_RERUN: Final = re.compile(
    r"\b(?:[2-9]|\d\d|two|three|four|five|ten|twenty|several|multiple|different|independent) (?:different |"
    r"independent |"
    r"random |separate )*(?:seeds|runs)\b|\b(?:run|ran|trained?|repeat(?:ed)?|execut\w+) (?:\w+ ){0,5}?(?:[2-9]|\d\d|"
    r"two|"
    r"three|four|five|ten|several|multiple) times\b",
    re.I,
)


@lru_cache(maxsize=1)
def reports_spread(paper: AuditPaper) -> Line | None:
    """The first sentence or caption that gives, or says that it gives, how far the paper's own results vary.

    In running text it must speak of results, and not of a distribution that the method works with.
    """
    for line in paper.body:
        if line.is_table or line.kind in _ELSEWHERE or not SPREAD.search(line.text):
            continue
        if line.is_caption and not _SHADED_DATA.search(line.text):
            return line
        if _RESULT.search(line.text) and not _NO_SPREAD.search(line.text) and not _OTHERS.search(line.text):
            return line
    return None


def tested(paper: AuditPaper) -> Line | None:
    """The first place where a test is used on results: a test that is a step of the method is none."""
    return next(
        (
            line
            for line in paper.body
            if (line.is_table or line.is_caption or line.kind not in _ELSEWHERE) and _TEST.search(line.text)
        ),
        None,
    )


def repeated_runs(paper: AuditPaper) -> Line | None:
    """The sentence that says that the paper's own runs were repeated with several seeds."""
    return next(
        (
            line
            for line in paper.body
            if line.kind not in _ELSEWHERE and not line.is_table and _RERUN.search(line.text)
            if not _OTHERS.search(line.text)
        ),
        None,
    )


def first_own(pattern: re.Pattern[str], paper: AuditPaper) -> Line | None:
    """The first place in what is this paper's own work."""
    own = (line for line in paper.reading.lines if not line.is_reference and line.kind not in FOREIGN)
    return next((line for line in own if pattern.search(line.text)), None)
