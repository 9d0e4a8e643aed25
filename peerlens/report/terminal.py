"""A report on the terminal: plain text objects only, so that foreign text is never markup."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from peerlens.report.roles import View
from peerlens.report.tally import Tally, decided_line, response_line, tally
from peerlens.report.view import Group as RowGroup
from peerlens.report.view import Quote, Row, groups, request_rows, review_notes
from peerlens.report.wording import KEPT_TITLE, kept_words
from peerlens.schema import Report
from peerlens.taxonomy import EvidenceRole
from peerlens.text.counting import counted
from peerlens.text.harmless import harmless

MAX_WIDTH = 110
_MAX_QUOTE = 320
_MAX_RESPONSE = 200
_STYLES = {
    "answered": "bold cyan",
    "otherwise": "bold red",
    "part": "bold magenta",
    "nothing_found": "bold yellow",
    "holds": "bold green",
    "open": "dim",
    "engine": "dim",
    "requests": "bold blue",
}
_ROLE_WORDS = {
    EvidenceRole.SUPPORTS: "",
    EvidenceRole.CONTRADICTS: "",
    EvidenceRole.ASSERTS: "the authors say: ",
    EvidenceRole.CONTEXT: "nearby: ",
}


def print_report(report: Report, console: Console) -> None:
    """Print the whole report, widest at 110 columns."""
    width = min(console.width, MAX_WIDTH)
    for part in _parts(report):
        console.print(part, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def print_views(report: Report, views: Sequence[View], console: Console) -> None:
    """Print what a role sees of the report: the head, then its views."""
    number = tally(report)
    parts: list[RenderableType] = [paper_head(report), line(decided_line(number), "bold"), *paper_notes(report)]
    for view in views:
        parts += ["", Rule(line(view.title, "bold"), align="left", style="dim")]
        parts += [Padding(line(one), (0, 0, 0, 1)) for one in view.lines]
        parts += [Padding(Text(harmless(one)), (0, 0, 0, 1)) for one in view.text.splitlines()]
    for part in [*parts, "", *_foot(report, number)]:
        console.print(part, width=min(console.width, MAX_WIDTH), markup=False, emoji=False, highlight=False)


def _parts(report: Report) -> list[RenderableType]:
    number = tally(report)
    parts: list[RenderableType] = [paper_head(report), line(decided_line(number), "bold"), *paper_notes(report)]
    if (summary := response_line(report, number)) is not None:
        parts.insert(2, line(summary, "bold"))
    for group in groups(report):
        parts += ["", title_rule(group.title, len(group.rows), _STYLES[group.key])]
        parts += [_brief_row(row) if group.brief else _full_row(row, group) for row in group.rows]
    if report.requests:
        parts += ["", title_rule("Questions and wishes", len(report.requests), _STYLES["requests"])]
        parts += [_request_row(row) for row in request_rows(report)]
    if report.kept:
        parts += ["", title_rule(KEPT_TITLE, len(report.kept), "bold")]
        parts += [Padding(line(kept_words(one)), (0, 0, 0, 2)) for one in report.kept]
    if report.failures:
        parts += ["", title_rule("Broke off, no verdict", len(report.failures), "bold red")]
        parts += [
            Padding(line(f"{failure.id} at {failure.stage}: {failure.message}"), (0, 0, 0, 2))
            for failure in report.failures
        ]
    parts += ["", *_foot(report, number)]
    return parts


def line(text: str, style: str = "") -> Text:
    """Foreign text as one harmless line."""
    return Text(harmless(" ".join(text.split())), style=style)


def title_rule(title: str, number: int, style: str) -> RenderableType:
    return Rule(Text(f"{title} ({number})", style=style), align="left", style="dim")


def paper_head(report: Report) -> RenderableType:
    paper = report.paper
    facts = [paper.source]
    if paper.pages is not None:
        facts.append(counted(paper.pages, "page"))
    facts += [counted(paper.sections, "section"), counted(paper.passages, "passage")]
    lines = [line(paper.title, "bold"), line(" · ".join(facts), "dim")]
    for review in report.reviews:
        asked = sum(request.review_id == review.id for request in report.requests)
        wishes = counted(asked, "question or wish", "questions or wishes")
        lines.append(line(f"{review.id}: {review.source} · {counted(review.claims, 'claim')}, {wishes}", "dim"))
    return Group(*lines)


def paper_notes(report: Report) -> list[RenderableType]:
    notes = [
        line(f"! {warning.message}" + (f" (p. {warning.page})" if warning.page else ""), "yellow")
        for warning in report.paper.warnings
    ]
    notes += [line(f"! {note}", "yellow") for note in review_notes(report)]
    if report.paper.missing:
        names = dict.fromkeys(missing.what for missing in report.paper.missing)
        shown = ", ".join(list(names)[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        notes.append(line(f"! the paper points to parts that were not supplied: {shown}", "yellow"))
    return list(notes)


def _full_row(row: Row, group: RowGroup) -> RenderableType:
    verdict = Text.assemble(
        (harmless(row.headline), _STYLES[group.key].removeprefix("bold ")), (f"  {row.sureness}", "dim")
    )
    body: list[RenderableType] = [line(row.text), *_of_person(row), verdict]
    shown = [quote for quote in row.quotes if quote.role is not EvidenceRole.CONTEXT] or list(row.quotes[:1])
    body += [quote_line(quote) for quote in shown[:3]]
    body += [line(f"- {note}", "dim") for note in row.notes]
    body += _response_lines(row)
    return _with_ref(row, Group(*body))


def _brief_row(row: Row) -> RenderableType:
    body: list[RenderableType] = [line(row.text), *_of_person(row), line(row.headline, "dim")]
    body += [quote_line(quote) for quote in row.quotes[:1]]
    body += _response_lines(row)
    return _with_ref(row, Group(*body))


def _of_person(row: Row) -> list[RenderableType]:
    """What a person has left on the point."""
    return [line(said, "bold") for said in (row.ruling, *row.person) if said]


def _request_row(row: Row) -> RenderableType:
    body: list[RenderableType] = [line(row.text), *_of_person(row), line(row.headline, "blue")]
    body += [quote_line(quote) for quote in row.quotes[:2]]
    body += _response_lines(row)
    return _with_ref(row, Group(*body))


def _response_lines(row: Row) -> list[RenderableType]:
    """What the authors' response has for the point: a line, and the beginning of its words."""
    if row.response is None:
        return []
    shown: list[RenderableType] = [line(f"> {row.response.line}", "yellow")]
    if row.response.quote:
        shown.append(
            Text.assemble(("the authors  ", "cyan"), "“", harmless(_cut(row.response.quote, _MAX_RESPONSE)), "”")
        )
    return shown


def _with_ref(row: Row, body: RenderableType) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=max(7, min(14, len(row.ref))), no_wrap=False, overflow="fold")
    grid.add_column(ratio=1, overflow="fold")
    grid.add_row(line(row.ref, "bold"), body)
    return Padding(grid, (0, 0, 1, 1))


def quote_line(quote: Quote) -> Text:
    words = _cut(quote.text, _MAX_QUOTE)
    return Text.assemble(
        (harmless(quote.place), "cyan"), "  ", (_ROLE_WORDS[quote.role], "dim"), "“", harmless(words), "”"
    )


def _cut(text: str, most: int) -> str:
    words = " ".join(text.split())
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


def _foot(report: Report, number: Tally) -> list[RenderableType]:
    engine = f"{report.run.engine} agents" + (f", {report.run.model}" if report.run.model else ", no model server")
    return [
        Rule(style="dim"),
        line(f"{decided_line(number)} · {engine} · run {report.run.id}", "dim"),
        line("Passages are pointed at, people decide: read them before you rely on a verdict.", "dim"),
    ]
