"""The audit skills of the embedded family: applicability, retrieval by label, candidates, best reply, revision."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Final

from peerlens.agents.embedded.advice import Topic, read_topics
from peerlens.agents.embedded.audit.coverage import COVERED, applicability
from peerlens.agents.embedded.audit.paper import audit_paper_of
from peerlens.agents.embedded.audit.places import holds_results, results_section, set_up_section
from peerlens.agents.embedded.audit.queries import gathered
from peerlens.agents.embedded.language import in_english
from peerlens.agents.embedded.suggest import name_of, revision
from peerlens.agents.family import Applicability, Candidate, LabelEvidence, Reply
from peerlens.schema import Finding, Section, Suggestion
from peerlens.taxonomy import EvidenceRole, Ground, SectionKind, Weakness
from peerlens.tools import PaperTools


def applies(label: Weakness, tools: PaperTools) -> Applicability:
    if not in_english(tools):
        return Applicability(Ground.ENGINE_LIMIT, "The checks look for English words, and the paper is not in English.")
    return applicability(label, audit_paper_of(tools))


def gather(label: Weakness, tools: PaperTools) -> LabelEvidence:
    """The passages where the label would show and where it would be mended. The checks read the whole paper besides."""
    return gathered(label, tools)


def propose(label: Weakness, tools: PaperTools) -> tuple[Candidate, ...]:
    paper = audit_paper_of(tools)
    return tuple(candidate for check in COVERED[label].checks for candidate in check(paper))


def best_reply(candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply:
    """The search for a counterexample was over the whole paper; what a check found that falls short is the reply."""
    return Reply(holds=False, evidence=candidate.against)


def revise(candidate: Candidate, finding: Finding, tools: PaperTools) -> tuple[Suggestion, ...]:
    """What to do about the candidate's topic, and the other sound ways, in the section of this paper it belongs to."""
    topic = next((one for one in read_topics() if one.name == candidate.topic), None)
    if topic is None:
        return ()
    ways = (topic, *(replace(topic, **asdict(way)) for way in topic.alternatives))
    return tuple(_placed(way, finding, tools) for way in ways)


def _placed(way: Topic, finding: Finding, tools: PaperTools) -> Suggestion:
    """The revision in the section that holds what it is about: by content for set-up and results, else by title."""
    shown = next((one for one in finding.evidence if one.role is EvidenceRole.SUPPORTS), None)
    made = revision(way, tools)
    titled = _by_content(way, finding, tools) or _titled(way, tools)
    if titled is not None:
        return made.model_copy(update={"where": name_of(titled)})
    if not way.at_evidence or shown is None:
        return made
    return made.model_copy(update={"where": name_of(tools.section_of(shown.start))})


_SETTINGS: Final = frozenset({"settings of the runs", "settings of the prompting", "datasets and settings"})
_OF_RESULTS: Final = frozenset({"ablation", "baselines", "spread of results", "significance test", "cost and run time"})


def _by_content(way: Topic, finding: Finding, tools: PaperTools) -> Section | None:
    """The section of the set-up, or of the results: the one of the table or sentence shown, if it reports results."""
    if way.name in _SETTINGS:
        return set_up_section(tools)
    if way.name not in _OF_RESULTS:
        return None
    shown = [tools.section_of(one.start) for one in finding.evidence if one.role is EvidenceRole.SUPPORTS]
    experimental = [section for section in shown if holds_results(section)]
    return experimental[-1] if experimental else results_section(tools)


_TITLES: Final = {"limitations": r"\b(?:limitations?|conclusions?|concluding|discussion)\b"}
"""By what title the section is known into which a revision of the topic goes."""
_ELSEWHERE: Final = frozenset(
    {SectionKind.RELATED_WORK, SectionKind.BACKGROUND, SectionKind.REFERENCES, SectionKind.CHECKLIST}
)


def _titled(way: Topic, tools: PaperTools) -> Section | None:
    """The section whose own title names what the topic is about, one of the experiments before any other."""
    wanted = _TITLES.get(way.name)
    if wanted is None:
        return None
    found = [
        section
        for section in tools.manuscript.sections
        if section.kind not in _ELSEWHERE and not section.in_appendix and re.search(wanted, section.title, re.I)
    ]
    experimental = [section for section in found if section.kind in (SectionKind.EXPERIMENTS, SectionKind.RESULTS)]
    return next(iter(experimental), None) or (found[-1] if found else None)
