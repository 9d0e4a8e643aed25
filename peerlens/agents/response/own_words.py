"""The words of a text that are its own: neither function words nor what every review and response is full of."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from peerlens.text.folding import stem, words

_SMALL: Final = frozenset(
    "a an the this that these those it its their his her our we they he she i you of on in at by for with from to "
    "into as "
    "and or but nor so if then than be is are was were been being am do does did has have had not no can could may "
    "might "
    "must shall should will would there here which who what when where why how while because since also very too quite "
    "rather just only even still yet such some any all each every both other more most much many few little own same "
    "paper papers author authors reviewer reviewers review response comment comments thank thanks please work our ours "
    "manuscript revised version section table figure see e.g i.e".split()
)


@lru_cache(maxsize=4_096)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's own words: function words and the words of every response left out."""
    return frozenset(stem(word) for word in words(text) if word not in _SMALL and len(word) > 1)
