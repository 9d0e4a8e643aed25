"""Show foreign text without letting it act: escapes, controls and bidi overrides become visible signs."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

_KEPT = frozenset("\n\t")
_JOINERS = frozenset("\u200c\u200d")  # needed inside emoji and several scripts, and moving nothing
_SUSPECT = re.compile("[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u2000-\u200f\u2028-\u202f\u2060-\u206f"
                      "\ud800-\udfff\ufeff\ufff9-\uffff\U000e0000-\U000e0fff]")  # fmt: skip


def harmless(text: str) -> str:
    """Replace every character that could move, hide or forge text on a screen by a visible one.

    Control characters become control pictures ("␛"), the rest "⟨U+202E⟩". Line feeds and tabs stay; spaces of any
    width stay. The result can be printed anywhere, and encoded as UTF-8 (lone surrogates are shown, too).
    """
    return _SUSPECT.sub(lambda match: _shown(match[0]), text)


def printable_name(path: Path) -> str:
    """A file's name as text that can be stored: bytes of it that are no UTF-8 are spelled out."""
    return path.name.encode("utf-8", "backslashreplace").decode("utf-8")


def _shown(char: str) -> str:
    if char in _KEPT or char in _JOINERS:
        return char
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp"):
        return f"⟨U+{code:04X}⟩"
    return char
