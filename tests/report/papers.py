"""A manuscript by hand, and a report whose evidence stands in it."""

from __future__ import annotations

from peerlens.schema import Block, Evidence, Manuscript, Mark, Report, Section
from peerlens.taxonomy import EvidenceRole, PassageType, Polarity, Reason, RequestStatus, SectionKind, Stance, Verdict
from tests.report.records import finding, report, request

TITLE = "Ducks on Lakes"
PARAGRAPHS = (
    ("1 Method", "The camera takes one picture a minute. The counter has two million parameters."),
    ("2 Results", "The counter misses three ducks in a hundred. Without the mask it misses nine."),
    ("2.1 Ablation", "We remove the mask and the lens in turn. The mask matters most."),
)


def manuscript(paragraphs: tuple[tuple[str, str], ...] = PARAGRAPHS, *, title: str = TITLE) -> Manuscript:
    """A page a section; the text as parsers give it."""
    parts, sections, blocks, pages = [title], [], [], [Mark(start=0, value=1)]
    at = len(title)
    sections.append(_section("s0", None, title, 0, at))
    for number, (heading, words) in enumerate(paragraphs, start=1):
        start = at + 2
        body = start + len(heading) + 2
        parts += [heading, words]
        at = body + len(words)
        sections.append(_section(f"s{number}", None, heading, start, at))
        blocks.append(Block(type=PassageType.TEXT, section=f"s{number}", start=body, end=at))
        pages.append(Mark(start=start, value=number + 1))
    return Manuscript(
        id="0" * 16, title=title, source="paper.pdf", parser="pdfium-1", pages=4, text="\n\n".join(parts),
        sections=tuple(sections), blocks=tuple(blocks), captions=(), page_marks=tuple(pages),
    )  # fmt: skip


def _section(name: str, number: str | None, title: str, start: int, end: int) -> Section:
    return Section(
        id=name, number=number, title=title, level=1, kind=SectionKind.OTHER, path=(title,), page=None, start=start,
        end=end,
    )  # fmt: skip


def located(paper: Manuscript, quote: str, role: EvidenceRole = EvidenceRole.SUPPORTS) -> Evidence:
    """The words where they first stand in the paper."""
    start = paper.text.index(quote)
    section = next(one for one in paper.sections if one.start <= start < one.end)
    return Evidence(
        passage_id="p1", role=role, section=section.display, page=paper.page_at(start), start=start,
        end=start + len(quote), quote=quote,
    )  # fmt: skip


def ducks() -> tuple[Report, Manuscript]:
    """One finding of each verdict, one question, over ``manuscript()``."""
    paper = manuscript()
    against = EvidenceRole.CONTRADICTS
    made = report(
        finding(1, Verdict.NOT_SUPPORTED, reason=Reason.COUNTEREXAMPLE, polarity=Polarity.ABSENCE,
                claim="There is no ablation study.",
                found=(located(paper, "We remove the mask and the lens in turn.", against),
                       located(paper, "The mask matters most.", against))),
        finding(2, Verdict.NOT_SUPPORTED, reason=Reason.NUMBER, stance=Stance.DESCRIPTION,
                claim="The counter has five million parameters.",
                found=(located(paper, "The counter has two million parameters.", against),)),
        finding(3, Verdict.SUPPORTED, claim="The counter misses three in a hundred.",
                found=(located(paper, "The counter misses three ducks in a hundred."),)),
        finding(4, Verdict.NOT_DETERMINED, reason=Reason.OPINION, claim="The work is timely."),
        finding(5, Verdict.NOT_DETERMINED, reason=Reason.ENGINE_LIMIT, claim="The choice of lens is not justified.",
                found=(located(paper, "Without the mask it misses nine.", EvidenceRole.CONTEXT),)),
        requests=(request(1, RequestStatus.ANSWERED, found=(located(paper, "takes one picture a minute"),)),),
        title=TITLE,
    )  # fmt: skip
    return made, paper
