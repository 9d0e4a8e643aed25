"""File names on the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click


class FileName(click.ParamType[Path]):
    """A file's name as a ``Path``; an empty one is an error, for it would mean the working folder."""

    name = "file"
    envvar_list_splitter = os.pathsep

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not isinstance(value, Path) and not str(value).strip():
            self.fail("the name is empty", param, ctx)
        if "\0" in str(value):
            self.fail("the name holds a null character", param, ctx)
        return Path(value)
