"""Whether a sentence is near a statement by its names alone: what is said of them stands elsewhere, or nowhere."""

from __future__ import annotations

import re
from typing import Final

from peerlens.agents.embedded.names import name_pattern, nameless, names_in
from peerlens.agents.embedded.nearest import Statement
from peerlens.agents.embedded.numbers.metrics import METRIC
from peerlens.agents.embedded.reading import Line, Reading, unmarked
from peerlens.agents.embedded.wording import content

_FEW: Final = 6
"""Content words beside its names below which a statement says little besides."""
_NOTHING: Final = 0.08
"""Share of those words up to which a sentence has next to none of them."""
_FAR: Final = 0.4
"""Cosine to a statement without its names below which a sentence says something else."""
_NEARER: Final = 0.15
"""Cosine by which another sentence must be nearer to say that of other names."""
_SAID: Final = 0.55
_CAPITALS: Final = re.compile(r"[A-Z].*[A-Z]")


def near_by_names(statement: Statement, line: Line, reading: Reading) -> bool:
    """Whether a sentence that bears a statement out owes it to the statement's names.

    It has next to nothing of what the statement says besides, or another sentence says that, clearly, of other names
    and of none of the statement's. Set on half of the B1 papers and on claims written on forty others.
    """
    names = (*statement.names, *statement.own)
    rest = nameless(statement.text)
    asked = set(content(rest))
    if not names or line.is_table or len(asked) < _FEW:
        return False
    near = reading.tools.similarity(rest, line.text)
    if len(asked & set(content(line.text))) <= _NOTHING * len(asked) and near < _FAR:
        return True
    nearest = reading.tools.best_sentences(rest, k=2)
    return any(
        hit.similarity >= max(_SAID, near + _NEARER)
        and (other := reading.at(hit.start)) is not None
        and _of_others(names, statement.text, unmarked(other.text))
        for hit in nearest
    )


def _of_others(names: tuple[str, ...], statement: str, text: str) -> bool:
    """Whether a sentence has names of two capitals or more, and none of the statement's."""
    if any(name_pattern(name).search(text) for name in names):
        return False
    others = (name for name in names_in(text) if _CAPITALS.search(name) and not METRIC.fullmatch(name))
    return any(not name_pattern(name).search(statement) for name in others)
