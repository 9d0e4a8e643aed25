"""How near a part of a response comes to a point of a review: by shared words, rare ones first, and by meaning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from peerlens.agents.response.own_words import stems
from peerlens.agents.response.points import Point
from peerlens.tools import PaperTools

_NEAREST: Final = 24
"""Parts, the nearest by words, whose meaning is compared."""
_CHUNK_WORDS: Final = 60
_CHUNKS: Final = 6
MEANING: Final = 0.5
"""Weight of the cosine; the rest is the share of rare words."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Compares points of a review with the parts of one response. ``texts``: each part with its heading."""

    texts: tuple[str, ...]
    own: tuple[frozenset[str], ...]
    rarity: dict[str, float]
    tools: PaperTools

    @classmethod
    def of(cls, points: Sequence[Point], text: str, tools: PaperTools) -> Likeness:
        texts = tuple(" ".join((one.title, *(text[a:b] for a, b in one.sentences))).strip() for one in points)
        own = tuple(stems(one) for one in texts)
        counted = Counter(word for each in own for word in each)
        rarity = {word: log(1 + len(own) / number) for word, number in counted.items()}
        return cls(texts, own, rarity, tools)

    def scores(self, target: str, among: Sequence[int]) -> dict[int, float]:
        """How near each of these parts comes, 0 to 1; of a paper opened without vectors by words alone."""
        shares = {index: self._share(target, index) for index in among}
        if not self.tools.knows_meaning:
            return shares
        near = sorted(among, key=lambda index: -shares[index])[:_NEAREST]
        return {index: MEANING * self._cosine(target, index) + (1 - MEANING) * shares[index] for index in near}

    def _share(self, target: str, index: int) -> float:
        """Share of the target's words, each by its rarity, that the part has; words that no part has weigh most."""
        asked = stems(target)
        most = log(1 + len(self.own)) if self.own else 1.0
        total = sum(self.rarity.get(word, most) for word in asked)
        return sum(self.rarity[word] for word in asked & self.own[index]) / total if total else 0.0

    def _cosine(self, target: str, index: int) -> float:
        return max((self.tools.similarity(target, chunk) for chunk in chunks(self.texts[index])), default=0.0)


def chunks(text: str) -> list[str]:
    """The text in stretches of about sixty words, six at most."""
    found = text.split()
    return [" ".join(found[at : at + _CHUNK_WORDS]) for at in range(0, len(found), _CHUNK_WORDS)][:_CHUNKS]
