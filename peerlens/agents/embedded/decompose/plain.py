"""Text of a review without the marks of Markdown and LaTeX, and a clause dressed as a sentence."""

from __future__ import annotations

import re

_LATEX = (
    (re.compile(r"\\(?:textbf|textit|emph|underline|texttt|text|textsc)\{([^{}]*)\}"), r"\1"),
    (re.compile(r"~?\\cite[a-z]*\*?(?:\[[^\]]{0,200}\])?\{([^{}]*)\}"), r" [\1]"),
    (re.compile(r"\\([$%&_#])"), r"\1"),
    (re.compile(r"(?<=[A-Za-z.])~(?=[\\A-Z(\[])"), " "),
)
_MATH = re.compile(r"\$\$[^$]+\$\$|(?<!\\)\$[^$]+\$")
_KEPT = re.compile(r"\ue000([0-9]{1,4})\ue001")
_EMPHASIS = re.compile(r"(?<![\w$\\])(\*{1,3}|_{1,3})(?=\S)(.{1,2000}?)(?<=\S)\1(?!\w)", re.S)
_REFERENCE = re.compile(
    r"(?:(?P<kind>\b[A-Za-z]+\.?)|(?<![~\s]))(?P<gap>[~\s]*\(?)\\(?P<command>(?:eq|auto|c|C|name|page|v)?ref)\*?"
    r"\{(?P<labels>[^{}]*)\}"
)
_PARTS = {
    "eq": "Equation", "eqn": "Equation", "equation": "Equation", "fig": "Figure", "figure": "Figure", "tab": "Table",
    "tbl": "Table", "table": "Table", "sec": "Section", "section": "Section", "subsec": "Section", "ssec": "Section",
    "app": "Appendix", "appendix": "Appendix", "alg": "Algorithm", "algorithm": "Algorithm", "thm": "Theorem",
    "theorem": "Theorem", "lem": "Lemma", "lemma": "Lemma", "prop": "Proposition", "cor": "Corollary",
    "def": "Definition", "ass": "Assumption", "assump": "Assumption", "rem": "Remark", "ex": "Example",
}  # fmt: skip
_NAMED = re.compile(
    r"(?:eqs?|eqn|equations?|figs?|figures?|tabs?|tables?|secs?|sections?|app|appendix|appendices|alg|algorithms?|thm"
    r"|theorems?|lemmas?|lem|prop|propositions?|cor|corollary|def|definitions?|assumptions?|remarks?|examples?|line"
    r"|lines|steps?|pages?|chapter|part)\.?",
    re.I,
)


def _reference_in_words(match: re.Match[str]) -> str:
    """A cross-reference as it reads: ``Eq.~\\ref{eq:1}`` is "Eq. 1", ``\\cref{tab:main_results}`` "Table main results".

    A label's prefix names the part where the sentence does not; its rest is the number or, as words, the name.
    """
    kind = match["kind"] or ""
    named = bool(_NAMED.fullmatch(kind))
    said: list[str] = []
    for label in match["labels"].split(","):
        prefix, colon, rest = label.strip().partition(":")
        part = _PARTS.get(prefix.strip().casefold()) if colon else None
        words = " ".join(re.split(r"[\s:_\-]+", rest if part else label)).strip()
        said.append(words if named or part is None or (said and said[0].startswith(part)) else f"{part} {words}")
    gap = match["gap"].replace("~", " ")
    return f"{kind}{gap if gap or not kind else ' '}{' and '.join(one for one in said if one)}"


def plain(text: str) -> str:
    """Text without the marks of Markdown and LaTeX that carry no meaning, white space folded. Formulas stay as "
    "they are."""
    kept: list[str] = []

    def keep(math: re.Match[str]) -> str:
        kept.append(math.group())
        return f"\ue000{len(kept) - 1}\ue001"

    text = _REFERENCE.sub(_reference_in_words, _MATH.sub(keep, text))
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
