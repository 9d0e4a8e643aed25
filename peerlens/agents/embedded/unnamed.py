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
    r"aspects?|topics?|concerns?|questions?|cases?|things?|parts?|facts?|differences?|statements?|assumptions?|limitations?|"
    r"effects?|choices?|steps?)$",
    re.I,
)
"""A target that only what stands around the claim could name."""
_SOME_WORKS: Final = re.compile(
    r"^(?:(?:the|some|many|several|existing|related|relevant|recent|prior|previous|other|important|key|more|certain|"
    r"similar|classic(?:al)?|earlier)\s+)+(?:[\w-]+\s+){0,3}(?:methods?|works?|papers?|approaches|studies|literature|"
    r"references?|algorithms|techniques|models|baselines|research)\b",
    re.I,
)
"""Works that a claim does not name: that they are left out cannot be told."""


def unnamed(draft: Draft) -> str | None:
    """Why the target of a part cannot be looked for, or ``None``."""
    if _DEICTIC.search(draft.target):
        return "The claim points at something that it does not name"
    spoken_of = draft.act in (None, Act.MENTION, Act.REPORT)
    if spoken_of and _SOME_WORKS.search(draft.target) and not _shown(draft.target):
        return "The claim does not say which"
    return None


def _shown(target: str) -> bool:
    """Whether a paper shows such a thing under words of its own, as it does baselines."""
    return any(mention.concept.closed for mention in concepts_in(target))
