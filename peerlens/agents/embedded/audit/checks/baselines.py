"""Whether an empirical method paper compares its results with anything else."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.audit.judged import IN_DOUBT, at_most, claimed_without
from peerlens.agents.embedded.audit.kinds import (
    FOREIGN,
    is_resource,
    is_survey,
    is_theory,
    models_trained,
    offers_method,
    trains,
)
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.reading import Line
from peerlens.agents.family import Candidate
from peerlens.taxonomy import SectionKind, Severity

COMPARED: Final = re.compile(
    r"\bbaselines?\b|\bcompar(?:e[ds]?|ing|isons?|able|ative(?:ly)?) (?:\w+ ){0,4}?(?:with|to|against|between|methods?|"
    r"models?|approaches|results|performance)\b|\bcompared\b|\bcomparisons?\b|\boutperform\w*|"
    r"\bstate[- ]of[- ]the[- ]art\b|"
    r"\bsota\b|\bcompetitors?\b|\bcompeting\b|\bbetter than\b|\bworse than\b|\bsuperior to\b|\bhigher than\b|"
    r"\blower than\b|"
    r"\bfaster than\b|\bimprov\w* (?:up)?on\b|\bimprov\w* over\b|\bversus\b|\bvs\.?\b|\brelative to\b|"
    r"\bsurpass\w*|\bexceed\w*|\bon par with\b|\bbenchmarked\b|\bthan (?:the |other |all )?(?:\w+ ){0,3}?(?:methods?|"
    r"models?|approaches|algorithms?)\b",
    re.I,
)
_WITH_OTHERS: Final = re.compile(
    r"\bbaselines?\b|\boutperform\w*|\bstate[- ]of[- ]the[- ]art\b|\bsota\b|\bsurpass\w*|\bcompetitors?\b|"
    r"\bcompar\w+ (?:[\w-]+ ){0,5}?(?:with|to|against|between) (?:[\w-]+ ){0,4}?(?:methods?|models?|approach(?:es)?|"
    r"algorithms?|baselines?|results?|performance|networks?)\b|\b(?:better|worse|higher|lower|superior|inferior|"
    r"faster) (?:than|to)\b",
    re.I,
)
_RESULTS: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
_ENOUGH_TRAINED: Final = 3


def propose(paper: AuditPaper) -> list[Candidate]:
    """One candidate where a method is proposed, results are reported, and no sentence compares them with another's.

    Held in doubt where a sentence of the results compares in looser words.
    """
    proposed = offers_method(paper)
    if proposed is None or not paper.empirical or is_survey(paper) or is_theory(paper) or is_resource(paper):
        return []
    trained = trains(paper) or len(models_trained(paper)) >= _ENOUGH_TRAINED
    if not trained or not any(line.kind in _RESULTS for line in paper.body) or with_others(paper):
        return []
    loose = any(line.kind in _RESULTS and not line.is_caption for line in comparisons(paper))
    observation = "The paper compares the results of its method with no other method."
    return [
        Candidate(
            topic="baselines",
            observation=observation,
            assessment="Without a comparison a reader cannot tell how the method stands against what exists.",
            severity=at_most(Severity.CRITICAL, paper.tools),
            judgement=claimed_without(
                observation,
                [proposed],
                ("baseline", "compared with", "outperforms", "state of the art", "better than", "competitor"),
                paper.tools,
                confidence=IN_DOUBT if loose else 0.75,
            ),
        )
    ]


def with_others(paper: AuditPaper) -> list[Line]:
    """Of ``comparisons``, those that name a baseline, a state of the art or another method, those of results first."""
    named = [line for line in comparisons(paper) if not line.heading and _WITH_OTHERS.search(line.text)]
    return sorted(named, key=lambda line: (line.kind not in _RESULTS, line.is_table))


@lru_cache(maxsize=1)
def comparisons(paper: AuditPaper) -> tuple[Line, ...]:
    """Where results are set beside those of another: anywhere but in what is said of other work."""
    return tuple(
        line
        for line in paper.reading.lines
        if not line.is_reference and line.kind not in FOREIGN | _FRONT and COMPARED.search(line.text)
    )


_FRONT: Final = frozenset({SectionKind.INTRODUCTION, SectionKind.METHOD})
