"""The words behind markup: what LaTeX, HTML and Markdown in a manuscript say, for search and for embedding."""

from __future__ import annotations

import re

_SIGNS = dict.fromkeys(
    "hline toprule midrule bottomrule left right bigl bigr big displaystyle centering noindent item quad qquad".split(),
    " ",
) | {
    "pm": "±",
    "mp": "∓",
    "times": "×",
    "cdot": "·",
    "leq": "≤",
    "le": "≤",
    "geq": "≥",
    "ge": "≥",
    "neq": "≠",
    "ne": "≠",
    "approx": "≈",
    "sim": "~",
    "rightarrow": "→",
    "to": "→",
    "leftarrow": "←",
    "uparrow": "↑",
    "downarrow": "↓",
    "infty": "∞",
    "in": "∈",
    "ldots": "…",
    "dots": "…",
    "cdots": "…",
}
_MARKUP = re.compile(
    r"(?P<image>!\[[^\]\n]{0,1000}\]\((?:[^)\n!]++|!(?!\[))*+\))"
    r"|\[(?P<anchor>[^\]\n]{0,1000})\]\((?:https?:|#|mailto:|\./|/)[^)\n]{0,2000}\)"
    r"|(?P<tag></?[a-zA-Z][^<>\n]*>)"
    r"|(?P<drop>\\(?:label|ref|eqref|cite[a-z]*|cmidrule|cline|vspace|hspace|includegraphics|usepackage|begin|end)\*?(?:\([^()]*\))?"
    r"(?:\[[^\[\]\n]*\])?\{[^{}\n]*\}(?:\{[lcr|@{}\s]*\})?)"
    r"|\\(?P<command>[a-zA-Z]+)\*?[ ]?"
    r"|(?P<row>\\\\)"
    r"|\\(?P<escaped>[^a-zA-Z\s])"
    r"|(?P<sign>[{}$]|(?<=[\w)}\]])[_^](?=[{\\])|\*\*|(?<!\w)[_*](?=\w)|(?<=\w)[_*](?!\w)|`)"
    r"|(?P<cell>(?<=\s)[&|](?=\s))"
)  # fmt: skip
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " ", "&quot;": '"', "&#39;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))


def plain(text: str) -> str:
    """``text`` without markup, its white space in single spaces. Not length-preserving: never use it for offsets."""
    bare = _MARKUP.sub(_said, _ENTITY.sub(lambda match: _ENTITIES[match[0]], text))
    return " ".join(bare.split())


def _said(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind == "anchor":
        return match["anchor"]
    if kind == "command":
        name = match["command"]
        if name in _SIGNS:
            return f" {_SIGNS[name]} "
        is_styling = name.startswith(
            ("text", "math", "emph", "bf", "it", "sc", "rm", "operatorname", "underline", "frac")
        )
        return " " if is_styling or match.string[match.end() : match.end() + 1] == "{" else f" {name} "
    if kind == "escaped":
        return match["escaped"] if match["escaped"] in "%&_#$" else " "
    if kind == "sign":
        return "" if match[0] in ("**", "*", "_", "`", "$") else " "
    return " "
