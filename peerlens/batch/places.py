"""Find a paper's file from what a line calls it: a path, or a name without its ending beside the input."""

from __future__ import annotations

import os
import re
from pathlib import Path

SUFFIXES = (".pdf", ".md", ".mmd", ".markdown", ".tex", ".zip", ".docx", ".html", ".htm", ".xml", ".txt")
"""Endings of manuscripts, the first of several with one name being the paper."""
_BESIDE = ("", "papers", "pdfs", "pdf")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])){0,120}")


def paper_at(named: str, folder: Path) -> Path | str:
    """The path a line names, relative to ``folder``, or a line on why there is none.

    A bare name that is no file stands for the file of that name with the ending of a manuscript.
    """
    if not can_be_named(named):
        return "the paper's path holds characters that no path can have"
    path = folder / named
    if os.path.lexists(path):
        return path
    return paper_called(named, folder) or f"{named}: no such file"


def paper_called(name: str, folder: Path) -> Path | None:
    """The file of this name, whatever its ending, beside the input or in a folder of papers there. Never elsewhere."""
    if not _NAME.fullmatch(name):
        return None
    for place in _BESIDE:
        for suffix in SUFFIXES:
            path = folder / place / f"{name}{suffix}"
            if path.is_file():
                return path
    return None


def can_be_named(named: str) -> bool:
    """Whether a path can have this name at all."""
    if "\0" in named:
        return False
    try:
        os.fsencode(named)
    except UnicodeEncodeError:
        return False
    return True
