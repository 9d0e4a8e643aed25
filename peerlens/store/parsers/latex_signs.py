"""What LaTeX commands print: letters, signs and accents, as Unicode."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_OWN = {
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "quad": " ", "qquad": " ", "enspace": " ",
    "newline": " ", "linebreak": " ",
    "space": " ", "dots": "…", "ldots": "…", "cdots": "…", "vdots": "…", "textbar": "|", "mid": "|",
    "vert": "|", "Vert": "‖",
    "lVert": "‖", "rVert": "‖", "lvert": "|", "rvert": "|", "to": "→", "times": "×", "cdot": "·", "sim": "~",
    "textasciitilde": "~", "textasciicircum": "^", "textbackslash": "\\", "textquotesingle": "'", "checkmark": "✓",
    "cmark": "✓", "xmark": "✗", "textless": "<", "textgreater": ">", "textpm": "±", "textdegree": "°", "degree": "°",
    "colon": ":", "ell": "ℓ", "leqslant": "≤", "geqslant": "≥", "lbrace": "{", "rbrace": "}", "lbrack": "[",
    "rbrack": "]",
    "and": ", ", "slash": "/", "textsubscript": "", "textsuperscript": "", "backslash": "\\", "langle": "⟨",
    "rangle": "⟩",
}  # fmt: skip
_FUNCTIONS = frozenset(
    "arccos arcsin arctan arg argmax argmin cos cosh cot det dim exp gcd inf ker lg lim liminf limsup ln log "
    "max min Pr "
    "sec sin sinh sup tan tanh".split()
)


@cache
def _signs() -> dict[str, str]:
    """Commands without arguments and the characters they print (pylatexenc's table, own entries first)."""
    from pylatexenc.latex2text import get_default_latex_context_db

    signs = {}
    for category in get_default_latex_context_db().iter_macro_specs():
        text = getattr(category, "simplify_repl", None)
        if isinstance(text, str) and len(text) <= 4 and "%" not in text and category.macroname.isalpha():
            signs[category.macroname] = text
    return {**signs, **_OWN}


def sign(name: str) -> str | None:
    """What the command prints by itself, ``None`` where it prints nothing of its own."""
    if name in _FUNCTIONS:
        return f" {name} "
    return _signs().get(name)


def accented(accent: str, letter: str) -> str:
    """A letter under an accent command (``\\'e``), as one character where there is one."""
    base = {"ı": "i", "ȷ": "j"}.get(letter[:1], letter[:1])
    return unicodedata.normalize("NFC", base + ACCENTS[accent]) + letter[1:]


def without_double_spaces(text: str) -> str:
    return re.sub(r"[ \t\n]+", " ", text)
