"""Read a manuscript in Markdown: the ordinary kind, Nougat's (.mmd), and Markdown with LaTeX or HTML inside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from markdown_it import MarkdownIt
from markdown_it.token import Token

from peerlens.errors import NoTextError
from peerlens.schema import Manuscript
from peerlens.store.parsers.decoding import decode, without_controls
from peerlens.store.parsers.hidden import blank_hidden
from peerlens.store.parsers.outline import assemble
from peerlens.store.parsers.pieces import BOLD_RANK, BlockPiece, HeadingPiece, Piece, trimmed
from peerlens.store.parsers.tables import HTML_TABLE, LATEX_FLOAT, html_rows, latex_pieces
from peerlens.store.parsers.versions import MARKDOWN as PARSER_VERSION
from peerlens.store.structure import caption_label, find_missing
from peerlens.taxonomy import PassageType
from peerlens.text.plain import plain

_LATEX_HEADING = re.compile(r"[ \t]*\\(?P<name>(?:sub){0,2}section|paragraph)\*?\{(?P<words>(?:[^{}]|\{[^{}]*\})*)\}")
_LATEX_RANKS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_LATEX_TITLE = re.compile(r"\\title(?:\[[^\]]*\])?\{(?P<words>(?:[^{}]|\{[^{}]*\})*)\}")
_ABSTRACT_ENVIRONMENT = re.compile(r"[ \t]*\\begin\{abstract\}")
_BOLD_HEADING = re.compile(r"(?:\*\*|__)(?P<words>[^*_\n]{2,90})(?:\*\*|__)\s*[:.]?$")
_IMAGE = re.compile(r"!\[(?P<alt>[^\[\]\n]*)\]\((?:[^)\n!]++|!(?!\[))*+\)")
_BULLET = re.compile(r"(?:>[ \t]*)*(?:[*+•-][ \t]+)?")
_NO_WORDS = re.compile(
    r"\[MISSING_PAGE[^\[\]]*\]|\\(?:begin|end|label|centering|maketitle|small|vspace|bibliography)\b\S*|[-*_=|:\s$\\]+"
)
_ENTRY = re.compile(r"\[\d{1,3}\] ")  # an entry of a reference list begins a paragraph of its own
_OWN_LINE_HEADING = re.compile(r"#{1,6} +\S")
_PROSE_WORDS = 40  # words in a line of running text; code has no such lines
_FOOTNOTE = re.compile(r"(?:Footnote\s+\S{1,4}\s*:|\[\^[^\]\n]+\]:)")


def read(data: bytes, *, source: str, paper_id: str, password: str | None) -> Manuscript:
    """Read a Markdown file. ``text`` is the decoded file, hidden and control characters blanked one for one.

    ``password`` is accepted for the parsers' common signature and not used. Raises ``NoTextError`` for a file without
    words, ``DamagedFileError`` for one that is not text.
    """
    decoded, guessed = decode(data, source=source)
    text, hidden = blank_hidden(without_controls(decoded))
    if not re.search(r"\w", text):
        raise NoTextError(f"{source}: no text in it", hint="check that this is the right file")
    latex_title = _LATEX_TITLE.search(text)
    outline = assemble(text, list(_pieces(text)), title=plain(latex_title["words"]) or None if latex_title else None)
    return Manuscript(
        id=paper_id,
        title=outline.title,
        source=source,
        parser=PARSER_VERSION,
        pages=None,
        text=text,
        sections=outline.sections,
        blocks=outline.blocks,
        captions=outline.captions,
        missing=find_missing(text, sections=outline.sections, captions=outline.captions, blocks=outline.blocks),
        warnings=guessed + hidden,
    )


def _pieces(text: str) -> Iterator[Piece]:
    """All headings and blocks in reading order; text that no rule claims becomes a block of its own."""
    pieces: list[Piece] = []
    floats = _float_pieces(text)
    taken = [(start, end) for start, end, inside in floats if inside]
    for _, _, inside in floats:
        pieces += inside
    starts = _line_starts(text)
    for first, last, kind, rank in _leaves(text):
        start, end = trimmed(text, starts[first], starts[min(last, len(starts) - 1)])
        for begin, stop in _outside(start, end, taken):
            pieces += _heading_or_lines(text, begin, stop, kind=kind, rank=rank)
    pieces.sort(key=lambda piece: piece.start)
    yield from _with_rest(text, pieces, taken)


def _float_pieces(text: str) -> list[tuple[int, int, list[BlockPiece]]]:
    floats: list[tuple[int, int, list[BlockPiece]]] = []
    counters = {"Table": count(1), "Figure": count(1)}
    for match in LATEX_FLOAT.finditer(text):
        kind = "Figure" if "figure" in match["name"] else "Table"
        number = str(next(counters[kind])) if "\\caption" in match[0] else ""
        floats.append((*match.span(), list(latex_pieces(text, *match.span(), number=number))))
    for match in HTML_TABLE.finditer(text):
        if not any(start <= match.start() < end for start, end, _ in floats):
            floats.append((*match.span(), list(html_rows(text, *match.span()))))
    return sorted(floats, key=lambda one: one[0])


def _leaves(text: str) -> Iterator[tuple[int, int, str, int]]:
    """First line, line after the last, kind and heading depth of every block Markdown sees."""
    markdown = MarkdownIt("commonmark").enable("table").disable(["lheading", "code", "reference"])
    markdown.core.ruler.enableOnly(["normalize", "block"])
    tokens = markdown.parse(text)
    lines = text.split("\n")
    while (stray := _stray_fence(tokens, lines)) is not None:
        lines[stray] = ""
        tokens = markdown.parse("\n".join(lines))
    for token in tokens:
        leaf = _leaf(token)
        if leaf is not None and token.map is not None:
            yield token.map[0], token.map[1], *leaf


def _stray_fence(tokens: Sequence[Token], lines: Sequence[str]) -> int | None:
    """The line of a fence that encloses headings and prose: readers of PDFs open fences they never close."""
    for token in tokens:
        if token.type == "fence" and token.map is not None:
            inside = lines[token.map[0] + 1 : token.map[1]]
            headed = any(
                _OWN_LINE_HEADING.match(line) and not inside[at - 1].strip() for at, line in enumerate(inside) if at
            )
            if headed and any(len(line.split()) >= _PROSE_WORDS for line in inside):
                return token.map[0]
    return None


def _leaf(token: Token) -> tuple[str, int] | None:
    match token.type:
        case "heading_open":
            return "heading", int(token.tag[1:])
        case "paragraph_open" | "html_block":
            return "lines", 0
        case "fence":
            return "fence", 0
        case "tr_open":
            return "row", 0
        case _:
            return None


def _line_starts(text: str) -> list[int]:
    starts = [0]
    starts.extend(match.end() for match in re.finditer("\n", text))
    starts.append(len(text))
    return starts


def _outside(start: int, end: int, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for left, right in taken:
        if right <= start or left >= end:
            continue
        if left > start:
            yield start, left
        start = max(start, right)
    if start < end:
        yield start, end


def _heading_or_lines(text: str, start: int, end: int, *, kind: str, rank: int) -> Iterator[Piece]:
    start, end = trimmed(text, start, end)
    if start >= end:
        return
    if kind == "heading":
        words = text[start:end].lstrip("#").strip().rstrip("#").strip()
        if re.search(r"\w", words):
            yield HeadingPiece(start, end, " ".join(words.split()), rank)
    elif kind == "row":
        if re.search(r"\w", text[start:end]):
            yield BlockPiece(start, end, PassageType.TABLE)
    elif kind == "fence":
        yield BlockPiece(start, end, PassageType.TEXT)
    else:
        yield from _paragraph(text, start, end)


def _paragraph(text: str, start: int, end: int) -> Iterator[Piece]:
    """A paragraph may be a bold heading, or hold a caption, image, footnote or LaTeX heading on a line of its own."""
    bold = _BOLD_HEADING.fullmatch(text, start, end)
    if bold is not None and len(bold["words"].split()) <= 10 and not caption_label(bold["words"]):
        yield HeadingPiece(start, end, bold["words"].strip(" .:"), BOLD_RANK)
        return
    run: tuple[int, PassageType, str | None] | None = None
    position = start
    while position < end:
        stop = text.find("\n", position, end)
        stop = end if stop < 0 else stop
        begin = position + len(_BULLET.match(text[position:stop].lstrip())[0]) + _indent(text, position, stop)  # type: ignore[index]
        special = list(_special(text, begin, stop))
        opens = _opens(text, begin, stop)
        if run is not None and (special or opens is not None or not _has_words(text, begin, stop)):
            yield from _closed(text, run, position)
            run = None
        if special:
            yield from special
            rest = special[-1].end + (1 if text[special[-1].end : special[-1].end + 1] in "}" else 0)
            if isinstance(special[-1], HeadingPiece) and _has_words(text, rest, stop):
                run = (rest, PassageType.TEXT, None)
        elif run is None and _has_words(text, begin, stop):
            run = (begin, *(opens or (PassageType.TEXT, None)))
        position = stop + 1
    if run is not None:
        yield from _closed(text, run, end)


def _indent(text: str, start: int, stop: int) -> int:
    line = text[start:stop]
    return len(line) - len(line.lstrip())


def _closed(text: str, run: tuple[int, PassageType, str | None], stop: int) -> Iterator[Piece]:
    start, end = trimmed(text, run[0], stop)
    if start < end:
        yield BlockPiece(start, end, run[1], run[2])


def _special(text: str, start: int, stop: int) -> Iterator[Piece]:
    """A line that is a heading in LaTeX or an image, which gives a caption if it has words."""
    heading = _LATEX_HEADING.match(text, start, stop)
    if heading is not None:
        words = plain(heading["words"]) or heading["words"]
        yield HeadingPiece(heading.start("name") - 1, heading.end(), words, _LATEX_RANKS[heading["name"]])
        return
    abstract = _ABSTRACT_ENVIRONMENT.match(text, start, stop)
    if abstract is not None:
        yield HeadingPiece(start, abstract.end(), "Abstract", 1)
        return
    image = _IMAGE.match(text, start, stop)
    if image is not None and caption_label(image["alt"]) is not None:
        yield BlockPiece(image.start("alt"), image.end("alt"), PassageType.CAPTION, caption_label(image["alt"]))


def _opens(text: str, start: int, stop: int) -> tuple[PassageType, str | None] | None:
    line = text[start:stop]
    label = caption_label(line)
    if label is not None:
        return PassageType.CAPTION, label
    if _FOOTNOTE.match(line):
        return PassageType.FOOTNOTE, None
    return (PassageType.TEXT, None) if _ENTRY.match(line) else None


def _has_words(text: str, start: int, stop: int) -> bool:
    bare = _NO_WORDS.sub("", _IMAGE.sub("", text[start:stop]))
    return re.search(r"[^\W_]", bare) is not None


def _with_rest(text: str, pieces: Sequence[Piece], taken: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """The pieces, and between them what no rule took: nothing a reader can see is lost."""
    position = 0
    for piece in [*pieces, None]:
        stop = piece.start if piece is not None else len(text)
        for match in re.finditer(r"[^\n]+", text[position : max(position, stop)]):
            begin, finish = trimmed(text, position + match.start(), position + match.end())
            settings = "\\" in text[begin:finish] and any(left <= begin < right for left, right in taken)
            words = re.findall(r"[^\W\d_]{2,}", plain(text[begin:finish]))
            if _has_words(text, begin, finish) and len(words) >= (3 if settings else 2):
                yield BlockPiece(begin, finish, PassageType.TEXT)
        if piece is not None and piece.start >= position:
            yield piece
            position = piece.end
