"""A report in the form asked for, as bytes to write: JSON, Markdown, CSV, one HTML page, or the annotated PDF."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from peerlens.schema import Manuscript, Report


class Form(StrEnum):
    """The value is the file's suffix without its dot."""

    HTML = "html"
    MD = "md"
    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Material:
    """What stands beside a report. ``manuscript``: the reading its offsets index, ``None`` where it is not stored."""

    manuscript: Manuscript | None = None


def render(report: Report, form: Form, material: Material) -> bytes:
    return _text(report, form, material).encode("utf-8", errors="replace")


def _text(report: Report, form: Form, material: Material) -> str:
    match form:
        case Form.JSON:
            return report.to_json() + "\n"
        case Form.CSV:
            from peerlens.report.csv_table import to_csv

            return to_csv(report)
        case Form.MD:
            return _markdown(report)
        case Form.HTML:
            from peerlens.report.html import to_html

            return to_html(report, material.manuscript)


def _markdown(report: Report) -> str:
    if report.kind == "audit":
        from peerlens.report.audit_markdown import audit_to_markdown

        return audit_to_markdown(report)
    from peerlens.report.markdown import to_markdown

    return to_markdown(report)
