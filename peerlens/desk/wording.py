"""Rows, verdicts and scans as the desk words them."""

from __future__ import annotations

from textwrap import shorten

from rich.text import Text

from peerlens.desk.dossier import Dossier
from peerlens.desk.lines import one_line, wrap
from peerlens.desk.views import ListRow
from peerlens.desk.worklist import Item
from peerlens.report.tally import audit_line, decided_line, response_line, tally, verdict_line
from peerlens.report.view import review_notes
from peerlens.schema import Report, ReportReview
from peerlens.store.session import Work
from peerlens.taxonomy import Verdict
from peerlens.text.counting import counted

_STYLES = {
    Verdict.NOT_SUPPORTED.value: "cyan",
    Verdict.PARTIALLY_SUPPORTED.value: "magenta",
    Verdict.SUPPORTED.value: "yellow",
    "question": "blue",
    "Labels with a finding": "yellow",
    "answered": "cyan",
    "half answered": "magenta",
    "no answer": "yellow",
    "open question": "blue",
}
_FACTS = 3
_LEFT_OUT = 160
"""Characters shown of what became no point."""


def item_row(item: Item, work: Work) -> ListRow:
    """One line: marks, the reviewer's number, what the paper has to say, the claim.

    The marks: ``✓`` done, ``P`` ruled by a person, ``n`` with a note.
    """
    marks = "".join(
        (
            "✓" if item.key in work.done else " ",
            "P" if item.finding is not None and item.finding.override is not None else " ",
            "n" if item.note_key in work.notes else " ",
        )
    )
    return ListRow(f"{item.ref} · {item.brief} · {item.text}", _STYLES.get(item.label, ""), lead=f"{marks} ")


def verdict_lines(item: Item, work: Work, width: int, *, rows: int) -> Text:
    """The claim on one or two lines, what the paper has to say to it, a person's ruling and note, a few facts.

    Each fact has a line; of the ``rows`` that are left, the first ones take what they need.
    """
    claim = " ".join(f"{item.ref} {item.text}".split())
    breaks = wrap(claim[: 8 * width], width)
    first = breaks[0][1] if len(breaks) > 1 else len(claim)
    lines = [one_line(part, width, "bold") for part in (claim[:first], claim[first:]) if part]
    lines.append(one_line(item.words, width, _STYLES.get(item.label, "")))
    note = work.notes.get(item.note_key)
    facts = [*item.facts[:1], *([f"note: {note}"] if note else []), *item.facts[1:]]
    spare = rows - len(lines) - len(facts[:_FACTS])
    for fact in facts[:_FACTS]:
        said = " ".join(f"- {fact}".split())
        breaks = wrap(said[: rows * width], width)[: max(0, spare) + 1]
        cut = breaks[-1][0]
        lines += [one_line(said[start:end], width) for start, end in breaks[:-1]] + [one_line(said[cut:], width)]
        spare -= len(breaks) - 1
    return Text("\n", no_wrap=True).join(lines)


def scan_text(item: Item) -> str:
    """What was looked for and where: the record of the scan and of the agents' steps."""
    lines = []
    scan = item.scan
    if scan is not None:
        whole = "all that was supplied" if scan.complete else "not all that was supplied"
        lines.append(f"{scan.passages_read} of {scan.passages_total} passages were read: {whole}.")
        lines.append(f"Looked for: {', '.join(scan.queries) or 'nothing in words'}.")
        if scan.missing:
            lines.append(f"The paper points to what was not supplied: {', '.join(scan.missing)}.")
    elif item.request is not None:
        lines.append("Looked up by what comes nearest to it: no scan of the whole paper is recorded. e shows more.")
    elif item.finding is None and item.row_note:
        lines.append("What the checks looked at stands in the notes: no scan of the whole paper is recorded.")
    else:
        lines.append("No scan of the whole paper is recorded.")
    lines += [f"{step.tool}: {step.query} ({len(step.found)} found)" for step in item.steps]
    lines += list(item.facts)
    return "\n".join(lines)


def engine_of(dossier: Dossier, kind: str) -> str:
    """Which agents made what is on the screen."""
    report = dossier.audit if kind == "audit" else dossier.review
    report = report or dossier.report
    if report is None:
        return "no run yet"
    return agents_of(report)


def agents_of(report: Report) -> str:
    """The agents of a run, with their model."""
    return f"{report.run.engine} agents" + (f", {report.run.model}" if report.run.model else "")


def reading_notes(report: Report) -> list[str]:
    """What a reader should know about how paper and reviews were read."""
    notes = [f"{one.message}{f' (p. {one.page})' if one.page else ''}" for one in report.paper.warnings]
    notes += review_notes(report)
    if report.paper.missing:
        names = ", ".join(dict.fromkeys(one.what for one in report.paper.missing))
        notes.append(f"the paper points to parts that were not supplied: {names}")
    return notes


def _left_out(review: ReportReview) -> list[str]:
    """What of a review became no point, with why; its headings need no word."""
    parts = ((one.why, " ".join(review.text[one.start : one.end].split())) for one in review.unused)
    return [f"“{shorten(words, _LEFT_OUT, placeholder=' …')}” ({why})" for why, words in parts if why != "heading"]


def about(report: Report) -> str:
    """The report as a whole: what was read, with which agents, what came of it."""
    number = tally(report)
    pages = "" if report.paper.pages is None else f", {counted(report.paper.pages, 'page')}"
    lines = [f"{report.paper.source}{pages}, {counted(report.paper.passages, 'passage')}"]
    lines += [f"{one.id}: {one.source}, {counted(one.claims, 'claim')}" for one in report.reviews]
    lines += [
        f"run {report.run.id} by {report.run.engine} agents" + (f", {report.run.model}" if report.run.model else "")
    ]
    lines += [audit_line(number)] if report.kind == "audit" else [decided_line(number), verdict_line(number)]
    lines += [f"{one.id}, neither claim nor question: {left}" for one in report.reviews for left in _left_out(one)]
    said = response_line(report, number)
    lines += [said] if said is not None else []
    lines += [f"! {note}" for note in reading_notes(report)]
    return "\n\n".join(lines)
