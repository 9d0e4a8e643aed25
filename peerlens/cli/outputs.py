"""What a run leaves: files (the suffix of ``-o`` chooses the form), and the report on standard output."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from peerlens.cli.screen import output, print_json
from peerlens.errors import InputError, UsageError
from peerlens.schema import Report


def _json(report: Report) -> str:
    return report.to_json() + "\n"


def _markdown(report: Report) -> str:
    if report.kind == "audit":
        from peerlens.report.audit_markdown import audit_to_markdown

        return audit_to_markdown(report)
    from peerlens.report.markdown import to_markdown

    return to_markdown(report)


_FORMS: dict[str, Callable[[Report], str]] = {".json": _json, ".md": _markdown}


def deliver(report: Report, outputs: Sequence[Path], *, as_json: bool) -> int:
    """Write the files asked for, print the report, and say how the run ended: 4 where something broke off, else 0."""
    write_outputs(report, outputs)
    if as_json:
        print_json(report.model_dump(mode="json", by_alias=True))
    elif report.kind == "audit":
        from peerlens.report.audit_terminal import print_audit

        print_audit(report, output())
    else:
        from peerlens.report.terminal import print_report

        print_report(report, output())
    return 4 if report.failures else 0


def check_outputs(paths: Sequence[Path]) -> None:
    """Refuse unusable output files before any work is done. Raises ``UsageError``."""
    for path in paths:
        if path.suffix.lower() not in _FORMS:
            raise UsageError(f"cannot write {path.name!r}: unknown form", hint=f"known: {', '.join(sorted(_FORMS))}")
        if not path.parent.is_dir():
            raise UsageError(f"cannot write {path.name!r}: no folder {path.parent}", hint="make the folder first")
        if path.is_dir():
            raise UsageError(f"cannot write {path}: it is a folder", hint="name a file")


def write_outputs(report: Report, paths: Sequence[Path]) -> None:
    """Write each file whole or not at all."""
    for path in paths:
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            temporary.write_text(_FORMS[path.suffix.lower()](report), encoding="utf-8")
            os.replace(temporary, path)
        except OSError as exc:
            raise InputError(
                f"cannot write {path}: {exc.strerror}", hint="the run is stored: see `peerlens runs`"
            ) from exc
