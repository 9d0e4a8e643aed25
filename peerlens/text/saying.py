"""Whether a stretch of a paper says anything by itself."""

from __future__ import annotations

import re
from typing import Final

from peerlens.text.plain import plain

_FORMULA: Final = re.compile(r"\$\$?[^$]*\$\$?|\\[A-Za-z]+\s*(?:\{[^{}]*\})?")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_FEWEST: Final = 3
"""Words of the shortest stretch that says something."""


def says_something(text: str) -> bool:
    """False for what is only a picture, a formula or the number of a theorem ("Remark 1.")."""
    return len(_WORD.findall(_FORMULA.sub(" ", plain(text)))) >= _FEWEST
