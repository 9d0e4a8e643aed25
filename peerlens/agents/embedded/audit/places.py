"""Which section of a paper holds the set-up of its experiments, and which their results."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.reading import Line, reading_of
from peerlens.schema import Section
from peerlens.store.structure import section_kind
from peerlens.taxonomy import SectionKind
from peerlens.tools import PaperTools

_SET_UP: Final = re.compile(
    r"\blearning rates?\b|\bbatch(?:es| size)?\b|\bepochs?\b|\boptimi[sz](?:er|ed with)|\badamw?\b|\bsgd\b|\bgpus?\b|"
    r"\bv?cpus?\b|\bhyper-?\s?parameters?\b|\bimplement(?:ed|ation)\b|\bwe (?:train|fine-?tune|set|use) |\bseeds?\b|"
    r"\bweight decay\b|\btemperature\b|\bdecoding\b|\bdefault (?:settings?|parameters)\b|\bsplits?\b|"
    r"\bvalidation set\b|"
    r"\b(?:experimental|training|evaluation) (?:set-?up|details|settings?|protocol|configuration)\b|\b\d+ ?gb\b",
    re.I,
)
_SET_UP_TITLE: Final = re.compile(
    r"\b(?:implementation|set-?ups?|settings?|training|experiment\w* details|configurations?|parameters|protocol|"
    r"hyper-?parameters?|details)\b",
    re.I,
)
_RESULTS_TITLE: Final = re.compile(
    r"\b(?:results?|comparisons?|performance|main|quantitative|ablations?|experiments?|evaluations?)\b", re.I
)
_RESULT: Final = re.compile(r"\b(?:outperform\w*|results?|accurac\w+|improv\w+|better|scores?|achiev\w+)\b", re.I)
_NEITHER: Final = frozenset(
    {
        SectionKind.ABSTRACT,
        SectionKind.INTRODUCTION,
        SectionKind.RELATED_WORK,
        SectionKind.BACKGROUND,
        SectionKind.CONCLUSION,
        SectionKind.FUTURE_WORK,
        SectionKind.LIMITATIONS,
        SectionKind.ETHICS,
        SectionKind.THEORY,
        SectionKind.REFERENCES,
        SectionKind.CHECKLIST,
        SectionKind.ACKNOWLEDGEMENTS,
    }
)
_OTHER_TITLE: Final = re.compile(
    r"\bqualitative\b|\bvisuali[sz]\w*|^\W*[\d.]*\s*data ?(?:sets?)?$|\bcase stud|\bhuman evaluation\b", re.I
)
_DETAILS_TITLE: Final = re.compile(r"\b(?:training|implementation|experiment\w* details)\b", re.I)
_EXPERIMENTAL: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
_TITLED: Final = 3
_SET_UP_TITLED: Final = 8
_TABLE_ROW: Final = 2


@lru_cache(maxsize=1)
def set_up_section(tools: PaperTools) -> Section | None:
    """Where the settings of the runs are given: most words of a set-up, a title that says so counting for several."""
    found = _best(tools, lambda line: float(bool(_SET_UP.search(line.text))), _SET_UP_TITLE, _SET_UP_TITLED)
    return found or _best(tools, _result_weight, _RESULTS_TITLE, _TITLED)


@lru_cache(maxsize=1)
def results_section(tools: PaperTools) -> Section | None:
    """Where the results stand: rows of tables, captions and sentences of results, not pictures to look at."""
    found = _best(tools, _result_weight, _RESULTS_TITLE, _TITLED)
    return found or _best(tools, lambda line: float(bool(_SET_UP.search(line.text))), _SET_UP_TITLE, _SET_UP_TITLED)


def holds_results(section: Section) -> bool:
    """Whether results are told there in words and numbers, by its kind and title."""
    return _is_experimental(section) and not section.in_appendix and not _OTHER_TITLE.search(section.title)


def _result_weight(line: Line) -> float:
    if line.is_table:
        return _TABLE_ROW * float(any(sign.isdigit() for sign in line.text)) / _TITLED
    return float(bool(_RESULT.search(line.text)))


def _best(tools: PaperTools, weight: Callable[[Line], float], title: re.Pattern[str], titled: int) -> Section | None:
    """The section of the body with the highest weight; where experiments have sections of their own, one of those."""
    totals: defaultdict[str, float] = defaultdict(float)
    for line in reading_of(tools).lines:
        if not line.heading and not line.is_reference:
            totals[line.passage.section] += weight(line)
    allowed = [
        section
        for section in tools.manuscript.sections
        if section.kind not in _NEITHER and not _OTHER_TITLE.search(section.title)
        if not section.in_appendix or (title is _SET_UP_TITLE and _DETAILS_TITLE.search(section.title))
    ]
    under = {section.id for section in allowed if _is_experimental(section) or _DETAILS_TITLE.search(section.title)}
    chosen = [section for section in allowed if section.id in under] or allowed
    weights = {
        section.id: totals[section.id]
        + titled * bool(title.search(section.title))
        - titled * (section.kind is SectionKind.ABLATION)
        for section in chosen
        if totals[section.id] > 0
    }
    return max((one for one in chosen if one.id in weights), key=lambda one: weights[one.id], default=None)


def _is_experimental(section: Section) -> bool:
    """Whether it, or a section above it, is one of experiments or results."""
    return section.kind in _EXPERIMENTAL or any(section_kind(title) in _EXPERIMENTAL for title in section.path)
