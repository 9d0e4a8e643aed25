"""The lexicon of things that reviews find missing, and how a claim's words lead to one of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Final

CLOSED_KINDS: Final = frozenset("dataset baseline metric experiment section figure table artefact".split())
"""Kinds of things that a paper shows when it has them (design, section 3)."""


@dataclass(frozen=True)
class Concept:
    """One thing of the lexicon. ``probes`` are readable search words; the patterns are made when first asked for."""

    name: str
    kind: str
    probes: tuple[str, ...]
    words_named: tuple[str, ...]
    words_shown: tuple[str, ...]
    patterns: tuple[str, ...]
    exceptions: tuple[str, ...]

    @property
    def closed(self) -> bool:
        return self.kind in CLOSED_KINDS

    @cached_property
    def openings(self) -> tuple[str, ...]:
        """The folded first words of its names, up to where their spelling is open: one stands in any text naming it."""
        words = (re.split(r"[*? ]|\.\.\.", phrase, maxsplit=1)[0] for phrase in self.words_named)
        return tuple(dict.fromkeys(_folded(word) for word in words))

    @cached_property
    def named(self) -> re.Pattern[str]:
        """How a claim calls it."""
        return _pattern(self.words_named, ())

    @cached_property
    def shown(self) -> re.Pattern[str]:
        """What shows it in a sentence."""
        words = [*self.words_shown, *(self.words_named if not self.patterns or self.words_shown else ())]
        return _pattern(words, self.patterns)

    @cached_property
    def heading(self) -> re.Pattern[str]:
        """What shows it in a heading."""
        return _pattern([*self.words_named, *self.words_shown], ())

    @cached_property
    def unless(self) -> re.Pattern[str]:
        """A sentence that this matches uses the words for something else."""
        return _pattern((), self.exceptions)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A concept found in a claim's words, with the span of the words that name it."""

    concept: Concept
    start: int
    end: int


def phrase_pattern(phrase: str) -> str:
    """A readable phrase as a regular expression: ``*`` any ending, ``?`` one character, space also a hyphen."""
    pattern = (
        re.escape(phrase)
        .replace(r"\*", r"[\w']*")
        .replace(r"\?", r"\w")
        .replace(r"\.\.\.", r".{0,40}?")
        .replace(r"\ ", r"[\s-]+")
    )
    return pattern.replace(r"hyper[\s-]+", r"hyper[\s-]*").replace(r"pre[\s-]+", r"pre[\s-]*")


def _pattern(phrases: Sequence[str], patterns: Sequence[str]) -> re.Pattern[str]:
    ordered = sorted(phrases, key=len, reverse=True)
    whole = [rf"(?<![\w-])(?:{'|'.join(map(phrase_pattern, ordered))})(?!\w)"] if ordered else []
    return re.compile("|".join([*whole, *patterns]) or r"(?!)", re.I)


@lru_cache(maxsize=1)
def lexicon() -> tuple[Concept, ...]:
    """All concepts, as read from ``concepts.toml``."""
    table = tomllib.loads((files(__package__) / "concepts.toml").read_text(encoding="utf-8"))
    return tuple(_concept(name, row) for name, row in table.items())


def _concept(name: str, row: dict[str, str | list[str]]) -> Concept:
    named, shown, patterns, exceptions = (tuple(row.get(key, ())) for key in ("named", "shown", "patterns", "unless"))
    readable = dict.fromkeys(_readable(phrase) for phrase in (*named, *shown) if "?" not in phrase)
    probes = tuple(phrase.strip() for phrase in readable)
    return Concept(name, str(row["kind"]), probes, named, shown, patterns, exceptions)


_WHOLE_WORDS: Final = {"analys": "analysis", "stud": "study", "repositor": "repository", "ablat": "ablation"}


def _readable(phrase: str) -> str:
    """A phrase of the lexicon as a person would write it: its open endings closed."""
    words = phrase.replace("*", "").split()
    return " ".join(_WHOLE_WORDS.get(word, word) for word in words)


def _folded(text: str) -> str:
    """Text in one case, with the dotless i that a pattern without case takes for an i."""
    return text.casefold().replace("ı", "i")


def concepts_in(text: str) -> list[Mentioned]:
    """The concepts that ``text`` names, longest name first where names overlap, then in order of the text."""
    folded = _folded(text)
    found = [
        Mentioned(concept, match.start(), match.end())
        for concept in lexicon()
        if any(opening in folded for opening in concept.openings)  # most patterns are then never compiled
        for match in concept.named.finditer(text)
    ]
    kept: list[Mentioned] = []
    for mention in sorted(found, key=lambda mention: mention.start - mention.end):
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)
