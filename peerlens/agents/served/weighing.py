"""How sure a model is of a label: the probability of its first tokens, the others grouped by the label they begin."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

_Tokens = Sequence[Mapping[str, Any]]


def label_masses(tokens: _Tokens, field: str, labels: Sequence[str]) -> tuple[float | None, ...]:
    """For each value of ``field`` in a JSON reply, in order, the share of probability that its label got, 0..1.

    ``None`` for a value that is no label or whose tokens tell nothing. Alternatives that begin no label do not count:
    whether they were masked by a grammar differs between servers.
    """
    texts = [str(one.get("token", "")) for one in tokens]
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text))
    said = "".join(texts)
    found = re.finditer(rf'"{re.escape(field)}"\s*:\s*"([^"]*)"', said)
    return tuple(_mass(tokens, texts, starts, one.start(1), one[1], labels) for one in found)


def _mass(
    tokens: _Tokens, texts: Sequence[str], starts: Sequence[int], at: int, label: str, labels: Sequence[str]
) -> float | None:
    """Follow the tokens of the label, multiplying its shares, until no other label begins alike."""
    if label not in labels:
        return None
    share = 1.0
    for number in range(next(one for one in range(len(texts)) if starts[one + 1] > at), len(texts)):
        before = "".join(texts)[at : starts[number]]
        lead = texts[number][: max(0, at - starts[number])]
        mine = total = 0.0
        for text, chance in _alternatives(tokens[number]):
            begun = _begun(before + text[len(lead) :], labels) if text.startswith(lead) else ()
            total += chance if begun else 0.0
            mine += chance if label in begun else 0.0
        if mine <= 0.0:
            return None
        share *= mine / total
        if _begun(before + texts[number][len(lead) :], labels) == (label,):
            break
    return min(1.0, share)


def _begun(text: str, labels: Sequence[str]) -> tuple[str, ...]:
    """The labels that ``text`` begins, or that it holds with what closes them."""
    return tuple(one for one in labels if text and (f'{one}"'.startswith(text) or text.startswith(f'{one}"')))


def _alternatives(token: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The tokens that could have stood here, with their probabilities."""
    listed = token.get("top_logprobs")
    told = listed if isinstance(listed, list) and listed else [token]
    return [
        (one["token"], math.exp(one["logprob"]))
        for one in told
        if isinstance(one, dict) and isinstance(one.get("token"), str) and isinstance(one.get("logprob"), int | float)
    ]
