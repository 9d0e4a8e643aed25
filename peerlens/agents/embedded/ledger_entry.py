"""What judging one part yields before it becomes a part of the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from peerlens.taxonomy import EvidenceRole, PartStatus, Reason


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of the paper and what it does for the part."""

    start: int
    end: int
    role: EvidenceRole


@dataclass(frozen=True, slots=True)
class Entry:
    """How one part fares: status, reason, the quotes that decide it, what was searched for, and how sure this is.

    ``says``: one plain sentence about the paper, without a place. ``operation``: arithmetic that was needed.
    """

    status: PartStatus
    reason: Reason | None
    confidence: float
    says: str
    quotes: tuple[Quote, ...] = ()
    probes: tuple[str, ...] = ()
    scanned: bool = False
    operation: str | None = None
    instances: tuple[Entry, ...] = field(default=())
    label: str = ""


def undecided(reason: Reason, says: str, *, quotes: tuple[Quote, ...] = (), probes: tuple[str, ...] = ()) -> Entry:
    return Entry(PartStatus.UNDECIDABLE, reason, 0.3, says, quotes, probes)
