"""The audit skills of the embedded family: applicability, retrieval by label, candidates, best reply, revision."""

from __future__ import annotations

from peerlens.agents.embedded.advice import read_topics
from peerlens.agents.embedded.audit.coverage import COVERED, applicability
from peerlens.agents.embedded.audit.paper import audit_paper_of
from peerlens.agents.embedded.suggest import revision
from peerlens.agents.family import Applicability, Candidate, LabelEvidence, Reply
from peerlens.schema import Finding, Step, Suggestion
from peerlens.taxonomy import Weakness
from peerlens.tools import PaperTools

_CONCERN_K = 5


def applies(label: Weakness, tools: PaperTools) -> Applicability:
    return applicability(label, audit_paper_of(tools))


def gather(label: Weakness, tools: PaperTools) -> LabelEvidence:
    """The passages nearest to the label's definition. The checks read the whole paper; these are for the record."""
    hits = tools.search(label.definition, k=_CONCERN_K)
    found = tuple(hit.passage.id for hit in hits)
    return LabelEvidence(concern=found, steps=(Step(tool="search", query=label.definition, found=found),))


def propose(label: Weakness, tools: PaperTools) -> tuple[Candidate, ...]:
    paper = audit_paper_of(tools)
    return tuple(candidate for check in COVERED[label].checks for candidate in check(paper))


def best_reply(candidate: Candidate, finding: Finding, tools: PaperTools) -> Reply:
    """For an absence the verifier's scan was the search for a counterexample; nothing more can be answered by rule."""
    return Reply(holds=False)


def revise(candidate: Candidate, finding: Finding, tools: PaperTools) -> tuple[Suggestion, ...]:
    """What to do about the candidate's topic, in the section of this paper that it belongs to."""
    topic = next((one for one in read_topics() if one.name == candidate.topic), None)
    return () if topic is None else (revision(topic, tools),)
