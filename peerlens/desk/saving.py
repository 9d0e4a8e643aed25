"""Write a report from the desk, in the form its file's suffix names."""

from __future__ import annotations

from pathlib import Path

from peerlens.errors import PeerlensError
from peerlens.report.export import Form, Material, render
from peerlens.schema import Report
from peerlens.store.disk import write_whole

_REPLACE = "!"


def save(report: Report, name: str, material: Material) -> str:
    """Write the report; what came of it, in words. A file that is there is replaced only where the name ends in "!"."""
    path = Path(name.removesuffix(_REPLACE).strip()).expanduser()
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in tuple(Form):
        return f"not written: the name must end in {', '.join(f'.{form}' for form in Form)}"
    if not path.parent.is_dir() or path.is_dir() or "\0" in name:
        return f"not written: {path} is no place for a file"
    if path.exists() and not name.endswith(_REPLACE):
        return f"not written: {path} is there already; end the name in ! to replace it"
    try:
        write_whole(path, render(report, Form(suffix), material).data)
    except PeerlensError as exc:
        return f"not written: {exc.message}"
    return f"written: {path}"
