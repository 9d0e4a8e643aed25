"""What kind of paper this is, as far as the checks need to know: read once, asked by every label."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from peerlens.agents.embedded.own import own_names
from peerlens.agents.embedded.reading import Line, Reading, reading_of
from peerlens.taxonomy import SectionKind
from peerlens.tools import PaperTools

_EMPIRICAL_KINDS: Final = frozenset({SectionKind.EXPERIMENTS, SectionKind.RESULTS, SectionKind.ABLATION})
_EMPIRICAL: Final = re.compile(
    r"\b(?:we|our) (?:\w+ )?(?:experiment\w*|evaluat\w+|train\w*|measur\w+|benchmark\w*)\b|\bbaselines?\b", re.I
)
_ENOUGH_SENTENCES: Final = 4
_ENOUGH_TOLD: Final = 8
"""Sentences under headings of experiments, simulations or results that make a paper one with experiments."""


@dataclass(frozen=True)
class AuditPaper:
    """A paper as the checks see it. All lists are in reading order."""

    reading: Reading

    @property
    def tools(self) -> PaperTools:
        return self.reading.tools

    @cached_property
    def own_names(self) -> frozenset[str]:
        """Names of the paper's own system."""
        return own_names(self.reading)

    @cached_property
    def body(self) -> tuple[Line, ...]:
        """Sentences, rows and captions, without headings and references."""
        return tuple(line for line in self.reading.lines if not line.heading and not line.is_reference)

    @cached_property
    def empirical(self) -> bool:
        """Whether the paper reports experiments of its own: it has a section for them, or says so often."""
        told = sum(1 for line in self.body if line.kind in _EMPIRICAL_KINDS)
        said = sum(1 for line in self.body if _EMPIRICAL.search(line.text))
        return (told > 0 and said >= 1) or told >= _ENOUGH_TOLD or said >= _ENOUGH_SENTENCES


@lru_cache(maxsize=1)
def audit_paper_of(tools: PaperTools) -> AuditPaper:
    """Kept for the paper at hand: all labels share one."""
    return AuditPaper(reading_of(tools))
