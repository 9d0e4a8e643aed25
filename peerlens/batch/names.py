"""The file name of a report: from the line's number and what is harmless of its id, so that no id leads anywhere."""

from __future__ import annotations

import re

from peerlens.batch.entries import Task

_HARMLESS = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST = 60


def report_name(line: int, identity: str, task: Task) -> str:
    """Unique by line and task on every file system, those that know no case included."""
    words = _HARMLESS.sub("-", identity).strip("-")[:_LONGEST].rstrip("-")
    return f"{line:05d}{f'-{words}' if words else ''}.{task.value}.json"
