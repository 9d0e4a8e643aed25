"""``peerlens export``: render a stored run, or a report file, in another form."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from peerlens.cli.options import budget_option, role_option, stored_paper_options
from peerlens.cli.outputs import check_place, form_of, write_file
from peerlens.cli.paths import FileName
from peerlens.cli.screen import note, print_json
from peerlens.errors import UsageError
from peerlens.report.export import Form, Material, render
from peerlens.report.roles import Role
from peerlens.schema import Report
from peerlens.settings import Settings
from peerlens.store.library import Library
from peerlens.store.stored import Places, find_report, stored_manuscript, stored_places


@click.command("export")
@click.argument("run")
@click.option("--to", "form", type=click.Choice([one.value for one in Form]), help="Form; the suffix of -o by default.")
@click.option("-o", "target", type=FileName(), metavar="FILE", help="Write FILE instead of standard output.")
@click.option("--paper", type=FileName(), metavar="FILE", help="The paper, where it lies elsewhere by now (--to pdf).")
@role_option
@budget_option
@stored_paper_options
def command(
    run: str,
    form: str | None,
    target: Path | None,
    paper: Path | None,
    role: str | None,
    budget: int,
    settings: Settings,
) -> None:
    """Render RUN, the id of a stored run (see `peerlens runs`) or a report file."""
    wanted = _form(form, target)
    if target is not None:
        check_place(target)
    elif wanted is Form.PDF and sys.stdout.isatty():
        raise UsageError("a PDF is nothing for a terminal", hint="give -o FILE")
    library = Library(settings.home)
    report = find_report(run, library)
    if target is None and wanted is Form.JSON:
        print_json(report.model_dump(mode="json", by_alias=True))
        return
    asked = Role(role) if role else None
    rendered = render(report, wanted, replace(_material(report, library, paper, settings), role=asked, budget=budget))
    if rendered.note and not settings.quiet:
        note(rendered.note)
    if target is not None:
        write_file(target, rendered.data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(rendered.data)


def _form(form: str | None, target: Path | None) -> Form:
    if form is not None:
        return Form(form)
    if target is None:
        raise UsageError("export to what?", hint=f"give --to {'|'.join(Form)}, or -o with such a suffix")
    return form_of(target)


def _material(report: Report, library: Library, paper: Path | None, settings: Settings) -> Material:
    places = stored_places(report.paper.id, library) if paper is None else Places(paper, settings.supplements)
    return Material(stored_manuscript(report, library), places, settings.password)
