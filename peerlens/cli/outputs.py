"""What a run leaves: files (the suffix of ``-o`` chooses the form), and the report on standard output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from peerlens.cli.screen import note, output, print_json
from peerlens.errors import InputError, PeerlensError, UsageError
from peerlens.report.export import Form, Material, render
from peerlens.schema import Manuscript, Report


def deliver(report: Report, outputs: Sequence[Path], material: Material, *, as_json: bool, trace: bool = False) -> int:
    """Write the files asked for, print the report, and say how the run ended: 4 where something broke off, else 0.

    ``trace``: on the terminal, the steps of every finding after the report (the JSON document has them anyway).
    Raises what kept a file from being written, once all that can be shown and written is.
    """
    unwritten = written_outputs(report, outputs, material)
    if as_json:
        print_json(report.model_dump(mode="json", by_alias=True))
    elif report.kind == "audit":
        from peerlens.report.audit_terminal import print_audit

        print_audit(report, output())
    else:
        from peerlens.report.terminal import print_report, print_views

        views = material.views(report)
        print_views(report, views, output()) if views else print_report(report, output())
    if trace and not as_json:
        from peerlens.report.trace import print_trace

        print_trace(report, output())
    raise_first(unwritten)
    return 4 if report.failures else 0


def form_of(path: Path) -> Form:
    """The form that the suffix names. Raises ``UsageError`` for an unknown one."""
    suffix = path.suffix.lower().removeprefix(".")
    try:
        return Form(suffix)
    except ValueError as exc:
        known = ", ".join(sorted(f".{form}" for form in Form))
        raise UsageError(f"cannot write {path.name!r}: unknown form", hint=f"known: {known}") from exc


def check_outputs(paths: Sequence[Path], inputs: Sequence[Path | None] = ()) -> None:
    """Refuse unusable output files before any work is done, and those that are ``inputs``. Raises ``UsageError``."""
    for path in paths:
        form_of(path)
        check_place(path)
        if any(given is not None and given.exists() and path.exists() and path.samefile(given) for given in inputs):
            raise UsageError(f"cannot write {path}: it is what is to be read", hint="name another file")


def check_place(path: Path) -> None:
    """Raises ``UsageError`` where no file of this name can be written."""
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path.name!r}: no folder {path.parent}", hint="make the folder first")
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder", hint="name a file")


def check_paper(paths: Sequence[Path], manuscript: Manuscript) -> None:
    """Raises ``UsageError`` where a highlighted PDF is asked for of a paper that is none."""
    if any(form_of(path) is Form.PDF for path in paths):
        from peerlens.report.pdf import check_markable

        check_markable(manuscript, manuscript.source)


def written_outputs(report: Report, paths: Sequence[Path], material: Material) -> list[PeerlensError]:
    """Write each file whole or not at all, in the form of its suffix; returns why some were not written."""
    unwritten: list[PeerlensError] = []
    for path in paths:
        try:
            write_file(path, render(report, form_of(path), material).data)
        except PeerlensError as exc:
            unwritten.append(exc)
    return unwritten


def raise_first(unwritten: Sequence[PeerlensError]) -> None:
    """Raise the first error, if there is one, after a line on each of the others."""
    for other in unwritten[1:]:
        note(other.message)
    if unwritten:
        raise unwritten[0]


def write_file(path: Path, data: bytes) -> None:
    """Raises ``InputError`` where the disk refuses."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    except OSError as exc:
        raise InputError(f"cannot write {path}: {exc.strerror}", hint="the run is stored: see `peerlens runs`") from exc
