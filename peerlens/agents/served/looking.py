"""A model's further looks at the paper: one tool a reply, as a constrained field, carried out and recorded by code."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from peerlens.agents.served.drafts import AtMost, Draft, coming_close
from peerlens.schema import Step
from peerlens.text.folding import locate
from peerlens.tools import PaperTools

MOST_STEPS: Final = 2
"""Looks that a model may ask for on one question."""
_FOUND: Final = 6


class Tool(StrEnum):
    NONE = "none"
    SEARCH = "search"
    READ = "read"
    SCAN = "scan"
    LOCATE = "locate"


_TOOLS = {
    "": Tool.NONE,
    "null": Tool.NONE,
    "find": Tool.SEARCH,
    "search again": Tool.SEARCH,
    "read section": Tool.READ,
    "open": Tool.READ,
    "quote": Tool.LOCATE,
    "grep": Tool.SCAN,
}


class FurtherDraft(Draft):
    """What the model would look at next."""

    tool: Annotated[Tool, coming_close(Tool, _TOOLS)]
    query: Annotated[str, AtMost(80)]

    @property
    def wanted(self) -> bool:
        return self.tool is not Tool.NONE and bool(self.query.strip())


def look(further: FurtherDraft, tools: PaperTools) -> Step:
    """Carry the look out. ``found``: ids of passages, best first; none where the paper has no such place or words."""
    query = " ".join(further.query.split())
    match further.tool:
        case Tool.READ:
            placed = tuple(one.id for one in tools.place(query))[:_FOUND]
            return Step(tool="read", query=query, found=placed or _searched(query, tools))
        case Tool.SCAN:
            matches = (match.passage_id for match in tools.scan([query]).matches if match.passage_id)
            return Step(tool="scan", query=query, found=tuple(dict.fromkeys(matches))[:_FOUND])
        case Tool.LOCATE:
            return Step(tool="locate", query=query, found=_holding(query, tools))
        case _:
            return Step(tool="search", query=query, found=_searched(query, tools))


def _searched(query: str, tools: PaperTools) -> tuple[str, ...]:
    return tuple(hit.passage.id for hit in tools.search(query, k=_FOUND))


def _holding(words: str, tools: PaperTools) -> tuple[str, ...]:
    """The passage in which the words stand."""
    span = locate(words, tools.manuscript.text)
    if span is None:
        return ()
    return tuple(one.id for one in tools.passages if one.start <= span[0] < one.end)[:1]
