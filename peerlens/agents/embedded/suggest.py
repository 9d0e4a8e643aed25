"""Suggest a revision for a criticism that holds, or the passage a reply can point at for one that does not."""

from __future__ import annotations

from peerlens.agents.embedded.advice import Topic, section_for, topic_of
from peerlens.agents.family import Diagnosis
from peerlens.schema import Evidence, Finding, Section, Suggestion
from peerlens.taxonomy import Effort, EvidenceRole, Priority, SectionKind, Verdict
from peerlens.tools import PaperTools

_BACK_MATTER = {SectionKind.REFERENCES, SectionKind.CHECKLIST, SectionKind.ACKNOWLEDGEMENTS, SectionKind.ETHICS}


def suggest(
    finding: Finding, diagnosis: Diagnosis | None, topics: tuple[Topic, ...], tools: PaperTools
) -> tuple[Suggestion, ...]:
    """At most one suggestion. Its ``where`` exists in this paper or is marked as new; without a diagnosis, none."""
    if finding.label is Verdict.NOT_SUPPORTED:
        return _point_at(finding, tools)
    topic = topic_of(finding.claim, topics)
    if topic is None or diagnosis is None:
        return ()
    return (revision(topic, tools),)


def revision(topic: Topic, tools: PaperTools) -> Suggestion:
    """The revision a topic asks for, placed in this paper."""
    section = section_for(topic, tools)
    return Suggestion(
        what=topic.what,
        where=name_of(section) if section else _new_place(tools),
        how=topic.how,
        expected_outcome=topic.expected_outcome,
        priority=topic.priority,
        effort=topic.effort,
    )


def name_of(section: Section) -> str:
    """How a person would name the section: by number where it has one."""
    if section.number is None:
        return section.title
    return f"Appendix {section.number}" if section.in_appendix else f"Section {section.number}"


def _point_at(finding: Finding, tools: PaperTools) -> tuple[Suggestion, ...]:
    deciding = next((e for e in finding.evidence if e.role is EvidenceRole.CONTRADICTS), None)
    if deciding is None:
        return ()
    where = tools.label_at(deciding.start) or name_of(tools.section_of(deciding.start))
    return (
        Suggestion(
            what=f"Point at {where}{_on_page(deciding)} in the reply",
            where=where,
            how=f"{where} reports: “{' '.join(deciding.quote.split())}”",
            expected_outcome="The point can be looked up where the paper makes it",
            priority=Priority.MEDIUM,
            effort=Effort.WORDING,
        ),
    )


def _on_page(evidence: Evidence) -> str:
    return f" (p. {evidence.page})" if evidence.page is not None else ""


def _new_place(tools: PaperTools) -> str:
    """After the last section of the body."""
    body = [s for s in tools.manuscript.sections if s.kind not in _BACK_MATTER and not s.in_appendix]
    return f"new, after {name_of(body[-1])}" if body else "new"
