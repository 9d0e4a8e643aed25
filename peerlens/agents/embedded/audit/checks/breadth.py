"""Whether the data that the results rest on is as wide as what the paper claims from them."""

from __future__ import annotations

from typing import Final

from peerlens.agents.embedded.audit.datasets import (
    EASY,
    evaluated_on,
    made_up_only,
    more_said,
    named_datasets,
    several_said,
    unnamed_said,
)
from peerlens.agents.embedded.audit.judged import claimed_without
from peerlens.agents.embedded.audit.kinds import (
    is_resource,
    is_survey,
    is_theory,
    offers_method,
    prompts,
    trains,
)
from peerlens.agents.embedded.audit.paper import AuditPaper
from peerlens.agents.embedded.audit.prose import listed
from peerlens.agents.family import Candidate
from peerlens.taxonomy import Severity

_QUOTED: Final = 3
_ENOUGH_MADE: Final = 2


def propose(paper: AuditPaper) -> list[Candidate]:
    """At most one candidate: few or easy data sets, else made data alone."""
    if not (paper.empirical or trains(paper)) or is_survey(paper) or is_theory(paper):
        return []
    return _few(paper) or _made_up(paper)


def _few(paper: AuditPaper) -> list[Candidate]:
    """A method shown on one data set, or on small image sets alone, as far as the paper names its data."""
    if is_resource(paper) or not (offers_method(paper) and trains(paper)) or prompts(paper):
        return []
    named = named_datasets(paper)
    tried = evaluated_on(paper)
    easy = bool(tried) and set(tried) <= EASY and not more_said(paper, than=len(tried))
    if easy:
        named = tried
    single = len(named) == 1 and not several_said(paper) and not unnamed_said(paper)
    if not named or not (single or (easy and not unnamed_said(paper, real=True))):
        return []
    lines = list(dict.fromkeys(named.values()))[:_QUOTED]
    names = listed(sorted(name.upper() for name in named))
    there = " in the pages supplied" if paper.tools.manuscript.missing else ""
    observation = (
        f"The only data set named{there} for the paper's own experiments is {names}."
        if len(named) == 1
        else f"The only data sets named{there} for the paper's own experiments are {names}."
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
