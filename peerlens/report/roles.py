"""Who reads a report: the view of an author, an area chair or a reviewer, from the same record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # read for the options of every command
    from peerlens.schema import Manuscript, Report


class Role(StrEnum):
    """For whom a report is arranged."""

    AUTHOR = "author"
    CHAIR = "chair"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class View:
    """A part of what a role sees. ``text``: words to copy into a form, "" for none."""

    title: str
    lines: tuple[str, ...] = ()
    text: str = ""


DEFAULT_BUDGET = 6_000
"""Characters of a reply to one review; what several venues allow."""


def views_of(
    report: Report, role: Role | None, manuscript: Manuscript | None, *, budget: int = DEFAULT_BUDGET
) -> tuple[View, ...]:
    """The views of the role, none without one. An audit has none of its own: it is not about a review."""
    if role is None or report.kind == "audit":
        return ()
    match role:
        case Role.AUTHOR:
            from peerlens.report.author_view import author_views

            return author_views(report, manuscript, budget=budget)
        case Role.CHAIR:
            from peerlens.report.chair_view import chair_view

            return (chair_view(report),)
        case Role.REVIEWER:
            from peerlens.report.reviewer_view import reviewer_views

            return reviewer_views(report)
