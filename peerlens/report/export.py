"""A report in the form asked for, as bytes to write: JSON, Markdown, CSV, one HTML page, or the annotated PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from peerlens.report.roles import DEFAULT_BUDGET, Role, View, views_of
from peerlens.schema import Manuscript, Report
from peerlens.store.stored import Places


class Form(StrEnum):
    """The value is the file's suffix without its dot."""

    HTML = "html"
    MD = "md"
    CSV = "csv"
    JSON = "json"
    PDF = "pdf"


@dataclass(frozen=True, slots=True)
class Material:
    """What stands beside a report. ``manuscript``: the reading its offsets index, ``None`` where it is not stored.

    ``places``: where the paper's files lie; ``password``: what opens its PDF. ``role``: whose view goes on top, with
    replies of at most ``budget`` characters.
    """

    manuscript: Manuscript | None = None
    places: Places | None = None
    password: str | None = None
    role: Role | None = None
    budget: int = DEFAULT_BUDGET

    def views(self, report: Report) -> tuple[View, ...]:
        return views_of(report, self.role, self.manuscript, budget=self.budget)


@dataclass(frozen=True, slots=True)
class Rendered:
    """``note``: what a person should know of it, "" where there is nothing to say."""

    data: bytes
    note: str = ""


def render(report: Report, form: Form, material: Material) -> Rendered:
    """The report in this form. Raises ``UsageError`` and ``InputError`` where the PDF asked for cannot be made."""
    match form:
        case Form.PDF:
            from peerlens.report.pdf import to_pdf

            return to_pdf(report, material)
        case Form.HTML:
            from peerlens.report.html import to_html

            text = to_html(report, material.manuscript, material.views(report))
            lacks = f"the text of {report.paper.source} is not stored here: the page shows the passages quoted alone"
            return _encoded(text, "" if material.manuscript is not None else lacks)
        case Form.JSON:
            return _encoded(report.to_json() + "\n")
        case Form.CSV:
            from peerlens.report.csv_table import to_csv

            return _encoded(to_csv(report))
        case Form.MD:
            return _encoded(_markdown(report, material.views(report)))


def _encoded(text: str, note: str = "") -> Rendered:
    return Rendered(text.encode("utf-8", errors="replace"), note)


def _markdown(report: Report, views: Sequence[View]) -> str:
    if report.kind == "audit":
        from peerlens.report.audit_markdown import audit_to_markdown

        return audit_to_markdown(report)
    from peerlens.report.markdown import to_markdown

    return to_markdown(report, views)
