"""Walk the body of a LaTeX paper: sections with their numbers, paragraphs, lists, floats, footnotes, references."""

from __future__ import annotations

import re
from collections.abc import Sequence

from peerlens.store.parsers.composing import Composer
from peerlens.store.parsers.latex_floats import FLOATS, Float, read_float
from peerlens.store.parsers.latex_macros import argument, optional
from peerlens.store.parsers.latex_numbering import Numbering
from peerlens.store.parsers.latex_references import Reference
from peerlens.store.parsers.latex_source import as_printed
from peerlens.store.parsers.latex_words import Context, words_of
from peerlens.taxonomy import PassageType

_RANKS = {"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3}
_EVENT = re.compile(
    r"\\(?P<section>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)(?P<star>\*?)(?=\s*[\[{])"
    r"|\\begin\{(?P<begin>[a-zA-Z]+)\*?\}|\\end\{(?P<end>[a-zA-Z]+)\*?\}"
    r"|(?P<appendix>\\appendix(?![a-zA-Z])|\\begin\{appendices\})|\\(?P<item>item)(?![a-zA-Z])"
    r"|\\(?P<bibliography>bibliography|printbibliography)(?![a-zA-Z])(?:\[[^\]]*\])?(?:\{[^{}]*\})?"
    r"|\\(?P<abstract>abstract)(?=\s*\{)|\\label\{(?P<label>[^{}]*)\}|(?P<escaped>\\[\\%&$#_{}])"
    r"|\\(?P<counted>setcounter|counterwithin|renewcommand|numberwithin)(?![a-zA-Z])\*?|\\(?P<dropped>date|author|thanks|keywords|affil|address|email|icmlauthor|icmlaffiliation|icmlcorrespondingauthor)(?=\s*[\[{])"
    r"|(?P<paragraph>\n[ \t]*\n\s*|\\par(?![a-zA-Z])|\\(?:newpage|clearpage|bigskip|medskip|smallskip"
    r"|maketitle)(?![a-zA-Z]))"
)  # fmt: skip
_THROWN = frozenset({"tikzpicture", "pgfpicture", "CCSXML", "comment", "axis", "pspicture", "picture", "filecontents"})
_CODE = frozenset({"verbatim", "Verbatim", "lstlisting", "minted", "alltt"})
_EQUATIONS = frozenset({"equation", "align", "gather", "multline", "eqnarray", "alignat"})
_LISTS = frozenset({"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum"})
_TRANSPARENT_PARAGRAPHS = frozenset(
    {"quote", "quotation", "center", "flushleft", "flushright", "minipage", "proof", "verse"}
)


class Body:
    """One walk over the source with labels numbered first, so that every reference prints its number."""

    def __init__(
        self, composer: Composer, context: Context, references: Sequence[Reference], *, numbered: bool
    ) -> None:
        self._composer = composer
        self._context = context
        self._references = references
        self._numbered = numbered
        self._run: list[str] = []
        self._floats: list[Float] = []
        self._lists: list[tuple[str, int]] = []
        self._abstract_open = False
        self._listed = False

    def read(self, source: str, *, preamble: str) -> None:
        labels: dict[str, str] = {}
        numbering = Numbering(preamble)
        for dry in (True, False):
            numbering = Numbering(preamble)
            if not dry:
                self._context.labels = labels
            self._walk(source, numbering, labels if dry else {}, dry=dry)
        self._close()
        if not self._listed:
            self._bibliography()

    def _walk(self, source: str, numbering: Numbering, labels: dict[str, str], *, dry: bool) -> None:
        at = 0
        while (match := _EVENT.search(source, at)) is not None:
            if not dry:
                self._run.append(source[at : match.start()])
            at = self._event(source, match, numbering, labels, dry=dry)
        if not dry:
            self._run.append(source[at:])

    def _event(
        self, source: str, match: re.Match[str], numbering: Numbering, labels: dict[str, str], *, dry: bool
    ) -> int:
        """Handle one command and say where the walk goes on."""
        end = match.end()
        if match["section"]:
            return self._section(source, match, numbering, dry=dry)
        match match.lastgroup:
            case "begin":
                return self._begin(source, match, numbering, labels, dry=dry)
            case "label":
                labels[match["label"].strip()] = numbering.current
            case "appendix":
                numbering.begin_appendix()
            case "counted":
                return numbering.command(source, match["counted"], end)
            case "dropped":
                return argument(source, optional(source, end)[1])[1]
            case "abstract":
                value, end = argument(source, end)
                self._abstract("" if dry else value)
            case _ if not dry:
                return self._printed(source, match)
        return end

    def _printed(self, source: str, match: re.Match[str]) -> int:
        """Commands that number nothing."""
        match match.lastgroup:
            case "escaped":
                self._run.append(match[0])
            case "end":
                self._end(match["end"])
            case "item":
                return self._item(source, match.end())
            case "bibliography":
                self._bibliography()
            case "paragraph":
                self._close()
        return match.end()

    def _section(self, source: str, match: re.Match[str], numbering: Numbering, *, dry: bool) -> int:
        name = match["section"]
        value, end = argument(source, optional(source, match.end())[1])
        if name in ("paragraph", "subparagraph"):
            if not dry:
                self._close()
                self._run.append(f"{value.rstrip()} " if value.strip()[-1:] in ".:?!" else f"{value.rstrip()}. ")
            return end
        rank = _RANKS[name]
        number = None if match["star"] or name == "part" else numbering.section(rank)
        if not dry:
            self._close()
            self._abstract_open = False
            words = words_of(re.sub(r"\\\\", " ", value), self._context)
            shown = f"{number} {words}" if number else words
            letter = number is not None and number.isalpha()
            self._composer.heading(shown, rank=rank, read_as=f"Appendix {shown}" if letter else None)
        return end

    def _begin(
        self, source: str, match: re.Match[str], numbering: Numbering, labels: dict[str, str], *, dry: bool
    ) -> int:
        name = match["begin"]
        if name in FLOATS or name in _THROWN or name in _CODE or name == "thebibliography":
            return self._whole(source, match, numbering, labels, dry=dry)
        if name in _EQUATIONS and not match[0].endswith("*}"):
            numbering.equation()
        theorem = numbering.theorem(name)
        if dry:
            return match.end()
        if theorem is not None:
            self._close()
            note, end = optional(source, match.end())
            self._run.append(f"{theorem}{f' ({note})' if note else ''}. ")
            return end
        if name == "abstract":
            self._close()
            self._composer.heading("Abstract", rank=1)
            self._abstract_open = True
        elif name in _LISTS:
            self._close()
            self._lists.append((name, 0))
            return optional(source, match.end())[1]
        elif name == "proof":
            self._close()
            note, end = optional(source, match.end())
            self._run.append(f"{note or 'Proof'}. ")
            return end
        elif name in _TRANSPARENT_PARAGRAPHS or name.startswith(("icmlauthor", "keyword")):
            self._close()
            self._run.append(f"\\begin{{{name}}}" if name == "minipage" else "")
        else:
            self._run.append(match[0])
        return match.end()

    def _whole(
        self, source: str, match: re.Match[str], numbering: Numbering, labels: dict[str, str], *, dry: bool
    ) -> int:
        """Environments taken in one piece: floats, code, drawings, the bibliography."""
        name = match["begin"]
        closing = re.compile(rf"\\end\{{{name}\*?\}}").search(source, match.end())
        stop, end = (closing.start(), closing.end()) if closing else (len(source), len(source))
        inside = source[match.end() : stop]
        if name in FLOATS:
            found = read_float(name, inside, numbering, labels)
            if not dry:
                self._floats.append(found)
        elif not dry and name in _CODE:
            self._close()
            code = re.sub(r"^\s*(?:\[[^\]]*\])?(?:\{[^{}]*\})?", "", inside, count=1)
            self._composer.block(as_printed(code))
        elif not dry and name == "thebibliography":
            self._bibliography()
        return end

    def _end(self, name: str) -> None:
        if name == "abstract":
            self._close()
        elif name in _LISTS:
            self._close()
            if self._lists:
                self._lists.pop()
        elif (
            name in _TRANSPARENT_PARAGRAPHS
            or name.startswith("icmlauthor")
            or re.fullmatch(
                r"[a-z]*(?:theorem|lemma|definition|proposition|corollary|remark|assumption|example|claim)", name
            )
        ):
            self._close()
        else:
            self._run.append(f"\\end{{{name}}}")

    def _item(self, source: str, end: int) -> int:
        self._close()
        label, end = optional(source, end)
        kind, number = self._lists[-1] if self._lists else ("itemize", 0)
        if self._lists:
            self._lists[-1] = (kind, number + 1)
        if label:
            self._run.append(f"{label} ")
        elif kind in ("enumerate", "compactenum"):
            self._run.append(f"{number + 1}. ")
        return end

    def _abstract(self, value: str) -> None:
        if not value.strip():
            return
        self._close()
        self._composer.heading("Abstract", rank=1)
        for paragraph in re.split(r"\n[ \t]*\n", value):
            self._run.append(paragraph)
            self._close()

    def _bibliography(self) -> None:
        self._close()
        if self._listed or not self._references:
            return
        self._listed = True
        self._composer.heading("References", rank=1)
        for number, reference in enumerate(self._references, 1):
            printed = f"[{number}] {reference.printed}" if self._numbered else reference.printed
            self._composer.block(printed, PassageType.REFERENCE)

    def _close(self) -> None:
        """End the paragraph; its footnotes follow it, then the floats that stood in it."""
        self._composer.block(words_of("".join(self._run), self._context))
        self._run.clear()
        self._notes()
        floats, self._floats = self._floats, []
        for one in floats:
            one.write(self._composer, self._context)
            self._notes()

    def _notes(self) -> None:
        notes = list(self._context.footnotes)
        self._context.footnotes.clear()
        for note in notes:
            self._composer.block(words_of(note, self._context), PassageType.FOOTNOTE)
        self._context.footnotes.clear()
