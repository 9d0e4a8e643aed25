"""Put what a check found into words."""

from __future__ import annotations

from collections.abc import Sequence

from peerlens.agents.embedded.audit.paper import AuditPaper


def listed(names: Sequence[str], *, joint: str = "and", most: int = 6) -> str:
    """ "A", "A and B", "A, B and C"; beyond ``most`` the rest is counted."""
    shown = list(names[:most])
    if len(names) > most:
        shown[-1:] = [f"{len(names) - most + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def counted(number: int, noun: str) -> str:
    """ "1 table", "2 tables", "no tables"."""
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"


def said_of(paper: AuditPaper) -> str:
    """The subject of what was not found: the paper, or, where it points to parts not supplied, its pages at hand."""
    return "The pages supplied do" if paper.tools.manuscript.missing else "The paper does"
