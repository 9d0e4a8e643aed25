"""The audit skills of the embedded family: applicability, retrieval by label, candidates, best reply, revision."""

from __future__ import annotations

from dataclasses import asdict, replace

from peerlens.agents.embedded.advice import Topic, read_topics
from peerlens.agents.embedded.audit.coverage import COVERED, applicability
from peerlens.agents.embedded.audit.paper import audit_paper_of
from peerlens.agents.embedded.audit.queries import gathered
from peerlens.agents.embedded.language import in_english
from peerlens.agents.embedded.suggest import name_of, revision
from peerlens.agents.family import Applicability, Candidate, LabelEvidence, Reply
from peerlens.schema import Finding, Suggestion
from peerlens.taxonomy import EvidenceRole, Ground, Weakness
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
    shown = next((one for one in finding.evidence if one.role is EvidenceRole.SUPPORTS), None)
    made = revision(way, tools)
    if not way.at_evidence or shown is None:
        return made
    return made.model_copy(update={"where": name_of(tools.section_of(shown.start))})
