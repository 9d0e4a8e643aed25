"""Text of a review without the marks of Markdown and LaTeX, and a clause dressed as a sentence."""

from __future__ import annotations

import re

_LATEX = (
    (re.compile(r"\\(?:textbf|textit|emph|underline|texttt|text|textsc)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"~?\\cite[a-z]*\*?(?:\[[^\]]*\])?\{([^{}]*)\}"), r" [\1]"),
    (re.compile(r"~?\\(?:eq|auto|c|C)?ref\{([^{}]*)\}"), r" \1"),
    (re.compile(r"\\([$%&_#])"), r"\1"),
    (re.compile(r"(?<=[A-Za-z.])~(?=[\\A-Z(\[])"), " "),
)
_MATH = re.compile(r"\$\$[^$]+\$\$|(?<!\\)\$[^$]+\$")
_KEPT = re.compile(r"\ue000([0-9]{1,4})\ue001")
_EMPHASIS = re.compile(r"(?<![\w$\\])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", re.S)


def plain(text: str) -> str:
    """Text without the marks of Markdown and LaTeX that carry no meaning, white space folded. Formulas stay as "
    "they are."""
    kept: list[str] = []

    def keep(math: re.Match[str]) -> str:
        kept.append(math.group())
        return f"\ue000{len(kept) - 1}\ue001"

    text = _MATH.sub(keep, text)
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    previous = None
    while previous != text:
        previous, text = text, _EMPHASIS.sub(r"\2", text)
    text = text.replace("**", "").strip(" *\n\t")
    return " ".join(_KEPT.sub(lambda at: kept[int(at[1])] if int(at[1]) < len(kept) else "", text).split())


def sentence(text: str) -> str:
    """A capital at the beginning and a full stop at the end."""
    text = text.strip().rstrip(",;:–—- ").strip()
    if text[:1].islower() and not re.match(r"[a-z][A-Z0-9]|[a-z]-", text):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", '."', ".”", ".)")) else text + "."
