"""How many tokens a text has: told by the server where it counts them, else an estimate on the safe side."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from peerlens.agents.served.sending import Line, Meter
from peerlens.errors import PeerlensError

_CHARS_PER_TOKEN: Final = 3.2
"""Plain text of papers has about four characters a token, formulas and tables fewer."""
_KEPT: Final = 256


def token_estimate(text: str) -> int:
    """Tokens ``text`` takes at most, as a rule. Characters beyond ASCII count one each."""
    plain = len(text.encode("ascii", "ignore"))
    return math.ceil(plain / _CHARS_PER_TOKEN) + len(text) - plain


async def tokens_told(line: Line, text: str, model: str, meter: Meter) -> int | None:
    """What ``/tokenize`` says: vLLM reads ``prompt`` and gives a count, llama.cpp reads ``content`` and lists them.

    ``None`` where the server does not tell.
    """
    try:
        told = await line.post("//tokenize", {"model": model, "prompt": text, "content": text}, meter)
    except PeerlensError:
        return None
    if not isinstance(told, dict):
        return None
    count, listed = told.get("count"), told.get("tokens")
    if isinstance(count, int) and count > 0:
        return count
    return len(listed) if isinstance(listed, list) and listed else None


@dataclass
class TokenCounter:
    """Counts through the server where ``exact``; the same text is asked about once."""

    line: Line
    model: str
    meter: Meter
    exact: bool
    _known: dict[str, int] = field(default_factory=dict, init=False, repr=False)

    async def count(self, text: str) -> int:
        if not self.exact:
            return token_estimate(text)
        if text not in self._known:
            told = await tokens_told(self.line, text, self.model, self.meter)
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[text] = told if told is not None else token_estimate(text)
        return self._known[text]
