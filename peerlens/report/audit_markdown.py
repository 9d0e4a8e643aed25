"""An audit as Markdown. Foreign text is escaped: it is never a heading, a link, an image or HTML."""

from __future__ import annotations

from peerlens.report.audit_view import (
    CoverageRow,
    FindingRow,
    coverage_rows,
    further_rows,
    leading_rows,
)
from peerlens.report.markdown import escape, paper_lines
from peerlens.report.tally import audit_line, tally
from peerlens.schema import Report


def audit_to_markdown(report: Report) -> str:
    """Render the audit, ending in one line feed."""
    number = tally(report)
    lines = [f"# Audit: {escape(report.paper.title)}", "", *paper_lines(report)]
    lines.append(f"- {escape(audit_line(number))}")
    for title, rows in (("Look at these first", leading_rows(report)), ("Further findings", further_rows(report))):
        if rows:
            lines += ["", f"## {title} ({len(rows)})", ""]
            lines += [line for row in rows for line in _finding(row)]
    lines += ["", f"## Every label ({number.labels})", ""]
    lines += [line for row in coverage_rows(report) for line in _coverage(row)]
    if report.failures:
        lines += ["", f"## Broke off ({len(report.failures)})", ""]
        lines += [f"- {escape(f.id)} at {f.stage}: {escape(f.message)}" for f in report.failures]
    return "\n".join(lines).rstrip("\n") + "\n"


def _finding(row: FindingRow) -> list[str]:
    lines = [
        f"- **{escape(row.claim)}**",
        f"  - {row.severity.value}, {escape(row.label)} ({row.sureness})",
        f"  - {escape(row.assessment)}",
    ]
    lines += [f"  - {escape(quote.place)}: “{escape(quote.text)}”" for quote in row.quotes]
    if row.scanned:
        lines.append(f"  - {escape(row.scanned)}")
    lines += [f"  - what speaks against it, {escape(quote.place)}: “{escape(quote.text)}”" for quote in row.reply]
    for place, suggestion in enumerate(row.suggestions):
        lead = "or" if place else "to do"
        lines.append(
            f"  - {lead}: {escape(suggestion.what)} ({escape(suggestion.where)}; {suggestion.effort.value}): "
            f"{escape(suggestion.how)}. {escape(suggestion.expected_outcome)}."
        )
    return lines


def _coverage(row: CoverageRow) -> list[str]:
    lines = [f"- **{row.label.value} {escape(row.name)}**: {escape(row.words)}"]
    lines += [f"  - **{escape(said)}**" for said in row.person]
    return lines + [f"  - {escape(text)}{f' ({escape(place)})' if place else ''}" for text, place in row.notes]
