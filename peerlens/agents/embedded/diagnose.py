"""Map a criticism that holds to its weakness label, by the topic it is about."""

from __future__ import annotations

import re

from peerlens.agents.embedded.advice import Topic, topic_of
from peerlens.agents.family import Diagnosis
from peerlens.schema import Finding
from peerlens.taxonomy import Polarity, Weakness
from peerlens.tools import PaperTools

_FAULT = re.compile(
    r"\b(only|just|merely|solely|fail(s|ed)?|lacks?|lacking|small(er)?|limited|few|fewer|single|restricted|narrow|missing|"
    r"omit(s|ted)?|ignor(es|ed)|weak|unclear|insufficient|inadequate|not|no|nor|never|without)\b",
    re.IGNORECASE,
)
_EFFICIENCY_PROBES = (
    "efficient",
    "efficiency",
    "faster",
    "speedup",
    "lightweight",
    "low latency",
    "real-time",
    "scalable",
)


def diagnose(finding: Finding, topics: tuple[Topic, ...], tools: PaperTools) -> Diagnosis | None:
    """Return the weakness, or ``None`` where the claim finds no fault or no topic fits: an unknown one is not guessed.

    A wish for run times in a paper that claims no efficiency is a missing detail (L2.2.2), not L2.7.1.
    """
    topic = topic_of(finding.claim, topics)
    if topic is None or not finds_fault(finding):
        return None
    weakness = topic.weakness
    if weakness is Weakness.L2_7_1 and not tools.scan(_EFFICIENCY_PROBES).matches:
        weakness = Weakness.L2_2_2
    return Diagnosis(weakness=weakness)


def finds_fault(finding: Finding) -> bool:
    """Whether the words themselves name a lack: a statement that merely stands under "weaknesses" diagnoses nothing."""
    return any(part.main and part.polarity is Polarity.ABSENCE for part in finding.parts) or bool(
        _FAULT.search(finding.claim)
    )
