"""An audit on the terminal: plain text objects only, so that foreign text is never markup."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from peerlens.report.audit_view import (
    CoverageRow,
    FindingRow,
    coverage_rows,
    further_rows,
    leading_rows,
)
from peerlens.report.tally import audit_line, tally
from peerlens.report.terminal import MAX_WIDTH, line, paper_head, paper_notes, quote_line, title_rule
from peerlens.schema import Report
from peerlens.taxonomy import Outcome, Severity

_SEVERITY_STYLES = {
    Severity.CRITICAL: "bold red",
    Severity.MAJOR: "bold yellow",
    Severity.MODERATE: "bold cyan",
    Severity.MINOR: "dim",
}
_OUTCOME_TITLES = {
    Outcome.FINDING: "Labels with a finding",
    Outcome.NONE: "Labels without a finding, and what was looked at",
    Outcome.NOT_ASSESSABLE: "Not assessed",
}
_OUTCOME_STYLES = {Outcome.FINDING: "bold yellow", Outcome.NONE: "green", Outcome.NOT_ASSESSABLE: "dim"}


def print_audit(report: Report, console: Console) -> None:
    """Print the whole audit, widest at 110 columns."""
    width = min(console.width, MAX_WIDTH)
    for part in _parts(report):
        console.print(part, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def _parts(report: Report) -> list[RenderableType]:
    parts: list[RenderableType] = [paper_head(report), line(audit_line(tally(report)), "bold"), *paper_notes(report)]
    first, further = leading_rows(report), further_rows(report)
    if first:
        parts += ["", title_rule("Look at these first", len(first), "bold yellow"), *map(_finding, first)]
    if further:
        parts += ["", title_rule("Further findings", len(further), "yellow"), *map(_finding, further)]
    rows = coverage_rows(report)
    for outcome, title in _OUTCOME_TITLES.items():
        ended = [row for row in rows if row.outcome is outcome]
        if ended:
            parts += ["", title_rule(title, len(ended), _OUTCOME_STYLES[outcome]), *map(_coverage, ended)]
    if report.failures:
        parts += ["", title_rule("Broke off", len(report.failures), "bold red")]
        parts += [Padding(line(f"{one.id} at {one.stage}: {one.message}"), (0, 0, 0, 2)) for one in report.failures]
    engine = f"{report.run.engine} agents" + (f", {report.run.model}" if report.run.model else ", no model server")
    parts += [
        "",
        Rule(style="dim"),
        line(f"{engine} · run {report.run.id}", "dim"),
        line("Observations are located in the paper; what follows from them is for people to judge.", "dim"),
    ]
    return parts


def _finding(row: FindingRow) -> RenderableType:
    body: list[RenderableType] = [
        Text.assemble((row.severity.value, _SEVERITY_STYLES[row.severity]), "  ", (row.label, "dim")),
        line(row.claim, "bold"),
        line(f"{row.assessment}  ({row.sureness})"),
        *(quote_line(quote) for quote in row.quotes[:4]),
    ]
    if row.scanned:
        body.append(line(f"- {row.scanned}", "dim"))
    body += [Text.assemble(("what speaks against it: ", "dim"), quote_line(quote)) for quote in row.reply[:2]]
    for number, suggestion in enumerate(row.suggestions):
        lead = "or: " if number else "→ "
        body.append(
            Text.assemble(
                (lead, "green"),
                line(f"{suggestion.what} ({suggestion.where}; {suggestion.effort.value}): {suggestion.how}."),
                " ",
                line(f"{suggestion.expected_outcome}.", "dim"),
            )
        )
    return Padding(Group(*body), (0, 0, 1, 1))


def _coverage(row: CoverageRow) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=6, no_wrap=True)
    grid.add_column(ratio=1, overflow="fold")
    notes = [line(f"{text}{f' ({place})' if place else ''}", "dim") for text, place in row.notes]
    said = [line(one, "bold") for one in row.person]
    style = _OUTCOME_STYLES[row.outcome]
    if row.outcome is Outcome.NOT_ASSESSABLE and len(notes) == 1 and not said:
        body: RenderableType = Text.assemble(line(row.name), ": ", notes[0])
    else:
        body = Group(Text.assemble(line(row.name), ": ", line(row.words, style)), *said, *notes)
    grid.add_row(line(row.label.value, style), body)
    return Padding(grid, (0, 0, 0, 1))
