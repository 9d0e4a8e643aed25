"""Macros that a LaTeX paper defines for itself, replaced by what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_MAX_EXPANSIONS = 60_000
_MAX_CHARS = 8_000_000
_MAX_DEPTH = 20
_DEFINED = re.compile(
    r"\\(?P<how>newcommand|renewcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|def|gdef|edef|newrobustcmd)\*?\s*"
    r"(?:\{\s*\\(?P<braced>[a-zA-Z@]+)\s*\}|\\(?P<bare>[a-zA-Z@]+))"
)
_BRACKETS = {  # what can open or close a group; an escaped sign is one token of its own
    "{": re.compile(r"\\.|[{}]", re.DOTALL),
    "[": re.compile(r"\\.|[{}\[\]]", re.DOTALL),
    "(": re.compile(r"\\.|[{}()]", re.DOTALL),
}
_COUNT = re.compile(r"\s*\[(\d)\]")
_PARAMETERS = re.compile(r"\s*((?:#\d)*)\s*(?=\{)")
_COMMAND = re.compile(r"\\([a-zA-Z@]+)\*?")
_KEPT = frozenset(
    "section subsection subsubsection paragraph subparagraph chapter caption label ref eqref cref Cref "
    "autoref cite citep citet "
    "footnote title author abstract appendix item begin end bibitem maketitle textbf textit emph texttt text "
    "par url href "
    "thefigure thetable thesection thesubsection theequation bibliography input include includegraphics".split()
)  # what the reader knows itself: a paper's own styling of these is of no account


class Macro(NamedTuple):
    """``default``: the value of an optional first argument."""

    arguments: int
    default: str | None
    body: str


def group(text: str, start: int, *, opens: str = "{", closes: str = "}") -> tuple[str, int] | None:
    """The inside of the group that begins at or after white space from ``start``, and where the text goes on."""
    position = start
    while position < len(text) and text[position] in " \t\n":
        position += 1
    if not text.startswith(opens, position):
        return None
    depth = 0
    for match in _BRACKETS[opens].finditer(text, position):
        char = match[0]
        if char == "{" or (char == opens and depth == 0):
            depth += 1
        elif char == "}" or (char == closes and depth == 1):
            depth -= 1
            if depth == 0:
                return text[position + 1 : match.start()], match.end()
    return None


def argument(text: str, start: int) -> tuple[str, int]:
    """One mandatory argument: a group, a command, or a single character."""
    found = group(text, start)
    if found is not None:
        return found
    position = start
    while position < len(text) and text[position] in " \t\n":
        position += 1
    command = _COMMAND.match(text, position)
    if command is not None:
        return command[0], command.end()
    return text[position : position + 1], min(position + 1, len(text))


def optional(text: str, start: int) -> tuple[str | None, int]:
    """An optional argument in brackets, if one follows on the same or the next line."""
    found = group(text, start, opens="[", closes="]")
    return found if found is not None else (None, start)


def take_definitions(text: str) -> tuple[str, dict[str, Macro]]:
    """The source without the definitions of macros, and the macros."""
    macros: dict[str, Macro] = {}
    parts: list[str] = []
    position = 0
    for match in _DEFINED.finditer(text):
        if match.start() < position:
            continue
        read = _definition(text, match)
        if read is None:
            continue
        macro, end = read
        name = match["braced"] or match["bare"]
        if name.startswith("the") and name[3:] in ("figure", "table", "section"):
            continue
        parts.append(text[position : match.start()])
        position = end
        if name not in _KEPT and (match["how"] != "providecommand" or name not in macros):
            macros[name] = macro
    parts.append(text[position:])
    return "".join(parts), macros


def _definition(text: str, match: re.Match[str]) -> tuple[Macro, int] | None:
    position = match.end()
    count, default = 0, None
    if match["how"] in ("def", "gdef", "edef"):
        parameters = _PARAMETERS.match(text, position)
        if parameters is None:
            return None  # a pattern of delimiters: too much for a reader
        count, position = parameters[1].count("#"), parameters.end()
    else:
        counted = _COUNT.match(text, position)
        if counted is not None:
            count, position = int(counted[1]), counted.end()
            default, position = optional(text, position)
    body = group(text, position)
    if body is None:
        found = _COMMAND.match(text, position)
        return None if found is None else (Macro(count, default, found[0]), found.end())
    words, end = body
    if match["how"] == "DeclareMathOperator":
        words = f" \\operatorname{{{words}}} "
    return Macro(count, default, words), end


class Expander:
    """Replaces macros until none is left, within bounds on depth, number and size; what goes beyond stays
    unexpanded."""

    def __init__(self, macros: dict[str, Macro]) -> None:
        self._macros = macros
        self._left = _MAX_EXPANSIONS
        self._room = _MAX_CHARS

    def expand(self, text: str, *, depth: int = 0) -> str:
        if not self._macros or depth > _MAX_DEPTH:
            return text
        return "".join(self._pieces(text, depth))

    def _pieces(self, text: str, depth: int) -> Iterator[str]:
        position = 0
        for match in _COMMAND.finditer(text):
            macro = self._macros.get(match[1])
            if match.start() < position or macro is None or self._left <= 0 or self._room <= 0:
                continue
            if match.start() and text[match.start() - 1] == "\\" and _odd_backslashes(text, match.start() - 1):
                continue
            yield text[position : match.start()]
            values, end = _values(text, match.end(), macro)
            if not macro.arguments and text[end : end + 2] == "{}":
                end += 2
            body = _filled(macro.body, values)
            self._left -= 1
            self._room -= len(body)
            inner = self.expand(body, depth=depth + 1)
            follows = text[end : end + 1]
            yield inner + ("{}" if re.search(r"\\[a-zA-Z]+$", inner) and follows.isalpha() else "")
            position = end
        yield text[position:]


def _filled(body: str, values: list[str]) -> str:
    """The body with its parameters replaced; one that was not given is empty."""

    def value(match: re.Match[str]) -> str:
        place = int(match[1]) - 1
        return values[place] if place < len(values) else ""

    return re.sub(r"#([1-9])", value, body)


def _odd_backslashes(text: str, last: int) -> bool:
    count = 0
    while last >= 0 and text[last] == "\\":
        count, last = count + 1, last - 1
    return count % 2 == 1


def _values(text: str, position: int, macro: Macro) -> tuple[list[str], int]:
    values: list[str] = []
    if macro.default is not None:
        given, position = optional(text, position)
        values.append(macro.default if given is None else given)
    while len(values) < macro.arguments:
        value, position = argument(text, position)
        values.append(value)
    return values, position
