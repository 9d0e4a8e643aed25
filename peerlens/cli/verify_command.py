"""``peerlens verify``: check each claim of reviews against a manuscript."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from peerlens.cli.options import (
    budget_option,
    common_options,
    json_option,
    output_option,
    resume_option,
    role_option,
    trace_option,
)
from peerlens.cli.outputs import check_outputs, check_paper, deliver
from peerlens.cli.paths import FileName
from peerlens.cli.progress import progress_line
from peerlens.cli.screen import note
from peerlens.report.export import Material
from peerlens.report.roles import Role
from peerlens.settings import Settings
from peerlens.store.stored import Places


@click.command("verify")
@click.argument("paper", type=FileName())
@click.argument("reviews", nargs=-1, required=True, type=FileName())
@click.option(
    "--response", type=FileName(), metavar="FILE", help="The authors' response: is each point answered and borne out?"
)
@role_option
@budget_option
@json_option
@output_option
@resume_option
@trace_option
@common_options
def command(
    paper: Path,
    reviews: tuple[Path, ...],
    response: Path | None,
    role: str | None,
    budget: int,
    as_json: bool,
    outputs: tuple[Path, ...],
    resume: str | None,
    trace: bool,
    settings: Settings,
) -> int:
    """Check each claim of REVIEWS against PAPER.

    PAPER is a PDF, LaTeX, HTML, DOCX, JATS XML, Markdown or text file, or a zip of these. A review is text, Markdown,
    JSON, JSONL, CSV, or - for standard input; a response is text, Markdown, JSON (OpenReview's too) or JSONL.
    """
    from peerlens.graph.lean import lean_imports

    with lean_imports():
        from peerlens.graph.open import chosen_engine, open_family, open_paper, read_all_reviews, read_author_response
        from peerlens.graph.verify import verify_reviews

    check_outputs(outputs, (paper, *reviews, response, *settings.supplements))
    texts = read_all_reviews(reviews)
    answer = read_author_response(response)
    engine = chosen_engine(settings)
    with open_paper(paper, settings) as store, progress_line(quiet=settings.quiet) as on_progress:
        check_paper(outputs, store.manuscript)
        if engine.elsewhere or not settings.quiet:
            note(engine.line)
        report = asyncio.run(
            verify_reviews(
                store,
                texts,
                family=open_family(settings),
                settings=settings,
                response=answer,
                resume=resume,
                on_progress=on_progress,
            )
        )
    return deliver(
        report,
        outputs,
        Material(
            store.manuscript,
            Places(paper, settings.supplements),
            settings.password,
            role=Role(role) if role else None,
            budget=budget,
        ),
        as_json=as_json,
        trace=trace,
    )
