"""Which of two lists of claims say the same: by a judge, by cosine or by shared words; and who is matched to whom."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Final

from peerlens.agents.served.client import Meter
from peerlens.agents.served.plain import PlainModel
from peerlens.errors import UsageError
from peerlens.evals.judges.asking import asker
from peerlens.evals.judges.equivalence import ask_same
from peerlens.evals.subject import Subject
from peerlens.text.folding import stem, words

Pair = tuple[int, int]
"""Places of a claim in the first and in the second list."""

MIN_COSINE: Final = 0.75
MIN_OVERLAP: Final = 0.6
NEAREST: Final = 3
"""Claims of the other list that a judge is asked about, for each claim."""


class Equivalence(StrEnum):
    """``judge``: the model says so, asked about the nearest claims by shared words. ``embedding``: a cosine of
    ``MIN_COSINE``. ``lexical``: a share of stems in common of ``MIN_OVERLAP`` (Dice). The last two judge no meaning.
    """

    JUDGE = "judge"
    EMBEDDING = "embedding"
    LEXICAL = "lexical"

    @property
    def definition(self) -> str:
        """What a run says of it."""
        match self:
            case Equivalence.JUDGE:
                return f"judge, of the {NEAREST} nearest by shared words"
            case Equivalence.EMBEDDING:
                return f"cosine of {MIN_COSINE:g} or more, no judge"
            case Equivalence.LEXICAL:
                return f"shared stems of {MIN_OVERLAP:g} or more, no judge"


def equivalence_of(name: str | None, subject: Subject) -> Equivalence:
    """The one of that name; without a name the judge where there is a model, else cosines.

    Raises ``UsageError`` for an unknown name, and for a judge without a model.
    """
    try:
        chosen = Equivalence(name or (Equivalence.JUDGE if subject.has_model else Equivalence.EMBEDDING))
    except ValueError as exc:
        raise UsageError(f"unknown mode {name!r}", hint=f"known: {', '.join(Equivalence)}") from exc
    if chosen is Equivalence.JUDGE and not subject.has_model:
        raise UsageError("--mode judge needs a model server", hint="give --base-url, or take --mode embedding")
    return chosen


def equivalent(
    how: Equivalence, claims: Sequence[str], others: Sequence[str], *, subject: Subject, meter: Meter
) -> tuple[Pair, ...]:
    """The pairs that say the same. Raises ``PeerlensError`` where a judge gives no answer to one of them."""
    match how:
        case Equivalence.EMBEDDING:
            alike, least = subject.similarity(claims, others), MIN_COSINE
        case Equivalence.LEXICAL:
            alike, least = _overlaps(claims, others), MIN_OVERLAP
        case Equivalence.JUDGE:
            pairs = _nearest(_overlaps(claims, others))

            async def all_of(model: PlainModel) -> list[bool]:
                ask = asker(model, meter)
                said = await gather(*(ask_same(claims[i], others[j], ask=ask) for i, j in pairs))
                return [one.same for one in said]

            same = subject.ask(all_of)
            return tuple(pair for pair, yes in zip(pairs, same, strict=True) if yes)
    return tuple((i, j) for i, row in enumerate(alike) for j, value in enumerate(row) if value >= least)


def matched(pairs: Collection[Pair]) -> dict[int, int]:
    """As many pairs as can be had with every claim in one at most (augmenting paths, Kuhn 1955): second to first."""
    partners: dict[int, list[int]] = {}
    for i, j in sorted(pairs):
        partners.setdefault(i, []).append(j)
    taken: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in partners[i]:
            if j in tried:
                continue
            tried.add(j)
            if j not in taken or place(taken[j], tried):
                taken[j] = i
                return True
        return False

    for i in partners:
        place(i, set())
    return taken


def _overlaps(claims: Sequence[str], others: Sequence[str]) -> tuple[tuple[float, ...], ...]:
    """Dice's coefficient of the stems of each two claims."""
    mine, theirs = ([{stem(word) for word in words(text)} for text in texts] for texts in (claims, others))
    return tuple(tuple(2 * len(a & b) / ((len(a) + len(b)) or 1) for b in theirs) for a in mine)


def _nearest(overlaps: Sequence[Sequence[float]]) -> list[Pair]:
    """For each claim of either list its nearest of the other."""
    rows, columns = range(len(overlaps)), range(len(overlaps[0]) if overlaps else 0)
    found = {(i, j) for i in rows for j in sorted(columns, key=lambda j: -overlaps[i][j])[:NEAREST]}
    found |= {(i, j) for j in columns for i in sorted(rows, key=lambda i: -overlaps[i][j])[:NEAREST]}
    return sorted(found)
