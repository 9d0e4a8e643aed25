"""A report as Markdown. Foreign text is escaped: it is never a heading, a link, an image or HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from peerlens.report.roles import View
from peerlens.report.tally import decided_line, response_line, tally, verdict_line
from peerlens.report.view import Row, groups, request_rows, review_notes
from peerlens.report.wording import KEPT_TITLE, kept_words
from peerlens.schema import Report
from peerlens.taxonomy import EvidenceRole
from peerlens.text.counting import counted
from peerlens.text.harmless import harmless

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!$])")
_LEADING = re.compile(r"^(\d+)([.)])|^([-+=:])")


def escape(text: str) -> str:
    """Foreign text as one line of Markdown that reads as written."""
    line = _SPECIAL.sub(r"\\\1", harmless(" ".join(text.split())))
    return _LEADING.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", line)


def to_markdown(report: Report, views: Sequence[View] = ()) -> str:
    """Render the report with the views of a role on top, ending in one line feed."""
    lines = [f"# {escape(report.paper.title)}", "", *_head(report), *_views(views)]
    for group in groups(report):
        lines += ["", f"## {group.title} ({len(group.rows)})", ""]
        for row in group.rows:
            lines += _row(row)
    if report.requests:
        lines += ["", f"## Questions and wishes ({len(report.requests)})", ""]
        for row in request_rows(report):
            lines += _row(row)
    if report.kept:
        lines += ["", f"## {KEPT_TITLE} ({len(report.kept)})", ""]
        lines += [f"- {escape(kept_words(one))}" for one in report.kept]
    if report.failures:
        lines += ["", f"## Broke off, no verdict ({len(report.failures)})", ""]
        lines += [f"- {escape(f.id)} at {f.stage}: {escape(f.message)}" for f in report.failures]
    return "\n".join(lines).rstrip("\n") + "\n"


def _views(views: Sequence[View]) -> list[str]:
    """Each view under its heading; words to copy in a fence that none of them can close."""
    lines: list[str] = []
    for view in views:
        lines += ["", f"## {escape(view.title)}", "", *(f"- {escape(line)}" for line in view.lines)]
        if view.text:
            lines += ["~~~~~text", *map(harmless, view.text.splitlines()), "~~~~~"]
    return lines


def _head(report: Report) -> list[str]:
    number = tally(report)
    said = response_line(report, number)
    lines = [decided_line(number), verdict_line(number), *([] if said is None else [said[:1].upper() + said[1:]])]
    return [*paper_lines(report), *(f"- {escape(one)}" for one in lines)]


def paper_lines(report: Report) -> list[str]:
    """What was read and by which engine, with everything a reader of the report should know about that."""
    paper = report.paper
    pages = "" if paper.pages is None else f"{counted(paper.pages, 'page')}, "
    lines = [f"- Paper: {escape(paper.source)} ({pages}{counted(paper.passages, 'passage')})"]
    lines += [f"- Review {escape(r.id)}: {escape(r.source)} ({counted(r.claims, 'claim')})" for r in report.reviews]
    lines.append(f"- Engine: {report.run.engine}{f', {escape(report.run.model)}' if report.run.model else ''}")
    lines += [
        f"- Note: {escape(warning.message)}{f' (p. {warning.page})' if warning.page else ''}"
        for warning in paper.warnings
    ]
    lines += [f"- Note: {escape(note)}" for note in review_notes(report)]
    if paper.missing:
        names = ", ".join(dict.fromkeys(escape(missing.what) for missing in paper.missing))
        lines.append(f"- Note: pointed to but not supplied: {names}")
    return lines


def _row(row: Row) -> list[str]:
    sure = f" ({row.sureness})" if row.sureness else ""
    lines = [f"- **{escape(row.ref)}** {escape(row.text)}"]
    if row.ruling:
        lines += [f"  - **{escape(row.ruling)}**", f"  - found by the agents: {escape(row.headline)}{sure}"]
    else:
        lines.append(f"  - **{escape(row.headline)}**{sure}")
    lines += [f"  - **{escape(said)}**" for said in row.person]
    for quote in row.quotes:
        nearby = "nearby, " if quote.role is EvidenceRole.CONTEXT else ""
        lines.append(f"  - {nearby}{escape(quote.place)}: “{escape(quote.text)}”")
    lines += [f"  - {escape(note)}" for note in row.notes]
    if row.response is not None:
        words = f": “{escape(row.response.quote)}”" if row.response.quote else ""
        lines.append(f"  - *Response:* {escape(row.response.line)}{words}")
    return lines
