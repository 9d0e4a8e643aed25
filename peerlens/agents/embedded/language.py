"""Whether a paper is in the language of the rules: what English words do not find in another language is not absent."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from peerlens.schema import Judgement, Part
from peerlens.taxonomy import PartStatus, Polarity, Reason
from peerlens.tools import PaperTools

_FUNCTION_WORDS: Final = frozenset(
    "the of and to in a is that for with as on by are this we be from an our at which it can or not have has".split()
)
_TOKEN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+")
_LEAST_SHARE: Final = (
    0.08  # 255 English manuscripts, formulas and tables included: .138 and more; German, French: under .05
)
_FEWEST_WORDS: Final = 60  # below this the share says nothing


_WHY: Final = "The paper is not in English: that its words were not found says nothing."


@lru_cache(maxsize=1)
def in_english(tools: PaperTools) -> bool:
    """Whether English function words make up as much of the text as they do of English papers."""
    words = _TOKEN.findall(tools.manuscript.text.casefold())
    if len(words) < _FEWEST_WORDS:
        return True
    return sum(word in _FUNCTION_WORDS for word in words) / len(words) >= _LEAST_SHARE


def without_absence(judgement: Judgement) -> Judgement:
    """The judgement with every part left open that rests on not finding English words."""
    parts = tuple(_opened(part) for part in judgement.parts)
    return judgement if parts == judgement.parts else judgement.model_copy(update={"parts": parts, "rationale": _WHY})


def _opened(part: Part) -> Part:
    decided = part.status in (PartStatus.SUPPORTED, PartStatus.CONTRADICTED, PartStatus.PARTIAL)
    by_scan = part.polarity is Polarity.ABSENCE or part.reason is Reason.ABSENT_AFTER_FULL_SCAN
    if not decided or part.evidence or not by_scan:
        return part
    return part.model_copy(update={"status": PartStatus.UNDECIDABLE, "reason": Reason.ENGINE_LIMIT})
