"""Gather the source of a LaTeX paper: comments dropped, files it reads in put in place, macros of its own replaced."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from peerlens.errors import PaperError
from peerlens.schema import PaperWarning
from peerlens.store.parsers.decoding import decode

_MAX_DEPTH = 12
_MAX_INPUTS = 400
_MAX_CHARS = 8_000_000
_LEXED = re.compile(
    r"(?P<escaped>\\[\\%])"
    r"|(?P<off>\\begin\{(?P<out>comment|filecontents\*?)\}.*?(?:\\end\{(?P=out)\}|\Z))"
    r"|(?P<opening>\\begin\{(?P<name>verbatim\*?|Verbatim|lstlisting|minted|alltt)\}"
    r"(?:[ \t]*\[[^\]\n]*\])?(?:\{[^{}\n]*\})?)(?P<code>.*?)(?P<closing>\\end\{(?P=name)\}|\Z)"
    r"|(?P<verb>\\(?:verb\*?|(?:lstinline|mintinline)(?:\[[^\]\n]*\])?(?:\{\w+\})?)(?P<mark>[^\s\w{*\[\\%]))"
    r"(?P<inline>[^\n]*?)(?P=mark)"
    r"|%[^\n]*(?:\n[ \t]*(?=\S)|(?=\n)|\Z)",
    re.DOTALL,
)
_SPECIAL = "\\%{}$&#_^~`-'"
_SET_ASIDE = {ord(char): chr(0xF700 + number) for number, char in enumerate(_SPECIAL)}
_AS_PRINTED = {ord(aside): chr(char) for char, aside in _SET_ASIDE.items()}
_CONDITION = re.compile(r"\\(?P<name>if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])")
_INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude|@input)(?![a-zA-Z@])\s*(?:\{(?P<braced>[^{}\n]*)\}|(?P<bare>[^\s\\{}]+))"
    r"|\\(?:sub)?import\*?\s*\{(?P<folder>[^{}\n]*)\}\s*\{(?P<imported>[^{}\n]*)\}"
)
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)(?:\[[^\]]*\])?\{([^{}]*)\}")
_ROOT = re.compile(rb"^[ \t]*\\documentclass|^[ \t]*\\documentstyle", re.MULTILINE)


@dataclass
class Gathered:
    """``text``: one source, preamble and body. ``missing``: names it reads in that are not among the files."""

    text: str = ""
    missing: list[str] = field(default_factory=list)
    warnings: tuple[PaperWarning, ...] = ()
    inputs: int = 0


def is_root(data: bytes) -> bool:
    """Whether a LaTeX file is the root of a paper: it names a document class outside comments."""
    return _ROOT.search(data) is not None


def gather(main: str, files: Mapping[str, bytes]) -> Gathered:
    """Read ``main`` and what it reads in. ``files``: POSIX names relative to the paper's folder; nothing else
    is opened.

    Raises ``PaperError`` for sources that nest without end or grow without bound.
    """
    result = Gathered()
    decoded, result.warnings = decode(files[main], source=main)
    result.text = _with_inputs(_bare(decoded), main, files, result, above=(main,))
    return result


def _bare(text: str) -> str:
    """The source without comments and without what ``\\iffalse`` switches off. In verbatim text the signs that mean
    something to LaTeX are set aside, so that nothing after this takes them for commands; see ``as_printed``."""
    return without_switched_off(_LEXED.sub(_lexed, text.translate(_AS_PRINTED)))


def _lexed(match: re.Match[str]) -> str:
    if match["opening"]:
        return match["opening"] + match["code"].translate(_SET_ASIDE) + match["closing"]
    if match["verb"]:
        return match["verb"] + match["inline"].translate(_SET_ASIDE) + match["mark"]
    return match["escaped"] or ""


def as_printed(words: str) -> str:
    """Words with the signs of verbatim text back in place."""
    return words.translate(_AS_PRINTED)


def without_switched_off(text: str) -> str:
    """Drop ``\\iffalse … \\else`` and keep its ``\\else … \\fi``; of ``\\iftrue`` the other way round. Conditions that
    cannot be known here keep both branches."""
    parts: list[str] = []
    stack: list[tuple[str, bool]] = []  # kind of the condition, and whether its text is kept now
    position = 0
    for match in _CONDITION.finditer(text):
        name = match["name"]
        if all(kept for _, kept in stack):
            parts.append(text[position : match.start()])
        position = match.end()
        if name == "else":
            if stack:
                kind, kept = stack.pop()
                stack.append((kind, not kept if kind in ("iffalse", "iftrue") else kept))
        elif name == "fi":
            if stack:
                stack.pop()
        elif text[match.start() - 8 : match.start()].rstrip().endswith("\\newif") or name in ("ifthenelse", "iff"):
            position = match.start() if all(kept for _, kept in stack) else match.end()
        else:
            stack.append((name, name != "iffalse"))
    if all(kept for _, kept in stack) or not any(kind == "iffalse" for kind, _ in stack):
        parts.append(text[position:])
    return "".join(parts)


def _with_inputs(text: str, name: str, files: Mapping[str, bytes], result: Gathered, *, above: tuple[str, ...]) -> str:
    if len(above) > _MAX_DEPTH:
        raise PaperError(f"{above[0]}: files read in {_MAX_DEPTH} deep", hint="flatten the source, or give the PDF")
    parts: list[str] = []
    position = 0
    for match in _INPUT.finditer(text):
        parts.append(text[position : match.start()])
        position = match.end()
        wanted = match["braced"] or match["bare"] or f"{match['folder'] or ''}/{match['imported'] or ''}"
        found = find_file(wanted.strip(), name, above[0], files.__contains__)
        if found is None or found in above:
            result.missing.append(wanted.strip()[:100])
            continue
        result.inputs += 1
        if result.inputs > _MAX_INPUTS:
            raise PaperError(f"{above[0]}: reads in more than {_MAX_INPUTS} files", hint="give the PDF instead")
        decoded, warnings = decode(files[found], source=found)
        result.warnings += warnings
        inner = _with_inputs(_bare(decoded), found, files, result, above=(*above, found))
        body = re.search(r"\\begin\{document\}(.*?)(?:\\end\{document\}|\Z)", inner, re.DOTALL)
        parts.append(body[1] if body else inner)
        if sum(map(len, parts)) > _MAX_CHARS:
            raise PaperError(f"{above[0]}: the source grows beyond {_MAX_CHARS:,} characters", hint="give the PDF")
    parts.append(text[position:])
    return "".join(parts)


def find_file(wanted: str, reader: str, main: str, exists: Callable[[str], bool]) -> str | None:
    """The file a name stands for: seen from the root's folder, then from the reader's; never outside the folder."""
    if not wanted or wanted.startswith(("/", "~", "|")) or "\\" in wanted or "\0" in wanted:
        return None
    for folder in (posixpath.dirname(main), posixpath.dirname(reader)):
        path = posixpath.normpath(posixpath.join(folder, wanted))
        for candidate in (path, f"{path}.tex", f"{path}.ltx", f"{path}.bib"):
            if not candidate.startswith(("../", "/")) and candidate != ".." and exists(candidate):
                return candidate
    return None


def names_read(data: bytes) -> list[str]:
    """The names of files that a source reads in, its bibliography included, as it writes them."""
    text = data.decode("utf-8", errors="replace")
    names = [
        (match["braced"] or match["bare"] or f"{match['folder'] or ''}/{match['imported'] or ''}").strip()
        for match in _INPUT.finditer(text)
    ]
    names += [name.strip() for match in _BIBLIOGRAPHY.finditer(text) for name in match[1].split(",")]
    return names[:_MAX_INPUTS]
