"""Desks to sit down at: papers and reports built by hand, an app driven by keys, its screen as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from peerlens.desk.app import DeskApp
from peerlens.desk.board import Board
from peerlens.desk.dossier import Dossier
from peerlens.report.roles import Role
from peerlens.schema import Block, Evidence, Finding, Manuscript, Mark, Report, Request, Section
from peerlens.settings import RetrieverName, Settings
from peerlens.taxonomy import EvidenceRole, Ground, PassageType, Polarity, RequestStatus, SectionKind, Verdict, Weakness
from tests.report.records import SCAN, audit_finding, audit_report, finding, label_row, report

AT = "2026-11-30T12:00:00+00:00"
PAPER_ID = "0" * 16
FIRST = "We count coots on four lakes. The counter misses three coots in a hundred."
SECOND = "We remove the mask and the lens in turn. The mask matters most. Seeds are 1 to 5."
TEXT = f"1 Method\n{FIRST}\n2 Ablation\n{SECOND}\n"


def manuscript(text: str = TEXT) -> Manuscript:
    cut = text.index("2 Ablation")
    return Manuscript(
        id=PAPER_ID,
        title="Counting Coots",
        source="coots.pdf",
        parser="pdfium-1",
        pages=2,
        text=text,
        sections=(_section("s1", "1", "Method", 1, 0, cut), _section("s2", "2", "Ablation", 2, cut, len(text))),
        blocks=(
            Block(type=PassageType.TEXT, section="s1", start=9, end=cut),
            Block(type=PassageType.TEXT, section="s2", start=cut + 11, end=len(text)),
        ),
        captions=(),
        page_marks=(Mark(start=0, value=1), Mark(start=cut, value=2)),
    )


def _section(identity: str, number: str, title: str, page: int, start: int, end: int) -> Section:
    return Section(
        id=identity, number=number, title=title, level=1, kind=SectionKind.OTHER, path=(f"{number} {title}",),
        page=page, start=start, end=end,
    )  # fmt: skip


def quoted(words: str, role: EvidenceRole, text: str = TEXT) -> Evidence:
    start = text.index(words)
    page = 1 if start < text.index("2 Ablation") else 2
    section = "1 Method" if page == 1 else "2 Ablation"
    return Evidence(
        passage_id=f"p{page}", role=role, section=section, page=page, start=start, end=start + len(words), quote=words
    )


REVIEW = "W1 The paper has no ablation.\nW2 Three in ten are missed.\nW3 No code is given.\nQ1 Which seeds were used?"


def _at(words: str) -> dict[str, Any]:
    start = REVIEW.index(words)
    return {"claim": words, "quote": words, "start": start, "end": start + len(words)}


def coots(**changes: Any) -> Report:
    """Three claims and a question: the paper answers W1, says otherwise to W2, has nothing on W3; Q1 is answered."""
    no_ablation = finding(
        1,
        Verdict.NOT_SUPPORTED,
        polarity=Polarity.ABSENCE,
        found=(
            quoted("We remove the mask and the lens in turn.", EvidenceRole.CONTRADICTS),
            quoted("The mask matters most.", EvidenceRole.CONTRADICTS),
        ),
        scan=SCAN,
        **_at("The paper has no ablation."),
    )
    missed = finding(
        2,
        Verdict.PARTIALLY_SUPPORTED,
        found=(quoted("The counter misses three coots in a hundred.", EvidenceRole.CONTRADICTS),),
        **_at("Three in ten are missed."),
    )
    no_code = finding(3, Verdict.SUPPORTED, polarity=Polarity.ABSENCE, scan=SCAN, **_at("No code is given."))
    words = "Which seeds were used?"
    start = REVIEW.index(words)
    seeds = Request(
        id="r1.q1", review_id="r1", text=words, quote=words, start=start, end=start + len(words),
        status=RequestStatus.ANSWERED, evidence=(quoted("Seeds are 1 to 5.", EvidenceRole.SUPPORTS),),
    )  # fmt: skip
    made = report(no_ablation, missed, no_code, requests=(seeds,))
    review = made.reviews[0].model_copy(update={"text": REVIEW})
    return made.model_copy(update={"reviews": (review,), **changes})


def many(number: int) -> Report:
    claims: list[Finding] = [
        finding(
            n,
            Verdict.NOT_SUPPORTED,
            claim=f"Claim number {n} on coots.",
            found=(quoted("The mask matters most.", EvidenceRole.CONTRADICTS),),
        )
        for n in range(1, number + 1)
    ]
    return report(*claims)


def audited() -> Report:
    """All 17 rows, one of them with a finding."""
    rows = [
        label_row(label, audit_finding(label, evidence=(quoted("The mask matters most.", EvidenceRole.SUPPORTS),)))
        if label is Weakness.L2_1_3
        else label_row(label, reason=Ground.NOTHING_LOCATED)
        for label in Weakness
    ]
    return audit_report(*rows)


def dossier(folder: Path, review: Report | None, audit: Report | None = None, **changes: Any) -> Dossier:
    values: dict[str, Any] = {
        "paper_id": PAPER_ID,
        "title": "Counting Coots",
        "folder": folder / "papers" / PAPER_ID,
        "review": review,
        "audit": audit,
        "manuscript": manuscript(),
    }
    return Dossier(**{**values, **changes})


def settings_of(folder: Path) -> Settings:
    return Settings(home=folder, retriever=RetrieverName.BM25)


def at_the_desk(
    opened: Dossier | Board,
    folder: Path,
    work: Callable[[DeskApp, Pilot[None]], Awaitable[None]],
    *,
    size: tuple[int, int] = (80, 24),
    role: Role | None = None,
) -> DeskApp:
    """Run the desk without a terminal and do ``work`` at it."""
    app = DeskApp(opened, settings_of(folder), role=role, now=lambda: AT)

    async def sit() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await work(app, pilot)

    asyncio.run(sit())
    return app


def screen(app: DeskApp) -> list[str]:
    """The lines of the screen as they would stand in a terminal."""
    return ["".join(part.text for part in strip) for strip in app.screen._compositor.render_strips()]


def shown(app: DeskApp) -> str:
    return "\n".join(screen(app))


def marked(app: DeskApp, side: str) -> str:
    """The words that stand out in a pane."""
    from peerlens.desk.pages import DECIDING
    from peerlens.desk.views import TextView

    text = app.screen.query_one(f"#{side}", TextView)._shown
    return " ".join(text.text[span.start : span.end] for span in text.spans if span.style == DECIDING)


async def answer(pilot: Pilot[None], key: str, words: str) -> None:
    """Press a key that asks something, and answer it."""
    await pilot.press(key)
    await pilot.press(*("space" if char == " " else char for char in words), "enter")
    await pilot.pause()
