"""Whose is what: the names of the paper's own system, and the names of what it is compared with."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from peerlens.agents.embedded.names import names_in
from peerlens.agents.embedded.reading import Reading
from peerlens.agents.embedded.wording import content
from peerlens.taxonomy import SectionKind

_OURS: Final = re.compile(
    r"(?:\b(?:our|propos\w+|introduc\w+|present\w*|(?:we|(?:method|model|system|approach|algorithm|framework|tool)s?)\b"
    r"[^.;()]{0,40}?\b(?:call(?:ed)?|nam\w+|dub\w*|term\w*)|develop\w*)\b[^.;()]{0,60}?[\s,(]+)$",
    re.I,
)


_ARTICLE: Final = re.compile(r"^(?:the|this|their|its|an?)\s+", re.I)
_METHOD: Final = re.compile(
    r"(?:propos\w+\s+|present\w*\s+|new\s+)?(?:method|approach|model|system|algorithm|framework)", re.I
)


@lru_cache(maxsize=1)
def own_names(reading: Reading) -> frozenset[str]:
    """The names the paper gives its own system: in the title, or introduced with "our", "we propose", "called"."""
    found: Counter[str] = Counter()
    title = reading.tools.manuscript.title
    for name in () if title.isupper() else names_in(f"x {title}"):
        if re.search(r"[A-Z].*[A-Z\d]|[a-z][A-Z]", name) and " " not in name:  # titles capitalise plain words, too
            found[name] += 3
    for line in reading.lines:
        if line.kind not in (SectionKind.ABSTRACT, SectionKind.INTRODUCTION):
            continue
        for name in names_in(f"x {line.text}"):
            at = line.text.find(name)
            if (
                at > 0
                and _OURS.search(line.text[max(0, at - 80) : at])
                and not re.search(r"\bon\b|\bfor\b|\bwith\b", line.text[max(0, at - 12) : at])
            ):
                found[name] += 1
    return frozenset(name for name, count in found.items() if count >= 1)


def is_own_system(target: str, names: frozenset[str]) -> bool:
    """Whether a target is the paper's own system, by one of its ``names`` or as "the (proposed) method"."""
    bare = _ARTICLE.sub("", target.strip())
    return bare in names or _METHOD.fullmatch(bare) is not None


def stems_of(names: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for name in names for stem in content(name))
