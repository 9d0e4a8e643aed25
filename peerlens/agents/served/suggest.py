"""Suggest revisions with a model, each placed where this paper has such a place, or marked as new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from peerlens.agents.embedded.suggest import name_of
from peerlens.agents.embedded.suggest import suggest as by_rule
from peerlens.agents.family import Diagnosis
from peerlens.agents.served.asking import Asking
from peerlens.agents.served.drafts import AtMost, Draft, Sentence, coming_close
from peerlens.prompts import as_data
from peerlens.schema import Finding, Section, Suggestion
from peerlens.taxonomy import Effort, Priority, SectionKind, Verdict
from peerlens.tools import PaperTools

_MOST: Final = 2
_MOST_PLACES: Final = 40
_NEW: Final = "new, after "
_BACK_MATTER: Final = frozenset({SectionKind.REFERENCES, SectionKind.CHECKLIST, SectionKind.ACKNOWLEDGEMENTS})

_EFFORTS = {
    "writing": Effort.WORDING,
    "text": Effort.WORDING,
    "rewording": Effort.WORDING,
    "reanalysis": Effort.RE_ANALYSIS,
    "analysis": Effort.RE_ANALYSIS,
    "experiment": Effort.NEW_EXPERIMENT,
    "new experiments": Effort.NEW_EXPERIMENT,
    "table": Effort.FIGURE,
}
_PRIORITIES = {"low": Priority.MEDIUM, "major": Priority.HIGH, "moderate": Priority.MEDIUM}


class SuggestionDraft(Draft):
    what: Sentence
    where: Annotated[str, AtMost(120)]
    how: Annotated[str, AtMost(400)]
    alternative: Sentence
    expected_outcome: Sentence
    effort: Annotated[Effort, coming_close(Effort, _EFFORTS)]
    priority: Annotated[Priority, coming_close(Priority, _PRIORITIES)]


class Suggestions(Draft):
    suggestions: Annotated[list[SuggestionDraft], AtMost(_MOST)]


async def suggest(
    finding: Finding, diagnosis: Diagnosis | None, tools: PaperTools, asking: Asking
) -> tuple[Suggestion, ...]:
    """For a claim that does not hold, what a reply can point at; for one that holds and is diagnosed, revisions."""
    if finding.label is Verdict.NOT_SUPPORTED:
        return by_rule(finding, None, (), tools)
    if diagnosis is None:
        return ()
    passages = [one.passage_id for one in (*diagnosis.places, *finding.evidence) if one.passage_id]
    passages += [hit.passage.id for hit in tools.search(finding.claim, k=5)]
    return await revisions(finding.claim, passages, tools, asking)


async def revisions(point: str, passages: Sequence[str], tools: PaperTools, asking: Asking) -> tuple[Suggestion, ...]:
    """At most two. A place that this paper does not have gives way to the section of the best passage."""
    names = [_named(section) for section in tools.manuscript.sections if section.title][:_MOST_PLACES]
    asked = await asking.on_paper(
        "revise",
        Suggestions,
        tools=tools,
        passages=passages,
        values={"finding": as_data(point), "places": as_data("\n".join(names))},
    )
    made = [_suggestion(draft, passages, tools) for draft in asked.draft.suggestions]
    return tuple(one for one in made if one is not None)[:_MOST]


def _suggestion(draft: SuggestionDraft, passages: Sequence[str], tools: PaperTools) -> Suggestion | None:
    where = existing_place(draft.where, tools) or fallback_place(passages, tools)
    if where is None or not draft.what.strip() or not draft.how.strip():
        return None
    alternative = draft.alternative.strip()
    return Suggestion(
        what=draft.what.strip(),
        where=where,
        how=f"{draft.how.strip()} Alternatively: {alternative}" if len(alternative.split()) > 2 else draft.how.strip(),
        expected_outcome=draft.expected_outcome.strip(),
        priority=draft.priority,
        effort=draft.effort,
    )


def existing_place(where: str, tools: PaperTools) -> str | None:
    """The place as this paper names it, ``None`` where there is none such. "new" needs a place that it comes after."""
    where = " ".join(where.split()).strip(" .\"'")
    if where.casefold().startswith("new"):
        after = where[3:].strip(" ,:").removeprefix("after").strip()
        anchor = existing_place(after, tools) if after and not after.casefold().startswith("new") else None
        return f"{_NEW}{anchor}" if anchor else None
    section = next((one for one in tools.manuscript.sections if where and where == _named(one)), None)
    if section is not None:
        return name_of(section)
    passages = tools.place(where) if where else ()
    return where if passages and len(where) <= 60 else None


def fallback_place(passages: Sequence[str], tools: PaperTools) -> str | None:
    """The section of the first passage that stands in one which can be revised."""
    for passage_id in passages:
        section = tools.section_of(tools.passage(passage_id).start)
        if section.title and section.kind not in _BACK_MATTER:
            return name_of(section)
    return None


def _named(section: Section) -> str:
    return f"{name_of(section)}: {section.title}" if section.number else section.title
