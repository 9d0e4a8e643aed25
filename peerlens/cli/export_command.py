"""``peerlens export``: render a stored run, or a report file, in another form."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from peerlens.cli.options import store_options
from peerlens.cli.outputs import check_place, form_of, write_file
from peerlens.cli.paths import FileName
from peerlens.cli.screen import note, print_json
from peerlens.errors import UsageError
from peerlens.report.export import Form, Material, render
from peerlens.settings import Settings


@click.command("export")
@click.argument("run")
@click.option("--to", "form", type=click.Choice([one.value for one in Form]), help="Form; the suffix of -o by default.")
@click.option("-o", "target", type=FileName(), metavar="FILE", help="Write FILE instead of standard output.")
@store_options
def command(run: str, form: str | None, target: Path | None, settings: Settings) -> None:
    """Render RUN, the id of a stored run (see `peerlens runs`) or a report file."""
    from peerlens.store.library import Library
    from peerlens.store.stored import find_report, stored_manuscript

    if form is None and target is None:
        raise UsageError("export to what?", hint=f"give --to {'|'.join(Form)}, or -o with such a suffix")
    wanted = Form(form) if form is not None else form_of(target) if target is not None else Form.JSON
    if target is not None:
        check_place(target)
    library = Library(settings.home)
    report = find_report(run, library)
    material = Material(manuscript=stored_manuscript(report, library))
    if wanted is Form.HTML and material.manuscript is None and not settings.quiet:
        note(f"the text of {report.paper.source} is not stored here: the page shows the passages quoted, not the paper")
    if target is not None:
        write_file(target, render(report, wanted, material))
    elif wanted is Form.JSON:
        print_json(report.model_dump(mode="json", by_alias=True))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(render(report, wanted, material))
