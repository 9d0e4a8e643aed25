"""Find text in Markdown that a reader of the rendered page does not see, and blank it character by character."""

from __future__ import annotations

import re

from peerlens.schema import PaperWarning

_INVISIBLE_STYLE = (
    r"(?:(?<![\w-])color\s*:\s*(?:white|transparent|\#fff(?:fff)?(?:00)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255|rgba\([^)]*,\s*0\s*\))"
    r"|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:[;\"']|$)|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|em|rem|%)?\s*(?:[;\"']|$))"
)  # fmt: skip
_HIDDEN = re.compile(
    r"<!--.*?-->|^[ ]{0,3}<!--.*"
    rf"|<(?P<tag>[a-z][a-z0-9]*)\b(?=[^>]*(?:style\s*=\s*[\"'][^>]*{_INVISIBLE_STYLE}|\shidden[\s>=]|color\s*=\s*[\"']?(?:white|\#fff)))[^>]*>"
    r".*?</(?P=tag)\s*>"
    r"|<(?P<code>script|style|template|noscript)\b[^>]*>.*?</(?P=code)\s*>"
    r"|\\(?:textcolor|color)\{white\}\s*\{[^{}]*\}|\{\s*\\color\{white\}[^{}]*\}|\\phantom\{[^{}]*\}"
    r"|^[ ]{0,3}\[(?://|comment)\]:[ ]*(?:\#|<>)[^\n]*",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)  # fmt: skip


def blank_hidden(text: str) -> tuple[str, tuple[PaperWarning, ...]]:
    """Replace hidden stretches by spaces of the same length (line breaks stay), with a warning that counts them.

    Hidden are HTML comments, elements styled white, transparent, zero-sized or not displayed, scripts and style
    sheets, and LaTeX in white. Comments in code fences count too: what is rendered there is seldom what a paper says.
    """
    stretches = [match for match in _HIDDEN.finditer(text) if re.search(r"\w", match[0])]
    shown = _HIDDEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    said = [match for match in stretches if not match[0].lower().startswith(("<style", "\\phantom"))]
    if not said:
        return shown, ()
    words = sum(len(match[0].split()) for match in said)
    message = f"{len(said)} stretch{'es' if len(said) > 1 else ''} of hidden text ({words} words) left out"
    return shown, (PaperWarning(code="hidden_text", message=message),)
