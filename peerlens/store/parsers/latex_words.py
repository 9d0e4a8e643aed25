"""The words that a stretch of LaTeX prints: styling dropped, signs and accents as Unicode, footnotes set aside."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from peerlens.store.parsers.composing import CELL
from peerlens.store.parsers.latex_macros import argument, group, optional
from peerlens.store.parsers.latex_signs import ACCENTS, accented, sign, without_double_spaces
from peerlens.store.parsers.latex_source import as_printed

_TOKEN = re.compile(
    r"\\(?P<command>[a-zA-Z@]+)\*?|\\(?P<escaped>.)|(?P<dollar>\$\$?)|(?P<dashes>-{2,3})|(?P<open>``)|(?P<close>'')"
    r"|(?P<special>[{}~&`])|(?P<script>[_^])",
    re.DOTALL,
)
_SPACES = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "\n": " ", "/": "", "-": "", "@": "", "\\": " ", ">": " "}
_MATHS = frozenset(
    "equation align gather multline eqnarray displaymath math alignat flalign split aligned cases gathered "
    "array matrix pmatrix "
    "bmatrix vmatrix subequations dmath IEEEeqnarray".split()
)
_DROPPED = {  # command: what is dropped with it ("o" an optional argument, "m" a mandatory one)
    "label": "m", "includegraphics": "om", "vspace": "m", "hspace": "m", "setlength": "mm", "addtolength": "mm",
    "vskip": "", "thispagestyle": "m", "pagestyle": "m", "bibliographystyle": "m", "fontsize": "mm", "resizebox": "mm",
    "scalebox": "m", "rotatebox": "om", "adjustbox": "m", "phantom": "m", "hphantom": "m", "vphantom": "m",
    "renewcommand": "mm", "setcounter": "mm", "addtocounter": "mm", "rowcolor": "om", "cellcolor": "om",
    "columncolor": "om",
    "cmidrule": "om", "cline": "m", "color": "om", "definecolor": "mmm", "arraystretch": "", "rule": "omm",
    "raisebox": "m",
    "index": "m", "hypersetup": "m", "newcolumntype": "mm", "captionsetup": "om", "nocite": "m", "linespread": "m",
    "footnotemark": "o", "input": "m", "markboth": "mm", "vadjust": "m", "addcontentsline": "mmm", "pgfplotsset": "m",
    "tikzset": "m", "usetikzlibrary": "m", "looseness": "", "parbox": "om", "theoremstyle": "m", "hyphenation": "m",
    "twocolumn": "", "graphicspath": "m", "DeclareGraphicsExtensions": "m", "thanks": "m", "icmlaffiliation": "mm",
    "affil": "om", "affiliation": "m", "email": "m", "address": "m", "stepcounter": "m", "refstepcounter": "m",
    "specialrule": "mmm", "addlinespace": "o", "multirowcell": "m", "todo": "om",
}  # fmt: skip
_REFERENCES = frozenset(
    {"ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref", "subref", "labelcref"}
)
_BOXES = frozenset({"makecell", "shortstack", "thead", "multicolumn", "multirow", "textcolor", "colorbox", "fcolorbox"})
_LEFT_OUT = {"multicolumn": 2, "multirow": 2, "textcolor": 1, "colorbox": 1, "fcolorbox": 2}
_WHITE = re.compile(r"\s*(?:white|1\s*,\s*1\s*,\s*1|F{6}|255\s*,\s*255\s*,\s*255)\s*", re.IGNORECASE)
_COLOR = re.compile(r"\s*\\color(?:\[[^\]]*\])?\{([^{}]*)\}")
_MAX_DEPTH = 60


@dataclass
class Context:
    """What words need to know: labels with their printed numbers, how citations print; and where notes go."""

    labels: Mapping[str, str] = field(default_factory=dict)
    cite: Callable[[str, list[str], str | None, str | None], str] = lambda name, keys, before, after: ""
    footnotes: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)


def words_of(source: str, context: Context, *, math: bool = False) -> str:
    """The printed words of a stretch without sections, floats and lists. Cells of a table row come out parted
    by bars."""
    return as_printed(without_double_spaces(_Reader(source, context, math=math).read()).strip())


class _Reader:
    def __init__(self, source: str, context: Context, *, math: bool, depth: int = 0) -> None:
        self._source = source
        self._context = context
        self._math = math
        self._depth = depth
        self._out: list[str] = []
        self._at = 0

    def read(self) -> str:
        if self._depth > _MAX_DEPTH:
            return ""
        while (match := _TOKEN.search(self._source, self._at)) is not None:
            self._text(self._source[self._at : match.start()])
            self._at = match.end()
            self._token(match)
        self._text(self._source[self._at :])
        return "".join(self._out)

    def _text(self, text: str) -> None:
        self._out.append(text)

    def _token(self, match: re.Match[str]) -> None:
        match match.lastgroup:
            case "command":
                self._command(match["command"])
            case "escaped":
                self._escaped(match["escaped"])
            case "dollar":
                self._math = not self._math
            case "dashes":
                self._out.append("—" if len(match[0]) == 3 else "–")
            case "open":
                self._out.append("“")
            case "close":
                self._out.append("”")
            case "script":
                self._script(match[0])
            case _:
                self._special(match[0])

    def _special(self, char: str) -> None:
        if char == "{" and self._hides():
            return
        self._out.append({"~": " ", "&": CELL, "`": "‘"}.get(char, ""))

    def _hides(self) -> bool:
        """Whether the group that opens here is printed white; it is set aside then."""
        white = _COLOR.match(self._source, self._at)
        if white is None or not _WHITE.fullmatch(white[1]):
            return False
        inside = group(self._source, self._at - 1)
        if inside is None:
            return False
        self._at = inside[1]
        self._context.hidden.append(self._inner(inside[0]))
        return True

    def _script(self, char: str) -> None:
        if not self._math:
            self._out.append(char)
            return
        value, self._at = argument(self._source, self._at)
        words = self._inner(value).strip()
        self._out.append(f"{char}{words}" if words not in ("", "'") else "")

    def _inner(self, source: str, *, math: bool | None = None) -> str:
        return _Reader(source, self._context, math=self._math if math is None else math, depth=self._depth + 1).read()

    def _escaped(self, char: str) -> None:
        if char in "%&_#${}":
            self._out.append(char)
        elif char in "([":
            self._math = True
        elif char in ")]":
            self._math = False
        elif char == "|":
            self._out.append("‖")
        elif char in ACCENTS and not char.isalpha() and not self._math:
            value, self._at = argument(self._source, self._at)
            letter = self._inner(value.strip())
            self._out.append(accented(char, letter) if letter else "")
        else:
            if char == "\\":
                self._at = optional(self._source, self._at)[1] if self._source.startswith("[", self._at) else self._at
            self._out.append(_SPACES.get(char, ""))

    def _command(self, name: str) -> None:
        if name in ACCENTS and not self._math:
            value, self._at = argument(self._source, self._at)
            letter = self._inner(value.strip())
            self._out.append(accented(name, letter) if letter else "")
        elif name in _REFERENCES:
            self._reference(name)
        elif "cite" in name.casefold() and name != "nocite":
            self._citation(name)
        elif name in ("footnote", "footnotetext", "endnote", "sidenote", "marginpar"):
            self._footnote()
        elif name in ("url", "path", "nolinkurl", "href", "verb", "lstinline", "mintinline"):
            self._raw(name)
        elif name in ("begin", "end"):
            self._environment(name)
        elif name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac", "binom", "sqrt"):
            self._fraction(name)
        elif name in _BOXES:
            self._box(name)
        elif name in ("text", "mbox", "textrm", "textnormal", "textsc", "textbf", "textit", "texttt", "emph", "hbox"):
            value, self._at = argument(self._source, self._at)
            self._out.append(self._inner(value, math=False))
        elif name in _DROPPED:
            self._drop(_DROPPED[name])
        else:
            self._sign(name)

    def _sign(self, name: str) -> None:
        printed = sign(name)
        if printed is None and name.startswith(("left", "right", "big", "Big")) and len(name) < 7:
            self._at += self._source.startswith(".", self._at)
            return
        if printed is None:
            printed = "" if self._source[self._at : self._at + 1] in ("{", "[") else " "
        elif not self._math:
            self._at += self._source.startswith("{}", self._at) * 2
            self._at = re.compile(r"[ \t]*").match(self._source, self._at).end()  # type: ignore[union-attr]
            swallowed = self._source[self._at - 1 : self._at] == " " and len(printed) > 1 and printed.isalpha()
            printed += " " if swallowed else ""
        if self._math and printed in tuple("≤≥≠≈→←±×∈∼=⇒↔"):
            printed = f" {printed} "
        self._out.append(printed)

    def _drop(self, arguments: str) -> None:
        for kind in arguments:
            if kind == "o":
                for opens, closes in (("[", "]"), ("(", ")")):
                    found = group(self._source, self._at, opens=opens, closes=closes)
                    self._at = found[1] if found is not None else self._at
            else:
                self._at = argument(self._source, self._at)[1]

    def _reference(self, name: str) -> None:
        value, self._at = argument(self._source, optional(self._source, self._at)[1])
        numbers = [self._context.labels.get(key.strip(), "??") for key in value.split(",")]
        if name in ("autoref", "cref", "Cref", "vref"):
            self._out.append(" and ".join(numbers))
        else:
            bare = [number.rsplit(" ", 1)[-1] for number in numbers]
            self._out.append(f"({bare[0]})" if name == "eqref" else ", ".join(bare))

    def _citation(self, name: str) -> None:
        first, self._at = optional(self._source, self._at)
        second, self._at = optional(self._source, self._at)
        value, self._at = argument(self._source, self._at)
        before, after = (first, second) if second is not None else (None, first)
        keys = [key.strip() for key in value.split(",") if key.strip()]
        self._out.append(
            self._context.cite(
                name, keys, self._inner(before) if before else None, self._inner(after) if after else None
            )
        )

    def _footnote(self) -> None:
        self._at = optional(self._source, self._at)[1]
        value, self._at = argument(self._source, self._at)
        if not self._context.footnotes or self._context.footnotes[-1] != value:
            self._context.footnotes.append(value)

    def _raw(self, name: str) -> None:
        self._at = optional(self._source, self._at)[1] if name in ("lstinline", "mintinline") else self._at
        if name == "mintinline":
            self._at = argument(self._source, self._at)[1]
        if name in ("verb", "lstinline", "mintinline") and not self._source.startswith("{", self._at):
            mark = self._source[self._at : self._at + 1]
            end = self._source.find(mark, self._at + 1) if mark.strip() else -1
            if end > 0:
                self._out.append(self._source[self._at + 1 : end])
                self._at = end + 1
            return
        value, self._at = argument(self._source, self._at)
        if name == "href":
            shown, self._at = argument(self._source, self._at)
            self._out.append(self._inner(shown))
        else:
            self._out.append(re.sub(r"\\([%#_&~])", r"\1", value))

    def _environment(self, name: str) -> None:
        value, self._at = argument(self._source, self._at)
        bare = value.rstrip("*")
        if bare in _MATHS:
            self._math = name == "begin"
            if name == "begin" and bare in ("array", "alignat"):
                self._at = argument(self._source, optional(self._source, self._at)[1])[1]
        elif name == "begin":
            if bare in ("tabular", "tabularx", "minipage", "wrapfigure", "adjustbox", "spacing", "textblock"):
                self._at = optional(self._source, self._at)[1]
                self._at = argument(self._source, self._at)[1]
            else:
                self._at = optional(self._source, self._at)[1]
        self._out.append(" ")

    def _fraction(self, name: str) -> None:
        self._at = optional(self._source, self._at)[1]
        above, self._at = argument(self._source, self._at)
        if name == "sqrt":
            self._out.append(f"√({self._inner(above, math=True)})")
            return
        below, self._at = argument(self._source, self._at)
        parts = [self._inner(part, math=True).strip() for part in (above, below)]
        shown = [f"({part})" if re.search(r"[\s+\-]", part) else part for part in parts]
        self._out.append("/".join(shown))

    def _box(self, name: str) -> None:
        self._at = optional(self._source, self._at)[1]
        left_out = ""
        for _ in range(_LEFT_OUT.get(name, 0)):
            self._at = optional(self._source, self._at)[1]
            left_out, self._at = argument(self._source, self._at)
            if name == "multirow":
                self._at = optional(self._source, self._at)[1]
        value, self._at = argument(self._source, self._at)
        if name == "textcolor" and _WHITE.fullmatch(left_out):
            self._context.hidden.append(self._inner(value))
        else:
            self._out.append(self._inner(value))
