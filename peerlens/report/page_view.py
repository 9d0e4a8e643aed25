"""What stands on the HTML page: the rows of a report in groups, and the manuscript cut at the words they point to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from peerlens.report.audit_view import CoverageRow, FindingRow, coverage_rows, further_rows, leading_rows
from peerlens.report.page_text import Block, PaperText, paper_blocks, quoted_blocks
from peerlens.report.roles import View
from peerlens.report.tally import audit_line, decided_line, response_line, tally, verdict_line
from peerlens.report.view import Quote, Row, groups, request_rows, review_notes
from peerlens.report.wording import KEPT_TITLE, kept_words
from peerlens.schema import Failure, Manuscript, Report
from peerlens.taxonomy import EvidenceRole, Outcome
from peerlens.text.counting import counted

_ROLES = {
    EvidenceRole.SUPPORTS: "",
    EvidenceRole.CONTRADICTS: "",
    EvidenceRole.ASSERTS: "the authors say",
    EvidenceRole.CONTEXT: "nearby",
}
_SHORT = {
    "answered": "The paper answers",
    "otherwise": "It says otherwise",
    "part": "Part of it",
    "nothing_found": "Nothing found",
    "holds": "It says so",
    "open": "Cannot settle",
    "engine": "Not checked",
    "requests": "Questions",
    "failures": "Broke off",
    "finding": "First",
    "further": "Further",
    "label-finding": "Labels with a finding",
    "label-none": "Without a finding",
    "label-not_assessable": "Not assessed",
}
"""What a group is called on its button."""
_OUTCOMES = {
    Outcome.FINDING: "Labels with a finding",
    Outcome.NONE: "Labels without a finding",
    Outcome.NOT_ASSESSABLE: "Not assessed",
}


@dataclass(frozen=True, slots=True)
class PageQuote:
    """Words of the paper; ``mark`` is the number of the place that they are marked at."""

    mark: int
    place: str
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class PageRow:
    id: str
    ref: str
    text: str
    says: str = ""
    sureness: str = ""
    ruling: str = ""
    quotes: tuple[PageQuote, ...] = ()
    notes: tuple[str, ...] = ()
    person: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageGroup:
    key: str
    title: str
    rows: tuple[PageRow, ...]

    @property
    def short(self) -> str:
        return _SHORT[self.key]


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    facts: tuple[str, ...]
    tally: tuple[str, ...]
    notes: tuple[str, ...]
    views: tuple[View, ...]
    groups: tuple[PageGroup, ...]
    paper: tuple[Block, ...]
    paper_note: str
    foot: str

    @property
    def total(self) -> int:
        return sum(len(group.rows) for group in self.groups)


@dataclass
class _Marks:
    """Numbers the places quoted, each span once."""

    quotes: dict[tuple[int, int, str], tuple[int, Quote]] = field(default_factory=dict)

    def of(self, quotes: Iterable[Quote], role: str = "") -> tuple[PageQuote, ...]:
        return tuple(
            PageQuote(self._number(quote), quote.place, role or _ROLES[quote.role], " ".join(quote.text.split()))
            for quote in quotes
        )

    def _number(self, quote: Quote) -> int:
        key = (quote.start, quote.end, quote.text)
        return self.quotes.setdefault(key, (len(self.quotes) + 1, quote))[0]


def page_of(report: Report, manuscript: Manuscript | None, views: Sequence[View] = ()) -> Page:
    marks = _Marks()
    rows = _audit_groups(report, marks) if report.kind == "audit" else _verify_groups(report, marks)
    rows = [*rows, *_failure_group(report.failures)]
    numbered = list(marks.quotes.values())
    paper = (
        paper_blocks(manuscript, [PaperText(number, quote.start, quote.end) for number, quote in numbered])
        if manuscript is not None
        else quoted_blocks([(number, quote.place, quote.text) for number, quote in numbered])
    )
    return Page(
        title=report.paper.title,
        facts=tuple(_facts(report)),
        tally=tuple(_tally(report)),
        notes=tuple(_notes(report)),
        views=(*views, *_kept(report)),
        groups=tuple(group for group in rows if group.rows),
        paper=paper,
        paper_note="" if manuscript is not None else "The text of the paper is not at hand: the passages quoted.",
        foot=_foot(report),
    )


def _verify_groups(report: Report, marks: _Marks) -> list[PageGroup]:
    made = [
        PageGroup(group.key, group.title, tuple(_row(row, marks) for row in group.rows)) for group in groups(report)
    ]
    asked = tuple(_row(row, marks) for row in request_rows(report))
    return [*made, PageGroup("requests", "Questions and wishes", asked)]


def _row(row: Row, marks: _Marks) -> PageRow:
    notes = list(row.notes)
    if row.response is not None:
        words = f": “{' '.join(row.response.quote.split())}”" if row.response.quote else ""
        notes.append(f"Response: {row.response.line}{words}")
    says = f"found by the agents: {row.headline}" if row.ruling else row.headline
    return PageRow(
        row.id, row.ref, row.text, says, row.sureness, row.ruling, marks.of(row.quotes), tuple(notes), row.person
    )


def _audit_groups(report: Report, marks: _Marks) -> list[PageGroup]:
    made = [
        PageGroup(key, title, tuple(_finding(row, marks) for row in rows))
        for key, title, rows in (
            ("finding", "Look at these first", leading_rows(report)),
            ("further", "Further findings", further_rows(report)),
        )
    ]
    rows = coverage_rows(report)
    return made + [
        PageGroup(f"label-{outcome.value}", title, tuple(_coverage(row) for row in rows if row.outcome is outcome))
        for outcome, title in _OUTCOMES.items()
    ]


def _finding(row: FindingRow, marks: _Marks) -> PageRow:
    notes = [row.assessment, *([row.scanned] if row.scanned else [])]
    for number, one in enumerate(row.suggestions):
        lead = "or" if number else "to do"
        notes.append(f"{lead}: {one.what} ({one.where}; {one.effort.value}): {one.how}. {one.expected_outcome}.")
    against = marks.of(row.reply, role="what speaks against it")
    says = f"{row.severity.value}, {row.label}"
    return PageRow(row.id, "", row.claim, says, row.sureness, "", marks.of(row.quotes) + against, tuple(notes))


def _coverage(row: CoverageRow) -> PageRow:
    notes = tuple(f"{text} ({place})" if place else text for text, place in row.notes)
    return PageRow(row.label.value, row.label.value, row.name, row.words, notes=notes, person=row.person)


def _failure_group(failures: Sequence[Failure]) -> list[PageGroup]:
    rows = tuple(PageRow(one.id, one.id, f"broke off at {one.stage}", one.message) for one in failures)
    return [PageGroup("failures", "Broke off, no verdict", rows)]


def _kept(report: Report) -> tuple[View, ...]:
    return (View(KEPT_TITLE, tuple(map(kept_words, report.kept))),) if report.kept else ()


def _facts(report: Report) -> list[str]:
    paper = report.paper
    pages = [] if paper.pages is None else [counted(paper.pages, "page")]
    facts = [paper.source, *pages, counted(paper.sections, "section"), counted(paper.passages, "passage")]
    return [" · ".join(facts), *(f"{r.id}: {r.source} · {counted(r.claims, 'claim')}" for r in report.reviews)]


def _tally(report: Report) -> list[str]:
    number = tally(report)
    if report.kind == "audit":
        return [audit_line(number)]
    said = response_line(report, number)
    return [decided_line(number), verdict_line(number), *([] if said is None else [said])]


def _notes(report: Report) -> list[str]:
    notes = [f"{one.message}{f' (p. {one.page})' if one.page else ''}" for one in report.paper.warnings]
    notes += review_notes(report)
    if report.paper.missing:
        names = ", ".join(dict.fromkeys(missing.what for missing in report.paper.missing))
        notes.append(f"the paper points to parts that were not supplied: {names}")
    return notes


def _foot(report: Report) -> str:
    engine = f"{report.run.engine} agents" + (f", {report.run.model}" if report.run.model else ", no model server")
    return f"{engine} · peerlens {report.run.version} · run {report.run.id}"
