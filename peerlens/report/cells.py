"""Cells of a table that a spreadsheet opens: no text of somebody else's runs there, and numbers stay numbers."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\Z")
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def cell(value: object) -> object:
    """What is written for a value. Text that a spreadsheet would take for a formula gets an apostrophe in front.

    Empty for ``None``. Text that is a number as a whole ("-0.3") stays as it is.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "")
    if text.lstrip(" \xa0\u3000").startswith(_STARTS) and not _NUMBER.match(text.strip()):
        return f"'{text}"
    return text
