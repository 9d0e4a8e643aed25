"""Targets that name nothing: what only stands around the claim, and works of which it does not say which."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.concepts import concepts_in
from peerlens.agents.embedded.frames.frame import Draft
from peerlens.agents.embedded.wording import Act

_DEICTIC: Final = re.compile(
    r"^(?:these|those|such)\s+\w+$|^(?:it|this|that|them|these|those|(?:the )?same|the main one)$"
    r"|^(?:this|that|(?:the )?same|said|the (?:above|latter|former))(?: \w+)? (?:issues?|points?|problems?|matters?|"
    r"aspects?|topics?|concerns?|questions?|cases?|things?|parts?|facts?|differences?|statements?|assumptions?|"
    r"limitations?|effects?|choices?|steps?)$",
    re.I,
)
"""A target that only what stands around the claim could name."""
_WORKS: Final = (
    r"(?:methods?|works?|papers?|approaches|studies|literature|references?|algorithms|techniques|models|baselines|"
    r"research|advance(?:ment)?s|competitors|developments)"
)
_SOME_WORKS: Final = re.compile(
    r"^(?:(?:the|some|many|several|existing|recent|prior|previous|other|more|certain|similar|classic(?:al)?|earlier)"
    rf"\s+)+(?:[\w-]+\s+){{0,3}}{_WORKS}\b",
    re.I,
)
"""Works that a claim does not name: that they are left out cannot be told."""
_FIT_WORKS: Final = re.compile(
    r"^(?!related works?\b)(?:(?:the|some|many|several|existing|recent|other|more|most)\s+)*"
    r"(?:relevant|related|important|key|necessary|"
    rf"proper|appropriate|crucial)\s+(?:(?!work\b)[\w-]+\s+){{0,3}}{_WORKS}\b(?! section)",
    re.I,
)
_ABOUT_IT: Final = re.compile(r"(?:about|on|of|for|with|to) (?:it|this|that|them|these|those)", re.I)
_BRACKETED: Final = re.compile(r"(?:\[?\d{1,3}\]?(?:\s*(?:,|and|&|;)?\s*))+")


def of_some_works(target: str) -> bool:
    """Whether a target is works that are not named."""
    return _FIT_WORKS.search(target) is not None or (_SOME_WORKS.search(target) is not None and not _shown(target))


def unnamed(draft: Draft) -> str | None:
    """Why the target of a part cannot be looked for, or ``None``."""
    if _DEICTIC.search(draft.target):
        return "The claim points at something that it does not name"
    if _BRACKETED.fullmatch(draft.target.strip()):
        return "The claim names works by numbers of a list of its own"
    if any(_ABOUT_IT.fullmatch(limit.strip()) for limit in draft.restrictions):
        return "The claim points at something that it does not name"
    spoken_of = draft.act in (None, Act.MENTION, Act.REPORT)
    if _FIT_WORKS.search(draft.target) or (spoken_of and of_some_works(draft.target)):
        return "The claim does not say which"
    return None


def _shown(target: str) -> bool:
    """Whether a paper shows such a thing under words of its own, as it does baselines."""
    return any(mention.concept.closed for mention in concepts_in(target))
