"""What a claim says: its parts, each with polarity, target, verb and restrictions. Pure text analysis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from peerlens.agents.embedded.wording import Act
from peerlens.taxonomy import Polarity, Reason


class Quantifier(StrEnum):
    """How many of its kind a part speaks of."""

    NONE = "none"
    EVERY = "every"
    SOME = "some"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class Versus:
    """A comparison: ``left`` is more (``sign`` +1), less (-1) or as much (0) of something than ``right``.

    ``metric``: what is compared, ``None`` for plain better or worse (``sign`` +1: left is better).
    ``on``: the measure, data or split it is said of. ``every``: ``right`` is said of every one of its kind.
    ``denied``: the claim denies the relation.
    """

    left: str
    right: str
    sign: int
    metric: str | None = None
    every: bool = False
    denied: bool = False
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """One part of a claim before it is judged.

    ``statement``: the positive sentence the part affirms or denies. ``target``: the thing looked for;
    ``restrictions``: what a counterexample must meet besides. ``place``: a section, table or figure it names.
    ``demanding``: it criticises, and papers seldom say such things of themselves: support must be close.
    ``weighing``: it criticises, praises or judges, and a sentence that is only near says nothing of that.
    """

    text: str
    polarity: Polarity
    statement: str
    target: str = ""
    act: Act | None = None
    restrictions: tuple[str, ...] = ()
    quantifier: Quantifier = Quantifier.NONE
    graded: bool = False
    about_paper: bool = False
    core: bool = True
    place: str | None = None
    versus: Versus | None = None
    member: str | None = None
    limit: Reason | None = None
    demanding: bool = False
    weighing: bool = False

    def turned(self) -> Draft:
        """The same part denied: presence or a number becomes absence and back, a comparison is denied."""
        if self.versus is not None:
            return replace(self, versus=replace(self.versus, denied=not self.versus.denied))
        opposite = {
            Polarity.PRESENCE: Polarity.ABSENCE,
            Polarity.NUMERIC: Polarity.ABSENCE,
            Polarity.ABSENCE: Polarity.PRESENCE,
        }
        return replace(self, polarity=opposite.get(self.polarity, self.polarity))


@dataclass(frozen=True, slots=True)
class Frame:
    """A claim taken apart. The first draft is the main predicate. ``limit``: why this family cannot judge it."""

    drafts: tuple[Draft, ...]
    limit: Reason | None = None
