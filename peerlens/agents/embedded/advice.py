"""Topics of criticism: which weakness each amounts to and what can be done about it. Read from ``advice.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib import resources

from peerlens.schema import Section
from peerlens.taxonomy import Effort, Priority, SectionKind, Weakness
from peerlens.tools import PaperTools


@dataclass(frozen=True, slots=True)
class Way:
    """Another sound way to meet a criticism."""

    what: str
    how: str
    expected_outcome: str
    effort: Effort
    at_evidence: bool


@dataclass(frozen=True, slots=True)
class Topic:
    """One table of the file; its meaning is said there."""

    name: str
    cues: re.Pattern[str]
    weakness: Weakness
    places: tuple[SectionKind, ...]
    what: str
    how: str
    expected_outcome: str
    priority: Priority
    effort: Effort
    at_evidence: bool = False
    alternatives: tuple[Way, ...] = ()


def read_topics() -> tuple[Topic, ...]:
    """Read the table that ships with the package. Raises ``ValueError`` when a label in it is unknown."""
    text = resources.files(__package__).joinpath("advice.toml").read_text(encoding="utf-8")
    return tuple(
        Topic(
            name=row["name"],
            cues=re.compile("|".join(f"(?:{cue})" for cue in row["cues"]) or r"(?!)", re.IGNORECASE),
            weakness=Weakness(row["weakness"]),
            places=tuple(SectionKind(kind) for kind in row["places"]),
            what=row["what"],
            how=row["how"],
            expected_outcome=row["expected_outcome"],
            priority=Priority(row["priority"]),
            effort=Effort(row["effort"]),
            at_evidence=row.get("at_evidence", False),
            alternatives=tuple(
                Way(
                    what=way["what"],
                    how=way["how"],
                    expected_outcome=way["expected_outcome"],
                    effort=Effort(way["effort"]),
                    at_evidence=way.get("at_evidence", row.get("at_evidence", False)),
                )
                for way in row.get("alternatives", ())
            ),
        )
        for row in tomllib.loads(text)["topic"]
    )


def topic_of(claim: str, topics: tuple[Topic, ...]) -> Topic | None:
    """The first topic whose cue stands in the claim."""
    return next((topic for topic in topics if topic.cues.search(claim)), None)


def section_for(topic: Topic, tools: PaperTools) -> Section | None:
    """The section of this paper that a revision on the topic would touch, if it has one with any text in it."""
    for kind in topic.places:
        for section in tools.manuscript.sections:
            if section.kind is kind and tools.read_section(section.id):
                return section
    return None
